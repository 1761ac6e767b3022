import { noParts, type Part, type Splitter } from '@reason/core'
import { isHighSurrogate, type Ending, type JsonValue } from '@reason/core/adapter'
import type { DeltaPart } from '@reason/core/parts'
import { createCodeSpans, type CodeSpans } from './code-spans.ts'
import { createJsonSpans } from './json-spans.ts'
import { createHeldText, type HeldText } from './held-text.ts'
import { newLine, readLine, type Line } from './lines.ts'
import { isBetweenMarks, readMarkdown, skipMarkdown, type Markdown } from './markdown.ts'
import { isLineEnd, isWhitespace } from './matcher.ts'
import type { Protocol } from './protocol.ts'
import type { DecidedStart } from './start.ts'
import { isReasoning, keptBackIn, letsTextOut, type State } from './states.ts'
import { isQuoted, quotedTag } from './quoted.ts'
import { createScanner } from './scanner.ts'
import { isWrapper, toolMatcher, type Delimiter, type Table } from './tables.ts'
import { classOf, plain, stops, type UnitClasses } from './unit-classes.ts'
import {
  beginSegment,
  commit,
  commitAsReasoning,
  defer,
  finishBlock,
  newWriter,
  openBlock,
  passesThrough,
  settleKept,
  takeParts,
  withdraw,
  writeMarkup,
  writeText,
  writeWarning,
  type TagChannel,
  type Writer,
} from './writer.ts'

/** Longest text that is read in one go. Steps that put text together again copy this much at most, however long the piece is. */
const windowChars = 65_536

/** Whitespace that may follow a token at the end of the text. */
const mostBehindToken = 16

/** Longer than most delimiters, and not by much. */
const shortStep = 128

/** Openers of other tags in one thought that are remembered. */
const mostInner = 64

/**
 * Splits tagged text (states.ts says what the names mean):
 *
 *     echo ──text──▶ inside ──closer──▶ lead ──text──▶ answer
 *       └──opener──▶ label ▲ │                 │              │
 *                      └───┘ ├──────────────◀── opener ◀──────┘
 *                            └──tool opener──▶ tool ──its end──▶ answer
 *
 * The network may cut a delimiter anywhere, so each push holds the longest tail that could still grow into one of those
 * that are legal in the state (tables.ts).
 *
 * A record and functions over it: the closures of each message cost more than a short message itself.
 */
interface Machine extends Readonly<MachineOptions> {
  readonly protocol: Protocol
  readonly writer: Writer
  readonly code: CodeSpans
  state: State
  /** What is legal now. */
  table: Table
  /** The tail that could still become a delimiter. */
  held: string
  /** Which closers end the block, and which the call. */
  pair: number
  tool: number
  /** Where the call begins among what is deferred. */
  callAt: number
  /** How many openers wait for their closers (`nesting: 'depth'`). */
  depth: number
  /** The block's opener was never seen: its closer made it reasoning. */
  orphaned: boolean
  /** The block is reasoning only if its own closer comes. */
  isDoubtful: boolean
  /** A tool call cut the last block off, so that the next message may go on with it. */
  interrupted: boolean
  /** Where an answer goes on behind a tool call. */
  afterTool: State
  /** Where to go on when it is known whether a code span closes. */
  afterQuote: State
  candidate: Candidate | undefined
  /** A closer has waited in vain to be the last of its block: no other one waits. */
  hasRefused: boolean
  /** One of the text was its last, as all others of their kind are then: to wait again and again would be quadratic. */
  hasAccepted: boolean
  /** A closer has counted, of a block or of text that nothing opened. */
  hasClosed: boolean
  /** The closer that is read stands in quotation marks, and the client may not see reasoning. */
  isQuoted: boolean
  /** Openers of other tags in the block, by the tables that their blocks would be read with. */
  inner: number[]
  /** The last piece of text, and the one before it where that is one unit long. */
  latest: string
  earlier: string
  line: Line | undefined
  /** The line that text in doubt began on. */
  doubtLine: Line | undefined
  /** A delimiter has counted, and a token that begins an answer has. */
  begun: boolean
  hasAnswerToken: boolean
  /** The answer has more than whitespace. */
  hasAnswer: boolean
  /** The text ended in a service token: no server has split it. */
  isRaw: boolean
  ended: boolean
  /** Text without any of these units can go out as it came, to this block and channel. */
  passing: UnitClasses | undefined
  passingBlock: number
  passingChannel: TagChannel
  passingKeepsBack: boolean
  /** Where code is in it, if that makes a difference. */
  passingMarkdown: Markdown | undefined
  /** It is JSON. */
  passingIsJson: boolean
  /** Text that was taken back is read again: what it says of calls is settled. */
  isReadAgain: boolean
}

/** The closer that may be the last, the line it ended on, and what has come behind it. */
interface Candidate {
  tag: string
  line: Line | undefined
  behind: HeldText
  /** What it becomes if it has to be decided too early. Undefined: as configured. */
  early?: 'closer' | 'text'
  /** It is no closer, but begins an answer. */
  isWrapper: boolean
}

