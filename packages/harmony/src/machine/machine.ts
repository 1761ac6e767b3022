import { isChannelName, isLateHeader } from '../header-words.ts'
import {
  bareHeader,
  hasRecipient,
  isContinuation,
  isHeaderLike,
  isUsualHeader,
  longestHeaderLike,
  parseHeader,
  unlabelledHeader,
  type Header,
} from '../header.ts'
import { findBody, isProse, isText, readStrippedHeader, splitHeaderless } from '../headerless.ts'
import type { TokenTarget } from '../reader.ts'
import type { HarmonySink } from '../sink.ts'
import { mayHoldDamaged, nextDamaged } from '../damaged-tokens.ts'
import { isPartialToken, isTerminator, spell, withoutPartialToken, type Terminator, type HarmonyToken } from '../tokens.ts'
import {
  addHeaderToken,
  addText,
  begin,
  beginBehindToken,
  close,
  createMessage,
  isEndedThought,
  isSeen,
  isTurnOver,
  leave,
  type MessageSettings,
} from './message.ts'
import { beginHeader, createPending, forget, hold, release } from './pending.ts'

export interface MachineSettings extends MessageSettings {
  /** Limit of text that may wait for a marker, in characters. */
  maxHeldChars: number
  /** Text directly after reasoning is the final message, whose header was lost in transit. */
  textAfterReasoning?: boolean
}

/** Position in the format at which an output begins, after the prompt. */
export type Position = { at: 'start' | 'header'; header: string } | { at: 'body'; header: Header }

export interface HarmonyMachine extends TokenTarget {
  /** Begins a message with a dialect's header: the equivalent header, and the original text. */
  header(means: string, written: string): void
  position(): Position
  /** Whether text goes straight into the body of a message. */
  isInBody(): boolean
  /** Whether text goes, or would go, into a body that a client sees. */
  isInVisible(): boolean
}

/**
 * Assembles messages from tokens and text.
 *
 *     start ───┐              message                      ┌─ text, message, constrain
 *              ├──▶ header ─────────────▶ body ◀───────────┘
 *     between ─┘      ▲                   │  │
 *        ▲            └── start, channel ─┘  │
 *        └───────── end, return, call ───────┘
 *
 * Either a message is open (message.ts), or input is held outside of bodies (pending.ts):
 *
 * - `start`: text is reasoning if a marker follows, and the answer if none ever does.
 * - `header`: text waits for `<|message|>`. Without it, text that cannot be a header is the body.
 * - `between`: text belongs to no message, with two exceptions. The text may prove to be a header that lost its start token. Or the turn ends
 *   with it after reasoning: then the text is the final message, whose header was lost. `junk`: the text is too long for a header.
 */
