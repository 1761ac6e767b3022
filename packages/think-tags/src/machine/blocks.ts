import { quotedTag } from '../matching/quoted.ts'
import type { DecidedStart } from '../start.ts'
import type { TagState } from '../states.ts'
import { beginSegment, commit, commitAsReasoning, defer, finishBlock, openBlock, settleKept, writeWarning } from '../output/writer.ts'
import { type TagMachine, enter, mark } from './machine.ts'
import { closeMention, endNamed } from './mention.ts'

export function closeBlock(machine: TagMachine, tag: string): void {
  if (endNamed(machine)) return closeOrphan(machine, tag, false)
  if (closeMention(machine, tag)) return
  endThought(machine, tag)
  mark(machine, tag)
  beginAnswer(machine)
}

/** Handles a closer without an opener. */
export function closeOrphan(machine: TagMachine, tag: string, isFirst: boolean): void {
  const { writer } = machine
  const { drop } = machine.protocol
  settleKept(writer, 'none')
  writeWarning(writer, 'orphan-close', machine.isQuoted ? { excerpt: quotedTag } : {})
  machine.hasClosed ||= !machine.isQuoted
  machine.isQuoted = false
  if (machine.isGuess && isFirst && writer.wroteAnswer && !machine.hasAnswerToken) writeWarning(writer, 'late-closer')
  mark(machine, tag)
  machine.spans.beginAnswer()
  // Inside an answer, whitespace around a stray tag belongs to the answer.
  if (!writer.wroteAnswer) writer.skipping = drop.afterClose
  // Text before the closer turns out to be reasoning, so the answer begins here.
  if (machine.guarded && machine.protocol.hasLead && machine.state === 'answer') enter(machine, 'lead')
}

export function endThought(machine: TagMachine, tag: string): void {
  machine.hasClosed = true
  const { writer } = machine
  const { drop } = machine.protocol
  /** No text is between the call and the closer, so the thought ended in the call. */
  const endsInCall = machine.state === 'doubt' && writer.block === -1
  if (endsInCall) settleKept(writer, 'all')
  else {
    settleKept(writer, drop.beforeClose)
    openBlock(writer)
  }
  finishBlock(writer, machine.orphaned ? 'orphan' : 'closer', tag)
  // The thought continued after its call, so the call was only part of the thought.
  if (machine.guarded && machine.state === 'doubt' && !endsInCall) commitAsReasoning(writer)
  else commit(writer)
}

export function beginAnswer(machine: TagMachine): void {
  const { writer } = machine
  const { config, drop } = machine.protocol
  machine.orphaned = false
  machine.interrupted = false
  machine.isDoubtful = false
  machine.mention = undefined
  machine.inner.length = 0
  beginSegment(writer, 'answer')
  writer.skipping = drop.afterClose
  enter(machine, config.blocks === 'single' || config.markerOccurrence === 'last' ? 'rest' : answerState(machine))
}

export function begin(machine: TagMachine, { channel }: DecidedStart): void {
  const { hasEcho } = machine.protocol
  if (channel === 'answer') return enter(machine, answerState(machine))
  beginReasoning(machine)
  enter(machine, hasEcho ? 'echo' : 'inside')
}

/** Begins in the answer, because the expected reasoning is missing. */
export function beginInAnswer(machine: TagMachine): void {
  const { writer } = machine
  settleKept(writer, 'all')
  commit(writer)
  beginSegment(writer, 'answer')
  machine.orphaned = false
  enter(machine, answerState(machine))
}

export function beginReasoning(machine: TagMachine): void {
  const { writer } = machine
  const { config } = machine.protocol
  beginBlock(machine)
  if (config.unclosed === 'answer') defer(writer)
}

export function beginBlock(machine: TagMachine): void {
  const { writer } = machine
  const { tables } = machine.protocol
  beginSegment(writer, 'reasoning')
  machine.pair = tables.promptPair
  machine.depth = 1
  machine.mention = undefined
  machine.inner.length = 0
  machine.quotesOpener = false
  machine.spans.beginReasoning(machine.orphaned, machine.interrupted)
}

export function answerState(machine: TagMachine): TagState {
  const { writer } = machine
  const { config, hasLead } = machine.protocol
  return hasLead && !(config.opener === 'leading' && writer.wroteAnswer) ? 'lead' : 'answer'
}
