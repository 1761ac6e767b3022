import { readLine } from '../matching/lines.ts'
import { type TagState, isReasoning } from '../states.ts'
import { type Delimiter, type DelimiterKind, isWrapper } from '../delimiter.ts'
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
import { beginAnswer, beginInAnswer, beginReasoning, closeBlock, closeOrphan, endThought } from './blocks.ts'
import { closeTool, openTool } from './calls.ts'
import { propose } from './candidate.ts'
import { doubt, readAsAnswer } from './doubt.ts'
import { mentionAt } from './mention.ts'
import { type TagMachine, enter, mark } from './machine.ts'

/** Handles a delimiter that counts. */
export function act(machine: TagMachine, delimiter: Delimiter, tag: string): void {
  const { writer, line, begun } = machine
  if (line !== undefined) readLine(line, tag, 0, tag.length)
  const kind = isOwnTurn(machine, delimiter) ? 'service' : delimiter.kind
  machine.begun = true
  if ((machine.state === 'echo' || machine.state === 'doubt') && isWrapper(delimiter.kind)) beginInAnswer(machine)
  const before = machine.latest
  machine.latest = ''
  switch (kind) {
    case 'open':
    case 'first-open':
      return open(machine, delimiter, tag, before)
    case 'close':
      return close(machine, tag, !begun)
    case 'late-close':
      writeWarning(writer, 'orphan-close')
      writeText(writer, tag)
      return machine.code.read('answer', tag, 0, tag.length)
    case 'tool':
      return openTool(machine, tag, delimiter.pair!)
    case 'tool-close':
      return closeTool(machine, tag)
    case 'answer-token':
      return openAnswer(machine, tag)
    case 'empty':
      // Only its closer ends a thought that is known to be open.
      if (machine.state === 'echo' && !machine.guarded) beginInAnswer(machine)
      writeMarker(machine, kind, tag)
      writer.skipping = machine.protocol.drop.afterClose
      return
    default:
      return writeMarker(machine, kind, tag)
  }
}

interface MarkingDelimiter {
  of: 'delimiter' | 'wrapper' | 'service'
  /** How much of the whitespace before it is left out. */
  drops: 'all' | 'none'
  /** The state behind it, and the only state that it ends. */
  to?: TagState
  from?: TagState
}

/** Delimiters that begin and end no block. */
const markers: Partial<Record<DelimiterKind, MarkingDelimiter>> = {
  'answer-open': { of: 'wrapper', drops: 'all', from: 'lead', to: 'wrapped' },
  'answer-close': { of: 'wrapper', drops: 'none', from: 'wrapped', to: 'answer' },
  // Words that the model chose, which prove nothing.
  'tag-open': { of: 'delimiter', drops: 'all', to: 'wrapped' },
  'tag-close': { of: 'delimiter', drops: 'none', to: 'answer' },
  label: { of: 'delimiter', drops: 'all' },
  empty: { of: 'delimiter', drops: 'all' },
  wrapper: { of: 'wrapper', drops: 'none' },
  'answer-end': { of: 'wrapper', drops: 'none' },
  service: { of: 'service', drops: 'none' },
  'next-turn': { of: 'service', drops: 'none', to: 'over' },
}

function writeMarker(machine: TagMachine, kind: DelimiterKind, tag: string): void {
  const marker = markers[kind]
  if (marker === undefined) return
  const { writer } = machine
  const { of, drops, to, from = machine.state } = marker
  // Whitespace alone is no thought.
  settleKept(writer, isBeforeThought(machine.state) ? 'all' : drops)
  if (kind === 'next-turn') writeWarning(writer, 'foreign-role')
  writeMarkup(writer, tag, of)
  machine.isRaw ||= of === 'service'
  if (to !== undefined && machine.state === from) enter(machine, to)
}

const isBeforeThought = (state: TagState): boolean => state === 'echo' || state === 'opened'

const mayBeMentioned = ({ isDoubtful, unlessBehind, doubtfulBehind }: Delimiter, before: string): boolean =>
  doubtfulBehind?.test(before) === true || (isDoubtful === true && unlessBehind?.test(before) !== true)

/** Whether the beginning of a turn is inside a sentence, where it is only a stray token. */
const isOwnTurn = (machine: TagMachine, { kind, behind }: Delimiter): boolean =>
  kind === 'next-turn' && behind?.test(machine.latest) === false

function open(machine: TagMachine, delimiter: Delimiter, tag: string, before: string): void {
  const { writer } = machine
  const { config, labels, drop, tables } = machine.protocol
  if (machine.state === 'doubt') return readAsAnswer(machine, tag)
  if (machine.state === 'inside') {
    machine.depth++
    writeText(writer, tag)
    return
  }
  if (isBeforeThought(machine.state)) settleKept(writer, 'all')
  else {
    settleKept(writer, drop.beforeOpen)
    finishBlock(writer, 'closer', tag)
    const mayDefer = writer.deferred === undefined
    const isSamePair = machine.pair === delimiter.pair
    beginReasoning(machine)
    // The first opener of a text begins a thought.
    machine.isDoubtful =
      mayBeMentioned(delimiter, before) && (delimiter.kind === 'first-open' || machine.state !== 'lead' || machine.hasClosed)
    if (mayDefer) machine.mention = mentionAt(machine, before, tag, isSamePair)
    if ((machine.isDoubtful || machine.mention !== undefined) && writer.deferred === undefined) defer(writer)
  }
  mark(machine, tag)
  openBlock(writer)
  writer.skipping = drop.afterOpen
  machine.pair = delimiter.pair ?? tables.promptPair
  enter(machine, config.isForgiving ? 'opened' : labels === undefined ? 'inside' : 'label')
}

function close(machine: TagMachine, tag: string, isFirst: boolean): void {
  const { writer } = machine
  const { config } = machine.protocol
  if (isFirst && machine.mayStartEmpty && isEmpty(writer)) closeNothing(machine, tag)
  else if (!isReasoning(machine.state)) closeOrphan(machine, tag, isFirst)
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
  const isThought = isReasoning(machine.state)
  if (isThought) endThought(machine, tag)
  else settleKept(writer, 'none')
  // Text before the token was no answer.
  if (!isThought && writer.wroteAnswer && !machine.hasAnswerToken) writeWarning(writer, 'orphan-close')
  machine.hasAnswerToken = true
  writeMarkup(writer, tag, 'wrapper')
  if (isThought) beginAnswer(machine)
  if (config.answerClose.length > 0 && !isReasoning(machine.state) && machine.state !== 'rest') enter(machine, 'wrapped')
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
  machine.startedEmpty = true
}
