import { endsOf, follow, nothingOpen } from '../joining/open-parts.ts'
import { noParts, type DeltaPart, type FinishReason, type Part } from '../parts.ts'
import type { Governor, Judgement, Observer, Verdict } from './governor.ts'
import { eachThrough, eachThroughStage, joined } from './join-parts.ts'
import { createSplitStage, type SplitStageOptions } from './split-stage.ts'
import type { Stage } from './stage.ts'
import { createWatchers } from './watchers.ts'

export interface PipelineOptions {
  /** How the answer text is split. Absent: not at all. */
  split?: SplitStageOptions
  /** Applied in this order, after governors have seen the part. */
  policies?: readonly Stage[]
  governors?: readonly Governor[]
  observers?: readonly Observer[]
  /** Format-specific ends of turn that end a generation, even if the source continues. */
  stopAt?: readonly string[]
  /** Number of generations that the request asked for. With `stopAt`, the last one ends the pipeline. Default 1. */
  choices?: number
  /** Asks the upstream to end its reasoning now, if it can. Called at most once per choice. Reasoning that still arrives is suppressed either way. */
  endReasoning?: () => void
}

/** Steps between reader and writer, without a clock or I/O. The caller pushes parts until `isDone` is true. */
export interface Pipeline {
  push(part: Part): readonly Part[]
  decide(reason: 'timeout'): readonly Part[]
  isUndecided(): boolean
  /** Whether the last part, `end`, was emitted: by the source, or because a governor or `stopAt` ended it. The source can be cancelled. */
  isDone(): boolean
  /**
   * Whether the pipeline would emit this text unchanged, with no step acting on it. A fast path may then forward the text at once, and push it later. The
   * fast path may join it with later deltas of its block, if the joined text passes, too. False while the pipeline itself splits: its rules judge the text
   * after splitting, so the caller has to split first.
   */
  passes(part: DeltaPart): boolean
}

/**
 * reader ▶ split ▶ governors ▶ observers (before) ▶ policies ▶ observers (after) ▶ writer
 *
 * Nearly every part leaves the pipeline in the list that the last policy made, because a step without additions returns the previous list.
 */
