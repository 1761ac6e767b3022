import { noParts, type BlockStartPart, type DeltaPart, type FinishReason, type Part, type ToolCallStartPart } from '../parts.ts'
import type { Governor, Judgement, Observer } from './governor.ts'
import { createSplitStage, type SplitStageOptions } from './split-stage.ts'
import type { Stage } from './stage.ts'

export interface PipelineOptions {
  /** How the answer text is split. Absent: it is not. */
  split?: SplitStageOptions
  /** Run in this order, after governors have seen the part. */
  policies?: readonly Stage[]
  governors?: readonly Governor[]
  observers?: readonly Observer[]
  /** End a generation at a text format's own end of turn, whatever the source still says of it. */
  stopAt?: readonly string[]
  /** How many generations the request asked for. With `stopAt` the last of them ends it all. Default 1. */
  choices?: number
  /** Asks the upstream to end its reasoning now, once, where it can; what still comes of it is suppressed either way. */
  endReasoning?: () => void
}

/** The way of parts from reader to writer, without a clock or I/O: whoever drives it pushes, and stops when it is done. */
export interface Pipeline {
  push(part: Part): readonly Part[]
  decide(reason: 'timeout'): readonly Part[]
  isUndecided(): boolean
  /** The last part, `end`, is out: by itself, or because a governor or `stopAt` ended it. The source can be cancelled. */
  isDone(): boolean
  /**
   * Whether this text would come out as it is, and nobody act on it: whoever is in a hurry may hand it on at once and push it later, joined
   * with what follows it in its block, as long as all of that together passes. Never sure where it splits: its rules are asked about the text
   * that they get, so whoever asks splits before it.
   */
  passes(part: DeltaPart): boolean
}

/**
 * reader ▶ split ▶ governors ▶ observers (before) ▶ policies ▶ observers (after) ▶ writer
 */
export function createPipeline(options: PipelineOptions = {}): Pipeline {
  const { policies = [], governors = [], observers = [], stopAt = [], choices = 1, endReasoning } = options
  const split = options.split && createSplitStage(options.split)
  const before = createWatchers(observers.filter((observer) => observer.when === 'before-policy'))
  const after = createWatchers(observers.filter((observer) => observer.when === 'after-policy'))
  const ender = createEnder()
  /** Choices whose reasoning was stopped, and that have ended before the source said so. */
  const stopping = new Set<number>()
  const stopped = new Set<number>()
  let done = false

  return {
    push,
    decide: (reason) => (split?.decide === undefined ? noParts : governed(split.decide(reason))),
    isUndecided: () => !done && split?.isUndecided?.() === true,
    isDone: () => done,
    passes,
  }

  function passes(part: DeltaPart): boolean {
    if (split !== undefined || done || stopping.size > 0 || stopped.size > 0) return false
    for (const policy of policies) if (policy.passes?.(part) !== true) return false
    for (const governor of governors) if (governor.onPart !== undefined && governor.passes?.(part) !== true) return false
    return true
  }

  function push(part: Part): readonly Part[] {
    if (done) return noParts
    if (split !== undefined) return governed(split.push(part))
    const out: Part[] = []
    govern(part, out)
    return out
  }

  function governed(parts: readonly Part[]): readonly Part[] {
    if (parts.length === 0) return noParts
    const out: Part[] = []
    for (const part of parts) {
      if (done) break
      govern(part, out)
    }
    return out
  }

  function govern(part: Part, out: Part[]): void {
    if (!isOver(part)) deliver(part, out)
    // Reasoning that is suppressed was thought all the same, and is billed: budgets count it.
    else if (stopped.has(part.choice ?? 0)) return
    judge(part, out)
  }

  function deliver(part: Part, out: Part[]): void {
    ender.see(part)
    before.see(part, out)
    if (policies.length === 0) pass(part, out)
    else {
      // Nearly always one part: a closure and a list for it would cost more than most policies.
      let current = policies[0]!.push(part)
      for (let index = 1; index < policies.length; index++) {
        const policy = policies[index]!
        current = current.length === 1 ? policy.push(current[0]!) : current.flatMap((one) => policy.push(one))
      }
      for (const one of current) pass(one, out)
    }
    if (part.type === 'end') done = true
  }

  function pass(part: Part, out: Part[]): void {
    after.see(part, out)
    out.push(part)
  }

  function judge(part: Part, out: Part[]): void {
    for (const governor of governors) {
      const judged = governor.onPart?.(part)
      if (judged === undefined || judged === 'continue') continue
      const { verdict, warning }: Judgement = typeof judged === 'string' ? { verdict: judged } : judged
      if (warning !== undefined) deliver({ type: 'warning', ...ofChoice(part.choice), ...warning }, out)
      if (verdict === 'abort') return finish('aborted', { code: 'aborted', message: `"${governor.id}" ended the generation.` }, out)
      const choice = part.choice ?? 0
      if (verdict === 'stop-reasoning' && !stopping.has(choice)) {
        stopping.add(choice)
        deliver(
          { type: 'warning', ...ofChoice(choice), code: 'reasoning-stopped', message: `"${governor.id}" stopped the reasoning.` },
          out,
        )
        for (const end of ender.endReasoning(choice)) deliver(end, out)
        endReasoning?.()
      }
    }
    if (part.type === 'turn-end' && stopAt.includes(part.by)) stopChoice(part.choice ?? 0, part.by === 'call' ? 'tool-calls' : 'stop', out)
  }

  function stopChoice(choice: number, reason: FinishReason, out: Part[]): void {
    for (const end of ender.endChoice(choice, reason)) deliver(end, out)
    stopped.add(choice)
    if (stopped.size >= choices) finish(reason, undefined, out)
  }

  function finish(reason: FinishReason, warning: { code: 'aborted'; message: string } | undefined, out: Part[]): void {
    if (done) return
    if (warning !== undefined) deliver({ type: 'warning', ...warning }, out)
    for (const end of ender.endAll(reason)) deliver(end, out)
  }

  /**
   * After `stop-reasoning` what is still thought is not passed on, nor the end of its block, which was closed; after a turn that
   * `stopAt` ended, nothing of it.
   */
  function isOver(part: Part): boolean {
    if (part.type === 'end') return false
    if (stopped.size === 0 && stopping.size === 0) return false
    const choice = part.choice ?? 0
    return stopped.has(choice) || (stopping.has(choice) && 'channel' in part && part.channel === 'reasoning')
  }
}

