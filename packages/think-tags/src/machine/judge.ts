import { isLineEnd } from '../matching/matcher.ts'
import { opensQuotation } from '../matching/quoted.ts'
import { isReasoning } from '../states.ts'
import { type Delimiter, isWrapper } from '../delimiter.ts'
import { writeWarning } from '../output/writer.ts'
import type { TagMachine } from './machine.ts'

/** Limit of remembered openers of other tags in one thought. */
const mostInner = 64

/** Decides whether a delimiter counts at its position. `wait`: the decision depends on later text. */
export function judge(
  machine: TagMachine,
  { kind, pair, isDoubtful, behind }: Delimiter,
  text: string,
  at: number,
  final: boolean,
): 'act' | 'text' | 'wait' {
  const { writer } = machine
  if (kind === 'inner-open') {
    noteInner(machine, pair!, machine.latest)
    return 'text'
  }
  if (kind === 'stray-close' || (kind === 'first-open' && !isFirst(machine, isDoubtful === true))) return 'text'
  // The answer has shown the opener of this tag, so it is no left-over.
  if (kind === 'tag-close' && machine.state === 'answer' && machine.inner.length > 0) return 'text'
  // The delimiter cannot end a thought whose opener was seen.
  if (kind === 'answer-end' && machine.begun && isReasoning(machine.state)) return 'text'
  if (isWrapper(kind) && (machine.state === 'echo' ? machine.orphaned : machine.state === 'doubt' && writer.block !== -1)) return 'text'
  if ((kind === 'close' || kind === 'late-close') && !isAtItsPlace(machine, text, at)) return 'text'
  if (kind !== 'next-turn' && behind?.test(machine.latest) === false) return 'text'
  const verdict = machine.code.judge(writer.channel, text, at, final)
  if (verdict === 'wait') {
    machine.afterQuote = machine.state
    machine.state = 'quoted'
  }
  if (verdict !== 'limit') return verdict
  writeWarning(writer, 'hold-limit')
  return 'act'
}

/** Whether a closer is at the beginning of a line, if it has to be. A closer that begins with a line break is, too. */
export function isAtItsPlace(machine: TagMachine, text: string, at: number): boolean {
  return machine.line === undefined || machine.line.blank || isLineEnd(text.charCodeAt(at))
}

/** Whether a closer is stray: it closes no opener in this thought, and its position is valid. */
export function isStray(machine: TagMachine, { ends = [], behind }: Delimiter): boolean {
  const { inner, hasRefused } = machine
  if (behind?.test(machine.latest) === false) return false
  const opened = inner.findLastIndex((pair) => ends.includes(pair))
  if (opened !== -1) inner.splice(opened)
  return opened === -1 && !hasRefused
}

/** Remembers an opener in a thought. @param before - The text before it. */
export function noteInner(machine: TagMachine, pair: number, before: string): void {
  if (machine.inner.length < mostInner && !(mayEndIn(machine, pair) && opensQuotation(before))) machine.inner.push(pair)
}

/**
 * Whether a closer may belong to a second opener in the thought, so that the thought continues after it. The text waits for
 * another closer.
 *
 *     <think>2+2<think>is 4</think> So 4.</think>Four.
 */
export function closesInner(machine: TagMachine): boolean {
  const { inner, hasRefused, hasAccepted } = machine
  if (inner.length === 0 || hasRefused || hasAccepted) return false
  const opened = inner.findLastIndex((pair) => mayEndIn(machine, pair))
  if (opened !== -1) inner.splice(opened, 1)
  return opened !== -1
}

/** Whether the thought ends in the closers of this pair. */
const mayEndIn = ({ pair, protocol: { tables } }: TagMachine, other: number): boolean => other === pair || pair === tables.promptPair

export const mayBeQuoted = ({ state }: TagMachine, { kind }: Delimiter): boolean =>
  state === 'inside'
    ? kind === 'close' || kind === 'tool' || kind === 'own-turn' || kind === 'next-turn'
    : !isReasoning(state) && (kind === 'open' || kind === 'close' || kind === 'service' || kind === 'next-turn' || kind === 'tool')

/**
 * Whether only whitespace or tokens have come, or (unless the opener is doubtful) a whole thought before another one. The closer of a hidden thought
 * may have shown that all text before it was one.
 */
const isFirst = ({ writer, guarded, hasClosed, state }: TagMachine, isDoubtful: boolean): boolean =>
  isDoubtful || !(guarded && hasClosed && state === 'lead')
    ? writer.block === -1 && !writer.wroteAnswer && !(isDoubtful && writer.wroteReasoning)
    : true
