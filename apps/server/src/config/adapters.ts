import { createRegistry, nearest, ReasonError, type TextAdapter, type WireFormat } from '@reason/core'
import { apiIds } from '../upstream/apis.ts'
import type { Given } from './layer.ts'
import { settings, type Settings } from './settings.ts'
import { shown } from './shown.ts'

/** What `adapter` may name without a package. */
const builtIn: readonly string[] = ['harmony', 'think-tags', 'marker', 'auto', 'plain']

/** Ids that mean something already. */
const taken: ReadonlySet<string> = new Set([...builtIn, 'native', ...apiIds])

/** What `adapters` names. */
export interface LoadedAdapters {
  /** In its order, each with the package or file that it is from. */
  loaded: readonly { from: string; adapter: TextAdapter }[]
  /** False: there are others, that could not be loaded. */
  isComplete: boolean
  problems: readonly string[]
}

type Entry = NonNullable<Settings['adapters']>[number]

/**
 * Loads the adapters that are named: their code is run.
 *
 * @param given - As it was written. What is wrong with that is said where all settings are checked.
 * @param folder - Where packages and files are looked for.
 */
export async function loadAdapters(given: Given | undefined, folder: string): Promise<LoadedAdapters> {
  if (given === undefined) return { loaded: [], isComplete: true, problems: [] }
  const { data: entries = [], success } = settings.shape.adapters.safeParse(given.value)
  const loaded: { from: string; adapter: TextAdapter }[] = []
  const problems: string[] = []
  for (const [index, entry] of entries.entries()) {
    const { from, options = {} } = objectOf(entry)
    try {
      // Hardly anybody needs it.
      const { loadPlugin } = await import('@reason/plugins')
      const adapter = await loadPlugin(from, { folder, options })
      if (isFit(adapter, loaded)) loaded.push({ from, adapter })
    } catch (error) {
      if (!ReasonError.is(error)) throw error
      problems.push(`${placeOf(error, entry, (path) => given.inside([index, ...path]))}. ${error.message}`)
    }
  }
  return { loaded, isComplete: success && problems.length === 0, problems }
}

/** `adapter` has to be the id of one that there is. @param given - Of `adapter`. */
export function adapterProblem(given: Given | undefined, { loaded, isComplete }: LoadedAdapters): string | undefined {
  const id = settings.shape.adapter.safeParse(given?.value).data
  const known = [...builtIn, ...loaded.map(({ adapter }) => adapter.id)]
  if (id === undefined || !isComplete || known.includes(id)) return undefined
  // A package is not always called like its adapter.
  const meant = loaded.find(({ from }) => from === id)?.adapter.id ?? nearest(id, known)
  const more = loaded.length === 0 ? ', or the id of one that "adapters" lists' : ''
  return `${given!.named} is ${shown(id)}, but must be one of: ${known.join(', ')}${more}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`
}

const objectOf = (entry: Entry): Exclude<Entry, string> => (typeof entry === 'string' ? { from: entry } : entry)

function placeOf({ code }: ReasonError, entry: Entry, inside: (path: readonly string[]) => string): string {
  const { from, options } = objectOf(entry)
  if (code === 'REASON_INVALID_OPTIONS' && options !== undefined) return `${inside(['options'])} is not for ${shown(from)}`
  return `${inside(typeof entry === 'string' ? [] : ['from'])} is ${shown(from)}, which cannot be used`
}

/** @throws {ReasonError} when it is not, with the reason */
function isFit(made: TextAdapter | WireFormat, before: LoadedAdapters['loaded']): made is TextAdapter {
  const { id, kind } = made
  if (kind === 'wire') {
    const message = `It is a wire format, and adapters of the gateway split text. What an upstream speaks is one of: ${apiIds.join(', ')}.`
    throw new ReasonError('REASON_INVALID_PLUGIN', message)
  }
  if (taken.has(id)) {
    const message = `Its id is "${id}", which is something of the gateway's own. Options for its own adapters are said in passports.`
    throw new ReasonError('REASON_DUPLICATE_ID', message)
  }
  const twin = before.find(({ adapter }) => adapter.id === id)
  if (twin !== undefined) throw new ReasonError('REASON_DUPLICATE_ID', `Its id is "${id}", as that of ${twin.from}. Keep one of them.`)
  createRegistry().use(made)
  return true
}
