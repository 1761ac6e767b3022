import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** Starts an HTTP server on loopback with the listener of a test. It stops after the test, and closes open connections. */
export async function startUpstream(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

/** Starts such a server for a test that keeps a response to end it later. The gateway also asks for models (GET), at any time: that gets 404. */
export const startAnsweringUpstream = (listener: RequestListener): Promise<string> =>
  startUpstream((request, response) => {
    if (request.method === 'POST') listener(request, response)
    else response.writeHead(404).end()
  })

/** Starts such a server whose listener gets the body of each request as text. */
export const startReadingUpstream = (
  listener: (body: string, response: ServerResponse, request: IncomingMessage) => void,
): Promise<string> =>
  startUpstream((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => listener(Buffer.concat(pieces).toString('utf8'), response, request))
  })

/** Starts a TCP server, for upstreams that do not speak HTTP, or break its rules. */
export async function startTcpUpstream(onConnection: (socket: Socket) => void): Promise<string> {
  const open = new Set<Socket>()
  const server = createTcpServer((socket) => {
    open.add(socket)
    socket.on('error', () => {}).on('close', () => open.delete(socket))
    onConnection(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

export function sendStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
}

/** An event of a chat completion stream. */
export const chunk = (delta: Record<string, unknown>, choice: Record<string, unknown> = {}): string =>
  `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_700_000_000, model: 'some-model', choices: [{ index: 0, delta, finish_reason: null, ...choice }] })}\n\n`

export const done = 'data: [DONE]\n\n'

/** A whole chat completion with these messages, one for each choice. */
export const completion = (...messages: Record<string, unknown>[]): string =>
  JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: 'some-model',
    choices: messages.map((message, index) => ({ index, message: { role: 'assistant', ...message }, finish_reason: 'stop' })),
    usage: { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 },
  })

/** A whole answer in Anthropic's Messages format. */
export const messagesAnswer = (text: string): string =>
  JSON.stringify({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'some-model',
    content: [{ type: 'text', text }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 5, output_tokens: 7 },
  })
