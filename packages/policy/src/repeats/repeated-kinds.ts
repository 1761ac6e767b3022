import type { Part, Stage } from '@reason/core'
import type { BlockKind } from '@reason/core/parts'
import { createStage, type MakeStep } from '../chain/step.ts'

/** Limit of compared reasoning, because the comparison keeps it in memory. */
const maxChars = 256 * 1024

/** Part types that may pass between the blocks of one item. */
const besides: ReadonlySet<string> = new Set(['markup', 'usage', 'warning'])

/**
 * Drops reasoning that repeats the reasoning of another kind just before it. Some servers write the same text into the summary and the content of a
 * Responses item, and other APIs have one field for both. Blocks are held while they may be a repetition, and all of them are emitted if they are none.
 * Whitespace is ignored, because line breaks stand between parts in one list, and in the text of the other.
 *
 *     { summary: ["R1", "R2"], content: ["R1 R2"] }  ▶  reasoning R1 · R2
 */
export const dropRepeatedKinds = (): Stage => createStage([repeatedKindStep])

const repeatedKindStep: MakeStep = (pass, { of }) => {
  /** The shown blocks of one kind, without whitespace. */
  let kind: BlockKind | undefined
  let shown = ''
  let held: HeldBlocks | undefined

  const step = (part: Part): void => {
    if (isReasoning(part)) {
      if (part.type === 'block-start') begin(part.kind)
      else if (part.type === 'delta') add(part.text)
      if (held !== undefined) return void held.parts.push(part)
    } else if (!besides.has(part.type)) {
      end()
      kind = undefined
    }
    pass(part)
  }
  return Object.assign(step, { passes: () => kind === undefined })

  function begin(next: BlockKind | undefined): void {
    if (next === (held?.kind ?? kind)) return
    const isOther = held === undefined && kind !== undefined && next !== undefined && next !== 'hidden' && shown !== ''
    end()
    if (isOther) held = { kind: next, parts: [], at: 0 }
    else {
      kind = next
      shown = ''
    }
  }

  function add(text: string): void {
    const bare = text.replaceAll(/\s+/g, '')
    if (held === undefined) shown = shown.length + bare.length > maxChars ? '' : shown + bare
    else if (shown.startsWith(bare, held.at)) held.at += bare.length
    else release(held)
  }

  /** Called when something else follows than reasoning of the held kind. */
  function end(): void {
    if (held === undefined) return
    if (held.at < shown.length) return release(held)
    const { parts } = held
    held = undefined
    const text = parts.map((part) => (part.type === 'delta' ? part.text : '')).join('')
    // The seals of a repetition stand in a block without text.
    const sealed = parts.findLast((part) => part.type === 'block-end' && part.seals !== undefined)
    if (sealed !== undefined && 'block' in sealed) {
      pass({ type: 'block-start', ...of, block: sealed.block!, channel: 'reasoning', kind: 'hidden' })
      pass(sealed)
    }
    pass({ type: 'markup', ...of, text, of: 'dropped' })
  }

  function release({ kind: other, parts }: HeldBlocks): void {
    held = undefined
    kind = other
    shown = ''
    for (const part of parts) {
      if (part.type === 'delta') add(part.text)
      pass(part)
    }
  }
}

/** Blocks of another kind that may be a repetition. */
interface HeldBlocks {
  kind: BlockKind
  parts: Part[]
  /** Number of shown characters that the held blocks repeat so far. */
  at: number
}

const isReasoning = (part: Part): boolean => 'channel' in part && part.channel === 'reasoning' && part.type !== 'native'
