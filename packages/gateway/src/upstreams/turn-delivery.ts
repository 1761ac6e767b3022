import { inTurn } from '../event-loop/turns.ts'
import type { AnswerListener, Send, UpstreamCall } from './upstream.ts'

/**
 * Delivers the events of an answer together, in their order, when the request gets its turn.
 *
 * @param send - Must provide bytes that are not overwritten later.
 */
export function tellInTurn(send: Send, listener: AnswerListener): UpstreamCall {
  let waiting: (() => void)[] = []
  let isOver = false
  const call = send({
    onHead: (status, headers) => tell(() => listener.onHead(status, headers)),
    onData: (bytes, more) => tell(() => listener.onData(bytes, more)),
    onEnd: () => tell(() => listener.onEnd()),
    onFailure: (failure) => tell(() => listener.onFailure(failure)),
  })
  return { pause: call.pause, resume: call.resume, abort }

  function tell(event: () => void): void {
    if (waiting.push(event) === 1) inTurn('answer', tellAll)
  }

  function tellAll(): void {
    const events = waiting
    waiting = []
    for (const event of events) if (!isOver) event()
  }

  function abort(...why: Parameters<UpstreamCall['abort']>): void {
    isOver = true
    call.abort(...why)
  }
}
