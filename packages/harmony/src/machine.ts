import { isHighSurrogate } from '@reason/core/adapter'
import { isChannelName, isLateHeader, mayBecomeHeader } from './header-words.ts'
import {
  bareHeader,
  hasRecipient,
  isContinuation,
  isHeaderLike,
  isUsualHeader,
  isVisible,
  longestHeaderLike,
  parseHeader,
  unlabelledHeader,
  type Header,
  type HeaderSettings,
} from './header.ts'
import { findBody, isProse, splitHeaderless } from './headerless.ts'
import type { TokenTarget } from './reader.ts'
import type { Sink } from './sink.ts'
import { mayHoldDamaged, nextDamaged } from './damaged-tokens.ts'
import { isPartialToken, isTerminator, spell, withoutPartialToken, type Terminator, type Token } from './tokens.ts'

export interface MachineSettings extends HeaderSettings {
  /** Most characters that may wait for a marker. */
  maxHeldChars: number
  /** LLM-jp writes a blank after every token: that after `<|message|>` does not belong to the body. */
  blankAfterMessage?: boolean
  /** LLM-jp ends each of several calls in a row with `<|end|>`. */
  callsMayEnd?: boolean
  /** Text directly after reasoning is the final message, whose header was lost on the way. */
  textAfterReasoning?: boolean
  /** The tokens were lost on the way: a message without a terminator is no anomaly, and text without a header is final. */
  tokensStripped?: boolean
}

/** Where in the format an output begins: what the prompt has already said. */
export type Position = { at: 'start' | 'header'; header: string } | { at: 'body'; header: Header }

export interface Machine extends TokenTarget {
  /** A message begins whose header a dialect writes in its own way: what it means, and how it was written. */
  header(means: string, written: string): void
  position(): Position
  /** Text goes straight into the body of a message. */
  isInBody(): boolean
  /** Text goes, or would go, into a body that a client sees. */
  isInVisible(): boolean
}

/**
 * Puts messages together from tokens and text.
 *
 *     start ───┐              message                      ┌─ text, message, constrain
 *              ├──▶ header ─────────────▶ body ◀───────────┘
 *     between ─┘      ▲                   │  │
 *        ▲            └── start, channel ─┘  │
 *        └───────── end, return, call ───────┘
 *
 * - `start`: nothing is labelled yet. Text waits; it is reasoning when a marker follows, and the answer when none ever does.
 * - `header`: text waits for `<|message|>`. Without one, what cannot be a header is the body.
 * - `entering`: in a body of which no text has come. The prompt may have opened it.
 * - `between`: text belongs to no message, with two exceptions. It may prove to be a header that lost its start token. Or the turn ends
 *   with it after reasoning: then it is the final message, whose header was lost. `junk`: the text is too long for a header.
 */
