import { isLoose, type Loose } from '@reason/wire-kit'
import { type PathSegment, parseJsonPath } from './json-path.ts'
import { createValueTree } from './value-tree.ts'

/** Converts arguments that come value by value to the text of one JSON object. */
export interface PartialArguments {
  /** @returns The text to append. Undefined for an unreadable value. */
  push(piece: unknown): string | undefined
  /** Returns the rest of the object. */
  end(): string
  begun(): boolean
}

/**
 * Reads arguments as Vertex AI streams them: values with JSON paths, in the order in which the model writes them.
 *
 *     $.place.city "Bos"  ▶  $.place.city "ton"  ▶  $.days 3
 *     {"place":{"city":"Bos      ton             "},"days":3   }
 *
 * A value for a closed container cannot be inserted any more. From then on values are only collected. At the end
 * each changed field of the object is written again: the last duplicate wins in JSON.
 */
export function createPartialArguments(): PartialArguments {
  const values = createValueTree()
  /** Path of the last written value. */
  let path: PathSegment[] = []
  let quoteOpen = false
  let begun = false
  let changed: Set<PathSegment> | undefined

  return {
    push,
    end,
    begun: () => begun,
  }

  function push(piece: unknown): string | undefined {
    if (!isLoose(piece) || typeof piece.jsonPath !== 'string') return undefined
    const more = piece.willContinue === true
    const to = parseJsonPath(piece.jsonPath)
    const scalar = scalarOf(piece, more)
    if (to === undefined || typeof to[0] !== 'string' || scalar === undefined) return undefined
    const stored = values.store(to, scalar, more)
    if (stored === undefined) return undefined
    const before = begun ? '' : '{'
    begun = true
    if (changed === undefined) {
      const depth = sharedDepth(path, to)
      if (stored.change === 'appended' && quoteOpen && depth === to.length - 1 && path.at(-1) === to.at(-1))
        return continueString(String(scalar), more)
      if (stored.change === 'added' && stored.oldContainers === depth) return before + moveTo(to, depth) + open(scalar, more)
      changed = new Set()
    }
    changed.add(to[0])
    return before
  }

  function continueString(text: string, more: boolean): string {
    quoteOpen = more
    return JSON.stringify(text).slice(1, more ? -1 : undefined)
  }

  /** Closes containers up to the shared one, and opens those on the way to the new place. */
  function moveTo(to: PathSegment[], depth: number): string {
    const comma = path.length === 0 ? '' : ','
    const inner = to.slice(depth + 1).map((one) => (typeof one === 'string' ? `{${key(one)}` : '['))
    const text = closeDownTo(depth) + comma + key(to[depth]!) + inner.join('')
    path = to
    return text
  }

  function open(scalar: Scalar, more: boolean): string {
    quoteOpen = more && typeof scalar === 'string'
    return JSON.stringify(scalar).slice(0, quoteOpen ? -1 : undefined)
  }

  function closeDownTo(depth: number): string {
    let text = quoteOpen ? '"' : ''
    quoteOpen = false
    for (let at = path.length - 1; at > depth; at--) text += typeof path[at] === 'string' ? '}' : ']'
    return text
  }

  function end(): string {
    if (!begun) return '{}'
    const again = [...(changed ?? [])].map((name) => `,${key(name)}${values.toJson(name)}`)
    const closed = closeDownTo(0)
    // If even the first value had to be collected, no comma is needed.
    return `${closed}${path.length === 0 ? again.join('').slice(1) : again.join('')}}`
  }
}

export type Scalar = string | number | boolean | null

/** Number of containers that two paths share, not counting the object itself. */
function sharedDepth(one: readonly PathSegment[], other: readonly PathSegment[]): number {
  const limit = Math.min(one.length, other.length) - 1
  let depth = 0
  while (depth < limit && one[depth] === other[depth]) depth++
  return depth
}

const key = (segment: PathSegment): string => (typeof segment === 'string' ? `${JSON.stringify(segment)}:` : '')

/** Reads a scalar. A string that continues may begin without any text. */
function scalarOf({ stringValue, numberValue, boolValue, nullValue }: Loose, more: boolean): Scalar | undefined {
  if (typeof stringValue === 'string') return stringValue
  if (typeof numberValue === 'number') return Number.isFinite(numberValue) ? numberValue : null
  if (typeof boolValue === 'boolean') return boolValue
  if (nullValue !== undefined) return null
  return more ? '' : undefined
}
