import { request, type IncomingMessage } from 'node:http'
import { endOf, type Delays } from './delays.ts'
import type { Api, Plan } from './plan.ts'

export interface Reply {
  /** HTTP status. Undefined if the client disconnected before it came, or the connection failed. */
  status: number | undefined
  /** All bytes of the body. */
  text: string
  /** The client disconnected as planned. Any response is right then. */
  left: boolean
  /** The body ended as HTTP requires. */
  whole: boolean
}

const paths: Readonly<Record<Api, string>> = {
  'openai-chat': '/v1/chat/completions',
  'openai-responses': '/v1/responses',
  'anthropic-messages': '/v1/messages',
}

function bodyOf({ api, id, stream }: Plan): string {
  const text = `request-${id}`
  const said = api === 'openai-responses' ? { input: text } : { messages: [{ role: 'user', content: text }] }
  return JSON.stringify({ model: 'qwen3', stream, ...(api === 'anthropic-messages' && { max_tokens: 10_000 }), ...said })
}

/** How long a pausing client does not read, in milliseconds. */
const pauseMs = 500

/**
 * Sends one request on its own connection, with the client fault of its plan.
 *
 * @param to.arrival - Resolves when the request has arrived at the upstream. A client that leaves at once waits for it.
 */
export function ask(
  plan: Plan,
  { port, session, arrival, delays }: { port: number; session: string; arrival: Promise<void>; delays: Delays },
): Promise<Reply> {
  const { clientFault: fault, hidden } = plan
  return new Promise((resolve) => {
    let text = ''
    let status: number | undefined
    let left = false
    let isOver = false
    const outgoing = request({
      host: '127.0.0.1',
      port,
      method: 'POST',
      path: paths[plan.api],
      agent: false,
      headers: { 'content-type': 'application/json', 'x-reason-session': session, ...(hidden && { 'x-reason-visibility': 'none' }) },
    })
    const ended = (): void => {
      // With a status, received bytes may still be unread. The response's own events end the request then.
      if (status === undefined) over(false)
    }
    outgoing.on('error', ended).on('close', ended)
    outgoing.on('response', read)
    outgoing.end(bodyOf(plan))
    if (fault === 'leaves-at-once') void arrival.then(leave)

    function read(incoming: IncomingMessage): void {
      status = incoming.statusCode
      let pieces = 0
      incoming.setEncoding('utf8').on('data', (piece: string) => {
        text += piece
        delays.heard(piece)
        if (++pieces !== plan.after) return
        if (fault === 'leaves') leave()
        // The gateway gives up on a stalled client before this timer fires.
        if (fault === 'stalls') incoming.pause()
        if (fault === 'stalls') setTimeout(leave, 2 * pauseMs)
        if (fault === 'pauses') incoming.pause()
        if (fault === 'pauses') setTimeout(() => incoming.resume(), pauseMs)
      })
      incoming.on('end', () => delays.heard(endOf(plan)))
      incoming.on('error', () => over(false)).on('close', () => over(incoming.complete))
    }

    function leave(): void {
      if (isOver) return
      left = true
      outgoing.destroy()
      over(false)
    }

    function over(whole: boolean): void {
      if (isOver) return
      isOver = true
      resolve({ status, text, left, whole })
    }
  })
}
