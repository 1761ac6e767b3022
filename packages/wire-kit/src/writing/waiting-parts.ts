import type { BlockEndPart, BlockStartPart, DeltaPart, ToolCallDeltaPart, ToolCallEndPart, ToolCallStartPart } from '@reason/core/parts'

export type BlockPart = BlockStartPart | DeltaPart | BlockEndPart | CallPart
export type CallPart = ToolCallStartPart | ToolCallDeltaPart | ToolCallEndPart

/** An entry of the queue: the parts of one call, of a run of other blocks, or a step of a writer. */
export interface WaitingGroup {
  call?: number
  parts: BlockPart[]
  /** Approximate size, in UTF-16 units. */
  room: number
  step?: () => void
}

/** Queue of parts that wait while an earlier call is unfinished. A call has one entry, at the place of its first part. */
export interface WaitingParts {
  add(part: BlockPart): void
  addStep(step: () => void): void
  next(): WaitingGroup | undefined
  /** Approximate size of the whole queue, in UTF-16 units. */
  size(): number
}

/** Size of a part beside its text, in UTF-16 units. */
const roomOfPart = 64

export function createWaitingParts(): WaitingParts {
  let queue: (WaitingGroup | undefined)[] = []
  let head = 0
  let size = 0
  const calls = new Map<number, WaitingGroup>()

  return {
    add(part) {
      const place = placeFor(part)
      const { parts } = place
      const joined = joinedText(parts.at(-1), part)
      if (joined === undefined) parts.push(part)
      else parts[parts.length - 1] = joined
      const room = ('text' in part ? part.text.length : 0) + (joined === undefined ? roomOfPart : 0)
      place.room += room
      size += room
    },
    addStep(step) {
      size += roomOfPart
      queue.push({ parts: [], room: roomOfPart, step })
    },
    next() {
      const first = queue[head]
      if (first === undefined) {
        queue = []
        head = size = 0
        return undefined
      }
      queue[head++] = undefined
      size -= first.room
      if (first.call !== undefined && calls.get(first.call) === first) calls.delete(first.call)
      return first
    },
    size: () => size,
  }

  function placeFor(part: BlockPart): WaitingGroup {
    const call = 'call' in part ? part.call : undefined
    const known = call === undefined ? queue.at(-1) : calls.get(call)
    // A start with a known number begins another call.
    const isOpen = known !== undefined && known.call === call && part.type !== 'tool-call-start'
    if (isOpen && queue.length > head) return known
    const place: WaitingGroup = { parts: [], room: 0, ...(call !== undefined && { call }) }
    queue.push(place)
    if (call !== undefined) calls.set(call, place)
    return place
  }
}

/** Joins two pieces of one text. Undefined if they are not. */
function joinedText(last: BlockPart | undefined, part: BlockPart): BlockPart | undefined {
  if (last === undefined) return undefined
  if (last.type === 'delta' && part.type === 'delta' && last.block === part.block) return { ...last, text: last.text + part.text }
  if (last.type === 'tool-call-delta' && part.type === 'tool-call-delta') return { ...last, text: last.text + part.text }
  return undefined
}
