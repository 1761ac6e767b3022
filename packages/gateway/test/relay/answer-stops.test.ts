import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import type { GatewayOptions } from '../../src/gateway-options.ts'
import { rig } from '../support/rig.ts'

const paths = {
  '/v1/chat/completions': { messages: [{ role: 'user', content: 'Q' }], stop: ['END', '\n\n'] },
  '/v1/messages': { max_tokens: 3000, messages: [{ role: 'user', content: 'Q' }], stop_sequences: ['END', '\n\n'] },
  '/v1/generate': { prompt: 'Q', stop: ['END', '\n\n'] },
}
type Path = keyof typeof paths

const words = ['<think>', 'Say EN', 'D, or\n\nnot.', '</think>', '\n\n', 'It is ', '4.E', 'ND', ' User:', ' and so on']

/** An upstream that writes on until it is left. Resolves `left` then. */
function talkative() {
  let leave: () => void
  const left = new Promise<void>((resolve) => (leave = resolve))
  const play = (response: ServerResponse): void => {
    response.setHeader('content-type', 'text/event-stream')
    response.on('close', leave)
    for (const content of words)
      response.write(`data: ${JSON.stringify({ id: 'c', model: 'qwen3-8b', choices: [{ index: 0, delta: { content } }] })}\n\n`)
  }
  return { left, play }
}

async function asked(path: Path, stream: boolean, options: Partial<GatewayOptions>) {
  const { left, play } = talkative()
  const { gateway, asked } = await rig(play, { stopSequences: 'answer', ...options })
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ model: 'qwen3-8b', stream, ...paths[path] })
  const response = await gateway.fetch(new Request(`http://app${path}`, { method: 'POST', headers, body }))
  const text = await response.text()
  await left
  return { text, request: asked[0]! }
}

const cases = (Object.keys(paths) as Path[]).flatMap((path) =>
  [true, false].flatMap((stream) => (['full', 'none'] as const).map((visibility) => [path, stream, visibility] as const)),
)

it.each(cases)('%s, stream %s, at %s: the answer ends at its sequence, and the upstream is left', async (path, stream, visibility) => {
  const { text, request } = await asked(path, stream, { visibility })
  expect(request).toMatchObject({ stream: true })
  expect(request).not.toHaveProperty('stop')
  expect(text).toContain('4.')
  expect(text).not.toMatch(/4\.E|User|so on/)
  expect(text.includes('D, or')).toBe(visibility === 'full')
  if (path === '/v1/messages') expect(text).toContain('"stop_sequence":"END"')
  if (path === '/v1/chat/completions') expect(text).toContain('"finish_reason":"stop"')
})

it.each([
  ['too many', Array.from({ length: 65 }, (_, n) => `END${n}`)],
  ['too long', ['E'.repeat(513)]],
  ['not text', ['END', 1]],
  ['empty', ['END', '']],
])('sequences that are %s stay with the upstream', async (_, stop) => {
  const { gateway, asked } = await rig((response) => response.end('{}'), { stopSequences: 'answer' })
  const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Q' }], stop })
  await gateway.fetch(
    new Request('http://app/v1/chat/completions', { method: 'POST', headers: { 'content-type': 'application/json' }, body }),
  )
  expect(asked[0]).toMatchObject({ stop })
})

it('speech is not asked for as a stream', async () => {
  const { gateway, asked } = await rig((response) => response.end('{}'), { stopSequences: 'answer' })
  const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Q' }], stop: 'END', modalities: ['text', 'audio'] })
  await gateway.fetch(
    new Request('http://app/v1/chat/completions', { method: 'POST', headers: { 'content-type': 'application/json' }, body }),
  )
  expect(asked[0]).not.toHaveProperty('stop')
  expect(asked[0]).not.toMatchObject({ stream: true })
})

it('without the setting, the upstream compares them', async () => {
  const { gateway, asked } = await rig((response) => response.end('{}'))
  const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Q' }], stop: 'END' })
  await gateway.fetch(
    new Request('http://app/v1/chat/completions', { method: 'POST', headers: { 'content-type': 'application/json' }, body }),
  )
  expect(asked[0]).toEqual(expect.objectContaining({ stop: 'END' }))
  expect(asked[0]).not.toMatchObject({ stream: true })
})

it('each upstream has its own setting', async () => {
  const { left, play } = talkative()
  const { client, asked } = await rig(play, {}, (url) => ({ upstreams: [{ name: 'vllm', url, stopSequences: 'answer' }] }))
  const answer = await client.chat.completions.create({
    model: 'qwen3-8b',
    messages: [{ role: 'user', content: 'Q' }],
    stop: 'END',
  })
  await left
  expect(answer.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: 'It is 4.' } })
  expect(asked[0]).not.toHaveProperty('stop')
})
