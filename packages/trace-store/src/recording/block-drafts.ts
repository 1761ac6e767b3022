import type { BlockEndPart, BlockStartPart, DeltaPart } from '@reason/core/parts'
import { originOf } from '@reason/core/result'
import type { TracedBoundary } from '../record/record.ts'

/** Reasoning beyond this length is counted and not stored. */
const maxReasoningChars = 33_554_432

export interface BlockDrafts {
  begin(part: BlockStartPart): void
  add(part: DeltaPart): void
  end(part: BlockEndPart): void
  boundaries(most: number): TracedBoundary[]
  /** Text of all reasoning. Null if there is none, or it is not kept. */
  text(): string | null
  clear(): void
}

interface Draft {
  traced: TracedBoundary
  /** Undefined for text that is not kept. */
  pieces: string[] | undefined
}

/** Collects the blocks of a generation. Most parts belong to the same block as the part before. */
export function createBlockDrafts(keepsText: boolean): BlockDrafts {
  const drafts = new Map<number, Draft>()
  let current: Draft | undefined
  let currentKey = -1
  let keptChars = 0

  return {
    begin: of,
    add(part) {
      const { traced, pieces } = of(part)
      traced.chars += part.text.length
      if (pieces === undefined || keptChars >= maxReasoningChars) return
      keptChars += part.text.length
      pieces.push(part.text)
    },
    end(part) {
      const { traced } = of(part)
      traced.boundary = part.boundary
      if (part.terminator !== undefined) traced.terminator = part.terminator.slice(0, 64)
    },
    boundaries: (most) => Array.from(drafts.values(), ({ traced }) => traced).slice(0, most),
    text() {
      const texts = Array.from(drafts.values(), ({ pieces = [] }) => pieces).filter((pieces) => pieces.length > 0)
      return texts.length === 0 ? null : texts.map((pieces) => pieces.join('')).join('\n\n')
    },
    clear() {
      drafts.clear()
      current = undefined
      currentKey = -1
    },
  }

  function of(part: BlockStartPart | DeltaPart | BlockEndPart): Draft {
    const key = keyOf(part.choice, part.block)
    if (key === currentKey) return current!
    const draft = drafts.get(key) ?? create(part)
    drafts.set(key, draft)
    current = draft
    currentKey = key
    return draft
  }

  function create(part: BlockStartPart | DeltaPart | BlockEndPart): Draft {
    const traced: TracedBoundary = {
      ...(part.choice !== undefined && part.choice !== 0 && { choice: part.choice }),
      block: part.block,
      channel: part.channel,
      ...(part.type === 'block-start' && part.kind !== undefined && { kind: part.kind }),
      ...(part.type === 'block-start' && { origin: originOf(part) }),
      boundary: 'end-of-stream',
      chars: 0,
    }
    return { traced, pieces: keepsText && part.channel === 'reasoning' ? [] : undefined }
  }
}

/** One number for the block or the call of a choice. */
export const keyOf = (choice = 0, number: number): number => choice * 1_000_000 + number