export function createPipeline(options: PipelineOptions = {}): Pipeline {
  const { policies = [], governors = [], observers = [], stopAt = [], choices = 1, endReasoning } = options
  const split = options.split && createSplitStage(options.split)
  const watchers = createWatchers(observers)
  const ender = createEnder()
  /** Choices whose reasoning was stopped, and choices that were ended before the source ended them. */
  let stopping: Set<number> | undefined
  let stopped: Set<number> | undefined
  let done = false

  return {
    push,
    decide: (reason) => (split?.decide === undefined ? noParts : eachThrough(split.decide(reason), govern)),
    isUndecided: () => !done && split?.isUndecided?.() === true,
    isDone: () => done,
    passes,
  }

  function passes(part: DeltaPart): boolean {
    if (split !== undefined || done || stopping !== undefined || stopped !== undefined) return false
    for (const policy of policies) if (policy.passes?.(part) !== true) return false
    for (const governor of governors) if (governor.onPart !== undefined && governor.passes?.(part) !== true) return false
    return true
  }

  function push(part: Part): readonly Part[] {
    return split === undefined || done ? govern(part) : eachThrough(split.push(part), govern)
  }

  /** Runs a part through governors and policies. Long reasoning is cut first, because only a part of it may be allowed (a whole answer has one delta). */
  function govern(part: Part): readonly Part[] {
    if (done) return noParts
    if (part.type === 'delta' && part.channel === 'reasoning' && part.text.length > 512 && governors.length > 0)
      return eachThrough(
        part.text.match(judged)!.map((text) => ({ ...part, text })),
        govern,
      )
    if (!isOver(part)) return joined(deliver(part), judge(part))
    // Suppressed reasoning was still generated, and is billed, so budgets count it.
    return stopped?.has(part.choice ?? 0) === true ? noParts : judge(part)
  }

  function deliver(part: Part): readonly Part[] {
    ender.see(part)
    const out = joined(watchers.see(part, 'before-policy'), watched(applied(part)))
    if (part.type === 'end') done = true
    return out
  }

  function applied(part: Part): readonly Part[] {
    if (policies.length === 0) return [part]
    let current = policies[0]!.push(part)
    for (let index = 1; index < policies.length; index++) {
      current = current.length === 1 ? policies[index]!.push(current[0]!) : eachThroughStage(current, policies[index]!)
    }
    return current
  }

  function watched(parts: readonly Part[]): readonly Part[] {
    if (parts.length === 1) return joined(watchers.see(parts[0]!, 'after-policy'), parts)
    return eachThrough(parts, (part) => joined(watchers.see(part, 'after-policy'), [part]))
  }

  function judge(part: Part): readonly Part[] {
    let out = noParts
    for (const governor of governors) {
      const judged = governor.onPart?.(part)
      if (judged === undefined || judged === 'continue') continue
      const { verdict, warning }: Judgement = typeof judged === 'string' ? { verdict: judged } : judged
      if (warning !== undefined) out = joined(out, deliver({ type: 'warning', ...ofChoice(part.choice), ...warning }))
      out = joined(out, obey(verdict, governor, part.choice ?? 0))
      if (verdict === 'abort') return out
    }
    if (part.type !== 'turn-end' || !stopAt.includes(part.by)) return out
    return joined(out, stopChoice(part.choice ?? 0, part.by === 'call' ? 'tool-calls' : 'stop'))
  }

  function obey(verdict: Verdict, { id }: Governor, choice: number): readonly Part[] {
    if (done) return noParts
    if (verdict === 'abort')
      return joined(deliver({ type: 'warning', code: 'aborted', message: `"${id}" ended the generation.` }), finish('aborted'))
    if (verdict !== 'stop-reasoning' || stopping?.has(choice) === true) return noParts
    stopping ??= new Set()
    stopping.add(choice)
    const warning: Part = { type: 'warning', ...ofChoice(choice), code: 'reasoning-stopped', message: `"${id}" stopped the reasoning.` }
    const out = joined(deliver(warning), eachThrough(ender.endReasoning(choice), deliver))
    endReasoning?.()
    return out
  }

  function stopChoice(choice: number, reason: FinishReason): readonly Part[] {
    const out = eachThrough(ender.endChoice(choice, reason), deliver)
    stopped ??= new Set()
    stopped.add(choice)
    return stopped.size >= choices ? joined(out, finish(reason)) : out
  }

  function finish(reason: FinishReason): readonly Part[] {
    return done ? noParts : eachThrough(ender.endAll(reason), deliver)
  }

  /**
   * Whether a part must not be emitted. After `stop-reasoning`: further reasoning, and the end of its block, which was closed. After a turn that `stopAt`
   * ended: every part of the choice.
   */
  function isOver(part: Part): boolean {
    if (part.type === 'end' || (stopped ?? stopping) === undefined) return false
    const choice = part.choice ?? 0
    return stopped?.has(choice) === true || (stopping?.has(choice) === true && 'channel' in part && part.channel === 'reasoning')
  }
}

/** Pieces of some 64 tokens, which bound how far a governor is exceeded. Cuts between characters. */
const judged = /[^]{1,256}/gu

/** Tracks open blocks and choices, so that they can be ended early. */
function createEnder() {
  const open = nothingOpen()
  const unfinished = new Set<number>()

  return { see, endReasoning, endChoice, endAll }

  function see(part: Part): void {
    // A delta changes nothing: its block's start was seen.
    if (part.type === 'delta' || part.type === 'end') return
    const choice = part.choice ?? 0
    if (part.type === 'finish') unfinished.delete(choice)
    else unfinished.add(choice)
    follow(open, part)
  }

  function endReasoning(choice: number): Part[] {
    return endsOf(open, (part) => (part.choice ?? 0) === choice && part.type === 'block-start' && part.channel === 'reasoning')
  }

  function endChoice(choice: number, reason: FinishReason): Part[] {
    return [...endsOf(open, (part) => (part.choice ?? 0) === choice), { type: 'finish', reason, ...ofChoice(choice) }]
  }

  function endAll(reason: FinishReason): Part[] {
    return [...[...unfinished].flatMap((choice) => endChoice(choice, reason)), { type: 'end' }]
  }
}

const ofChoice = (choice = 0): { choice?: number } => (choice === 0 ? {} : { choice })
