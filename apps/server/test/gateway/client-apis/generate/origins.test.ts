import type { TraceRecord } from '@reason/trace-store'
import { expect, it } from 'vitest'
import { startGateway } from '../../../support/gateway.ts'
import { postGenerate, streamed } from '../../../support/generate.ts'
import { chunk, completion, done, sendStream, startReadingUpstream } from '../../../support/upstream.ts'

type Origins = [channel: string, origin: string | undefined][]

const upstreamOf = (message: { reasoning_content?: string; content: string }): Promise<string> =>
  startReadingUpstream((body, response) => {
    if (!body.includes('"stream":true')) return response.end(completion(message))
    sendStream(response)
    for (const [field, text] of Object.entries(message)) for (const unit of text) response.write(chunk({ [field]: unit }))
    response.end(chunk({}, { finish_reason: 'stop' }) + done)
  })

const field = { reasoning_content: 'Hm.', content: 'It is 4.' }
const tags = { content: '<think>Hm.</think>It is 4.' }

it.each<[what: string, message: Parameters<typeof upstreamOf>[0], flags: string[], origins: Origins]>([
  [
    'a field, and text that no adapter splits',
    field,
    ['--adapter', 'plain'],
    [
      ['reasoning', 'provider'],
      ['answer', 'wire'],
    ],
  ],
  [
    'tags in the text',
    tags,
    ['--adapter', 'think-tags'],
    [
      ['reasoning', 'adapter'],
      ['answer', 'adapter'],
    ],
  ],
  [
    'a field, and tags that are looked for',
    field,
    ['--adapter', 'think-tags'],
    [
      ['reasoning', 'provider'],
      ['answer', 'adapter'],
    ],
  ],
  [
    'reasoning that is only said to be there',
    field,
    ['--adapter', 'plain', '--visibility', 'label'],
    [
      ['reasoning', 'provider'],
      ['answer', 'wire'],
    ],
  ],
  ['reasoning that is hidden', field, ['--adapter', 'plain', '--visibility', 'none'], [['answer', 'wire']]],
])('each block says where it comes from: %s', async (_, message, flags, origins) => {
  const { url } = await startGateway('--upstream', await upstreamOf(message), '--traces', 'sqlite::memory:', ...flags)
  const request = { model: 'm', prompt: 'What is 2 + 2?' }
  const events = await streamed(url, request)
  const channels: Record<string, string> = { analysis: 'reasoning', commentary: 'commentary', token: 'answer' }
  const first = events.flatMap((event) => ('origin' in event && event.origin !== undefined ? [[channels[event.type], event.origin]] : []))
  expect(first).toEqual(origins)
  const { blocks } = events.at(-1) as { blocks: { block: number; channel: string; origin: string }[] }
  expect(blocks.map(({ block }) => block)).toEqual(blocks.map((_, index) => index))
  expect(blocks.map(({ channel, origin }) => [channel, origin])).toEqual(origins)

  const answer = await postGenerate(url, request)
  const whole = (await answer.json()) as (typeof events)[number] & { blocks: typeof blocks }
  expect(whole.blocks).toEqual(blocks)

  const id = answer.headers.get('x-reason-trace-id')
  const trace = async () => (await (await fetch(`${url}/api/traces/${id}`)).json()) as Partial<TraceRecord>
  await expect.poll(async () => (await trace()).id).toBe(id)
  const seen = (await trace()).boundaries!.map(({ channel, origin }) => [channel, origin])
  // A trace is of what the model said, and not of what its client may see.
  expect(seen).toEqual(origins[0]![0] === 'answer' ? [['reasoning', 'provider'], ...origins] : origins)
})

it('lists no block that only carries a seal', async () => {
  const { url } = await startGateway('--traces', 'off')
  const tools = [{ name: 'read_file', parameters: { type: 'object' } }]
  const { blocks } = (await streamed(url, { model: 'embedded/gpt-oss-preambles', prompt: 'Why?', tools })).at(-1) as { blocks: object[] }
  expect(blocks).toEqual([
    { block: 0, channel: 'reasoning', origin: 'adapter' },
    { block: 1, channel: 'commentary', origin: 'adapter' },
  ])
})
