import type { WireFormat } from '../wire.ts'

/** Rejects the uncalled factory or a text adapter, which an untyped program may pass. */
export function checkWire(wire: unknown): asserts wire is WireFormat {
  if (typeof (wire as WireFormat | undefined)?.createReader === 'function') return
  const what = typeof wire === 'function' ? 'a function' : 'a value'
  throw new TypeError(`There is ${what} in place of a wire format. Call its factory: openaiChat().`)
}
