import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A real upstream on loopback that behaves as the test says. Stopped with the test, whatever is still open. */
export async function startUpstream(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

/** One that speaks no HTTP, or breaks its rules. */
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

/** One event of a chat completion stream. */
export const chunk = (delta: Record<string, unknown>, choice: Record<string, unknown> = {}): string =>
  `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_700_000_000, model: 'some-model', choices: [{ index: 0, delta, finish_reason: null, ...choice }] })}\n\n`

export const done = 'data: [DONE]\n\n'

/** A whole answer. */
export const completion = (...messages: Record<string, unknown>[]): string =>
  JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: 'some-model',
    choices: messages.map((message, index) => ({ index, message: { role: 'assistant', ...message }, finish_reason: 'stop' })),
    usage: { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 },
  })

/** The same, of Anthropic's Messages. */
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
