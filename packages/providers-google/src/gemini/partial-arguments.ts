import { isLoose, type Loose } from '@reason/wire-kit'
import { type Segment, parseJsonPath } from './json-path.ts'
import { createValueTree } from './value-tree.ts'

/** Arguments that come value by value, as the text of the JSON object that they make up. */
export interface PartialArguments {
  /** @returns The text to append; undefined for what cannot be read. */
  push(piece: unknown): string | undefined
  /** The rest of the object. */
  end(): string
  begun(): boolean
}

/**
 * Vertex AI streams arguments as values with JSON paths, in the order in which the model writes them:
 *
 *     $.place.city "Bos"  ▶  $.place.city "ton"  ▶  $.days 3
 *     {"place":{"city":"Bos      ton             "},"days":3   }
 *
 * A value for a place that is closed already cannot be put there any more. From then on values are only collected, and at the end
 * each field of the object that they changed is written once more: in JSON the last one counts.
 */
export function createPartialArguments(): PartialArguments {
  const values = createValueTree()
  /** Where the text stands: the place of its last value. */
  let path: Segment[] = []
  let quoteOpen = false
  let begun = false
  let changed: Set<Segment> | undefined

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

  /** Up to the container that both places have in common, and down again. */
  function moveTo(to: Segment[], depth: number): string {
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
    // Where the first value of all was an odd one there is nothing before it.
    return `${closed}${path.length === 0 ? again.join('').slice(1) : again.join('')}}`
  }
}

export type Scalar = string | number | boolean | null

/** How many containers two places have in common, the object itself not counted. */
function sharedDepth(one: readonly Segment[], other: readonly Segment[]): number {
  const limit = Math.min(one.length, other.length) - 1
  let depth = 0
  while (depth < limit && one[depth] === other[depth]) depth++
  return depth
}

const key = (segment: Segment): string => (typeof segment === 'string' ? `${JSON.stringify(segment)}:` : '')

/** A string that has begun may be there without any text. */
function scalarOf({ stringValue, numberValue, boolValue, nullValue }: Loose, more: boolean): Scalar | undefined {
  if (typeof stringValue === 'string') return stringValue
  if (typeof numberValue === 'number') return Number.isFinite(numberValue) ? numberValue : null
  if (typeof boolValue === 'boolean') return boolValue
  if (nullValue !== undefined) return null
  return more ? '' : undefined
}
