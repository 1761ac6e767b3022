import type { Socket } from 'node:net'
import { openaiError } from '@reason/gateway/errors'

/** Answers data that is not HTTP, or headers that are too large. */
export function answerClientFault(error: Error, socket: Socket): void {
  const { code } = error as NodeJS.ErrnoException
  // Further data after the answer.
  if (socket.writableEnded) return
  // The client would take this error for a part of a response that has begun, or for the response to an earlier request.
  const { _httpMessage: answer } = socket as { _httpMessage?: { headersSent: boolean; req: { complete: boolean } } | null }
  const isOthers = answer?.headersSent === true || answer?.req.complete === true
  if (code === 'ECONNRESET' || !socket.writable || isOthers) return void socket.destroy()
  refuseOn(socket, ...(faults[code ?? ''] ?? ['400 Bad Request', 'The data received is not an HTTP request.']))
}

/** Answers a client whose API is unknown, so the error has the format of OpenAI. */
export function refuseOn(socket: Socket, status: string, message: string): void {
  const body = openaiError({ status: Number.parseInt(status), type: 'invalid_request_error', code: null, message })
  const head = `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}`
  // Closing a socket with unread bytes resets the connection, and the client would lose the answer. So the socket lingers.
  socket.end(`${head}\r\n\r\n${body}`)
  socket.setTimeout(lingerMs, () => socket.destroy())
}

const lingerMs = 1000

const faults: Readonly<Record<string, [string, string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are larger than 16 KiB. Send fewer, or shorter ones.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request body was not complete in time. Send it again.'],
}
