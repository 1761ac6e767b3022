import { ReasonError } from '@reason/core'
import { nearest } from '@reason/core/errors'
import { type OtherAdapter, ourAdapters, ourWires, unfitness } from '@reason/gateway/upstreams'
import { shown } from '@reason/gateway/errors'
import type { Given, Layer } from './layer.ts'
import { settings, type ServerSettings } from './settings.ts'

/** Result of loading the `adapters` setting. */
export interface LoadedAdapters {
  /** Adapters in the order of the list, each with its package or file. */
  loaded: readonly OtherAdapter[]
  /** False if any listed adapter could not be loaded. */
  isComplete: boolean
  problems: readonly string[]
}

type Entry = NonNullable<ServerSettings['adapters']>[number]

/**
 * Loads the adapters of the `adapters` setting, which runs their code.
 *
 * @param given - The unchecked setting. Its schema errors are reported with those of all settings.
 * @param folder - Base folder for packages and files.
 */
export async function loadAdapters(given: Given | undefined, folder: string): Promise<LoadedAdapters> {
  if (given === undefined) return { loaded: [], isComplete: true, problems: [] }
  const { data: entries = [], success } = settings.shape.adapters.safeParse(given.value)
  const loaded: OtherAdapter[] = []
  const problems: string[] = []
  for (const [index, entry] of entries.entries()) {
    const { from, options = {} } = objectOf(entry)
    try {
      // Imported lazily, because few configurations load plugins.
      const { loadPlugin } = await import('@reason/plugins')
      const adapter = await loadPlugin(from, { folder, options })
      const unfit = unfitness(adapter, loaded)
      if (unfit !== undefined) throw new ReasonError(unfit.code, unfit.message)
      loaded.push({ from, adapter: adapter as OtherAdapter['adapter'] })
    } catch (error) {
      if (!ReasonError.is(error)) throw error
      problems.push(`${placeOf(error, entry, (path) => given.inside([index, ...path]))}. ${error.message}`)
    }
  }
  return { loaded, isComplete: success && problems.length === 0, problems }
}

/** Errors for settings that name an unknown adapter or wire format. */
export function unknownIn(values: Layer['values'], adapters: LoadedAdapters): string[] {
  const adapter = values.get('adapter')
  const format = values.get('upstreamFormat')
  const upstreams = values.get('upstreams')
  const { data: entries = [] } = settings.shape.upstreams.safeParse(upstreams?.value)
  return [
    ...problem(adapter?.named, settings.shape.adapter.safeParse(adapter?.value).data, 'text', adapters),
    ...problem(format?.named, settings.shape.upstreamFormat.safeParse(format?.value).data, 'wire', adapters),
    ...entries.flatMap((entry, index) => problem(upstreams!.inside([index, 'format']), entry.format, 'wire', adapters)),
  ]
}

/** @param named - Place of the value in the configuration. Undefined if the setting is not set. */
function problem(
  named: string | undefined,
  id: string | undefined,
  kind: OtherAdapter['adapter']['kind'],
  { loaded, isComplete }: LoadedAdapters,
): string[] {
  const ours = kind === 'text' ? ourAdapters : ourWires
  const others = loaded.filter(({ adapter }) => adapter.kind === kind)
  const known = [...ours, ...others.map(({ adapter }) => adapter.id)]
  if (named === undefined || id === undefined || !isComplete || known.includes(id)) return []
  // A package may have another name than its adapter.
  const meant = others.find(({ from }) => from === id)?.adapter.id ?? nearest(id, known)
  const more = others.length === 0 ? `, or the id of ${kind === 'text' ? 'one' : 'a wire format'} that "adapters" lists` : ''
  return [
    `${named} is ${shown(id)}, but must be one of: ${known.join(', ')}${more}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
  ]
}

const objectOf = (entry: Entry): Exclude<Entry, string> => (typeof entry === 'string' ? { from: entry } : entry)

function placeOf({ code }: ReasonError, entry: Entry, inside: (path: readonly string[]) => string): string {
  const { from, options } = objectOf(entry)
  if (code === 'REASON_INVALID_OPTIONS' && options !== undefined) return `${inside(['options'])} is not for ${shown(from)}`
  return `${inside(typeof entry === 'string' ? [] : ['from'])} is ${shown(from)}, which cannot be used`
}
