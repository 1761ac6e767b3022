import { isLateHeader, mayBecomeHeader } from '../headers/header-words.ts'
import { bareHeader, isVisible, parseHeader, type Header, type HeaderSettings } from '../headers/header.ts'
import type { HarmonySink } from '../messages/sink.ts'
import { spell, type Terminator } from '../tokens/tokens.ts'
import { addPiece, createBodyEnd, textOf, type BodyEnd } from './body-end.ts'

export interface MessageSettings extends HeaderSettings {
  /** LLM-jp writes a blank after every token. The blank after `<|message|>` does not belong to the body. */
  blankAfterMessage?: boolean
  /** LLM-jp ends each of several consecutive calls with `<|end|>`. */
  callsMayEnd?: boolean
  /** The tokens were lost in transit: a message without a terminator is no anomaly, and text without a header is final. */
  tokensStripped?: boolean
  /** A message of another role after the answer ends the turn, so all later messages are foreign, too. */
  isOneTurn?: boolean
}

/**
 * The open or last message.
 *
 *     begin ──▶ entering ──text──▶ body ──terminator──▶ closed
 *
 * `entering`: no text has come, or the text may still be a header. The prompt may have opened the body.
 *
 * A record with functions over it, because closures would make each piece of text half as expensive again.
 */
export interface OpenMessage {
  readonly sink: HarmonySink
  readonly settings: MessageSettings
  /** Called with the header of each message before it opens. */
  readonly onBegin: (read: Header) => void
  state: 'closed' | 'entering' | 'body'
  header: Header | undefined
  /** False: the prompt opened the body, and no text has come yet. */
  opened: boolean
  /** Beginning of a visible body, while it may be a late header: `<|message|>analysis<|message|>`. */
  lateHeader: string
  bodyEnd: BodyEnd
  /** The dialect has a blank before the body, which awaits its first text. */
  blankDue: boolean
  /** Terminator of the message or of the turn. */
  terminator: Terminator | undefined
  /** A final message has come, so none is missing. */
  answered: boolean
  /** Another role has written after the answer, so the turn is over. */
  isOver: boolean
}

/** @param prompted - Header of the message whose body the prompt has opened. */
export const createMessage = (
  sink: HarmonySink,
  settings: MessageSettings,
  prompted: Header | undefined,
  onBegin: OpenMessage['onBegin'],
): OpenMessage => ({
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

/** Whether the message is open, and a client sees its body. */
export const isSeen = ({ state, header }: OpenMessage): boolean => state !== 'closed' && isVisible(header!)

/** Whether a message was a thought or had no channel, and was closed by `<|end|>`, which does not end the turn. */
export const isEndedThought = ({ state, terminator, header }: OpenMessage): boolean =>
  state === 'closed' && terminator === 'end' && (header?.kind === 'reasoning' || (header?.kind === 'answer' && header.channel === null))

/** Whether a message may end a turn, but was closed by `<|end|>` only: `…<|end|><|return|>`. */
export const isTurnOver = ({ terminator, header }: OpenMessage): boolean =>
  terminator === 'end' && (header?.kind === 'answer' || header?.kind === 'call')

/** @param enters - The first text may be a late header. Default: it is the body. */
export function begin(message: OpenMessage, read: Header, enters = false): void {
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

/** Begins a message after `<|message|>`. */
export function beginBehindToken(message: OpenMessage, read: Header): void {
  const hasBlank = message.settings.blankAfterMessage === true
  begin(message, read, hasBlank || isVisible(read))
  message.blankDue = hasBlank
}

export function addText(message: OpenMessage, piece: string): void {
  if (message.state === 'body') {
    addPiece(message.bodyEnd, piece)
    message.sink.body(piece)
  } else enter(message, piece)
}

function enter(message: OpenMessage, piece: string): void {
  openPrompted(message)
  const blank = message.blankDue && piece.startsWith(' ')
  message.blankDue = false
  if (blank) message.sink.markup(' ', 'whitespace')
  message.lateHeader += blank ? piece.slice(1) : piece
  if (isVisible(message.header!) && mayBecomeHeader(message.lateHeader)) return
  message.state = 'body'
  releaseLateHeader(message)
}

function openPrompted(message: OpenMessage): void {
  if (message.opened) return
  message.opened = true
  message.sink.open(message.header!)
}

function releaseLateHeader(message: OpenMessage): void {
  const piece = message.lateHeader
  message.lateHeader = ''
  if (piece === '') return
  addPiece(message.bodyEnd, piece)
  message.sink.body(piece)
}

/** Handles a header token in the body. */
export function addHeaderToken(message: OpenMessage, token: 'message' | 'constrain', written: string): void {
  if (isLateHeader(message.lateHeader)) return reopen(message, written)
  releaseLateHeader(message)
  if (token === 'message' && isVisible(message.header!) && endsInAnalysis.test(textOf(message.bodyEnd))) return hideRest(message, written)
  message.sink.warn('stray-token')
  message.sink.markup(written, 'delimiter')
}

/** Matches the channel, with the remains of damaged tokens around it. */
const endsInAnalysis = /analysis[^\p{L}\p{N}]*$/iu

/**
 * Reads the body as a late header, which counts like any other channel without its marker.
 *
 *     <|start|>assistant<|message|>analysis<|message|>…
 *                                  ^^^^^^^^^^^^^^^^^^^
 */
function reopen(message: OpenMessage, written: string): void {
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
 * Hides the rest of a visible body, which is a thought whose header was already shown.
 *
 *     <|channel|>commentary<|message|>Wait.|end|>|start|>assistant|channel|>analysis<|message|>…
 *                                                                           ^^^^^^^^^^^^^^^^^^^
 */
function hideRest(message: OpenMessage, written: string): void {
  const { sink } = message
  sink.close(undefined, '', 'closer')
  sink.warn('damaged-analysis')
  sink.markup(written, 'delimiter')
  begin(message, bareHeader('reasoning', 'analysis'), true)
}

export function close(
  message: OpenMessage,
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

/** Ends the message because another one begins. A body that only the prompt opened, without text, is not reported. */
export function leave(message: OpenMessage, written: string): void {
  if (message.opened) close(message, undefined, written)
  message.opened = true
  message.state = 'closed'
}
