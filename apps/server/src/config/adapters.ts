import { ReasonError } from '@reason/core'
import { type OtherAdapter, unfitness, unknownAdapter } from '@reason/gateway/upstreams'
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
  if (!adapters.isComplete) return []
  const { data: entries = [] } = settings.shape.upstreams.safeParse(values.get('upstreams')?.value)
  return [
    ...(['adapter', 'upstreamFormat'] as const).map((name) => {
      const given = values.get(name)
      const kind = name === 'adapter' ? 'text' : 'wire'
      return given && unknownAdapter(given.named, settings.shape[name].safeParse(given.value).data, kind, adapters.loaded)
    }),
    ...entries.map(({ format }, index) =>
      unknownAdapter(values.get('upstreams')!.inside([index, 'format']), format, 'wire', adapters.loaded),
    ),
  ].filter((problem) => problem !== undefined)
}

const objectOf = (entry: Entry): Exclude<Entry, string> => (typeof entry === 'string' ? { from: entry } : entry)

function placeOf({ code }: ReasonError, entry: Entry, inside: (path: readonly string[]) => string): string {
  const { from, options } = objectOf(entry)
  if (code === 'REASON_INVALID_OPTIONS' && options !== undefined) return `${inside(['options'])} is not for ${shown(from)}`
  return `${inside(typeof entry === 'string' ? [] : ['from'])} is ${shown(from)}, which cannot be used`
}
