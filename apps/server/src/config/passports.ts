import { ReasonError } from '@reason/core'
import { nearest } from '@reason/core/errors'
import type { LoadedAdapters } from './adapters.ts'
import type { Given } from './layer.ts'
import { settings } from './settings.ts'

/**
 * Errors for passports that name unknown adapters, or options that an adapter rejects. Each answer of such a model would fail.
 *
 * @param given - The unchecked setting. Its schema errors are reported with those of all settings.
 */
export async function wrongPassports(given: Given | undefined, { loaded, isComplete }: LoadedAdapters): Promise<string[]> {
  const { data: passports = [] } = settings.shape.passports.safeParse(given?.value)
  if (given === undefined || passports.length === 0) return []
  // Imported lazily, because few configurations have passports.
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

/** Error of an adapter for its options. Other errors are ignored: an adapter of a package may throw only because there is no request yet. */
function problemOf(use: () => unknown): string | undefined {
  try {
    use()
  } catch (error) {
    if (ReasonError.is(error) && error.code === 'REASON_INVALID_OPTIONS') return error.message
  }
  return undefined
}
