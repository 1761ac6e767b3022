import { reasonOf } from '@reason/core'
import { openaiChat } from '@reason/providers-openai'
import { thinkTags } from '@reason/think-tags'
import { expect, it } from 'vitest'
import { rig } from '../support/rig.ts'

const thought = Array.from({ length: 40 }, (_, step) => `Step ${step}. `)

/** A server that gives the thought in its field, and then all of it again in the text, with only a closer. */
const doubled = (closer: string): object[] => [
  ...thought.map((reasoning_content) => ({ reasoning_content })),
  ...[...thought, closer, '\n\n', 'It is', ' 4.'].map((content) => ({ content })),
]

const paths = {
  '/v1/chat/completions': { messages: [{ role: 'user', content: 'Q' }] },
  '/v1/responses': { input: 'Q' },
  '/v1/messages': { max_tokens: 3000, messages: [{ role: 'user', content: 'Q' }] },
  '/v1/generate': { prompt: 'Q' },
}

const models = [
  ['qwen3-8b', '</think>'],
  ['brand-new-7b', '</think>'],
  ['gemma-4-31b', '<channel|>'],
  ['magistral-small', '[/THINK]'],
] as const
const cases = Object.entries(paths).flatMap(([path, body]) =>
  models.flatMap(([model, closer]) => (['full', 'none'] as const).map((visibility) => [path, model, visibility, closer, body] as const)),
)

it.each(cases)(
  '%s, %s at %s: a thought that its text repeats before a closer is no answer',
  async (path, model, visibility, closer, body) => {
    const { gateway } = await rig(
      (response) => {
        const chunk = (delta: object, finish_reason: string | null = null): string =>
          `data: ${JSON.stringify({ id: 'c', model, choices: [{ index: 0, delta, finish_reason }] })}\n\n`
        response.setHeader('content-type', 'text/event-stream')
        for (const delta of doubled(closer)) response.write(chunk(delta))
        response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`)
      },
      { visibility },
    )
    const headers = { 'content-type': 'application/json' }
    const request = new Request(`http://app${path}`, { method: 'POST', headers, body: JSON.stringify({ model, stream: true, ...body }) })
    const text = await (await gateway.fetch(request)).text()
    expect(text).toContain('It is')
    // Responses says each text several times.
    if (visibility === 'none') expect(text).not.toContain('Step')
    else if (path !== '/v1/responses') expect(text.match(/Step 7\./g)).toHaveLength(1)
    else expect(text).not.toMatch(/output_text.*Step/)
  },
)

type Delta = { reasoning_content?: string; content?: string }

/** Deltas of a field and a text, piece by piece. An empty piece is left out. */
const beside = (field: readonly string[], text: readonly string[]): Delta[] =>
  Array.from({ length: Math.max(field.length, text.length) }, (_, at) => ({
    ...(field[at] && { reasoning_content: field[at] }),
    ...(text[at] && { content: text[at] }),
  })).filter((delta) => Object.keys(delta).length > 0)

const ways: Record<string, Delta[]> = {
  'a text in step': beside(thought, thought),
  'a text in step behind its opener': [{ content: '<think>' }, ...beside(thought, thought)],
  'a text that lags': beside(thought, ['', ...thought]),
  'a text that lags by two pieces': beside(thought, ['', '', ...thought]),
  'a text that lags behind its opener': beside(['', ...thought], ['<think>', '', ...thought]),
  'a text that leads behind its opener': beside(['', '', ...thought], ['<think>', ...thought]),
  'a text in turns with the field': thought.flatMap((piece): Delta[] => [{ reasoning_content: piece }, { content: piece }]),
}

it.each(
  Object.entries(ways).flatMap(([name, deltas]) =>
    ['qwen3-8b', 'brand-new-7b'].flatMap((model) =>
      (['full', 'none'] as const).map((visibility) => [name, model, visibility, deltas] as const),
    ),
  ),
)('%s (%s at %s): the thought is shown once', async (_, model, visibility, deltas) => {
  const { client } = await rig(
    (response) => {
      response.setHeader('content-type', 'text/event-stream')
      for (const delta of [...deltas, { content: '</think>' }, { content: '\n\n' }, { content: 'It is' }, { content: ' 4.' }])
        response.write(`data: ${JSON.stringify({ id: 'c', model, choices: [{ index: 0, delta, finish_reason: null }] })}\n\n`)
      response.end(
        `data: ${JSON.stringify({ id: 'c', model, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`,
      )
    },
    { visibility },
  )
  const stream = await client.chat.completions.create({ model, messages: [{ role: 'user', content: 'Q' }], stream: true })
  let [reasoning, answer] = ['', '']
  for await (const { choices } of stream) {
    const delta = choices[0]?.delta as Delta | undefined
    reasoning += delta?.reasoning_content ?? ''
    answer += delta?.content ?? ''
  }
  expect({ reasoning: reasoning.trim(), answer: answer.trim() }).toEqual({
    reasoning: visibility === 'full' ? thought.join('').trim() : '',
    answer: 'It is 4.',
  })
})

it.each(Object.entries(ways))('%s: the library gives the thought once', async (_, deltas) => {
  const closed = [...deltas, { content: '</think>' }, { content: '\n\nIt is 4.' }]
  const events = closed.map((delta) => ({ model: 'qwen3-8b', choices: [{ index: 0, delta }] }))
  const { reasoning, answer } = await reasonOf(events, { use: [thinkTags(), openaiChat()] }).result()
  expect({ reasoning: reasoning?.trim(), answer: answer.trim() }).toEqual({ reasoning: thought.join('').trim(), answer: 'It is 4.' })
})
