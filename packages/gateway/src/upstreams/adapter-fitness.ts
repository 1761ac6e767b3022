import { createRegistry, type ReasonError, type TextAdapter, type WireFormat } from '@reason/core'
import { nearest } from '@reason/core/errors'
import { shown } from '../errors/shown-value.ts'
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

/**
 * Why a setting cannot name an adapter or wire format. Undefined: the id is known, or absent.
 *
 * @param named - Place of the value.
 * @param others - Adapters of the configuration. An id may be given as the package of one.
 */
export function unknownAdapter(
  named: string,
  id: string | undefined,
  kind: OtherAdapter['adapter']['kind'],
  others: readonly OtherAdapter[],
): string | undefined {
  const ours = kind === 'text' ? ourAdapters : ourWires
  const alike = others.filter(({ adapter }) => adapter.kind === kind)
  const known = [...ours, ...alike.map(({ adapter }) => adapter.id)]
  if (id === undefined || known.includes(id)) return undefined
  const meant = alike.find(({ from }) => from === id)?.adapter.id ?? nearest(id, known)
  const more = alike.length === 0 ? `, or the id of ${kind === 'text' ? 'one' : 'a wire format'} that "adapters" lists` : ''
  return `${named} is ${shown(id)}, but must be one of: ${known.join(', ')}${more}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`
}
