import { estimateTokens, type TokenEstimator } from './counting/estimate.ts'
import type { BlockEndPart, BlockStartPart, Channel, DeltaPart, Part, ToolCallEndPart, ToolCallStartPart } from './parts.ts'
import type { Block, Result, ToolCall } from './result.ts'
import { computeStats } from './counting/stats.ts'

export interface AccumulatorOptions {
  /** Default: characters divided by four. */
  estimate?: TokenEstimator
  /** Index of the generation to accumulate, if the request has several. Default 0. */
  choice?: number
}

/** New text per channel. Contains only channels that got text. */
export type ChannelText = { readonly [C in Channel]?: string }

/** Joins the parts of one generation. `push` returns the text that the part added, by channel. */
export interface Accumulator {
  push(part: Part): ChannelText
  /** The result so far. Safe to keep: later parts do not change it. */
  snapshot(): Result
}

const nothing: ChannelText = Object.freeze({})

/** Accumulates parts into one result. Ignores parts of other choices and of unknown types. */
export function createAccumulator(options: AccumulatorOptions = {}): Accumulator {
  const { estimate = estimateTokens, choice = 0 } = options
  const items: Draft[] = []
  // Drafts by block or call number. Text is kept in pieces, because every slice of a long string built with `+=` flattens it again.
  const blocks = new Map<number, BlockDraft>()
  const calls = new Map<number, CallDraft>()
  const result: Pick<Result, 'warnings' | 'errors' | 'usage' | 'finish' | 'stop' | 'id' | 'model' | 'created'> = {
    warnings: [],
    errors: [],
  }

  return { push, snapshot }

  function push(part: Part): ChannelText {
    if ((part.choice ?? 0) !== choice && part.type !== 'end') return nothing
    switch (part.type) {
      case 'delta':
        blockOf(part).pieces.push(part.text)
        return part.text === '' ? nothing : { [part.channel]: part.text }
      case 'block-start':
        blockOf(part)
        break
      case 'block-end':
        endBlock(part)
        break
      case 'tool-call-start':
        startCall(part)
        break
      case 'tool-call-delta':
        calls.get(part.call)?.pieces.push(part.text)
        break
      case 'tool-call-end':
        endCall(part)
        break
      case 'native':
        items.push({ toItem: () => part })
        break
      case 'usage':
        result.usage = part.usage
        break
      case 'warning': {
        const { type: _, ...warning } = part
        result.warnings.push(warning)
        break
      }
      case 'error':
        result.errors.push(part.error)
        break
      case 'turn-end':
        result.stop = part.by
        break
      case 'finish': {
        const { type: _, choice: __, ...finish } = part
        result.finish = finish
        break
      }
      case 'start':
        if (part.id !== undefined) result.id ??= part.id
        if (part.model !== undefined) result.model ??= part.model
        if (part.created !== undefined) result.created ??= part.created
        break
    }
    return nothing
  }

  /** A delta without its start is a producer's fault, but its text must not be lost. */
  function blockOf(part: BlockStartPart | DeltaPart | BlockEndPart): BlockDraft {
    let draft = blocks.get(part.block)
    if (draft === undefined) {
      const { kind } = part as BlockStartPart
      const block: Omit<Block, 'text'> = { type: 'block', channel: part.channel, ...(kind !== undefined && { kind }) }
      const created: BlockDraft = { block, pieces: [], toItem: () => ({ ...block, text: joined(created.pieces) }) }
      draft = created
      blocks.set(part.block, draft)
      items.push(draft)
    }
    return draft
  }

  function endBlock(part: BlockEndPart): void {
    const { block } = blockOf(part)
    block.boundary = part.boundary
    if (part.terminator !== undefined) block.terminator = part.terminator
    if (part.seals !== undefined) block.seals = part.seals
  }

  function startCall(part: ToolCallStartPart): void {
    const { id, name, contentType } = part
    const call: Omit<ToolCall, 'arguments'> = {
      type: 'tool-call',
      ...(id !== undefined && { id }),
      name,
      ...(contentType !== undefined && { contentType }),
    }
    const draft: CallDraft = { call, pieces: [], toItem: () => ({ ...call, arguments: joined(draft.pieces) }) }
    calls.set(part.call, draft)
    items.push(draft)
  }

  function endCall(part: ToolCallEndPart): void {
    const call = calls.get(part.call)?.call
    if (call === undefined) return
    if (part.boundary !== undefined) call.boundary = part.boundary
    if (part.terminator !== undefined) call.terminator = part.terminator
    if (part.seals !== undefined) call.seals = part.seals
  }

  function snapshot(): Result {
    const done = items.map((draft) => draft.toItem())
    const found = done.filter((item) => item.type === 'block')
    const text = (channel: Channel) =>
      found
        .filter((block) => block.channel === channel)
        .map((block) => block.text)
        .join('')
    const views = { reasoning: text('reasoning'), commentary: text('commentary'), answer: text('answer'), items: done }
    return {
      ...views,
      toolCalls: done.filter((item) => item.type === 'tool-call'),
      ...result,
      stats: computeStats({ ...views, ...(result.usage && { usage: result.usage }) }, estimate),
      warnings: [...result.warnings],
      errors: [...result.errors],
      closed: found.every((block) => block.channel !== 'reasoning' || (block.boundary !== undefined && block.boundary !== 'end-of-stream')),
    }
  }
}

interface Draft {
  toItem(): Result['items'][number]
}

interface BlockDraft extends Draft {
  block: Omit<Block, 'text'>
  pieces: string[]
}

interface CallDraft extends Draft {
  call: Omit<ToolCall, 'arguments'>
  pieces: string[]
}

/** Joins in place, so that a snapshot per token stays linear overall. */
function joined(pieces: string[]): string {
  if (pieces.length > 1) pieces.splice(0, pieces.length, pieces.join(''))
  return pieces[0] ?? ''
}

/** Accumulates a stream of parts to its end. */
export async function collect(parts: AsyncIterable<Part> | Iterable<Part>, options?: AccumulatorOptions): Promise<Result> {
  const accumulator = createAccumulator(options)
  for await (const part of parts) accumulator.push(part)
  return accumulator.snapshot()
}
