import { isLateHeader, mayBecomeHeader } from '../header-words.ts'
import { bareHeader, isVisible, parseHeader, type Header, type HeaderSettings } from '../header.ts'
import type { Sink } from '../sink.ts'
import { spell, type Terminator } from '../tokens.ts'
import { addPiece, createBodyEnd, textOf, type BodyEnd } from './body-end.ts'

export interface MessageSettings extends HeaderSettings {
  /** LLM-jp writes a blank after every token: that after `<|message|>` does not belong to the body. */
  blankAfterMessage?: boolean
  /** LLM-jp ends each of several calls in a row with `<|end|>`. */
  callsMayEnd?: boolean
  /** The tokens were lost on the way: a message without a terminator is no anomaly, and text without a header is final. */
  tokensStripped?: boolean
  /** A message of another role behind the answer ends the turn: all that follows is foreign, too. */
  isOneTurn?: boolean
}

/**
 * The message that is open, or was last.
 *
 *     begin ──▶ entering ──text──▶ body ──terminator──▶ closed
 *
 * `entering`: no text has come, or one that may still be a header. The prompt may have opened the body.
 *
 * A record and functions over it: closures of its own would make each piece of text cost half as much again.
 */
export interface Message {
  readonly sink: Sink
  readonly settings: MessageSettings
  /** Told of each message before it opens. */
  readonly onBegin: (read: Header) => void
  state: 'closed' | 'entering' | 'body'
  header: Header | undefined
  /** False: the prompt opened the body, and nothing of it has come yet. */
  opened: boolean
  /** The beginning of a visible body, as long as it may be a header that came too late: `<|message|>analysis<|message|>`. */
  lateHeader: string
  bodyEnd: BodyEnd
  /** The dialect has a blank before the body that waits for its first text. */
  blankDue: boolean
  /** What ended it, or the turn. */
  terminator: Terminator | undefined
  /** A message of the answer was there: no other one is missing. */
  answered: boolean
  /** Another role has written behind the answer: the turn is over. */
  isOver: boolean
}

/** @param prompted - Header of the message whose body the prompt has opened. */
export const createMessage = (
  sink: Sink,
  settings: MessageSettings,
  prompted: Header | undefined,
  onBegin: Message['onBegin'],
): Message => ({
  sink,
  settings,
  onBegin,
  state: prompted === undefined ? 'closed' : 'entering',
  header: prompted,
  opened: prompted === undefined,
  lateHeader: '',
  bodyEnd: createBodyEnd(),
  blankDue: false,
  terminator: undefined,
  answered: false,
  isOver: false,
})

/** It is open, and a client sees its body. */
export const isSeen = ({ state, header }: Message): boolean => state !== 'closed' && isVisible(header!)

/** It is over, was a thought or had no channel, and only its message was ended. */
export const isEndedThought = ({ state, terminator, header }: Message): boolean =>
  state === 'closed' && terminator === 'end' && (header?.kind === 'reasoning' || (header?.kind === 'answer' && header.channel === null))

/** It was one that a turn ends with, and only its message was ended: `…<|end|><|return|>`. */
export const isTurnOver = ({ terminator, header }: Message): boolean =>
  terminator === 'end' && (header?.kind === 'answer' || header?.kind === 'call')

/** @param enters - Its first text may be a header that came too late. Default: it is the body. */
export function begin(message: Message, read: Header, enters = false): void {
  const { sink, onBegin, settings } = message
  message.isOver ||= settings.isOneTurn === true && message.answered && read.kind === 'foreign'
  const header: Header = message.isOver ? { ...read, kind: 'foreign' } : read
  message.header = header
  message.bodyEnd.count = 0
  message.blankDue = false
  message.terminator = undefined
  message.state = enters ? 'entering' : 'body'
  onBegin(header)
  for (const { code, excerpt } of header.warnings) sink.warn(code, excerpt)
  sink.open(header)
}

/** The same behind `<|message|>`. */
export function beginBehindToken(message: Message, read: Header): void {
  const hasBlank = message.settings.blankAfterMessage === true
  begin(message, read, hasBlank || isVisible(read))
  message.blankDue = hasBlank
}

