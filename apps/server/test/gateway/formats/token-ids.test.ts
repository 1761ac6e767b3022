import { describe, expect, it } from 'vitest'
import { startGateway } from '../../support/gateway.ts'
import { eventsOf } from '../../support/sse.ts'
import { startUpstream } from '../../support/upstream.ts'

const head = { id: 'c', created: 1, model: 'm' }
const whole = {
  ...head,
  object: 'chat.completion',
  prompt_token_ids: [1, 2],
  choices: [
    { index: 0, message: { role: 'assistant', content: 'A', reasoning_content: 'R' }, token_ids: [5, 7, 8], finish_reason: 'stop' },
  ],
}
const piece = (delta: object, more: object, finish: string | null = null) => ({ index: 0, delta, ...more, finish_reason: finish })
const piecesOf = (content: string) => [
  { prompt_token_ids: [1, 2], choices: [piece({ role: 'assistant', content: '' }, {})] },
  { choices: [piece({ reasoning_content: 'R' }, { token_ids: [5] })] },
  { choices: [piece({ content }, { token_ids: [7] })] },
  { choices: [piece({}, { token_ids: [8] }, 'stop')] },
]

interface Body {
  prompt_token_ids?: number[]
  choices: { token_ids?: number[] }[]
}

/** With a model whose text is split, also where it waits for more, and with one whose text is not. */
describe.each([
  ['auto', 'B'],
  ['auto', '<'],
  ['plain', 'B'],
])('numbers of tokens that vLLM gives, adapter %s, text %s', (adapter, content) => {
  it.each([
    ['full', false],
    ['full', true],
    ['summary', false],
    ['label', true],
    ['none', false],
    ['none', true],
  ] as const)('pass for who may see all, and never below (%s, stream: %s)', async (visibility, stream) => {
    const url = await startUpstream((request, response) => {
      request.resume().on('end', () => {
        if (!stream) return void response.setHeader('content-type', 'application/json').end(JSON.stringify(whole))
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        for (const one of piecesOf(content))
          response.write(`data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', ...one })}\n\n`)
        response.end('data: [DONE]\n\n')
      })
    })
    const flags = adapter === 'plain' ? ['--adapter', 'plain'] : []
    const gateway = await startGateway('--upstream', url, '--visibility', visibility, ...flags)
    const messages = [{ role: 'user', content: 'x' }]
    const text = await (await gateway.chat({ model: 'm', stream, return_token_ids: true, messages })).text()
    const bodies = stream ? eventsOf(text).filter((one) => one !== '[DONE]') : [text]
    const read = bodies.map((one) => JSON.parse(one) as Body)
    const seen = {
      prompt: read.flatMap((body) => body.prompt_token_ids ?? []),
      answer: read.flatMap(({ choices }) => choices.flatMap((choice) => choice.token_ids ?? [])),
    }
    expect(seen).toEqual(visibility === 'full' ? { prompt: [1, 2], answer: [5, 7, 8] } : { prompt: [], answer: [] })
  })
})
