import { isChannelName, isLateHeader } from '../headers/header-words.ts'
import { bareHeader, isHeaderLike, parseHeader, unlabelledHeader, type Header } from '../headers/header.ts'
import { findBody, isProse, isText, readStrippedHeader, splitHeaderless } from '../headers/headerless.ts'
import { readThoughtOpening } from '../messages/leading-thought.ts'
import { isTerminator, spell, withoutPartialToken, type HarmonyToken } from '../tokens/tokens.ts'
import { drop, dropToken } from './dropped-input.ts'
import { begin, beginBehindToken, isEndedThought } from './message.ts'
import { release } from './pending.ts'
import { isAfterReasoning, readHeader, type MachineSettings, type HarmonyTurn } from './turn.ts'

// How held input becomes a message.

/** Opens a message with the held header, after `<|message|>`. */
export function openMessage(turn: HarmonyTurn): void {
  const read = readHeader(turn)
  drop(turn, 'delimiter')
  beginBehindToken(turn.message, read)
}

/** Opens held text before the first marker as reasoning. If the text begins with a thought in tags, only the thought is reasoning. */
export function openUnlabelled({ message, pending, sink }: HarmonyTurn): void {
  const loose = release(pending)
  begin(message, typeof readThoughtOpening(loose) === 'object' ? bareHeader('answer', null) : unlabelledHeader)
  sink.body(loose)
}

/** Opens held text as the answer, because no marker came. */
export function openUnmarked({ message, pending, sink, settings }: HarmonyTurn): void {
  const loose = release(pending)
  begin(message, { ...bareHeader('answer', settings.tokensStripped === true ? 'final' : null), warnings: [{ code: 'no-structure' }] })
  sink.body(loose)
}

/**
 * Ends a header without `<|message|>`. The rest of it is the body, if any.
 *
 * @param by - `stop`: the model has ended the text.
 * @returns False: no message was opened, and the text is still held.
 */
export function openHeaderless(turn: HarmonyTurn, by: HarmonyToken | 'limit' | 'stop' | 'eof'): boolean {
  const { message, pending, sink, settings } = turn
  const { read, body } = splitHeader(turn)
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
  begin(message, read.channel !== null || read.kind !== 'answer' ? read : isLast ? lostHeader(settings) : unlabelledHeader)
  for (const [index, piece] of body.split(spell('constrain')).entries()) {
    if (index > 0) dropToken(turn, spell('constrain'))
    if (piece !== '') sink.body(piece)
  }
  return true
}

/** Whether the held header is one of reasoning, and its body begins before `<|message|>`. Dashes and the like are damage of the header, not text. */
export function isReasoningWithBody(turn: HarmonyTurn): boolean {
  const { segment } = turn.pending
  const rest = segment.slice(findBody(segment))
  return /[\p{L}\p{N}]/u.test(rest) && isProse(rest) && splitHeader(turn).read.kind === 'reasoning'
}

/** Reads the held header as one that ends before its message token. */
function splitHeader({ pending, settings }: HarmonyTurn): ReturnType<typeof splitHeaderless> {
  const { meaning, source, prompted } = pending
  return splitHeaderless(meaning, source.length, (text) => parseHeader(text, prompted, settings))
}

/**
 * Opens loose text at the end of the turn as the final message, if there is none: llama-server may send it without its header.
 *
 *     …<|end|>The answer.
 *             ^^^^^^^^^^^
 *
 * @returns False if the text is no such answer. The text then belongs to no message.
 */
export function openLoose(turn: HarmonyTurn): boolean {
  if (!isLooseAnswer(turn)) return false
  const { message, pending, sink, settings } = turn
  const loose = release(pending)
  const { channel, length = 0 } = readStrippedHeader(loose) ?? {}
  if (length > 0) sink.markup(loose.slice(0, length), 'delimiter')
  begin(message, channel === undefined ? lostHeader(settings) : parseHeader(`assistant${spell('channel')}${channel}`, true, settings))
  sink.body(loose.slice(length))
  return true
}

export function isLooseAnswer(turn: HarmonyTurn): boolean {
  const { source } = turn.pending
  return isAfterReasoning(turn) && !turn.message.answered && source.trim() !== '' && !mayBeHeader(source)
}

/** Whether loose text at the end of a turn names a channel or a recipient, or ends within the token after a header's words. */
function mayBeHeader(text: string): boolean {
  const whole = withoutPartialToken(text)
  return whole === text ? isLateHeader(text) : isHeaderLike(whole)
}

/** Releases too much held text as hidden, unless a known channel makes it visible. */
export function overflow(turn: HarmonyTurn): void {
  const { pending, sink } = turn
  sink.warn('hold-limit')
  if (pending.place === 'start') return openUnlabelled(turn)
  if (pending.place === 'header' && openHeaderless(turn, 'limit')) return
  if (openLoose(turn)) return
  drop(turn, 'dropped')
  pending.place = 'junk'
}

const lostHeader = ({ missingChannel }: MachineSettings): Header => ({
  ...bareHeader(missingChannel, null),
  warnings: [{ code: 'missing-channel' }],
})
