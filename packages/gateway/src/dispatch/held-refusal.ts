import { dataOfFirstEvent, refusalMessage } from '../upstreams/model-limits/refusal-message.ts'
import type { AnswerListener } from '../upstreams/upstream.ts'
import type { Head } from '../head.ts'
import { createByteBuffer, forward, type ByteBuffer } from '../structures/byte-buffer.ts'

/** Longest refusal that is held, in bytes. Refusals are short; a longer one is forwarded as it arrives. */
export const longestRefusal = 65_536

/** Longest refusal with HTTP 200. Longer answers are hardly refusals, and are not held back. Only the event that announces an answer repeats the request. */
const longestWith200 = 2000

/** Longest wait for the first event of a stream, in milliseconds. Comments may keep the connection of its client alive from then on. */
const longestSilence = 1000

/** Rules for the refusals that are held. */
export interface RefusalRules {
  isHeld(status: number, headers: Head): boolean
  /**
   * @param body - Not all of it, unless `isWhole`: the refusal is too long, or the connection failed.
   * @returns The headers with which the refusal is forwarded. Undefined: the client gets nothing of it.
   */
  settle(headers: Head, body: readonly Buffer[], isWhole: boolean): Head | undefined
}

/** Holds the body of a refusal until it is whole. Passes all other answers on at once. Call `drop` if nothing more is to be forwarded. */
export function holdRefusal(listener: AnswerListener, { isHeld, settle }: RefusalRules): AnswerListener & { drop(): void } {
  let refusal: { status: number; headers: Head; held: ByteBuffer } | undefined
  let timer: NodeJS.Timeout | undefined
  return {
    onHead(status, headers) {
      if (!isHeld(status, headers)) return listener.onHead(status, headers)
      refusal = { status, headers, held: createByteBuffer(status === 200 && !isStream(headers) ? longestWith200 : longestRefusal) }
      if (isStream(headers)) timer = setTimeout(release, longestSilence, false, false)
    },
    onData(bytes, more) {
      if (refusal === undefined) listener.onData(bytes, more)
      else if (!refusal.held.push(bytes) || (refusal.status === 200 && isAnswer(refusal.headers, textOf(refusal.held))))
        release(more, false)
    },
    onEnd: () => (release(false, true) ? listener.onEnd() : undefined),
    onFailure(failure) {
      release(false, false)
      listener.onFailure(failure)
    },
    drop: () => clearTimeout(timer),
  }

  /** @returns Whether the client gets the answer. */
  function release(more: boolean, isWhole: boolean): boolean {
    clearTimeout(timer)
    if (refusal === undefined) return true
    const { status, headers, held } = refusal
    // Nearly every response with HTTP 200 is an answer.
    const isAnswered = status === 200 && (!isWhole || refusalMessage(textOf(held)).message === '')
    const shown = isAnswered ? headers : settle(headers, held.all(), isWhole)
    if (shown === undefined) return false
    refusal = undefined
    listener.onHead(status, shown)
    forward(held.release(), listener, more)
    return true
  }
}

const isStream = ({ 'content-type': type = '' }: Head): boolean => type.startsWith('text/event-stream')

/** True for a response that may be a refusal with HTTP 200, as some relays send it. */
export const mayHideRefusal = (status: number, headers: Head): boolean =>
  status === 200 && (isStream(headers) || headers['content-type']?.startsWith('application/json') === true)

/** True if the beginning of a response with HTTP 200 is no refusal: blanks, which show that the server is working, or an event without an error. */
function isAnswer(headers: Head, text: string): boolean {
  if (!isStream(headers)) return text.trim() === ''
  const data = dataOfFirstEvent(text)
  const isCut = data === undefined || !text.includes(`${data}\n`)
  const isLong = text.length > longestWith200 && !text.slice(0, longestWith200).includes('response.created')
  return isCut ? text.startsWith(':') || isLong : refusalMessage(data).message === ''
}

const textOf = (held: ByteBuffer): string => Buffer.concat(held.all()).toString('utf8')