export function addText(message: Message, piece: string): void {
  if (message.state === 'body') {
    addPiece(message.bodyEnd, piece)
    message.sink.body(piece)
  } else enter(message, piece)
}

function enter(message: Message, piece: string): void {
  openPrompted(message)
  const blank = message.blankDue && piece.startsWith(' ')
  message.blankDue = false
  if (blank) message.sink.markup(' ', 'whitespace')
  message.lateHeader += blank ? piece.slice(1) : piece
  if (isVisible(message.header!) && mayBecomeHeader(message.lateHeader)) return
  message.state = 'body'
  releaseLateHeader(message)
}

function openPrompted(message: Message): void {
  if (message.opened) return
  message.opened = true
  message.sink.open(message.header!)
}

function releaseLateHeader(message: Message): void {
  const piece = message.lateHeader
  message.lateHeader = ''
  if (piece === '') return
  addPiece(message.bodyEnd, piece)
  message.sink.body(piece)
}

/** A token of headers in the body. */
export function addHeaderToken(message: Message, token: 'message' | 'constrain', written: string): void {
  if (isLateHeader(message.lateHeader)) return reopen(message, written)
  releaseLateHeader(message)
  if (token === 'message' && isVisible(message.header!) && endsInAnalysis.test(textOf(message.bodyEnd))) return hideRest(message, written)
  message.sink.warn('stray-token')
  message.sink.markup(written, 'delimiter')
}

/** The channel, with what damage leaves around it. */
const endsInAnalysis = /analysis[^\p{L}\p{N}]*$/iu

/**
 * The body was a header yet. What it says is as good as any other channel without its marker.
 *
 *     <|start|>assistant<|message|>analysis<|message|>…
 *                                  ^^^^^^^^^^^^^^^^^^^
 */
function reopen(message: Message, written: string): void {
  const { sink, lateHeader } = message
  const { channel, name, contentType } = message.header!
  const before = channel === null ? '' : spell('channel') + channel
  const read = parseHeader(`assistant${before} ${lateHeader}`, true, message.settings)
  sink.close(undefined, '', 'closer')
  sink.warn('stray-token')
  sink.markup(lateHeader + written, 'delimiter')
  message.lateHeader = ''
  begin(message, { ...read, name, contentType: read.contentType ?? contentType }, true)
}

/**
 * What follows in a visible body is a thought, whose header is shown already.
 *
 *     <|channel|>commentary<|message|>Wait.|end|>|start|>assistant|channel|>analysis<|message|>…
 *                                                                           ^^^^^^^^^^^^^^^^^^^
 */
function hideRest(message: Message, written: string): void {
  const { sink } = message
  sink.close(undefined, '', 'closer')
  sink.warn('damaged-analysis')
  sink.markup(written, 'delimiter')
  begin(message, bareHeader('reasoning', 'analysis'), true)
}

export function close(
  message: Message,
  token: Terminator | undefined,
  written: string,
  boundary: 'closer' | 'end-of-stream' = 'closer',
): void {
  openPrompted(message)
  const { sink, settings } = message
  const { kind } = message.header!
  if (kind === 'answer' && message.header!.channel !== null) message.answered = true
  releaseLateHeader(message)
  sink.close(token, written, boundary)
  message.terminator = token
  message.state = 'closed'
  if (boundary === 'end-of-stream') {
    if (kind === 'reasoning') sink.warn('unclosed')
  } else if (token === undefined) {
    if (settings.tokensStripped !== true) sink.warn('unterminated-message')
  } else if (!usualTerminators[kind].includes(token) && !(kind === 'call' && token === 'end' && settings.callsMayEnd === true)) {
    sink.warn('odd-terminator')
  }
}

const usualTerminators: Record<Header['kind'], readonly Terminator[]> = {
  reasoning: ['end'],
  commentary: ['end'],
  answer: ['end', 'return'],
  call: ['call'],
  foreign: ['end', 'return', 'call'],
}

/** Another message begins. A body that only the prompt knew of never was. */
export function leave(message: Message, written: string): void {
  if (message.opened) close(message, undefined, written)
  message.opened = true
  message.state = 'closed'
}
