import { ReasonError } from '@reason/core'
import { nearest } from '@reason/core/errors'
import type { LoadedAdapters } from './adapters.ts'
import type { Given } from './layer.ts'
import { settings } from './settings.ts'

/**
 * What passports say to adapters that there are not, and options that an adapter does not take: each answer of such a model would fail.
 *
 * @param given - As it was written. What is wrong with its shape is said where all settings are checked.
 */
export async function wrongPassports(given: Given | undefined, { loaded, isComplete }: LoadedAdapters): Promise<string[]> {
  const { data: passports = [] } = settings.shape.passports.safeParse(given?.value)
  if (given === undefined || passports.length === 0) return []
  // Imported here, as few configurations have passports.
  const { textAdapters } = await import('@reason/gateway/upstreams')
  const adapters = [...textAdapters(), ...loaded.flatMap(({ adapter }) => (adapter.kind === 'text' ? [adapter] : []))]
  const ids = adapters.map(({ id }) => id)
  return passports.flatMap(({ flags = {}, options = {} }, index) => [
    ...Object.keys(flags).flatMap((id) => unknown(id, [...ids, 'native'], [index, 'flags', id])),
    ...Object.keys(options).flatMap((id) => unknown(id, ids, [index, 'options', id])),
    ...adapters.flatMap(({ id, createSplitter }) => {
      const problem = Object.hasOwn(options, id) ? problemOf(() => createSplitter({ options: options[id]! })) : undefined
      return problem === undefined ? [] : [`${given.inside([index, 'options', id])}: ${problem}`]
    }),
  ])

  function unknown(id: string, known: readonly string[], path: readonly PropertyKey[]): string[] {
    if (!isComplete || known.includes(id)) return []
    const meant = nearest(id, known)
    return [
      `${given!.inside(path, 'key')} is no adapter. ${meant === undefined ? `There are: ${known.join(', ')}.` : `Did you mean ${meant}?`}`,
    ]
  }
}

/** Adapters of packages may throw what they like for want of a request: that is theirs to say when there is one. */
function problemOf(use: () => unknown): string | undefined {
  try {
    use()
  } catch (error) {
    if (ReasonError.is(error) && error.code === 'REASON_INVALID_OPTIONS') return error.message
  }
  return undefined
}