export function createMachine(sink: Sink, settings: MachineSettings, position: Position): Machine {
  let state: 'start' | 'header' | 'entering' | 'body' | 'between' | 'junk' = position.at === 'body' ? 'entering' : position.at
  /** Input that waits for a decision, as it was written. */
  let source = ''
  /** The header so far, after what the prompt said of it and without its start token. */
  let meaning = position.at === 'body' ? '' : position.header
  /** The end of `meaning`, from its last marker on. */
  let segment = meaning
  /** The prompt has begun the header. */
  let prompted = true
  /** Of the message that is open, or was last. */
  let header = position.at === 'body' ? position.header : undefined
  /** False: the prompt opened the body, and nothing of it has come yet. */
  let opened = position.at !== 'body'
  /** The beginning of a visible body, as long as it may be a header that came too late: `<|message|>analysis<|message|>`. */
  let lateHeader = ''
  /** The last pieces of the body, in a ring: behind tokens that no stream can be searched for, they may be a header. None is empty. */
  const lastPieces: string[] = []
  let pieceCount = 0
  /** The dialect has a blank before the body that waits for its first text. */
  let blankDue = false
  /** What the last message ended with. */
  let terminator: Terminator | undefined
  /** A message of the answer was there: no other one is missing. */
  let answered = false
  /** How much of `source` stood there when the last token came: behind it stands text alone. */
  let textFrom = 0
  /** Of the header that waits: which damaged token is part of it. */
  let damage: 'channel' | 'other' | undefined
  /** The turn's end behind loose text that is the answer, unless anything comes after it. */
  let looseEnd = ''
  let ended = false

  return {
    text,
    token,
    damaged,
    header: headerOfDialect,
    end,
    position: currentPosition,
    isInBody: () => state === 'body',
    isInVisible: () => (state === 'body' || state === 'entering') && isVisible(header!),
  }

  function text(piece: string): void {
    if (looseEnd !== '') dropLooseTurn()
    if (state === 'body') {
      if (piece !== '') lastPieces[pieceCount++ % longestBodyEnd] = piece.length > longestBodyEnd ? piece.slice(-longestBodyEnd) : piece
      sink.body(piece)
    } else if (state === 'entering') enter(piece)
    else if (state === 'junk') sink.markup(piece, 'dropped')
    else hold(piece)
  }

  /** The last characters of the body, however it was cut. */
  function bodyEnd(): string {
    const from = pieceCount % longestBodyEnd
    const pieces = pieceCount < longestBodyEnd ? lastPieces.slice(0, pieceCount) : [...lastPieces.slice(from), ...lastPieces.slice(0, from)]
    return pieces.join('').slice(-longestBodyEnd)
  }

  function token(token: Token, written: string): void {
    if (looseEnd !== '') dropLooseTurn()
    if (state === 'body' || state === 'entering') return inBody(token, written)
    mendHeld()
    act(token, written)
  }

  function act(token: Token, written: string): void {
    if (state === 'body' || state === 'entering') inBody(token, written)
    else if (state === 'header') inHeader(token, written)
    else outside(token, written)
  }

  /** A damaged token counts where it can do what its kind does. */
  function damaged(token: Token, written: string): void {
    if (looseEnd !== '') dropLooseTurn()
    const isPartOfHeader = token === 'message' || token === 'constrain'
    // Text that is too long for a header waits as it is: it is not searched for each of many tokens.
    if (isPartOfHeader && (state === 'start' || state === 'between') && source.length > longestHeaderLike) return text(written)
    mendHeld()
    if (isPartOfHeader) {
      const inVisible = (state === 'body' || state === 'entering') && isVisible(header!)
      const inHeader = state === 'header' || (state !== 'junk' && source.trim() !== '' && isHeaderLike(source))
      if (!inVisible && !inHeader) return text(written)
    }
    actDamaged(token, written)
  }

  function actDamaged(token: Token, written: string): void {
    if (token === 'channel') damage = token
    else damage ??= 'other'
    act(token, written)
    // That of a header is reported with its message.
    if (state !== 'header') noteDamage()
  }

  function noteDamage(): void {
    if (damage === undefined) return
    damage = undefined
    sink.warn('damaged-token')
  }

  /**
   * Looks through text that waits for damaged tokens that no stream can be searched for: all of it is here, and has been shown nowhere.
   *
   *     <|start|>assistant<channel|>analysis<|message|>…
   *                       ^^^^^^^^^^
   */
  function mendHeld(): void {
    if (state === 'junk' || source.length <= textFrom) return
    const loose = source.slice(textFrom)
    if (!mayHoldDamaged(loose)) return
    let from = 0
    for (let hit = nextHeld(loose, from); hit !== undefined; hit = nextHeld(loose, from)) {
      // Only where there is one: other text stays as it waits.
      if (from === 0) forgetText(loose.length)
      if (hit.at > from) text(loose.slice(from, hit.at))
      actDamaged(hit.token, loose.slice(hit.at, hit.end))
      from = hit.end
    }
    if (from > 0 && from < loose.length) text(loose.slice(from))
  }

  /** Behind nothing but words of headers any token counts, elsewhere one that does what it does in headers. */
  function nextHeld(loose: string, from: number): ReturnType<typeof nextDamaged> {
    if (state !== 'body' && state !== 'entering') {
      const hit = nextDamaged(loose, from, true)
      const before = hit === undefined ? '' : loose.slice(from, hit.at)
      if (hit !== undefined && (state === 'header' ? !isProse(before) : before.trim() !== '' && isHeaderLike(before))) return hit
    }
    return nextDamaged(loose, from, false)
  }

  function forgetText(length: number): void {
    source = source.slice(0, -length)
    if (state !== 'header') return
    meaning = meaning.slice(0, -length)
    segment = segment.slice(0, -length)
  }

  /**
   * Before the first marker, or between two messages.
   *
   *     …<|call|>commentary<|channel|>commentary to=functions.f<|message|>…
   *              ^^^^^^^^^^^^^^^^^^^^^
   */
  function outside(token: Token, written: string): void {
    const first = state === 'start'
    const fits = state !== 'junk' && isHeaderLike(source)
    if (first && !fits) {
      openUnlabelled()
      inBody(token, written)
    } else if (token === 'start') {
      dropLoose()
      beginHeader('', written, false, '')
    } else if (token === 'return' && isLooseAnswer()) {
      looseEnd = written
    } else if (isTerminator(token) && !(state !== 'junk' && hasRecipient(source))) {
      const endsTurn = state === 'between' && source.trim() === '' && isTurnOver()
      dropLoose()
      strayToken(written)
      state = 'between'
      if (endsTurn) endTurn(token)
    } else {
      if (!first) sink.warn('implicit-start')
      // Between messages, a channel word that lost its marker means nothing when a marker follows.
      if (!fits || (!first && token === 'channel' && isChannelName(source.trim()))) dropLoose()
      const before = first && isContinuation(source) ? meaning : ''
      if (isTerminator(token)) {
        beginHeader(before + source, source, first, '')
        inHeader(token, written)
        return
      }
      const marker = token === 'message' ? '' : spell(token)
      beginHeader(before + source, source + written, first, marker)
      if (token === 'message') openMessage()
    }
  }

  /**
   *     <|start|>assistant<|channel|>commentary to=functions.f <|constrain|>json<|message|>…
   *              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
   */
  function inHeader(token: Token, written: string): void {
    if (token === 'message') {
      if (!isUsualHeader(meaning) && beginsBody() && splitHeader().read.kind === 'reasoning' && openHeaderless(token)) {
        return inBody(token, written)
      }
      source += written
      openMessage()
    } else if (token === 'channel' || token === 'constrain') {
      if (token === 'channel' && isProse(segment.slice(findBody(segment))) && openHeaderless(token)) return inBody(token, written)
      beginHeader(meaning, source + written, prompted, spell(token))
      if (source.length > settings.maxHeldChars) overflow()
    } else if (openHeaderless(token)) {
      inBody(token, written)
    } else if (token === 'start') {
      dropHeader('stray-token')
      beginHeader('', written, false, '')
    } else {
      dropHeader('header-without-message')
      sink.markup(written, 'delimiter')
      state = 'between'
      if (isTerminator(token)) endTurn(token)
    }
  }

  /** The last message was one that a turn ends with, and only its message was ended: `…<|end|><|return|>`. */
  function isTurnOver(): boolean {
    return terminator === 'end' && (header?.kind === 'answer' || header?.kind === 'call')
  }

  /** At once, whatever follows: a pipeline may stop there. */
  function endTurn(by: Terminator): void {
    if (by === 'end') return
    terminator = by
    sink.turnEnd(by)
  }

  /** Dashes and the like are damage of the header, and no text. */
  function beginsBody(): boolean {
    const rest = segment.slice(findBody(segment))
    return /[\p{L}\p{N}]/u.test(rest) && isProse(rest)
  }

  /**
   *     …<|message|>2 + 2 = 4.<|return|>
   *                 ^^^^^^^^^^^^^^^^^^^^
   */
  function inBody(token: Token, written: string): void {
    if (token === 'message' || token === 'constrain') {
      if (isLateHeader(lateHeader)) return reopen(written)
      releaseLateHeader()
      if (token === 'message' && isVisible(header!) && endsInAnalysis.test(bodyEnd())) return hideRest(written)
      strayToken(written)
    } else if (isTerminator(token)) {
      if (!opened) openPrompted()
      close(token, written, 'closer')
      sink.markup(written, 'delimiter')
      endTurn(token)
    } else {
      // A body that only the prompt knew of never was.
      if (opened) close(undefined, written, 'closer')
      opened = true
      beginHeader('', written, false, token === 'start' ? '' : spell(token))
    }
  }

  function enter(piece: string): void {
    if (!opened) openPrompted()
    const blank = blankDue && piece.startsWith(' ')
    blankDue = false
    if (blank) sink.markup(' ', 'whitespace')
    lateHeader += blank ? piece.slice(1) : piece
    if (isVisible(header!) && mayBecomeHeader(lateHeader)) return
    state = 'body'
    releaseLateHeader()
  }

  function releaseLateHeader(): void {
    const piece = lateHeader
    lateHeader = ''
    if (piece === '') return
    lastPieces[pieceCount++ % longestBodyEnd] = piece.length > longestBodyEnd ? piece.slice(-longestBodyEnd) : piece
    sink.body(piece)
  }

  /**
   * The body was a header yet. What it says is as good as any other channel without its marker.
   *
   *     <|start|>assistant<|message|>analysis<|message|>…
   *                                  ^^^^^^^^^^^^^^^^^^^
   */
  function reopen(written: string): void {
    const { channel, name, contentType } = header!
    const before = channel === null ? '' : spell('channel') + channel
    const read = parseHeader(`assistant${before} ${lateHeader}`, true, settings)
    sink.close(undefined, '', 'closer')
    sink.warn('stray-token')
    sink.markup(lateHeader + written, 'delimiter')
    lateHeader = ''
    begin({ ...read, name, contentType: read.contentType ?? contentType })
    state = 'entering'
  }

  /**
   * What follows in a visible body is a thought, whose header is shown already.
   *
   *     <|channel|>commentary<|message|>Wait.|end|>|start|>assistant|channel|>analysis<|message|>…
   *                                                                           ^^^^^^^^^^^^^^^^^^^
   */
  function hideRest(written: string): void {
    sink.close(undefined, '', 'closer')
    sink.warn('damaged-analysis')
    sink.markup(written, 'delimiter')
    begin(bareHeader('reasoning', 'analysis'))
    state = 'entering'
  }

  function hold(piece: string): void {
    if (settings.textAfterReasoning === true && source === '' && isAfterReasoning()) {
      begin(bareHeader('answer', 'final'))
      state = 'entering'
      return enter(piece)
    }
    if (source === '') textFrom = 0
    // The limit is a place in the text, so that no cutting of the text moves it.
    let room = settings.maxHeldChars + 1 - source.length
    if (room < piece.length && isHighSurrogate(piece.charCodeAt(room - 1))) room++
    const taken = room < piece.length ? piece.slice(0, room) : piece
    source += taken
    if (state === 'header') {
      meaning += taken
      segment += taken
    }
    if (source.length <= settings.maxHeldChars) return
    overflow()
    if (taken.length < piece.length) text(piece.slice(taken.length))
  }

  /** Too much waits. It goes to the hidden side, except where a known channel has already said what it is. */
  function overflow(): void {
    sink.warn('hold-limit')
    if (state === 'start') return openUnlabelled()
    if (state === 'header' && openHeaderless('limit')) return
    if (openLoose()) return
    drop('dropped')
    state = 'junk'
  }

  function beginHeader(before: string, written: string, byPrompt: boolean, marker: string): void {
    state = 'header'
    source = written
    textFrom = source.length
    meaning = before + marker
    segment = marker === '' ? before : marker
    prompted = byPrompt
  }

  function openMessage(): void {
    const read = parseHeader(meaning, prompted, settings)
    drop('delimiter')
    begin(read)
    blankDue = settings.blankAfterMessage === true
    if (blankDue || isVisible(read)) state = 'entering'
  }

  /**
   * A header that ends without `<|message|>`: its rest is the body, if there is any.
   *
   * @returns False: it was not opened, and waits as before.
   */
  function openHeaderless(by: Token | 'limit' | 'eof'): boolean {
    const { read, body } = splitHeader()
    const ends = by !== 'limit' && by !== 'eof' && isTerminator(by)
    const labelled = read.kind === 'call' || (read.channel !== null && isChannelName(read.channel) && read.kind !== 'foreign')
    if (body.trim() === '' && !(labelled && ends)) return false
    // What the end of the stream cut may still have been a header.
    if (by === 'eof' && !isProse(withoutPartialToken(body))) return false
    sink.markup(source.slice(0, source.length - body.length), 'delimiter')
    source = ''
    sink.warn('header-without-message')
    begin(read.channel === null && read.kind === 'answer' ? unlabelledHeader : read)
    for (const [index, piece] of body.split(spell('constrain')).entries()) {
      if (index > 0) strayToken(spell('constrain'))
      if (piece !== '') sink.body(piece)
    }
    return true
  }

  /** The header that waits, read as one that ends before its message token. */
  function splitHeader(): ReturnType<typeof splitHeaderless> {
    return splitHeaderless(meaning, source.length, (text) => parseHeader(text, prompted, settings))
  }

  function isAfterReasoning(): boolean {
    return state === 'between' && terminator === 'end' && header?.kind === 'reasoning'
  }

  /**
   * The turn has no final message, and text where it would stand: llama-server may send it without its header.
   *
   *     …<|end|>The answer.
   *             ^^^^^^^^^^^
   *
   * @returns False if the text is no such answer; it then belongs to no message.
   */
  function openLoose(): boolean {
    if (!isLooseAnswer()) return false
    const loose = source
    source = ''
    begin({ ...bareHeader(settings.missingChannel, null), warnings: [{ code: 'missing-channel' }] })
    sink.body(loose)
    return true
  }

  function isLooseAnswer(): boolean {
    return isAfterReasoning() && !answered && source.trim() !== '' && !mayBeHeader(source)
  }

  function dropLooseTurn(): void {
    const written = looseEnd
    looseEnd = ''
    dropLoose()
    strayToken(written)
  }

  function openUnlabelled(): void {
    const loose = source
    source = ''
    begin(unlabelledHeader)
    sink.body(loose)
  }

  function openPrompted(): void {
    opened = true
    sink.open(header!)
  }

  function begin(read: Header): void {
    header = read
    pieceCount = 0
    terminator = undefined
    state = 'body'
    warnDamage(read)
    for (const { code, excerpt } of read.warnings) sink.warn(code, excerpt)
    sink.open(read)
  }

  function warnDamage({ kind, channel, warnings }: Header): void {
    if (damage === undefined) return
    const code = damage === 'channel' && kind === 'reasoning' && channel === 'analysis' ? 'damaged-analysis' : 'damaged-token'
    damage = undefined
    if (!warnings.some((warning) => warning.code === code)) sink.warn(code)
  }

  function close(token: Terminator | undefined, written: string, boundary: 'closer' | 'end-of-stream'): void {
    const { kind } = header!
    if (kind === 'answer') answered = true
    releaseLateHeader()
    sink.close(token, written, boundary)
    terminator = token
    state = 'between'
    if (boundary === 'end-of-stream') {
      if (kind === 'reasoning') sink.warn('unclosed')
    } else if (token === undefined) {
      if (settings.tokensStripped !== true) sink.warn('unterminated-message')
    } else if (!usualTerminators[kind].includes(token) && !(kind === 'call' && token === 'end' && settings.callsMayEnd === true)) {
      sink.warn('odd-terminator')
    }
  }

  /** Drops the waiting text, which belongs to no message. */
  function dropLoose(): void {
    if (source === '') return
    if (source.trim() === '') return drop('whitespace')
    sink.warn('loose-text')
    drop('dropped')
  }

  function dropHeader(code: 'stray-token' | 'header-without-message' | 'cut-header'): void {
    noteDamage()
    if (source === '') return
    sink.warn(code)
    drop('dropped')
  }

  function drop(of: 'delimiter' | 'dropped' | 'whitespace'): void {
    if (source !== '') sink.markup(source, of)
    source = ''
  }

  function strayToken(written: string): void {
    sink.warn('stray-token')
    sink.markup(written, 'delimiter')
  }

  function headerOfDialect(means: string, written: string): void {
    if (looseEnd !== '') dropLooseTurn()
    if (state === 'start' && !isHeaderLike(source)) openUnlabelled()
    else if (state === 'header' && !openHeaderless('start')) dropHeader('stray-token')
    if (state === 'body' || state === 'entering') {
      if (opened) close(undefined, '', 'closer')
      opened = true
    } else dropLoose()
    beginHeader(means, written, false, '')
    openMessage()
  }

  function end(): void {
    if (ended) return
    ended = true
    const by = endState()
    const told = by === 'return' || by === 'call'
    if (!told) sink.turnEnd(by)
  }

  /** @returns How the turn ended. */
  function endState(): string {
    if (looseEnd === '' && state !== 'body' && state !== 'entering') mendHeld()
    if (looseEnd !== '') {
      openLoose()
      inBody('return', looseEnd)
      return 'return'
    }
    if (state === 'header' && openHeaderless('eof')) state = 'body'
    if (state === 'header' || isCutHeader(source)) {
      dropHeader('cut-header')
      return 'eof'
    }
    if (!openLoose() && (state === 'between' || state === 'junk')) {
      dropLoose()
      return terminator ?? 'eof'
    }
    if (state === 'start' && source !== '') {
      begin({ ...bareHeader('answer', settings.tokensStripped === true ? 'final' : null), warnings: [{ code: 'no-structure' }] })
      sink.body(source)
      source = ''
    }
    if (opened && (state === 'body' || state === 'entering')) close(undefined, '', 'end-of-stream')
    return 'eof'
  }

  function currentPosition(): Position {
    if (state === 'body' || state === 'entering') return { at: 'body', header: header! }
    if (state === 'header') return { at: segment.startsWith('<|') || meaning.includes('to=') ? 'header' : 'start', header: meaning }
    return { at: 'start', header: state === 'start' ? meaning : '' }
  }
}

const usualTerminators: Record<Header['kind'], readonly Terminator[]> = {
  reasoning: ['end'],
  commentary: ['end'],
  answer: ['end', 'return'],
  call: ['call'],
  foreign: ['end', 'return', 'call'],
}

/** Loose text at the end of the stream that can only be a header's beginning. */
const isCutHeader = (text: string): boolean => isPartialToken(text.trim()) || (/(^|\s)to=/.test(text) && isHeaderLike(text))

/** Whether loose text at the end of a turn names a channel or a recipient, or ends within the token after a header's words. */
function mayBeHeader(text: string): boolean {
  const whole = withoutPartialToken(text)
  return whole === text ? isLateHeader(text) : isHeaderLike(whole)
}

/** Characters of a body that are looked at, and pieces that hold them. */
const longestBodyEnd = 16
/** The channel, with what damage leaves around it. */
const endsInAnalysis = /analysis[^\p{L}\p{N}]*$/iu