export interface MachineOptions {
  /** A closer before anything else tells nothing of what follows it. */
  mayStartEmpty: boolean
  /** Who asked may not see reasoning: a call inside a thought is held until it is known that the thought does not go on behind it. */
  guarded: boolean
  /**
   * Of a text that is read as a whole: whether a block that never closes is its answer, unless it has another one, was cut off, or ends in a token of
   * the model's. Undefined: as configured.
   */
  mayBeAnswer: boolean | undefined
  /** Nothing proves where the text began: a closer that nothing opened says that what was shown was reasoning. */
  isGuess: boolean
  /** A grammar binds the answer. */
  hasGrammar: boolean
  /** The answer comes in one piece, so that its last closer may tell of all text before it. */
  isWhole: boolean
  /** The wire has brought reasoning in a field. */
  isSplit: boolean
}

export function createTagMachine(protocol: Protocol, start: DecidedStart, options: MachineOptions): Splitter {
  const machine = newMachine(protocol, start, options)
  if (protocol.config.enabled) begin(machine, start)
  return {
    push: (piece) => push(machine, piece),
    passes: (piece) => passes(machine, piece),
    end: (ending = 'complete') => end(machine, ending),
    decide: () => decide(machine),
    isUndecided: () => isUndecided(machine),
    state: () => stateOf(machine),
  }
}

function newMachine(
  protocol: Protocol,
  { orphaned }: DecidedStart,
  { mayStartEmpty, guarded, mayBeAnswer, isGuess, hasGrammar, isWhole, isSplit }: MachineOptions,
): Machine {
  const { config, tables } = protocol
  const code = createCodeSpans(config)
  return {
    protocol,
    mayStartEmpty,
    guarded,
    mayBeAnswer,
    isGuess,
    hasGrammar,
    isWhole,
    isSplit,
    writer: newWriter(config.separator),
    code: hasGrammar ? createJsonSpans(code, config, !guarded) : code,
    state: 'verbatim',
    table: tables.verbatim,
    held: '',
    pair: tables.promptPair,
    tool: 0,
    callAt: 0,
    depth: 1,
    orphaned,
    isDoubtful: false,
    interrupted: false,
    afterTool: 'answer',
    afterQuote: 'answer',
    candidate: undefined,
    hasRefused: false,
    hasAccepted: false,
    hasClosed: isSplit,
    isQuoted: false,
    inner: [],
    latest: '',
    earlier: '',
    line: config.markerLine && newLine(),
    doubtLine: undefined,
    begun: false,
    hasAnswerToken: false,
    hasAnswer: false,
    isRaw: false,
    ended: false,
    passing: undefined,
    passingBlock: -1,
    passingChannel: 'answer',
    passingKeepsBack: false,
    passingMarkdown: undefined,
    passingIsJson: false,
    isReadAgain: false,
  }
}

function push(machine: Machine, piece: string): readonly Part[] {
  const { passing } = machine
  const found = passing === undefined ? stops : classOf(passing, piece)
  if (found !== stops && endsWell(machine, piece)) {
    const { line, passingBlock: block, passingChannel: channel, passingMarkdown: markdown } = machine
    if (line !== undefined) readLine(line, piece, 0, piece.length)
    if (machine.passingIsJson) machine.code.read(channel, piece, 0, piece.length)
    else if (markdown !== undefined) {
      if (found === plain && isBetweenMarks(markdown)) skipMarkdown(markdown, piece, 0, piece.length)
      else readMarkdown(markdown, piece, 0, piece.length)
    }
    machine.hasAnswer ||= channel === 'answer'
    if (piece.length === 1) machine.earlier = machine.latest
    machine.latest = piece
    const delta: DeltaPart = { type: 'delta', block, channel, text: piece }
    return [delta]
  }
  for (let at = 0; at < piece.length; at += windowChars) {
    readOn(machine, piece.length <= windowChars ? piece : piece.slice(at, at + windowChars), false)
  }
  return take(machine)
}

function passes(machine: Machine, piece: string): boolean {
  const { passing } = machine
  return passing !== undefined && classOf(passing, piece) !== stops && endsWell(machine, piece)
}

/** Nothing at the end of the text has to wait for what follows. */
function endsWell({ passingKeepsBack }: Machine, piece: string): boolean {
  if (piece.length === 0) return false
  const last = piece.charCodeAt(piece.length - 1)
  return !isHighSurrogate(last) && !(passingKeepsBack && isWhitespace(last))
}

function end(machine: Machine, ending: Ending): readonly Part[] {
  const { writer } = machine
  if (machine.ended) return noParts
  machine.ended = true
  dropCutToken(machine, ending)
  readOn(machine, '', true)
  if (machine.state === 'candidate') endCandidate(machine, ending)
  if (machine.state === 'doubt') {
    if (machine.guarded && (machine.interrupted || ending === 'cut')) keepDoubt(machine)
    else readAsAnswer(machine, '')
    readOn(machine, '', true)
  }
  if (machine.state === 'tool') endCall(machine)
  if (isReasoning(machine.state)) endUnclosed(machine, ending)
  else settleKept(writer, 'none')
  finishBlock(writer, 'end-of-stream')
  return take(machine)
}

