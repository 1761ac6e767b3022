import { noParts, type DeltaPart, type JsonValue, type Part, type Splitter } from '@reason/core'
import { createCodeSpans } from './code-spans.ts'
import { createHeldText } from './held-text.ts'
import { newLine, readLine, type Line } from './lines.ts'
import { isLineEnd, isWhitespace, no, undecided } from './matcher.ts'
import type { Protocol } from './protocol.ts'
import type { Scanner } from './scanner.ts'
import type { DecidedStart } from './start.ts'
import { isReasoning, keptBackIn, letsTextOut, type State } from './states.ts'
import { isWrapper, type Delimiter, type Table } from './tables.ts'
import { createWriter, type TagChannel } from './writer.ts'

/** Longest text that is read in one go. Steps that put text together again copy this much at most, however long the piece is. */
const windowChars = 65_536

/** Longer than most delimiters, and not by much. */
const shortStep = 128

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
 * @param mayStartEmpty - A closer before anything else tells nothing of what follows it.
 */
export function createTagMachine(protocol: Protocol, start: DecidedStart, mayStartEmpty: boolean): Splitter {
  const { config, tables, label, drop, hasLead, hasEcho } = protocol
  const { maxHeldChars } = config
  const writer = createWriter(config.separator)
  let state: State
  /** What is legal now. */
  let table: Table
  /** The tail that could still become a delimiter. */
  let held = ''
  /** Which closers end the block. */
  let pair = tables.anyPair
  /** How many openers wait for their closers (`nesting: 'depth'`). */
  let depth = 1
  /** The block's opener was never seen: its closer made it reasoning. */
  let { orphaned } = start
  /** A tool call cut the last block off, so that the next message may go on with it. */
  let interrupted = false
  /** Where an answer goes on behind a tool call. */
  let afterTool: State = 'answer'
  /** The closer that may be the last, what has come behind it, and the line it ended on. */
  let candidate: { tag: string; line: Line | undefined } = { tag: '', line: undefined }
  const behindCandidate = createHeldText()
  /** Where to go on when it is known whether a code span closes. */
  let afterQuote: State = 'answer'
  const code = createCodeSpans(config)
  let line: Line | undefined = config.markerLine && newLine()
  /** The line that text in doubt began on. */
  let doubtLine: Line | undefined
  /** A delimiter has counted. */
  let begun = false
  let ended = false
  /** Text without any first character of a delimiter can go out as it came: block and channel it goes to, and how to tell. */
  let passing: Scanner | undefined
  let passingBlock = -1
  let passingChannel: TagChannel = 'answer'
  let passingKeepsBack = false

  const steps: Record<State, (text: string, at: number, final: boolean) => number> = {
    echo: inBlank,
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

  table = tables.verbatim
  state = 'verbatim'
  if (config.enabled) begin()

  return {
    push,
    passes,
    end,
    decide,
    isUndecided: () => state === 'doubt' && writer.deferredChars() !== 0,
    state: (): JsonValue => ({ block: isReasoning(state) ? 'open' : interrupted ? 'interrupted' : 'closed' }),
  }

  function push(piece: string): readonly Part[] {
    if (passes(piece)) {
      if (line !== undefined) readLine(line, piece, 0, piece.length)
      const delta: DeltaPart = { type: 'delta', block: passingBlock, channel: passingChannel, text: piece }
      return [delta]
    }
    for (let at = 0; at < piece.length; at += windowChars) {
      readOn(piece.length <= windowChars ? piece : piece.slice(at, at + windowChars), false)
    }
    return take()
  }

  function passes(piece: string): boolean {
    if (passing === undefined || piece.length === 0 || !passing.isPlain(piece)) return false
    return !passingKeepsBack || !isWhitespace(piece.charCodeAt(piece.length - 1))
  }

  function end(): readonly Part[] {
    if (ended) return noParts
    ended = true
    readOn('', true)
    if (state === 'candidate') accept(true)
    if (state === 'doubt') {
      readAsAnswer('')
      readOn('', true)
    }
    if (isReasoning(state)) endUnclosed()
    else writer.settle('none')
    writer.finish('end-of-stream')
    return take()
  }

  function decide(): readonly Part[] {
    if (state === 'doubt') settleDoubt('fallback')
    return take()
  }

  function take(): readonly Part[] {
    const open = letsTextOut(state) && held === '' && writer.passesThrough() && !code.isWatching(writer.channel())
    passing = open ? table.scanner : undefined
    passingBlock = writer.block()
    passingChannel = writer.channel()
    passingKeepsBack = writer.keepsBack()
    return writer.take()
  }

  /** Reads the tail that was held, and text behind it. `final`: nothing waits any longer. */
  function readOn(text: string, final: boolean): void {
    const tail = held
    held = ''
    read(tail === '' ? text : tail + text, final)
    if (final && state === 'quoted') resumeQuoted(undefined)
  }

  function read(text: string, final: boolean): void {
    for (let at = 0; at < text.length;) at = steps[state](text, at, final)
  }

  /**
   * Reads on behind text that was read again and left a tail, in steps: to put the tail in front of all the rest, again and
   * again, would be quadratic.
   * @returns Where to go on, without a tail.
   */
  function readBehindHeld(text: string, from: number, final: boolean): number {
    let at = from
    while (held !== '' && (at < text.length || final)) {
      const to = Math.min(text.length, at + shortStep)
      readOn(text.slice(at, to), final && to === text.length)
      at = to
    }
    return at
  }

  /**
   * In text: everything up to the next delimiter is of the state's channel.
   *
   *     …so it is four.</think>The answer
   *     ^^^^^^^^^^^^^^^^
   */
  function inText(text: string, at: number, final: boolean): number {
    let done = at
    for (let from = at; ;) {
      const { scanner, delimiters } = table
      const { at: found, end: behind, index } = scanner.search(text, from, final)
      emit(text, done, found)
      done = found
      if (state === 'doubt' && writer.deferredChars()! > maxHeldChars) {
        settleDoubt('hold-limit')
        return readBehindHeld(text, found, final)
      }
      if (index === -1) return hold(text, found)
      const delimiter = delimiters[index]!
      const verdict = judge(delimiter, text, found, final)
      if (verdict === 'wait') return text.length
      if (verdict === 'act') {
        act(delimiter, text.slice(found, behind))
        return readBehindHeld(text, behind, final)
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
  function inBlank(text: string, at: number, final: boolean): number {
    for (let to = at; to < text.length; to++) {
      const { index, end: behind, undecided: cut } = table.scanner.matchAt(text, to, final)
      if (cut) {
        emit(text, at, to)
        return hold(text, to)
      }
      const delimiter = index === -1 ? undefined : table.delimiters[index]!
      if (delimiter !== undefined) {
        emit(text, at, to)
        at = to
        if (judge(delimiter, text, to, final) === 'act') {
          act(delimiter, text.slice(to, behind))
          return behind
        }
      }
      if (!isWhitespace(text.charCodeAt(to))) {
        emit(text, at, to)
        // A label stands right behind the opener, also behind one in the prompt.
        if (state === 'lead') enter('answer')
        else enter(label !== undefined && to === 0 && !writer.hasKept() ? 'label' : 'inside')
        return to
      }
    }
    emit(text, at, text.length)
    return text.length
  }

  /**
   * Behind an opener.
   *
   *     <|channel>thought↵Let me see
   *               ^^^^^^^^
   */
  function inLabel(text: string, at: number, final: boolean): number {
    const verdict = label?.match(text, at, final) ?? no
    if (verdict === undecided) return hold(text, at)
    if (verdict > no) mark(text.slice(at, at + verdict))
    enter('inside')
    return at + verdict
  }

  /** Behind a closer that is the one only if no other follows. */
  function inCandidate(text: string, at: number, final: boolean): number {
    let done = at
    for (let from = at; ;) {
      const { at: found, end: behind, index } = table.scanner.search(text, from, final)
      stash(text, done, found)
      done = found
      if (behindCandidate.length() >= maxHeldChars) {
        refuseOrAccept()
        return readBehindHeld(text, found, final)
      }
      if (index === -1) return hold(text, found)
      if (isAtItsPlace(text, found)) {
        writer.text(candidate.tag + behindCandidate.take())
        if (line !== undefined) readLine(line, text, found, behind)
        propose(text.slice(found, behind))
        done = behind
        from = behind
      } else {
        from = found + 1
      }
    }
  }

  /** In front of a delimiter in what may be a code span. */
  function inQuoted(text: string, at: number): number {
    resumeQuoted(at === 0 ? text : text.slice(at))
    return text.length
  }

  function hold(text: string, from: number): number {
    held = text.slice(from)
    return text.length
  }

  function stash(text: string, from: number, to: number): void {
    behindCandidate.add(text.slice(from, to))
    if (line !== undefined) readLine(line, text, from, to)
  }

  function emit(text: string, from: number, to: number): void {
    if (from === to) return
    writer.text(from === 0 && to === text.length ? text : text.slice(from, to))
    if (line !== undefined) readLine(line, text, from, to)
    if (state !== 'tool' && state !== 'verbatim') code.read(writer.channel(), text, from, to)
    if (state !== 'doubt' && (writer.deferredChars() ?? 0) > maxHeldChars) writer.commit('hold-limit')
  }

  /** Whether a delimiter counts where it stands. `wait`: that depends on text to come. */
  function judge({ kind }: Delimiter, text: string, at: number, final: boolean): 'act' | 'text' | 'wait' {
    if (isWrapper(kind) && (state === 'echo' ? orphaned : state === 'doubt' && writer.block() !== -1)) return 'text'
    if ((kind === 'close' || kind === 'late-close') && !isAtItsPlace(text, at)) return 'text'
    if (state === 'tool') return 'act'
    const verdict = code.judge(writer.channel(), text, at, final)
    if (verdict === 'wait') {
      afterQuote = state
      state = 'quoted'
    }
    if (verdict !== 'limit') return verdict
    writer.warn('hold-limit')
    return 'act'
  }

  /** Whether a closer here begins a line, where it has to. A line break of its own is as good. */
  function isAtItsPlace(text: string, at: number): boolean {
    return line === undefined || line.blank || isLineEnd(text.charCodeAt(at))
  }

  function resumeQuoted(piece: string | undefined): void {
    const resumed = code.resume(piece)
    if (resumed === undefined) return
    if (resumed.limit) writer.warn('hold-limit')
    state = afterQuote
    read(resumed.text, piece === undefined)
  }

  function act(delimiter: Delimiter, tag: string): void {
    if (line !== undefined) readLine(line, tag, 0, tag.length)
    const isFirst = !begun
    begun = true
    if ((state === 'echo' || state === 'doubt') && isWrapper(delimiter.kind)) beginInAnswer()
    switch (delimiter.kind) {
      case 'open':
        return open(tag, delimiter.pair ?? tables.anyPair)
      case 'close':
        return isFirst && mayStartEmpty && isEmpty() ? closeNothing(tag) : close(tag)
      case 'tool':
        return openTool(tag)
      case 'tool-close':
        return closeTool(tag)
      case 'answer-open':
        writer.settle('all')
        writer.markup(tag, 'wrapper')
        if (state === 'lead') enter('wrapped')
        return
      case 'answer-close':
        writer.settle('none')
        writer.markup(tag, 'wrapper')
        if (state === 'wrapped') enter('answer')
        return
      case 'late-close':
        writer.warn('orphan-close')
        writer.text(tag)
        code.read('answer', tag, 0, tag.length)
        return
      case 'wrapper':
      case 'service':
        writer.settle('none')
        writer.markup(tag, delimiter.kind)
    }
  }

  function open(tag: string, itsPair: number): void {
    if (state === 'doubt') return readAsAnswer(tag)
    if (state === 'inside') {
      depth++
      writer.text(tag)
      return
    }
    if (state === 'echo') writer.settle('all')
    else {
      writer.settle(drop.beforeOpen)
      writer.finish('closer', tag)
      beginReasoning()
    }
    mark(tag)
    writer.open()
    writer.skip(drop.afterOpen)
    pair = itsPair
    enter(label === undefined ? 'inside' : 'label')
  }

  function close(tag: string): void {
    if (!isReasoning(state)) closeOrphan(tag)
    else if (depth > 1) {
      depth--
      writer.text(tag)
    } else if (config.markerOccurrence === 'last') {
      enter('candidate')
      propose(tag)
    } else closeBlock(tag)
  }

  function closeBlock(tag: string): void {
    if (state === 'doubt' && writer.block() === -1) writer.settle('all')
    else {
      writer.settle(drop.beforeClose)
      writer.open()
    }
    writer.finish(orphaned ? 'orphan' : 'closer', tag)
    writer.commit()
    mark(tag)
    orphaned = false
    interrupted = false
    writer.begin('answer')
    writer.skip(drop.afterClose)
    enter(config.blocks === 'single' || config.markerOccurrence === 'last' ? 'rest' : answerState())
  }

  function closeOrphan(tag: string): void {
    writer.settle('none')
    writer.warn('orphan-close')
    mark(tag)
    // Between words of an answer, whitespace around a stray tag is the answer's own.
    if (!writer.hasAnswer()) writer.skip(drop.afterClose)
  }

  function isEmpty(): boolean {
    return writer.block() === -1 && !writer.hasAnswer()
  }

  /** A closer before anything else: what it closes may be still to come. */
  function closeNothing(tag: string): void {
    writer.settle('all')
    writer.commit()
    writer.warn('orphan-close')
    mark(tag)
    writer.begin('answer')
    doubt()
  }

  function openTool(tag: string): void {
    if (state === 'doubt' && writer.block() === -1) return readAsAnswer(tag)
    const inReasoning = isReasoning(state)
    writer.settle(inReasoning ? drop.beforeClose : 'none')
    writer.finish('tool', tag)
    writer.commit()
    if (inReasoning) {
      interrupted = true
      orphaned = false
      writer.begin('answer')
    } else if (state === 'answer' || state === 'wrapped') afterTool = state
    writer.beginKind('tool-text')
    writer.warn('tool-text', { excerpt: tag })
    if (config.toolClosers.length > 0) enter('tool')
    else if (inReasoning) enter('verbatim')
    else if (state === 'lead') enter('answer')
    emit(tag, 0, tag.length)
  }

  function closeTool(tag: string): void {
    writer.text(tag)
    writer.finish('closer', tag)
    writer.beginKind(undefined)
    if (interrupted && config.afterTool === 'hold') doubt()
    else enter(afterTool)
    afterTool = 'answer'
  }

  /** Keeps text of which nobody knows whether it is reasoning. Until it is taken back, it is. */
  function doubt(): void {
    writer.defer()
    orphaned = true
    beginBlock()
    doubtLine = line && { ...line }
    enter('doubt')
  }

  /** Nothing told in time. */
  function settleDoubt(code: 'hold-limit' | 'fallback'): void {
    if (config.onHoldLimit === 'answer') {
      writer.settle('none')
      readAsAnswer(held, code)
      return
    }
    writer.commit(code)
    orphaned = false
    enter('inside')
  }

  /** The text in doubt is answer after all: it is read again as that, and then what told, or was left. */
  function readAsAnswer(next: string, code?: 'hold-limit' | 'fallback'): void {
    writer.settle('none')
    const parts = writer.withdraw()
    if (code !== undefined) writer.warn(code)
    line = doubtLine
    orphaned = false
    held = ''
    enter(answerState())
    readAgain(parts)
    readOn(next, false)
  }

  function propose(tag: string): void {
    candidate = { tag, line: line && { ...line } }
  }

  /** The candidate was the last: it closes the block. */
  function accept(final: boolean): void {
    closeBlock(candidate.tag)
    read(behindCandidate.take(), final)
  }

  /** Too much is held to wait for a later closer. */
  function refuseOrAccept(): void {
    writer.warn('hold-limit')
    if (config.onHoldLimit === 'answer') return accept(false)
    writer.text(candidate.tag)
    line = candidate.line
    enter('inside')
    read(behindCandidate.take(), false)
  }

  function begin(): void {
    if (start.channel === 'answer') return enter(answerState())
    beginReasoning()
    enter(hasEcho ? 'echo' : 'inside')
  }

  /** The text should have begun in reasoning, but has none. */
  function beginInAnswer(): void {
    writer.settle('all')
    writer.commit()
    writer.begin('answer')
    orphaned = false
    enter(answerState())
  }

  function beginReasoning(): void {
    beginBlock()
    if (config.unclosed === 'answer') writer.defer()
  }

  function beginBlock(): void {
    writer.begin('reasoning')
    pair = tables.anyPair
    depth = 1
    code.beginReasoning(orphaned)
  }

  function answerState(): State {
    return hasLead && !(config.opener === 'leading' && writer.hasAnswer()) ? 'lead' : 'answer'
  }

  function enter(next: State): void {
    state = next
    if (next !== 'label' && next !== 'quoted') table = next === 'inside' ? tables.inside[pair]! : tables[next]
    writer.keepBack(keptBackIn(next, config, drop))
  }

  function mark(tag: string): void {
    writer.markup(tag, 'delimiter')
  }

  function endUnclosed(): void {
    if (writer.deferredChars() !== undefined) return endAsAnswer()
    writer.settle(drop.beforeClose)
    const block = writer.block()
    writer.finish('end-of-stream')
    if (block !== -1) writer.warn(config.openers.length === 0 ? 'marker-missing' : 'unclosed', { block })
  }

  /** As was asked for: the block that never closed is answer, without what is stripped from an answer. */
  function endAsAnswer(): void {
    writer.settle('none')
    const parts = writer.withdraw()
    if (parts.length > 0) writer.warn('unclosed-as-answer')
    writer.begin('answer')
    enter('rest')
    readAgain(parts)
    readOn('', true)
  }

  function readAgain(parts: readonly Part[]): void {
    for (const part of parts) {
      if (part.type === 'markup') writer.markup(part.text, part.of)
      else if (part.type === 'delta' && part.inserted !== true) readOn(part.text, false)
    }
  }
}
