import { expect, it } from 'vitest'
import { question, startGateway } from '../../support/gateway.ts'
import { chunk, completion, done, sendStream, startUpstream } from '../../support/upstream.ts'

const event = (type: string, data: object): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`

/** An answer that waits before its last piece, in which the usage is. */
interface Held {
  path: string
  format: string
  body: object
  pieces: readonly string[]
  flags?: readonly string[]
}

const chat = { path: '/v1/chat/completions', format: 'openai-chat', body: { messages: question, stream: true } }
const spoken = chunk({ content: 'It is 51.' }) + chunk({}, { finish_reason: 'stop' })
const claude = { path: '/v1/messages', format: 'anthropic-messages', body: { messages: question, stream: true, max_tokens: 9000 } }
const messageStart = event('message_start', {
  message: { id: 'm', type: 'message', role: 'assistant', model: 'm', content: [], usage: { input_tokens: 9, output_tokens: 1 } },
})
const redacted = event('content_block_start', { index: 0, content_block: { type: 'redacted_thinking', data: 'x' } })
const text =
  event('content_block_start', { index: 1, content_block: { type: 'text', text: '' } }) +
  event('content_block_delta', { index: 1, delta: { type: 'text_delta', text: 'It is 51.' } })
const responses = { path: '/v1/responses', format: 'openai-responses', body: { input: question, stream: true } }
const response = { id: 'r', object: 'response', created_at: 1, status: 'in_progress', model: 'm', output: [] }

const reservation = 4096

const rows: [name: string, held: Held, expected: number][] = [
  ['what was shown', { ...chat, pieces: [chunk({ reasoning_content: 'word'.repeat(30) }), spoken] }, 30],
  [
    'what was shown, though it asked for thinking',
    { ...chat, body: { ...chat.body, reasoning_effort: 'high' }, pieces: [chunk({ reasoning_content: 'word'.repeat(30) }), spoken] },
    30,
  ],
  [
    'the reservation, of a model that was asked to think and shows nothing',
    { ...chat, body: { ...chat.body, reasoning_effort: 'high' }, pieces: [spoken] },
    reservation,
  ],
  [
    'the reservation of its own limit',
    { ...chat, body: { ...chat.body, reasoning_effort: 'high', max_completion_tokens: 700 }, pieces: [spoken] },
    700,
  ],
  ['nothing of a model that was not asked to think', { ...chat, pieces: [spoken] }, 0],
  ['nothing of a model that was asked not to', { ...chat, body: { ...chat.body, reasoning_effort: 'none' }, pieces: [spoken] }, 0],
  [
    'the reservation, of a block that is hidden',
    { ...claude, pieces: [messageStart, redacted, event('content_block_stop', { index: 0 }), text] },
    reservation,
  ],
  [
    'the reservation, of an item of reasoning without text',
    {
      ...responses,
      pieces: [
        event('response.created', { response }),
        event('response.output_item.added', { output_index: 0, item: { id: 'rs', type: 'reasoning', summary: [] } }),
        event('response.output_item.done', { output_index: 0, item: { id: 'rs', type: 'reasoning', summary: [], encrypted_content: 'x' } }),
        event('response.output_item.added', { output_index: 1, item: { id: 'm', type: 'message', role: 'assistant', content: [] } }),
        event('response.content_part.added', { output_index: 1, content_index: 0, part: { type: 'output_text', text: '' } }),
        event('response.output_text.delta', { output_index: 1, content_index: 0, delta: 'It is 51.' }),
      ],
    },
    reservation,
  ],
  [
    'the reservation, of a whole answer that was asked to think',
    { ...chat, body: { messages: question, reasoning_effort: 'high' }, pieces: [] },
    reservation,
  ],
  [
    'the reservation, of a stream of a hosted model that has not begun',
    { ...chat, body: { ...chat.body, reasoning_effort: 'high' }, pieces: [] },
    reservation,
  ],
  [
    'nothing of a stream of a server of ours that has not begun',
    { ...chat, body: { ...chat.body, reasoning_effort: 'high' }, pieces: [], flags: ['--upstream-engine', 'vllm'] },
    0,
  ],
  [
    'a thought that was held, as the client may not see it',
    { ...chat, pieces: [chunk({ content: 'word'.repeat(30) })], flags: ['--visibility', 'none', '--keep-alive', '20'] },
    30,
  ],
]

/** A gateway whose upstream sends the pieces and nothing more. */
async function rig({ format, pieces, body, flags = [] }: Held) {
  const state = { asked: 0, open: 0 }
  const url = await startUpstream((request, reply) => {
    request.resume()
    state.asked++
    state.open++
    reply.on('close', () => state.open--)
    if (!('stream' in body)) return
    sendStream(reply)
    for (const piece of pieces) reply.write(piece)
  })
  const gateway = await startGateway('--upstream', url, '--upstream-format', format, ...flags)
  return { ...gateway, state }
}

const balanceOf = async (url: string): Promise<{ used: number; reserved: number }> => {
  const { budgets } = (await (await fetch(`${url}/api/sessions/alice/budget`)).json()) as { budgets: { used: number; reserved: number }[] }
  return { used: budgets[0]!.used, reserved: budgets[0]!.reserved }
}

it.each(rows)('who hangs up before the usage comes pays %s', async (_, held, expected) => {
  const { url, state } = await rig(held)
  const leave = new AbortController()
  const asked = fetch(url + held.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-reason-session': 'alice' },
    body: JSON.stringify({ model: 'm', ...held.body }),
    signal: leave.signal,
  }).then(async (reply) => {
    let text = ''
    for await (const piece of reply.body!) {
      text += Buffer.from(piece).toString()
      if (text.includes('It is 51.') || text.includes('\n:')) leave.abort()
    }
  })
  const ended = expect(asked).rejects.toThrow()
  await expect.poll(() => state.asked).toBe(1)
  if (held.pieces.length === 0) leave.abort()
  await ended
  await expect.poll(() => state.open).toBe(0)
  await expect.poll(() => balanceOf(url)).toEqual({ used: expected, reserved: 0 })
})

it('a model that was billed for unseen thoughts is known to think unseen', async () => {
  const usage = { prompt_tokens: 9, completion_tokens: 320, total_tokens: 329, completion_tokens_details: { reasoning_tokens: 300 } }
  let isHeld = false
  const upstream = await startUpstream((request, reply) => {
    request.resume()
    sendStream(reply)
    reply.write(spoken)
    if (!isHeld)
      reply.end(
        `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [], usage })}\n\n${done}`,
      )
  })
  const { url } = await startGateway('--upstream', upstream)
  const ask = (signal?: AbortSignal) =>
    fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-reason-session': 'alice' },
      body: JSON.stringify({ model: 'm', messages: question, stream: true }),
      ...(signal !== undefined && { signal }),
    })
  await (await ask()).text()
  await expect.poll(() => balanceOf(url)).toEqual({ used: 300, reserved: 0 })
  isHeld = true
  const leave = new AbortController()
  await (await ask(leave.signal)).body!.getReader().read()
  leave.abort()
  await expect.poll(() => balanceOf(url)).toEqual({ used: 300 + reservation, reserved: 0 })
})

it.each([
  ['the reservation, of a model that thinks unasked', {}, reservation],
  ['nothing, if it asked the model not to think', { reasoning_effort: 'none' }, 0],
  ['nothing of a model that was never seen to think', { model: 'other' }, 0],
])('who hangs up on a whole answer pays %s', async (_, fields, expected) => {
  let isHeld = false
  let open = 0
  const upstream = await startUpstream((request, reply) => {
    request.resume()
    if (!isHeld)
      return reply
        .writeHead(200, { 'content-type': 'application/json' })
        .end(completion({ reasoning_content: 'word'.repeat(30), content: 'x' }))
    open++
    reply.on('close', () => open--)
  })
  const { url } = await startGateway('--upstream', upstream)
  const ask = (body: object, session: string, signal?: AbortSignal) =>
    fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-reason-session': session },
      body: JSON.stringify({ model: 'm', messages: question, ...body }),
      ...(signal !== undefined && { signal }),
    })
  await (await ask({}, 'bob')).text()
  isHeld = true
  const leave = new AbortController()
  const asked = expect(ask(fields, 'alice', leave.signal)).rejects.toThrow()
  await expect.poll(() => open).toBe(1)
  leave.abort()
  await asked
  await expect.poll(() => open).toBe(0)
  await expect.poll(() => balanceOf(url)).toEqual({ used: expected, reserved: 0 })
})