export function createMachine(sink: HarmonySink, settings: MachineSettings, position: Position): HarmonyMachine {
  const message = createMessage(sink, settings, position.at === 'body' ? position.header : undefined, onBegin)
  const pending = position.at === 'body' ? createPending('between', '') : createPending(position.at, position.header)
  /** End of the turn after loose text, which is the answer unless more input comes. */
  let looseEnd = ''
  let ended = false

  return {
    text,
    token,
    damaged,
    header: headerOfDialect,
    end,
    position: currentPosition,
    isInBody: () => message.state === 'body',
    isInVisible: () => isSeen(message),
  }

  function text(piece: string): void {
    if (looseEnd !== '') dropLooseTurn()
    if (message.state !== 'closed') addText(message, piece)
    else if (pending.place === 'junk') sink.markup(piece, 'dropped')
    else wait(piece)
  }

  function token(token: HarmonyToken, written: string): void {
    if (looseEnd !== '') dropLooseTurn()
    if (message.state !== 'closed') return inBody(token, written)
    mendHeld()
    act(token, written)
  }

  function act(token: HarmonyToken, written: string): void {
    if (message.state !== 'closed') inBody(token, written)
    else if (pending.place === 'header') inHeader(token, written)
    else outside(token, written)
  }

  /** Handles a damaged token, which counts only where a token of its kind is valid. */
  function damaged(token: HarmonyToken, written: string): void {
    if (looseEnd !== '') dropLooseTurn()
    const isPartOfHeader = token === 'message' || token === 'constrain'
    // Text that is too long for a header stays unsearched, because searching it for each of many tokens would be slow.
    const { place, source } = pending
    if (isPartOfHeader && (place === 'start' || place === 'between') && source.length > longestHeaderLike) return text(written)
    mendHeld()
    if (isPartOfHeader) {
      if (!isSeen(message) && !isInHeader()) return text(written)
    }
    actDamaged(token, written)
  }

  function isInHeader(): boolean {
    const { place, source } = pending
    return place === 'header' || (place !== 'junk' && source.trim() !== '' && isHeaderLike(source))
  }

  function actDamaged(token: HarmonyToken, written: string): void {
    if (token === 'channel') pending.damage = token
    else pending.damage ??= 'other'
    act(token, written)
    // Damage in a header is reported with its message.
    if (pending.place !== 'header') noteDamage()
  }

  function noteDamage(): void {
    if (pending.damage === undefined) return
    pending.damage = undefined
    sink.warn('damaged-token')
  }

  /**
   * Searches held text for damaged tokens that cannot be searched for in a stream. All of the text is available, and none of it was shown.
   *
   *     <|start|>assistant<channel|>analysis<|message|>…
   *                       ^^^^^^^^^^
   */
  function mendHeld(): void {
    const { place, source, textFrom } = pending
    if (place === 'junk' || source.length <= textFrom) return
    const loose = source.slice(textFrom)
    if (!mayHoldDamaged(loose)) return
    let from = 0
    for (let hit = nextHeld(loose, from); hit !== undefined; hit = nextHeld(loose, from)) {
      // Only if there is such a token. Other text stays held.
      if (from === 0) forget(pending, loose.length)
      if (hit.at > from) text(loose.slice(from, hit.at))
      actDamaged(hit.token, loose.slice(hit.at, hit.end))
      from = hit.end
    }
    if (from > 0 && from < loose.length) text(loose.slice(from))
  }

  /** Finds the next damaged token. After header words only, any token counts, elsewhere only a token that fits its position. */
  function nextHeld(loose: string, from: number): ReturnType<typeof nextDamaged> {
    if (message.state === 'closed') {
      const hit = nextDamaged(loose, from, true)
      const before = hit === undefined ? '' : loose.slice(from, hit.at)
      if (hit !== undefined && (pending.place === 'header' ? !isProse(before) : before.trim() !== '' && isHeaderLike(before))) return hit
    }
    return nextDamaged(loose, from, false)
  }

  /**
   * Handles a token before the first marker, or between two messages.
   *
   *     …<|call|>commentary<|channel|>commentary to=functions.f<|message|>…
   *              ^^^^^^^^^^^^^^^^^^^^^
   */
  function outside(token: HarmonyToken, written: string): void {
    const { place, source, meaning } = pending
    const first = place === 'start'
    const fits = place !== 'junk' && isHeaderLike(source)
    if (first && !fits) {
      openUnlabelled()
      inBody(token, written)
    } else if (token === 'start') {
      dropLoose()
      beginHeader(pending, '', written, false, '')
    } else if (token === 'return' && isLooseAnswer()) {
      looseEnd = written
    } else if (isTerminator(token) && !(place !== 'junk' && hasRecipient(source))) {
      const endsTurn = place === 'between' && source.trim() === '' && isTurnOver(message)
      dropLoose()
      strayToken(written)
      pending.place = 'between'
      if (endsTurn) endTurn(token)
    } else {
      if (!first) sink.warn('implicit-start')
      // Between messages, a channel word without its marker is meaningless if a marker follows.
      if (!fits || (!first && token === 'channel' && isChannelName(source.trim()))) dropLoose()
      const before = (first && isContinuation(source) ? meaning : '') + pending.source
      if (isTerminator(token)) {
        beginHeader(pending, before, pending.source, first, '')
        inHeader(token, written)
        return
      }
      beginHeader(pending, before, pending.source + written, first, token === 'message' ? '' : spell(token))
      if (token === 'message') openMessage()
    }
  }

  /**
   * Handles a token in a header.
   *
   *     <|start|>assistant<|channel|>commentary to=functions.f <|constrain|>json<|message|>…
   *              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
   */
  function inHeader(token: HarmonyToken, written: string): void {
    const { meaning, segment, source, prompted } = pending
    if (token === 'message') {
      if (!isUsualHeader(meaning) && beginsBody() && splitHeader().read.kind === 'reasoning' && openHeaderless(token)) {
        return inBody(token, written)
      }
      pending.source += written
      openMessage()
    } else if (token === 'channel' || token === 'constrain') {
      if (token === 'channel' && isProse(segment.slice(findBody(segment))) && openHeaderless(token)) return inBody(token, written)
      beginHeader(pending, meaning, source + written, prompted, spell(token))
      if (pending.source.length > settings.maxHeldChars) overflow()
    } else if (openHeaderless(token)) {
      inBody(token, written)
    } else if (token === 'start') {
      dropHeader('stray-token')
      beginHeader(pending, '', written, false, '')
    } else {
      dropHeader('header-without-message')
      sink.markup(written, 'delimiter')
      pending.place = 'between'
      if (isTerminator(token)) endTurn(token)
    }
  }

  /** Reports the end of the turn at once, because a pipeline may stop there. */
  function endTurn(by: Terminator): void {
    if (by === 'end') return
    message.terminator = by
    sink.turnEnd(by)
  }

  /** Whether a body begins. Dashes and the like are damage of the header, not text. */
  function beginsBody(): boolean {
    const { segment } = pending
    const rest = segment.slice(findBody(segment))
    return /[\p{L}\p{N}]/u.test(rest) && isProse(rest)
  }

  /**
   * Handles a token in a body.
   *
   *     …<|message|>2 + 2 = 4.<|return|>
   *                 ^^^^^^^^^^^^^^^^^^^^
   */
  function inBody(token: HarmonyToken, written: string): void {
    if (token === 'message' || token === 'constrain') {
      addHeaderToken(message, token, written)
    } else if (isTerminator(token)) {
      close(message, token, written)
      sink.markup(written, 'delimiter')
      endTurn(token)
    } else {
      leave(message, written)
      beginHeader(pending, '', written, false, token === 'start' ? '' : spell(token))
    }
  }

  function wait(piece: string): void {
    if (settings.textAfterReasoning === true && pending.source === '' && isAfterReasoning()) {
      begin(message, bareHeader('answer', 'final'), true)
      return addText(message, piece)
    }
    const taken = hold(pending, piece, settings.maxHeldChars)
    if (pending.source.length <= settings.maxHeldChars) return
    overflow()
    if (taken < piece.length) text(piece.slice(taken))
  }

  /** Releases too much held text as hidden, unless a known channel makes it visible. */
  function overflow(): void {
    sink.warn('hold-limit')
    if (pending.place === 'start') return openUnlabelled()
    if (pending.place === 'header' && openHeaderless('limit')) return
    if (openLoose()) return
    drop('dropped')
    pending.place = 'junk'
  }

  function openMessage(): void {
    const read = parseHeader(pending.meaning, pending.prompted, settings)
    drop('delimiter')
    beginBehindToken(message, read)
  }

  /**
   * Ends a header without `<|message|>`. The rest of it is the body, if any.
   *
   * @param by - `stop`: the model has ended the text.
   * @returns False: no message was opened, and the text is still held.
   */
  function openHeaderless(by: HarmonyToken | 'limit' | 'stop' | 'eof'): boolean {
    const { read, body } = splitHeader()
    const ends = by !== 'limit' && by !== 'stop' && by !== 'eof' && isTerminator(by)
    const labelled = read.kind === 'call' || (read.channel !== null && isChannelName(read.channel) && read.kind !== 'foreign')
    if (body.trim() === '' && !(labelled && ends)) return false
    // Text cut by the end of the stream may have been a header.
    if (by === 'eof' && !isProse(withoutPartialToken(body))) return false
    if (by === 'stop' && !isText(withoutPartialToken(body))) return false
    const source = release(pending)
    sink.markup(source.slice(0, source.length - body.length), 'delimiter')
    sink.warn('header-without-message')
    // A turn ends with its answer.
    const isLast = (by === 'stop' || by === 'return') && !message.answered && isEndedThought(message)
    begin(message, read.channel !== null || read.kind !== 'answer' ? read : isLast ? lostHeader() : unlabelledHeader)
    for (const [index, piece] of body.split(spell('constrain')).entries()) {
      if (index > 0) strayToken(spell('constrain'))
      if (piece !== '') sink.body(piece)
    }
    return true
  }

  /** Reads the held header as one that ends before its message token. */
  function splitHeader(): ReturnType<typeof splitHeaderless> {
    const { meaning, source, prompted } = pending
    return splitHeaderless(meaning, source.length, (text) => parseHeader(text, prompted, settings))
  }

  function isAfterReasoning(): boolean {
    return pending.place === 'between' && isEndedThought(message)
  }

  /**
   * Opens loose text at the end of the turn as the final message, if there is none: llama-server may send it without its header.
   *
   *     …<|end|>The answer.
   *             ^^^^^^^^^^^
   *
   * @returns False if the text is no such answer. The text then belongs to no message.
   */
  function openLoose(): boolean {
    if (!isLooseAnswer()) return false
    const loose = release(pending)
    const { channel, length = 0 } = readStrippedHeader(loose) ?? {}
    if (length > 0) sink.markup(loose.slice(0, length), 'delimiter')
    begin(message, channel === undefined ? lostHeader() : parseHeader(`assistant${spell('channel')}${channel}`, true, settings))
    sink.body(loose.slice(length))
    return true
  }

  function lostHeader(): Header {
    return { ...bareHeader(settings.missingChannel, null), warnings: [{ code: 'missing-channel' }] }
  }

  function isLooseAnswer(): boolean {
    const { source } = pending
    return isAfterReasoning() && !message.answered && source.trim() !== '' && !mayBeHeader(source)
  }

  function dropLooseTurn(): void {
    const written = looseEnd
    looseEnd = ''
    dropLoose()
    strayToken(written)
  }

  function openUnlabelled(): void {
    const loose = release(pending)
    begin(message, unlabelledHeader)
    sink.body(loose)
  }

  function onBegin(read: Header): void {
    pending.place = 'between'
    warnDamage(read)
  }

  function warnDamage({ kind, channel, warnings }: Header): void {
    const { damage } = pending
    if (damage === undefined) return
    const code = damage === 'channel' && kind === 'reasoning' && channel === 'analysis' ? 'damaged-analysis' : 'damaged-token'
    pending.damage = undefined
    if (!warnings.some((warning) => warning.code === code)) sink.warn(code)
  }

  /** Drops the held text, which belongs to no message. */
  function dropLoose(): void {
    if (pending.source === '') return
    if (pending.source.trim() === '') return drop('whitespace')
    sink.warn('loose-text')
    drop('dropped')
  }

  function dropHeader(code: 'stray-token' | 'header-without-message' | 'cut-header'): void {
    noteDamage()
    if (pending.source === '') return
    sink.warn(code)
    drop('dropped')
  }

  function drop(of: 'delimiter' | 'dropped' | 'whitespace'): void {
    const source = release(pending)
    if (source !== '') sink.markup(source, of)
  }

  function strayToken(written: string): void {
    sink.warn('stray-token')
    sink.markup(written, 'delimiter')
  }

  function headerOfDialect(means: string, written: string): void {
    if (looseEnd !== '') dropLooseTurn()
    if (pending.place === 'start' && !isHeaderLike(pending.source)) openUnlabelled()
    else if (pending.place === 'header' && !openHeaderless('start')) dropHeader('stray-token')
    if (message.state !== 'closed') leave(message, '')
    else dropLoose()
    beginHeader(pending, means, written, false, '')
    openMessage()
  }

  function end(isWhole = false): void {
    if (ended) return
    ended = true
    const by = endState(isWhole)
    const told = by === 'return' || by === 'call'
    if (!told) sink.turnEnd(by)
  }

  /** @returns How the turn ended. */
  function endState(isWhole: boolean): string {
    if (looseEnd === '' && message.state === 'closed') mendHeld()
    if (looseEnd !== '') {
      openLoose()
      inBody('return', looseEnd)
      return 'return'
    }
    if (pending.place === 'header') openHeaderless(isWhole ? 'stop' : 'eof')
    if (pending.place === 'header' || isCutHeader(pending.source)) {
      dropHeader('cut-header')
      return 'eof'
    }
    if (!openLoose() && message.state === 'closed' && pending.place !== 'start') {
      dropLoose()
      return message.terminator ?? 'eof'
    }
    if (pending.source !== '') {
      const loose = release(pending)
      begin(message, { ...bareHeader('answer', settings.tokensStripped === true ? 'final' : null), warnings: [{ code: 'no-structure' }] })
      sink.body(loose)
    }
    if (message.opened && message.state !== 'closed') close(message, undefined, '', 'end-of-stream')
    return 'eof'
  }

  function currentPosition(): Position {
    if (message.state !== 'closed') return { at: 'body', header: message.header! }
    const { place, meaning, segment } = pending
    if (place === 'header') return { at: segment.startsWith('<|') || meaning.includes('to=') ? 'header' : 'start', header: meaning }
    return { at: 'start', header: place === 'start' ? meaning : '' }
  }
}

/** Whether loose text at the end of the stream can only be the beginning of a header. */
const isCutHeader = (text: string): boolean => isPartialToken(text.trim()) || (/(^|\s)to=/.test(text) && isHeaderLike(text))

/** Whether loose text at the end of a turn names a channel or a recipient, or ends within the token after a header's words. */
function mayBeHeader(text: string): boolean {
  const whole = withoutPartialToken(text)
  return whole === text ? isLateHeader(text) : isHeaderLike(whole)
}
