import { noParts, type Part, type Splitter, type StreamContext, type TextAdapter } from '@reason/core'
import { aroundSplitter, auto } from '@reason/core/adapter'
import { harmony } from './adapter.ts'
import type { HarmonyOptions } from './config.ts'
import { orStrippedAs } from './or-stripped.ts'
import { inOrder, nothingWaits, type WaitingTokens } from './messages/in-order.ts'
import { createLeftovers } from './stripped/leftovers.ts'

/**
 * Adapts another format, such as a requested marker, to gpt-oss text that is not meant to be split by channels. If channels appear anyway, with or
 * without their tokens, only answers reach the format: thoughts stay hidden, calls stay calls, and no header word is shown.
 *
 * Reports nothing about the channels, because their parser is off.
 */
export function inChannels(adapter: TextAdapter): TextAdapter {
  const answersOf = (options: HarmonyOptions): TextAdapter => {
    const channels = harmony(options)
    return {
      ...channels,
      createSplitter: (context = {}) =>
        splitAnswers(channels.createSplitter({ ...context, options: null }), () => adapter.createSplitter(context)),
    }
  }
  const watching = auto({ candidates: [answersOf({ dialect: 'harmony' })], fallback: adapter })
  const inner = orStrippedAs(answersOf, watching)
  return {
    ...adapter,
    capabilities: { ...inner.capabilities, ...adapter.capabilities, toolCalls: true, commentary: true, turnEnd: true },
    createSplitter: (context: StreamContext = {}) =>
      context.wireReasoning === true ? adapter.createSplitter(context) : withoutReports(inner.createSplitter(context)),
  }
}

/** Removes `auto`'s warnings about its choice. */
function withoutReports(splitter: Splitter): Splitter {
  const leftovers = createLeftovers()
  const of = (parts: readonly Part[]): readonly Part[] =>
    leftovers(parts.filter((part) => part.type !== 'warning' || (part.code !== 'fallback' && part.code !== 'late-structure')))
  return aroundSplitter(splitter, of)
}

/** Splits each answer of a splitter with a separate inner splitter, and renumbers blocks and calls. */
function splitAnswers(outer: Splitter, createInner: () => Splitter): Splitter {
  let inner: Splitter | undefined
  /** Numbers of begun blocks and calls, and those numbers at the start of the inner splitter. */
  let blocks = 0
  let calls = 0
  let base = { blocks: 0, calls: 0 }
  /** Number of characters of the answer that were read, and the tokens inside them. */
  let read = 0
  let waiting: WaitingTokens = nothingWaits()
  /** The answer repeats text that was already given. */
  let isInserted = false

  return {
    push: (text) => outer.push(text).flatMap(pass),
    end: (ending) => outer.end(ending).flatMap(pass),
    decide: (reason) => within(inner?.decide?.(reason) ?? noParts),
    isUndecided: () => inner?.isUndecided?.() === true,
  }

  function pass(part: Part): readonly Part[] {
    if (part.type === 'warning') return noParts
    if ('channel' in part && part.channel === 'answer') return passAnswer(part as AnswerPart)
    if (inner !== undefined) {
      waiting.parts.push({ at: read, part })
      return noParts
    }
    if (part.type === 'block-start') return [{ ...part, block: blocks++ }]
    if (part.type === 'tool-call-start') return [{ ...part, call: calls++ }]
    if ('block' in part && part.block !== undefined) return [{ ...part, block: blocks - 1 }]
    return 'call' in part ? [{ ...part, call: calls - 1 }] : [part]
  }

  function passAnswer(part: AnswerPart): readonly Part[] {
    if (part.type === 'block-start') {
      base = { blocks, calls }
      read = 0
      waiting = nothingWaits()
      inner = createInner()
      isInserted = false
      return noParts
    }
    if (part.type === 'delta') {
      isInserted = part.inserted === true
      if (!isInserted) read += part.text.length
      return within(inner!.push(part.text))
    }
    const parts = within(inner!.end())
    inner = undefined
    const last = parts.findLastIndex(({ type }) => type === 'block-end')
    const { boundary, terminator } = part
    // The answer ends like its message.
    const ended = parts.map((end, index) =>
      index === last ? ({ ...end, boundary, ...(terminator !== undefined && { terminator }) } as Part) : end,
    )
    return [...ended, ...waiting.parts.map((left) => left.part)]
  }

  function within(parts: readonly Part[]): readonly Part[] {
    return parts.flatMap((part) => {
      if (part.type === 'warning' || part.type === 'turn-end' || (isInserted && part.type === 'markup')) return noParts
      if (isInserted && part.type === 'delta') return { ...part, block: part.block + base.blocks, inserted: true }
      if ('block' in part && part.block !== undefined) {
        if (part.type === 'block-start') blocks = base.blocks + part.block + 1
        return inOrder({ ...part, block: part.block + base.blocks }, waiting)
      }
      if (!('call' in part)) return inOrder(part, waiting)
      if (part.type === 'tool-call-start') calls = base.calls + part.call + 1
      return inOrder({ ...part, call: part.call + base.calls }, waiting)
    })
  }
}

type AnswerPart = Extract<Part, { type: 'block-start' | 'delta' | 'block-end' }>
