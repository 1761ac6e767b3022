import type { Head } from '../head.ts'
import type { Send } from './upstream.ts'

/** A whole reply to a question of the gateway's own. */
export interface JsonReply {
  status: number
  headers: Head
  json: unknown
}

/** Reads a whole reply as JSON. Rejects if the upstream fails, and if the reply is too long, too late or no JSON. */
export function readJsonReply(
  send: Send,
  mostBytes: number,
  { timeoutMs, onStatus }: { timeoutMs?: number; onStatus?: ((status: number) => void) | undefined } = {},
): Promise<JsonReply> {
  const { promise, resolve, reject } = Promise.withResolvers<JsonReply>()
  const pieces: Buffer[] = []
  let length = 0
  let head: Omit<JsonReply, 'json'> = { status: 0, headers: {} }
  const timer = timeoutMs === undefined ? undefined : setTimeout(giveUp, timeoutMs, `No reply within ${timeoutMs} ms.`).unref()
  const call = send({
    onHead(status, headers) {
      onStatus?.(status)
      head = { status, headers }
    },
    onData(bytes) {
      length += bytes.length
      if (length <= mostBytes) pieces.push(Buffer.from(bytes))
      else giveUp(`The reply is longer than ${mostBytes} bytes.`)
    },
    onEnd() {
      try {
        resolve({ ...head, json: JSON.parse(Buffer.concat(pieces).toString('utf8')) })
      } catch (error) {
        reject(error as Error)
      }
    },
    onFailure: ({ message }) => reject(new Error(message)),
  })
  return promise.finally(() => clearTimeout(timer))

  function giveUp(why: string): void {
    call.abort()
    reject(new Error(why))
  }
}
