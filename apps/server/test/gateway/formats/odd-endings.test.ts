import { describe, expect, it } from 'vitest'
import { question, startGateway } from '../../support/gateway.ts'
import { rememberingUpstream, type Answer } from '../../support/remembering-upstream.ts'
import { chunk } from '../../support/upstream.ts'
import { postJson } from '../../support/post.ts'

const json = (body: object): Answer => ({ type: 'application/json', body: JSON.stringify(body) })
const stream = (body: string): Answer => ({ type: 'text/event-stream', body })

/** Endings that are errors, although the provider reported none, with the provider's own word. */
const endings: [format: string, answer: Answer, word: string][] = [
  ['gemini', json({ candidates: [{ index: 0, finishReason: 'MALFORMED_FUNCTION_CALL' }], modelVersion: 'm' }), 'MALFORMED_FUNCTION_CALL'],
  [
    'gemini',
    stream(`data: ${JSON.stringify({ candidates: [{ index: 0, finishReason: 'UNEXPECTED_TOOL_CALL' }] })}\n\n`),
    'UNEXPECTED_TOOL_CALL',
  ],
  [
    'bedrock-converse',
    json({ output: { message: { role: 'assistant', content: [] } }, stopReason: 'malformed_tool_use' }),
    'malformed_tool_use',
  ],
  [
    'cohere',
    json({ id: 'c', message: { role: 'assistant', content: [{ type: 'text', text: 'So' }] }, finish_reason: 'TIMEOUT' }),
    'TIMEOUT',
  ],
  [
    'openai-chat',
    stream(chunk({ content: 'So' }) + chunk({}, { finish_reason: 'insufficient_system_resource' })),
    'insufficient_system_resource',
  ],
]

describe('an ending with an error that the upstream did not report', () => {
  it.each(endings)('of %s names it by the word of the provider, in each API', async (format, answer, word) => {
    const { origin } = await rememberingUpstream(answer)
    const { url } = await startGateway('--upstream', origin, '--upstream-format', format)
    const told = `The provider ended the generation with an error: ${word}.`
    const requests = {
      'chat/completions': { messages: question },
      responses: { input: 'Hi' },
      messages: { messages: question, max_tokens: 9 },
    }
    for (const [path, request] of Object.entries(requests)) {
      const response = await postJson(`${url}/v1/${path}`, { model: 'm', stream: answer.type !== 'application/json', ...request })
      expect(await response.text()).toContain(told)
      // Official clients read a body with status 200 as an answer.
      expect(response.status).toBe(answer.type === 'application/json' ? 502 : 200)
    }
  })
})
