import { readLine } from '../matching/lines.ts'
import { quotedTag } from '../matching/quoted.ts'
import { isReasoning } from '../states.ts'
import { type Delimiter, isWrapper } from '../delimiter.ts'
import {
  type Writer,
  beginSegment,
  commit,
  defer,
  finishBlock,
  openBlock,
  settleKept,
  writeMarkup,
  writeText,
  writeWarning,
} from '../output/writer.ts'
import { beginAnswer, beginInAnswer, beginReasoning, closeBlock, endThought } from './blocks.ts'
import { closeTool, openTool } from './calls.ts'
import { propose } from './candidate.ts'
import { doubt, readAsAnswer } from './doubt.ts'
import { textBefore } from './judge.ts'
import { type Mention, mentionAt } from './mention.ts'
import { type TagMachine, enter, mark } from './machine.ts'

export function act(machine: TagMachine, delimiter: Delimiter, tag: string): void {
  const { writer } = machine
  const { tables } = machine.protocol
  if (machine.line !== undefined) readLine(machine.line, tag, 0, tag.length)
  const isFirst = !machine.begun
  const kind = isOwnTurn(machine, delimiter) ? 'service' : delimiter.kind
  machine.begun = true
  if ((machine.state === 'echo' || machine.state === 'doubt') && isWrapper(delimiter.kind)) beginInAnswer(machine)
  const before = textBefore(machine)
  // The first opener of a text begins a thought.
  const isDoubtful = mayBeMentioned(delimiter, before) && (kind !== 'open' || machine.state !== 'lead' || machine.hasClosed)
  machine.latest = machine.earlier = ''
  switch (kind) {
    case 'open':
    case 'first-open':
      return open(machine, tag, delimiter.pair ?? tables.promptPair, isDoubtful, mentionAt(machine, delimiter, before, tag))
    case 'close':
      return isFirst && machine.mayStartEmpty && isEmpty(writer) ? closeNothing(machine, tag) : close(machine, tag, isFirst)
    case 'tool':
      return openTool(machine, tag, delimiter.pair!)
    case 'tool-close':
      return closeTool(machine, tag)
    case 'answer-open':
      settleKept(writer, 'all')
      writeMarkup(writer, tag, 'wrapper')
      if (machine.state === 'lead') enter(machine, 'wrapped')
      return
    case 'answer-close':
      settleKept(writer, 'none')
      writeMarkup(writer, tag, 'wrapper')
      if (machine.state === 'wrapped') enter(machine, 'answer')
      return
    case 'tag-open':
    case 'tag-close':
      // A word that the model chose, which proves nothing.
      settleKept(writer, delimiter.kind === 'tag-open' ? 'all' : 'none')
      mark(machine, tag)
      enter(machine, delimiter.kind === 'tag-open' ? 'wrapped' : 'answer')
      return
    case 'late-close':
      writeWarning(writer, 'orphan-close')
      writeText(writer, tag)
      machine.code.read('answer', tag, 0, tag.length)
      return
    case 'answer-token':
      return openAnswer(machine, tag)
    case 'label':
      settleKept(writer, 'all')
      return mark(machine, tag)
    case 'empty':
      // Only its closer ends a thought that is known to be open.
      if (machine.state === 'echo' && !machine.guarded) beginInAnswer(machine)
      settleKept(writer, 'all')
      mark(machine, tag)
      writer.skipping = machine.protocol.drop.afterClose
      return
    case 'next-turn':
      settleKept(writer, 'none')
      writeWarning(writer, 'foreign-role')
      writeMarkup(writer, tag, 'service')
      machine.isRaw = true
      return enter(machine, 'over')
    case 'wrapper':
    case 'answer-end':
    case 'service':
      machine.isRaw ||= kind === 'service'
      settleKept(writer, 'none')
      writeMarkup(writer, tag, kind === 'service' ? 'service' : 'wrapper')
  }
}

const mayBeMentioned = ({ isDoubtful, unlessBehind, doubtfulBehind }: Delimiter, before: string): boolean =>
  doubtfulBehind?.test(before) === true || (isDoubtful === true && unlessBehind?.test(before) !== true)

