import { createRegistry, type ReasonError, type TextAdapter, type WireFormat } from '@reason/core'
import { ourWires, type UpstreamWire } from '../wires.ts'

/** Built-in adapters, which `adapter` may name without a package. */
export const ourAdapters: readonly string[] = ['harmony', 'think-tags', 'marker', 'json-fields', 'auto', 'plain']

/** Reserved ids. */
const taken: ReadonlySet<string> = new Set([...ourAdapters, 'native', ...ourWires])

const forUpstreams = ['writeRequest', 'endpoint'] as const

/** A third-party adapter of a gateway. */
export interface OtherAdapter {
  /** Its package or file. */
  from: string
  adapter: TextAdapter | UpstreamWire
}

/**
 * Why a gateway cannot use an adapter. Undefined: the adapter is usable.
 *
 * @param before - Adapters that are in use already.
 * @throws {ReasonError} As `createRegistry().use` does.
 */
export function unfitness(
  made: TextAdapter | WireFormat,
  before: readonly OtherAdapter[],
): { code: ReasonError['code']; message: string } | undefined {
  const { id } = made
  if (taken.has(id)) {
    const message = `Its id is "${id}", which is built into the gateway. Set options of built-in adapters in passports.`
    return { code: 'REASON_DUPLICATE_ID', message }
  }
  const twin = before.find(({ adapter }) => adapter.id === id)
  if (twin !== undefined) return { code: 'REASON_DUPLICATE_ID', message: `Its id is "${id}", as that of ${twin.from}. Keep one of them.` }
  createRegistry().use(made)
  const lacking = made.kind === 'text' ? [] : forUpstreams.filter((name) => made[name] === undefined)
  if (lacking.length === 0) return undefined
  const message = `It is a wire format without ${lacking.join(' and ')}, which a gateway needs to write and send requests.`
  return { code: 'REASON_INVALID_PLUGIN', message }
}
