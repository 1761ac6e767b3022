import { expect, it } from 'vitest'
import { startGateway } from '../../support/gateway.ts'
import { rememberingUpstream } from '../../support/remembering-upstream.ts'
import { chunk, done, sendStream, startUpstream } from '../../support/upstream.ts'
import { postJson } from '../../support/post.ts'

type Json = Record<string, unknown>

const thought = 'I think of what is asked, again and again.'
/** An answer whose usage says of the reasoning what is given. */
const answer = (details?: Json, message: Json = { reasoning_content: thought }, finish = 'stop'): string =>
  JSON.stringify({
    id: 'c',
    object: 'chat.completion',
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content: 'Yes.', ...message }, finish_reason: finish }],
    usage: { prompt_tokens: 5, completion_tokens: 40, total_tokens: 45, ...(details && { completion_tokens_details: details }) },
  })

/** Details are numbers alone, which clients check: that it is an estimate is said beside them. */
const estimate = { reasoning_tokens: 11 }

const rows: readonly [what: string, body: string, visibility: string, expected: Json | undefined, ofResponses: Json][] = [
  ['no count', answer(), 'full', estimate, estimate],
  ['0 was reported beside a thought', answer({ reasoning_tokens: 0 }), 'full', estimate, estimate],
  ['a count was reported', answer({ reasoning_tokens: 9 }), 'full', { reasoning_tokens: 9 }, { reasoning_tokens: 9 }],
  ['nothing was thought', answer({ reasoning_tokens: 0 }, {}), 'full', { reasoning_tokens: 0 }, { reasoning_tokens: 0 }],
  [
    'the upstream counted no thought that stands in the text',
    answer(undefined, { content: `<think>${thought}</think>Yes.` }),
    'full',
    estimate,
    estimate,
  ],
  [
    'the upstream counted no thought that was cut',
    answer(undefined, { content: `<think>${thought}` }, 'length'),
    'full',
    estimate,
    estimate,
  ],
  ['no count, and nothing is seen', answer(), 'none', undefined, { reasoning_tokens: 0 }],
]

it.each(rows)('where %s, usage says so alike in all APIs', async (_, body, visibility, ofChat, ofResponses) => {
  const { origin } = await rememberingUpstream({ type: 'application/json', body })
  const { url } = await startGateway('--upstream', origin, '--visibility', visibility)
  const usageOf = async (path: string, fields: Json): Promise<Json> => {
    const response = await postJson(url + path, { model: 'm', ...fields })
    return ((await response.json()) as { usage: Json }).usage
  }
  const messages = [{ role: 'user', content: 'Q' }]
  const source = ofChat === estimate ? 'estimated' : undefined
  const chat = await usageOf('/v1/chat/completions', { messages })
  expect([chat['completion_tokens_details'], chat['reasoning_tokens_source']]).toEqual([ofChat, source])
  const responses = await usageOf('/v1/responses', { input: 'Q' })
  expect([responses['output_tokens_details'], responses['reasoning_tokens_source']]).toEqual([ofResponses, source])
  const ofMessages = await usageOf('/v1/messages', { messages, max_tokens: 9 })
  const thinking =
    ofChat && Object.fromEntries(Object.entries(ofChat).map(([name, value]) => [name.replace('reasoning', 'thinking'), value]))
  expect([ofMessages['output_tokens_details'], ofMessages['thinking_tokens_source']]).toEqual([thinking, source])
})

const counted = `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 5, completion_tokens: 1, total_tokens: 6 } })}\n\n`
const apis: readonly [path: string, fields: Json, output: string][] = [
  ['/v1/chat/completions', { messages: [{ role: 'user', content: 'Q' }] }, 'completion_tokens'],
  ['/v1/responses', { input: 'Q' }, 'output_tokens'],
  ['/v1/messages', { messages: [{ role: 'user', content: 'Q' }], max_tokens: 999 }, 'output_tokens'],
  ['/v1/generate', { prompt: 'Q' }, 'output_tokens'],
]

it.each(apis)('usage of %s counts an attempt that a budget cut short, whatever the client may see', async (path, fields, output) => {
  const [first, ...others] = await Promise.all(
    ['full', 'summary', 'none'].map(async (visibility) => {
      let asked = 0
      const upstream = await startUpstream((request, response) => {
        request.resume().on('end', () => {
          sendStream(response)
          if (asked++ === 0) response.write(chunk({ reasoning_content: thought.repeat(40) }))
          else response.end(chunk({ content: 'Yes.' }, { finish_reason: 'stop' }) + counted + done)
        })
      })
      const { url } = await startGateway(
        '--upstream',
        upstream,
        '--visibility',
        visibility,
        '--session-budget',
        '40',
        '--budget-action',
        'stop',
      )
      const headers = { 'content-type': 'application/json', 'x-reason-session': 'alice' }
      const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify({ model: 'm', ...fields }) })
      expect(asked).toBe(2)
      return ((await response.json()) as { usage: Json }).usage[output] as number
    }),
  )
  expect(first).toBeGreaterThan(40)
  expect(others).toEqual([first, first])
})

it('usage of the own API is as reported: its stats have the estimate, with its source', async () => {
  const upstream = await startUpstream((request, response) => {
    request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(answer()))
  })
  const { url } = await startGateway('--upstream', upstream)
  const response = await postJson(`${url}/v1/generate`, { model: 'm', prompt: 'Q' })
  const { usage, stats } = (await response.json()) as { usage: Json; stats: Json }
  expect([usage['output_tokens'], usage['reasoning_tokens'], stats['reasoning_tokens']]).toEqual([40, undefined, expect.any(Number)])
})

it.each<[what: string, details: Json, expected: Json | undefined]>([
  ['0 beside a thought', { output_tokens_details: { thinking_tokens: 0 } }, { thinking_tokens: 11 }],
  ['no count', {}, { thinking_tokens: 11 }],
  ['a count', { output_tokens_details: { thinking_tokens: 9 } }, { thinking_tokens: 9 }],
])('usage of Messages counts the thought that an upstream of the same API left out: %s', async (_, details, expected) => {
  const usage = { input_tokens: 5, output_tokens: 40, ...details }
  const content = [
    { type: 'thinking', thinking: thought, signature: '' },
    { type: 'text', text: 'Yes.' },
  ]
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content, stop_reason: 'end_turn', usage }
  const { origin } = await rememberingUpstream({ type: 'application/json', body: JSON.stringify(message) })
  const { url } = await startGateway('--upstream', origin, '--upstream-format', 'anthropic-messages')
  const response = await fetch(`${url}/v1/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'm', max_tokens: 99, messages: [{ role: 'user', content: 'Q' }] }),
  })
  const told = ((await response.json()) as { usage: Json }).usage
  expect(told).toEqual({
    ...usage,
    output_tokens_details: expected,
    ...(expected?.['thinking_tokens'] === 11 && { thinking_tokens_source: 'estimated' }),
  })
})