/** Whether the beginning of a turn is inside a sentence, where it is only a stray token. */
const isOwnTurn = (machine: TagMachine, { kind, behind }: Delimiter): boolean =>
  kind === 'next-turn' && behind?.test(textBefore(machine)) === false

function open(machine: TagMachine, tag: string, itsPair: number, isDoubtful: boolean, mention: Mention | undefined): void {
  const { writer } = machine
  const { config, labels, drop } = machine.protocol
  if (machine.state === 'doubt') return readAsAnswer(machine, tag)
  if (machine.state === 'inside') {
    machine.depth++
    writeText(writer, tag)
    return
  }
  if (machine.state === 'echo' || machine.state === 'opened') settleKept(writer, 'all')
  else {
    settleKept(writer, drop.beforeOpen)
    finishBlock(writer, 'closer', tag)
    const mayDefer = writer.deferred === undefined
    beginReasoning(machine)
    machine.isDoubtful = isDoubtful
    if (mayDefer) machine.mention = mention
    if ((isDoubtful || machine.mention !== undefined) && writer.deferred === undefined) defer(writer)
  }
  mark(machine, tag)
  openBlock(writer)
  writer.skipping = drop.afterOpen
  machine.pair = itsPair
  enter(machine, config.isForgiving ? 'opened' : labels === undefined ? 'inside' : 'label')
}

function close(machine: TagMachine, tag: string, isFirst: boolean): void {
  const { writer } = machine
  const { config } = machine.protocol
  if (!isReasoning(machine.state)) closeOrphan(machine, tag, isFirst)
  else if (machine.depth > 1) {
    machine.depth--
    writeText(writer, tag)
  } else if (config.markerOccurrence === 'last') {
    enter(machine, 'candidate')
    propose(machine, tag)
  } else closeBlock(machine, tag)
}

/** Handles a token that begins only answers. The token ends a thought that nothing else has ended. */
function openAnswer(machine: TagMachine, tag: string): void {
  const { writer } = machine
  const { config } = machine.protocol
  const isThought = machine.state === 'inside' || machine.state === 'label'
  if (isThought) endThought(machine, tag)
  else settleKept(writer, 'none')
  // Text before the token was no answer.
  if (!isThought && writer.wroteAnswer && !machine.hasAnswerToken) writeWarning(writer, 'orphan-close')
  machine.hasAnswerToken = true
  writeMarkup(writer, tag, 'wrapper')
  if (isThought) beginAnswer(machine)
  if (config.answerClose.length > 0 && !isReasoning(machine.state)) enter(machine, 'wrapped')
}

function closeOrphan(machine: TagMachine, tag: string, isFirst: boolean): void {
  const { writer } = machine
  const { drop } = machine.protocol
  settleKept(writer, 'none')
  writeWarning(writer, 'orphan-close', machine.isQuoted ? { excerpt: quotedTag } : {})
  machine.hasClosed ||= !machine.isQuoted
  machine.isQuoted = false
  if (machine.isGuess && isFirst && writer.wroteAnswer && !machine.hasAnswerToken) writeWarning(writer, 'late-closer')
  mark(machine, tag)
  machine.code.beginAnswer()
  // Inside an answer, whitespace around a stray tag belongs to the answer.
  if (!writer.wroteAnswer) writer.skipping = drop.afterClose
  // Text before the closer turns out to be reasoning, so the answer begins here.
  if (machine.guarded && machine.protocol.hasLead && machine.state === 'answer') enter(machine, 'lead')
}

const isEmpty = ({ block, wroteAnswer }: Writer): boolean => block === -1 && !wroteAnswer

/** Handles a closer before any text. The text that it closes may still follow. */
function closeNothing(machine: TagMachine, tag: string): void {
  const { writer } = machine
  settleKept(writer, 'all')
  commit(writer)
  writeWarning(writer, 'orphan-close')
  mark(machine, tag)
  beginSegment(writer, 'answer')
  doubt(machine)
}
