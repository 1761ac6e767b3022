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