function isUndecided({ guarded, state, writer, candidate }: Machine): boolean {
  if (guarded) return false
  return state === 'doubt' ? writer.deferred?.chars !== 0 : candidate?.early !== undefined && candidate.behind.length() > 0
}

function decide(machine: Machine): readonly Part[] {
  if (machine.state === 'doubt') settleDoubt(machine, 'fallback')
  else if (machine.candidate?.early !== undefined) refuseOrAccept(machine, 'fallback')
  return take(machine)
}

function stateOf({ state, interrupted }: Machine): JsonValue {
  return { block: isReasoning(state) ? 'open' : interrupted ? 'interrupted' : 'closed' }
}

/** Of a token that the end of the text has cut, what has come is no text. Less than this may be an operator, or a line of a table. */
const leastOfToken = /^(?:<[|｜][\p{L}_]|<\w+[|｜]|\[e~|\[\|\w|◁\/?\w)/u

/** In a call, and in code that may go on, all is text. */
const mayEndCut: ReadonlySet<State> = new Set(['echo', 'opened', 'inside', 'doubt', 'lead', 'answer', 'wrapped', 'rest'])

/** Of a closing tag, too, where a limit has cut off a thought. */
const leastOfCloser = /^[<[◁]\/\s*\w/

function dropCutToken(machine: Machine, ending: Ending): void {
  const { held, table, writer } = machine
  const isCloser = ending === 'cut' && isReasoning(machine.state) && leastOfCloser.test(held)
  if (!(leastOfToken.test(held) || isCloser) || !mayEndCut.has(machine.state) || machine.code.isInString(writer.channel)) return
  const { index } = table.scanner.matchAt(held, 0, true)
  if (index !== -1) return
  machine.held = ''
  writeMarkup(writer, held, 'service')
}

function take(machine: Machine): readonly Part[] {
  const { writer } = machine
  const open = letsTextOut(machine.state) && machine.held === '' && passesThrough(writer)
  const isRead = machine.state !== 'tool' && machine.state !== 'verbatim'
  const markdown = isRead ? machine.code.markdownOf(writer.channel) : undefined
  const { scanner } = machine.table
  machine.passing = !open ? undefined : markdown === undefined ? scanner.firsts : scanner.firstsAndMarks
  machine.passingMarkdown = markdown
  machine.passingIsJson = machine.hasGrammar && isRead && machine.code.isJson(writer.channel)
  machine.passingBlock = writer.block
  machine.passingChannel = writer.channel
  machine.passingKeepsBack = writer.keeping !== 'none'
  return takeParts(writer)
}

/** Reads the tail that was held, and text behind it. `final`: nothing waits any longer. */
function readOn(machine: Machine, text: string, final: boolean): void {
  const tail = machine.held
  machine.held = ''
  read(machine, tail === '' ? text : tail + text, final)
  if (final && machine.state === 'quoted') resumeQuoted(machine, undefined)
}

function read(machine: Machine, text: string, final: boolean): void {
  for (let at = 0; at < text.length;) at = steps[machine.state](machine, text, at, final)
}

/**
 * Reads on behind text that was read again and left a tail, in steps: to put the tail in front of all the rest, again and
 * again, would be quadratic.
 * @returns Where to go on, without a tail.
 */
function readBehindHeld(machine: Machine, text: string, from: number, final: boolean): number {
  let at = from
  while (machine.held !== '' && (at < text.length || final)) {
    const to = Math.min(text.length, at + shortStep)
    readOn(machine, text.slice(at, to), final && to === text.length)
    at = to
  }
  return at
}

const steps: Record<State, (machine: Machine, text: string, at: number, final: boolean) => number> = {
  echo: inBlank,
  opened: inBlank,
  label: inLabel,
  inside: inText,
  doubt: inText,
  candidate: inCandidate,
  lead: inBlank,
  answer: inText,
  wrapped: inText,
  tool: inText,
  rest: inText,
  verbatim: inText,
  quoted: inQuoted,
}

/**
 * In text: everything up to the next delimiter is of the state's channel.
 *
 *     …so it is four.</think>The answer
 *     ^^^^^^^^^^^^^^^^
 */
function inText(machine: Machine, text: string, at: number, final: boolean): number {
  const { writer } = machine
  const { config } = machine.protocol
  let done = at
  for (let from = at; ;) {
    const { scanner, delimiters } = machine.table
    const { at: found, end: behind, index } = scanner.search(text, from, final)
    emit(machine, text, done, found)
    done = found
    if (machine.state === 'doubt' && writer.deferred!.chars > config.maxHeldChars) {
      settleDoubt(machine, 'hold-limit')
      return readBehindHeld(machine, text, found, final)
    }
    if (index === -1) return hold(machine, text, found)
    const delimiter = delimiters[index]!
    const mayBeText = config.isForgiving && mayBeQuoted(machine, delimiter) && !machine.code.isInString(writer.channel)
    const isText = mayBeText ? isQuoted(textBefore(machine), text, behind, final) : false
    if (isText === undefined) return hold(machine, text, found)
    // In a stream the first closer has told: a later one hides nothing, and in quotation marks is text.
    machine.isQuoted = isText && delimiter.kind === 'close' && machine.guarded && (machine.isWhole || !machine.hasClosed)
    if (isText && delimiter.kind === 'close' && isReasoning(machine.state)) {
      if (!machine.hasRefused && !machine.hasAccepted) return suspect(machine, text, found, behind, 'text', final)
    } else if (isText && !machine.isQuoted) {
      from = found + 1
      continue
    }
    if (delimiter.kind === 'stray-close' && isStray(machine, delimiter)) {
      if (!machine.hasAccepted) return suspect(machine, text, found, behind, 'closer', final)
      closeBlock(machine, text.slice(found, behind))
      return readBehindHeld(machine, text, behind, final)
    }
    // A thought that speaks of its answer's wrapper ends by its own closer.
    if (delimiter.kind === 'answer-open' && machine.state === 'inside') {
      if (!machine.hasRefused) return suspect(machine, text, found, behind, 'text', final, true)
      from = found + 1
      continue
    }
    if (delimiter.kind === 'service' && isReasoning(machine.state)) {
      // A thought may speak of tokens: one that ends the text has ended the turn.
      const rest = text.length - behind
      if (rest > mostBehindToken || text.slice(behind).trim() !== '') {
        from = found + 1
        continue
      }
      if (!final) return hold(machine, text, found)
    }
    const verdict = judge(machine, delimiter, text, found, final)
    if (verdict === 'wait') return text.length
    if (verdict === 'act') {
      act(machine, delimiter, text.slice(found, behind))
      return readBehindHeld(machine, text, behind, final)
    }
    from = found + 1
  }
}

/**
 * Only whitespace so far, which belongs to what comes next.
 *
 *     ↵↵<think>…      ↵↵The answer
 *     ^^              ^^
 */
function inBlank(machine: Machine, text: string, at: number, final: boolean): number {
  const { writer } = machine
  const { labels } = machine.protocol
  const start = at
  for (let to = at; to < text.length; to++) {
    const { index, end: behind, undecided: cut } = machine.table.scanner.matchAt(text, to, final)
    if (cut) {
      emit(machine, text, at, to)
      return hold(machine, text, to)
    }
    const delimiter = index === -1 ? undefined : machine.table.delimiters[index]!
    if (delimiter !== undefined) {
      emit(machine, text, at, to)
      at = to
      if (judge(machine, delimiter, text, to, final) === 'act') {
        act(machine, delimiter, text.slice(to, behind))
        return behind
      }
    }
    if (!isWhitespace(text.charCodeAt(to))) {
      emit(machine, text, at, to)
      // A label stands right behind the opener, also behind one in the prompt.
      if (machine.state === 'lead') enter(machine, 'answer')
      else enter(machine, labels !== undefined && to === start && writer.kept === '' ? 'label' : 'inside')
      return to
    }
  }
  emit(machine, text, at, text.length)
  return text.length
}

/**
 * Behind an opener.
 *
 *     <|channel>thought↵Let me see
 *               ^^^^^^^^
 */
function inLabel(machine: Machine, text: string, at: number, final: boolean): number {
  const { scanner } = machine.protocol.labels!
  const { index, end: behind, undecided } = scanner.matchAt(text, at, final)
  if (undecided) return hold(machine, text, at)
  if (index !== -1) mark(machine, text.slice(at, behind))
  enter(machine, index !== -1 && machine.protocol.config.isForgiving ? 'opened' : 'inside')
  return index === -1 ? at : behind
}

/** Behind a closer that is the one only if no other follows. */
function inCandidate(machine: Machine, text: string, at: number, final: boolean): number {
  const { writer } = machine
  const { config } = machine.protocol
  let done = at
  for (let from = at; ;) {
    const { at: found, end: behind, index } = machine.table.scanner.search(text, from, final)
    stash(machine, text, done, found)
    done = found
    const { tag, behind: waiting, early } = machine.candidate!
    if (waiting.length() >= config.maxHeldChars) {
      refuseOrAccept(machine, 'hold-limit')
      return readBehindHeld(machine, text, found, final)
    }
    if (index === -1) return hold(machine, text, found)
    if (early !== undefined) {
      const isText = isQuoted(waiting.ending(), text, behind, final)
      if (isText === undefined) return hold(machine, text, found)
      if (isText) {
        from = found + 1
        continue
      }
      // The block's own closer: what was in doubt belongs to the thought.
      writeText(writer, tag + waiting.take())
      machine.candidate = undefined
      closeBlock(machine, text.slice(found, behind))
      return readBehindHeld(machine, text, behind, final)
    }
    if (isAtItsPlace(machine, text, found)) {
      writeText(writer, tag + waiting.take())
      if (machine.line !== undefined) readLine(machine.line, text, found, behind)
      propose(machine, text.slice(found, behind))
      done = behind
      from = behind
    } else {
      from = found + 1
    }
  }
}

/** In front of a delimiter in what may be a code span. */
function inQuoted(machine: Machine, text: string, at: number): number {
  resumeQuoted(machine, at === 0 ? text : text.slice(at))
  return text.length
}

function hold(machine: Machine, text: string, from: number): number {
  machine.held = text.slice(from)
  return text.length
}

function stash(machine: Machine, text: string, from: number, to: number): void {
  machine.candidate!.behind.add(text.slice(from, to))
  if (machine.line !== undefined) readLine(machine.line, text, from, to)
}

function emit(machine: Machine, text: string, from: number, to: number): void {
  const { writer } = machine
  const { config } = machine.protocol
  if (from === to) return
  const piece = from === 0 && to === text.length ? text : text.slice(from, to)
  if (!machine.hasAnswer && writer.channel === 'answer') machine.hasAnswer = piece.trim() !== ''
  writeText(writer, piece)
  if (piece.length === 1) machine.earlier = machine.latest
  machine.latest = piece
  if (machine.line !== undefined) readLine(machine.line, text, from, to)
  if (machine.state !== 'tool' && machine.state !== 'verbatim') machine.code.read(writer.channel, text, from, to)
  if (machine.state !== 'doubt' && (writer.deferred?.chars ?? 0) > config.maxHeldChars) commit(writer, 'hold-limit')
}

/** Whether a delimiter counts where it stands. `wait`: that depends on text to come. */
function judge(machine: Machine, { kind, pair }: Delimiter, text: string, at: number, final: boolean): 'act' | 'text' | 'wait' {
  const { writer } = machine
  if (kind === 'inner-open') {
    if (machine.inner.length < mostInner) machine.inner.push(pair!)
    return 'text'
  }
  if (kind === 'stray-close' || (kind === 'first-open' && !isFirst(writer))) return 'text'
  // Of a thought whose opener was seen it ends nothing.
  if (kind === 'answer-end' && machine.begun && isReasoning(machine.state)) return 'text'
  if (isWrapper(kind) && (machine.state === 'echo' ? machine.orphaned : machine.state === 'doubt' && writer.block !== -1)) return 'text'
  if ((kind === 'close' || kind === 'late-close') && !isAtItsPlace(machine, text, at)) return 'text'
  if (machine.state === 'tool') return 'act'
  const verdict = machine.code.judge(writer.channel, text, at, final)
  if (verdict === 'wait') {
    machine.afterQuote = machine.state
    machine.state = 'quoted'
  }
  if (verdict !== 'limit') return verdict
  writeWarning(writer, 'hold-limit')
  return 'act'
}

/** Whether a closer here begins a line, where it has to. A line break of its own is as good. */
function isAtItsPlace(machine: Machine, text: string, at: number): boolean {
  return machine.line === undefined || machine.line.blank || isLineEnd(text.charCodeAt(at))
}

function resumeQuoted(machine: Machine, piece: string | undefined): void {
  const { writer } = machine
  const resumed = machine.code.resume(piece)
  if (resumed === undefined) return
  if (resumed.limit) writeWarning(writer, 'hold-limit')
  machine.state = machine.afterQuote
  read(machine, resumed.text, piece === undefined)
}

function act(machine: Machine, delimiter: Delimiter, tag: string): void {
  const { writer } = machine
  const { tables } = machine.protocol
  if (machine.line !== undefined) readLine(machine.line, tag, 0, tag.length)
  const isFirst = !machine.begun
  machine.begun = true
  if ((machine.state === 'echo' || machine.state === 'doubt') && isWrapper(delimiter.kind)) beginInAnswer(machine)
  machine.latest = machine.earlier = ''
  switch (delimiter.kind) {
    case 'open':
    case 'first-open':
      return open(machine, tag, delimiter.pair ?? tables.promptPair, delimiter.isDoubtful === true)
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
      // The word of a model, which vouches for nothing.
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
      // Of a thought that is known to be open only its closer tells that it is over.
      if (machine.state === 'echo' && !machine.guarded) beginInAnswer(machine)
      settleKept(writer, 'all')
      mark(machine, tag)
      writer.skipping = machine.protocol.drop.afterClose
      return
    case 'wrapper':
    case 'answer-end':
    case 'service':
      machine.isRaw ||= delimiter.kind === 'service'
      settleKept(writer, 'none')
      writeMarkup(writer, tag, delimiter.kind === 'service' ? 'service' : 'wrapper')
  }
}

function open(machine: Machine, tag: string, itsPair: number, isDoubtful: boolean): void {
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
    beginReasoning(machine)
    machine.isDoubtful = isDoubtful
    if (isDoubtful && writer.deferred === undefined) defer(writer)
  }
  mark(machine, tag)
  openBlock(writer)
  writer.skipping = drop.afterOpen
  machine.pair = itsPair
  enter(machine, config.isForgiving ? 'opened' : labels === undefined ? 'inside' : 'label')
}

function close(machine: Machine, tag: string, isFirst: boolean): void {
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

/** A token that only an answer begins with ends a thought that nothing else has ended. */
function openAnswer(machine: Machine, tag: string): void {
  const { writer } = machine
  const { config } = machine.protocol
  const isThought = machine.state === 'inside' || machine.state === 'label'
  if (isThought) endThought(machine, tag)
  else settleKept(writer, 'none')
  // Text before it was no answer.
  if (!isThought && writer.wroteAnswer && !machine.hasAnswerToken) writeWarning(writer, 'orphan-close')
  machine.hasAnswerToken = true
  writeMarkup(writer, tag, 'wrapper')
  if (isThought) beginAnswer(machine)
  if (config.answerClose.length > 0 && !isReasoning(machine.state)) enter(machine, 'wrapped')
}

function closeBlock(machine: Machine, tag: string): void {
  endThought(machine, tag)
  mark(machine, tag)
  beginAnswer(machine)
}

function endThought(machine: Machine, tag: string): void {
  machine.hasClosed = true
  const { writer } = machine
  const { drop } = machine.protocol
  if (machine.state === 'doubt' && writer.block === -1) settleKept(writer, 'all')
  else {
    settleKept(writer, drop.beforeClose)
    openBlock(writer)
  }
  finishBlock(writer, machine.orphaned ? 'orphan' : 'closer', tag)
  // The thought went on behind its call: no call of it was meant.
  if (machine.guarded && machine.state === 'doubt') commitAsReasoning(writer)
  else commit(writer)
}

function beginAnswer(machine: Machine): void {
  const { writer } = machine
  const { config, drop } = machine.protocol
  machine.orphaned = false
  machine.interrupted = false
  machine.isDoubtful = false
  beginSegment(writer, 'answer')
  writer.skipping = drop.afterClose
  enter(machine, config.blocks === 'single' || config.markerOccurrence === 'last' ? 'rest' : answerState(machine))
}

function closeOrphan(machine: Machine, tag: string, isFirst: boolean): void {
  const { writer } = machine
  const { drop } = machine.protocol
  settleKept(writer, 'none')
  writeWarning(writer, 'orphan-close', machine.isQuoted ? { excerpt: quotedTag } : {})
  machine.hasClosed ||= !machine.isQuoted
  machine.isQuoted = false
  if (machine.isGuess && isFirst && writer.wroteAnswer && !machine.hasAnswerToken) writeWarning(writer, 'late-closer')
  mark(machine, tag)
  machine.code.beginAnswer()
  // Between words of an answer, whitespace around a stray tag is the answer's own.
  if (!writer.wroteAnswer) writer.skipping = drop.afterClose
  // Text before it turns out to be reasoning, so that the answer begins here.
  if (machine.guarded && machine.protocol.hasLead && machine.state === 'answer') enter(machine, 'lead')
}

const isEmpty = ({ block, wroteAnswer }: Writer): boolean => block === -1 && !wroteAnswer

/** A closer before anything else: what it closes may be still to come. */
function closeNothing(machine: Machine, tag: string): void {
  const { writer } = machine
  settleKept(writer, 'all')
  commit(writer)
  writeWarning(writer, 'orphan-close')
  mark(machine, tag)
  beginSegment(writer, 'answer')
  doubt(machine)
}

function openTool(machine: Machine, tag: string, tool: number): void {
  const { writer } = machine
  const { tables, drop } = machine.protocol
  const hasEnd = tables.tools[tool]!.delimiters.length > 0
  if (machine.state === 'doubt' && writer.block === -1 && !machine.guarded) return readAsAnswer(machine, tag)
  const inReasoning = isReasoning(machine.state)
  // Blanks between two calls are no thought.
  if (machine.state === 'doubt' && writer.block === -1) beginSegment(writer, 'answer')
  settleKept(writer, inReasoning ? drop.beforeClose : 'none')
  finishBlock(writer, 'tool', tag)
  if (machine.state !== 'doubt' || !machine.guarded) commit(writer)
  machine.tool = tool
  if (inReasoning) {
    machine.interrupted = true
    machine.orphaned = false
    beginSegment(writer, 'answer')
  } else if (machine.state === 'answer' || machine.state === 'wrapped') machine.afterTool = machine.state
  if (hasEnd && machine.guarded && (inReasoning || !machine.hasClosed) && writer.deferred === undefined) defer(writer)
  machine.callAt = writer.deferred?.parts.length ?? 0
  writer.kind = 'tool-text'
  writeWarning(writer, 'tool-text', { excerpt: tag })
  if (hasEnd) enter(machine, 'tool')
  else if (inReasoning) enter(machine, 'verbatim')
  else if (machine.state === 'lead') enter(machine, 'answer')
  emit(machine, tag, 0, tag.length)
}

function closeTool(machine: Machine, tag: string): void {
  const { writer } = machine
  const { config } = machine.protocol
  if (writer.deferred !== undefined && isCutOff(machine)) return endCall(machine, tag)
  writeText(writer, tag)
  finishBlock(writer, 'closer', tag)
  writer.kind = undefined
  if (machine.interrupted && !machine.isReadAgain && (config.afterTool === 'hold' || writer.deferred !== undefined)) doubt(machine)
  else {
    if (!machine.interrupted) commit(writer)
    enter(machine, machine.afterTool)
  }
  machine.afterTool = 'answer'
}

/**
 * The text is over in a call. One that a thought goes on behind was none, whatever it looked like:
 *
 *     <think>I could <tool_call>{"name": … or not.</think>It is four.
 */
function endCall(machine: Machine, closer = ''): void {
  const { writer, pair, interrupted } = machine
  const text = deferredText(machine) + closer
  const { at, index } = closersOf(machine).scanner.search(text, 0, true)
  if (index === -1) return commit(writer)
  withdraw(writer)
  writer.kind = undefined
  if (interrupted) {
    beginBlock(machine)
    machine.pair = pair
  } else beginSegment(writer, 'answer')
  enter(machine, interrupted ? 'inside' : 'answer')
  emit(machine, text, 0, at)
  readOn(machine, text.slice(at), closer === '')
}

/** A thought ended in what looked like a call, and the call that ends here began behind it. */
function isCutOff(machine: Machine): boolean {
  const { tool, callAt, protocol } = machine
  const text = deferredText(machine, callAt)
  const { index, end: behind } = closersOf(machine).scanner.search(text, 0, true)
  if (index === -1) return false
  return createScanner([toolMatcher(protocol.config.tools[tool]!)]).search(text, behind, true).index !== -1
}

const deferredText = ({ writer: { deferred } }: Machine, from = 0): string =>
  (deferred?.parts ?? [])
    .slice(from)
    .map((part) => (part.type === 'delta' ? part.text : ''))
    .join('')

/** What ends the thought that a call stands in, or text that may be one. */
const closersOf = ({ interrupted, pair, protocol: { tables } }: Machine): Table => (interrupted ? tables.ends[pair]! : tables.candidate)

/** Defers text of unknown channel. It counts as reasoning until it is taken back. */
function doubt(machine: Machine): void {
  const { writer } = machine
  if (writer.deferred === undefined) defer(writer)
  machine.orphaned = true
  beginBlock(machine)
  machine.doubtLine = machine.line && { ...machine.line }
  enter(machine, 'doubt')
}

/** The call was one, and text behind it may be of the thought that it cut off: a client that may not see it does not. */
function keepDoubt(machine: Machine): void {
  commit(machine.writer)
  machine.orphaned = false
  enter(machine, 'inside')
}

/** Nothing told in time. */
function settleDoubt(machine: Machine, code: 'hold-limit' | 'fallback'): void {
  const { writer } = machine
  const { config } = machine.protocol
  if (config.onHoldLimit === 'answer') {
    settleKept(writer, 'none')
    readAsAnswer(machine, machine.held, code)
    return
  }
  commit(writer, code)
  machine.orphaned = false
  enter(machine, 'inside')
}

/** The text in doubt is answer after all: it is read again as that, and then what told, or was left. */
function readAsAnswer(machine: Machine, next: string, code?: 'hold-limit' | 'fallback'): void {
  const { writer } = machine
  settleKept(writer, 'none')
  const parts = withdraw(writer)
  if (code !== undefined) writeWarning(writer, code)
  machine.line = machine.doubtLine
  machine.orphaned = false
  machine.held = ''
  enter(machine, answerState(machine))
  readAgain(machine, parts)
  readOn(machine, next, false)
}

function propose(machine: Machine, tag: string, early?: 'closer' | 'text', isWrapper = false): void {
  const line = machine.line && { ...machine.line }
  machine.candidate = { tag, line, behind: createHeldText(), isWrapper, ...(early !== undefined && { early }) }
}

/**
 * A closer that ends the thought unless the thought's own comes yet: of another tag, or in quotation marks. So does the wrapper of an answer.
 *
 *     <think>2+2</thinking>4                     a model has mixed up its tags
 *     <think>2+2, behind "</think>"</think>4     it speaks of them
 *
 * @returns Where to go on.
 */
function suspect(
  machine: Machine,
  text: string,
  at: number,
  end: number,
  early: 'closer' | 'text',
  final: boolean,
  isWrapper = false,
): number {
  propose(machine, text.slice(at, end), early, isWrapper)
  machine.state = 'candidate'
  machine.table = machine.protocol.tables.ends[machine.pair]!
  return readBehindHeld(machine, text, end, final)
}

/** Closes nothing that was opened in this thought. */
function isStray({ inner, hasRefused }: Machine, { ends = [] }: Delimiter): boolean {
  const opened = inner.findLastIndex((pair) => ends.includes(pair))
  if (opened !== -1) inner.splice(opened)
  return opened === -1 && !hasRefused
}

const mayBeQuoted = ({ state }: Machine, { kind }: Delimiter): boolean =>
  state === 'inside'
    ? kind === 'close' || kind === 'tool'
    : !isReasoning(state) && (kind === 'open' || kind === 'close' || kind === 'service')

/** Nothing but whitespace, or tokens, has come. */
const isFirst = ({ block, wroteAnswer, wroteReasoning }: Writer): boolean => block === -1 && !wroteAnswer && !wroteReasoning

/** The end of the text before what is read: two units of it, where there are so many. */
const textBefore = ({ earlier, latest }: Machine): string => (latest.length > 1 ? latest : earlier + latest)

/** The text is over, and no later closer came. What a limit has cut may have gone on with one. */
function endCandidate(machine: Machine, ending: Ending): void {
  if (machine.candidate!.early !== undefined && machine.guarded && ending === 'cut') refuse(machine, true)
  else accept(machine, true)
}

/** The candidate was the last: it closes the block. */
function accept(machine: Machine, final: boolean): void {
  const { tag, behind, early, isWrapper } = machine.candidate!
  machine.candidate = undefined
  machine.hasAccepted ||= early !== undefined
  closeBlock(machine, tag)
  if (isWrapper) enter(machine, 'wrapped')
  read(machine, behind.take(), final)
}

/** Too much is held to wait for a later closer. */
function refuseOrAccept(machine: Machine, code: 'hold-limit' | 'fallback'): void {
  const { writer, guarded, held } = machine
  const { config } = machine.protocol
  const { early } = machine.candidate!
  writeWarning(writer, code)
  machine.held = ''
  const accepts = early === undefined ? config.onHoldLimit === 'answer' : early === 'closer' && !guarded
  if (accepts) accept(machine, false)
  else refuse(machine, false)
  if (held !== '') readOn(machine, held, false)
}

/** The candidate was text, as all others of its kind in this block are. */
function refuse(machine: Machine, final: boolean): void {
  const { writer } = machine
  const { tag, line, behind, early } = machine.candidate!
  machine.candidate = undefined
  machine.hasRefused = early !== undefined
  writeText(writer, tag)
  machine.line = line
  enter(machine, 'inside')
  read(machine, behind.take(), final)
}

function begin(machine: Machine, { channel }: DecidedStart): void {
  const { hasEcho } = machine.protocol
  if (channel === 'answer') return enter(machine, answerState(machine))
  beginReasoning(machine)
  enter(machine, hasEcho ? 'echo' : 'inside')
}

/** The text should have begun in reasoning, but has none. */
function beginInAnswer(machine: Machine): void {
  const { writer } = machine
  settleKept(writer, 'all')
  commit(writer)
  beginSegment(writer, 'answer')
  machine.orphaned = false
  enter(machine, answerState(machine))
}

function beginReasoning(machine: Machine): void {
  const { writer } = machine
  const { config } = machine.protocol
  beginBlock(machine)
  if (config.unclosed === 'answer') defer(writer)
}

function beginBlock(machine: Machine): void {
  const { writer } = machine
  const { tables } = machine.protocol
  beginSegment(writer, 'reasoning')
  machine.pair = tables.promptPair
  machine.depth = 1
  machine.inner.length = 0
  machine.code.beginReasoning(machine.orphaned)
}

function answerState(machine: Machine): State {
  const { writer } = machine
  const { config, hasLead } = machine.protocol
  return hasLead && !(config.opener === 'leading' && writer.wroteAnswer) ? 'lead' : 'answer'
}

function enter(machine: Machine, next: State): void {
  const { writer } = machine
  const { config, drop } = machine.protocol
  machine.state = next
  if (next !== 'label' && next !== 'quoted') machine.table = tableOf(machine, next)
  writer.keeping = keptBackIn(next, config, drop)
}

function tableOf({ protocol: { tables }, pair, tool }: Machine, state: Exclude<State, 'label' | 'quoted'>): Table {
  return state === 'inside'
    ? tables.inside[pair]!
    : state === 'opened'
      ? tables.opened[pair]!
      : state === 'tool'
        ? tables.tools[tool]!
        : tables[state]
}

function mark(machine: Machine, tag: string): void {
  const { writer } = machine
  writeMarkup(writer, tag, 'delimiter')
}

function endUnclosed(machine: Machine, ending: Ending): void {
  const { writer } = machine
  const { config, drop } = machine.protocol
  if (isReasoningAtEnd(machine, ending)) commit(writer)
  if (writer.deferred !== undefined) return endAsAnswer(machine)
  settleKept(writer, drop.beforeClose)
  const { block } = writer
  finishBlock(writer, 'end-of-stream')
  if (block !== -1) writeWarning(writer, config.hasOpeners ? 'unclosed' : 'marker-missing', { block })
}

function isReasoningAtEnd({ mayBeAnswer, guarded, isRaw, hasAnswer, isDoubtful }: Machine, ending: Ending): boolean {
  if (isDoubtful) return guarded && ending === 'cut'
  if (mayBeAnswer === undefined) return guarded && ending === 'cut'
  return !mayBeAnswer || ending !== 'complete' || hasAnswer || isRaw
}

/** As was asked for: the block that never closed is answer, without what is stripped from an answer. */
function endAsAnswer(machine: Machine): void {
  const { writer } = machine
  settleKept(writer, 'none')
  const parts = withdraw(writer)
  if (parts.length > 0) writeWarning(writer, 'unclosed-as-answer')
  beginSegment(writer, 'answer')
  enter(machine, 'rest')
  readAgain(machine, parts, machine.protocol.openersAreText || machine.isDoubtful)
  readOn(machine, '', true)
}

/** @param tagsAreText - What stood around the text is part of it. */
function readAgain(machine: Machine, parts: readonly Part[], tagsAreText = false): void {
  const { writer } = machine
  machine.isReadAgain = true
  for (const part of parts) {
    if (part.type === 'markup' && tagsAreText && (part.of === 'delimiter' || part.of === 'whitespace')) readOn(machine, part.text, false)
    else if (part.type === 'markup') writeMarkup(writer, part.text, part.of)
    else if (part.type === 'delta' && part.inserted !== true) readOn(machine, part.text, false)
  }
  machine.isReadAgain = false
}
