import { isChannelName } from '../headers/header-words.ts'
import { hasRecipient, isContinuation, isHeaderLike, isUsualHeader } from '../headers/header.ts'
import { findBody, isProse } from '../headers/headerless.ts'
import { isTerminator, spell, type HarmonyToken, type Terminator } from '../tokens/tokens.ts'
import { dropHeader, dropLoose, dropToken } from './dropped-input.ts'
import { addHeaderToken, close, isTurnOver, leave } from './message.ts'
import { isLooseAnswer, isReasoningWithBody, openHeaderless, openMessage, openUnlabelled, overflow } from './open-held.ts'
import { beginHeader } from './pending.ts'
import type { HarmonyTurn } from './turn.ts'

/** Handles a token by its position: in a body, in a header, or outside of messages. */
export function addToken(turn: HarmonyTurn, token: HarmonyToken, written: string): void {
  if (turn.message.state !== 'closed') inBody(turn, token, written)
  else if (turn.pending.place === 'header') inHeader(turn, token, written)
  else outside(turn, token, written)
}

/**
 * Handles a token in a body.
 *
 *     …<|message|>2 + 2 = 4.<|return|>
 *                 ^^^^^^^^^^^^^^^^^^^^
 */
export function inBody(turn: HarmonyTurn, token: HarmonyToken, written: string): void {
  const { message, pending, sink } = turn
  if (token === 'message' || token === 'constrain') {
    addHeaderToken(message, token, written)
  } else if (isTerminator(token)) {
    close(message, token, written)
    sink.markup(written, 'delimiter')
    endTurn(turn, token)
  } else {
    leave(message, written)
    beginHeader(pending, '', written, false, token === 'start' ? '' : spell(token))
  }
}

/**
 * Handles a token in a header.
 *
 *     <|start|>assistant<|channel|>commentary to=functions.f <|constrain|>json<|message|>…
 *              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
 */
function inHeader(turn: HarmonyTurn, token: HarmonyToken, written: string): void {
  const { pending, sink, settings } = turn
  const { meaning, segment, source, prompted } = pending
  if (token === 'message') {
    if (!isUsualHeader(meaning) && isReasoningWithBody(turn) && openHeaderless(turn, token)) return inBody(turn, token, written)
    pending.source += written
    openMessage(turn)
  } else if (token === 'channel' || token === 'constrain') {
    if (token === 'channel' && isProse(segment.slice(findBody(segment))) && openHeaderless(turn, token)) return inBody(turn, token, written)
    beginHeader(pending, meaning, source + written, prompted, spell(token))
    if (pending.source.length > settings.maxHeldChars) overflow(turn)
  } else if (openHeaderless(turn, token)) {
    inBody(turn, token, written)
  } else if (token === 'start') {
    dropHeader(turn, 'stray-token')
    beginHeader(pending, '', written, false, '')
  } else {
    dropHeader(turn, 'header-without-message')
    sink.markup(written, 'delimiter')
    pending.place = 'between'
    if (isTerminator(token)) endTurn(turn, token)
  }
}

/**
 * Handles a token before the first marker, or between two messages.
 *
 *     …<|call|>commentary<|channel|>commentary to=functions.f<|message|>…
 *              ^^^^^^^^^^^^^^^^^^^^^
 */
function outside(turn: HarmonyTurn, token: HarmonyToken, written: string): void {
  const { message, pending, sink } = turn
  const { place, source, meaning } = pending
  const first = place === 'start'
  const fits = place !== 'junk' && isHeaderLike(source)
  if (first && !fits) {
    openUnlabelled(turn)
    inBody(turn, token, written)
  } else if (token === 'start') {
    dropLoose(turn)
    beginHeader(pending, '', written, false, '')
  } else if (token === 'return' && isLooseAnswer(turn)) {
    turn.looseEnd = written
  } else if (isTerminator(token) && !(place !== 'junk' && hasRecipient(source))) {
    const endsTurn = place === 'between' && source.trim() === '' && isTurnOver(message)
    dropLoose(turn)
    dropToken(turn, written)
    pending.place = 'between'
    if (endsTurn) endTurn(turn, token)
  } else {
    if (!first) sink.warn('implicit-start')
    // Between messages, a channel word without its marker is meaningless if a marker follows.
    if (!fits || (!first && token === 'channel' && isChannelName(source.trim()))) dropLoose(turn)
    const before = (first && isContinuation(source) ? meaning : '') + pending.source
    if (isTerminator(token)) {
      beginHeader(pending, before, pending.source, first, '')
      inHeader(turn, token, written)
      return
    }
    beginHeader(pending, before, pending.source + written, first, token === 'message' ? '' : spell(token))
    if (token === 'message') openMessage(turn)
  }
}

/** Reports the end of the turn at once, because a pipeline may stop there. */
function endTurn({ message, sink }: HarmonyTurn, by: Terminator): void {
  if (by === 'end') return
  message.terminator = by
  sink.turnEnd(by)
}