/** Knows what is open, so that it can be closed early. */
function createEnder() {
  const open = new Map<string, BlockStartPart | ToolCallStartPart>()
  const unfinished = new Set<number>()
  /** The choice of the part before, which is unfinished. */
  let last = -1

  return { see, endReasoning, endChoice, endAll }

  function see(part: Part): void {
    if (part.type === 'end') return
    const choice = part.choice ?? 0
    if (part.type === 'finish') {
      unfinished.delete(choice)
      last = -1
    } else if (choice !== last) {
      unfinished.add(choice)
      last = choice
    }
    if (part.type === 'delta') return
    if (part.type === 'block-start') open.set(`${choice} block ${part.block}`, part)
    else if (part.type === 'block-end') open.delete(`${choice} block ${part.block}`)
    else if (part.type === 'tool-call-start') open.set(`${choice} call ${part.call}`, part)
    else if (part.type === 'tool-call-end') open.delete(`${choice} call ${part.call}`)
  }

  function openOf(choice: number): (BlockStartPart | ToolCallStartPart)[] {
    return [...open.values()].filter((part) => (part.choice ?? 0) === choice)
  }

  function endReasoning(choice: number): Part[] {
    return openOf(choice)
      .filter((part) => part.type === 'block-start' && part.channel === 'reasoning')
      .map(endOf)
  }

  function endChoice(choice: number, reason: FinishReason): Part[] {
    return [...openOf(choice).map(endOf), { type: 'finish', reason, ...ofChoice(choice) }]
  }

  function endAll(reason: FinishReason): Part[] {
    return [...[...unfinished].flatMap((choice) => endChoice(choice, reason)), { type: 'end' }]
  }
}

function endOf(part: BlockStartPart | ToolCallStartPart): Part {
  const of = ofChoice(part.choice)
  return part.type === 'block-start'
    ? { type: 'block-end', block: part.block, channel: part.channel, boundary: 'limit', ...of }
    : { type: 'tool-call-end', call: part.call, boundary: 'limit', ...of }
}

const ofChoice = (choice = 0): { choice?: number } => (choice === 0 ? {} : { choice })

function createWatchers(observers: readonly Observer[]) {
  let working = observers
  /** Who wants parts of a type: looked up for every part, worked out once. */
  const wanting = new Map<Part['type'], readonly Observer[]>()

  return { see }

  function see(part: Part, out: Part[]): void {
    for (const observer of wanting.get(part.type) ?? who(part.type)) {
      try {
        observer.onPart(part)
      } catch (error) {
        working = working.filter((one) => one !== observer)
        wanting.clear()
        out.push({
          type: 'warning',
          code: 'observer-failed',
          message: `"${observer.id}" threw and is left out from here on: ${String(error)}`,
        })
      }
    }
  }

  function who(type: Part['type']): readonly Observer[] {
    const found = working.filter(({ types }) => types === undefined || types.includes(type))
    wanting.set(type, found)
    return found
  }
}
