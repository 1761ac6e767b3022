import type { WireFormat } from '../wire.ts'

/** A program without types may pass the factory for what it makes, or a text adapter. */
export function checkWire(wire: unknown): asserts wire is WireFormat {
  if (typeof (wire as WireFormat | undefined)?.createReader === 'function') return
  const what = typeof wire === 'function' ? 'a function' : 'a value'
  throw new TypeError(`There is ${what} in place of a wire format. Call its factory: openaiChat().`)
}
