import { describe, expect, it } from 'vitest'
import { startGateway } from '../../support/gateway.ts'
import { rememberingUpstream } from '../../support/remembering-upstream.ts'
import { postJson } from '../../support/post.ts'

/** A router asks one cloud or another for a model. What a cloud sealed it alone can read, and its name is in the router's answers. */

const answerOf = (model: string, cloud: string, format: string): string =>
  JSON.stringify({
    id: 'gen-1',
    object: 'chat.completion',
    created: 1_700_000_000,
    model,
    provider: cloud,
    choices: [
      {
        index: 0,
        finish_reason: 'tool_calls',
        message: {
          role: 'assistant',
          content: '',
          reasoning: 'Look it up.',
          reasoning_details: [
            {
              type: 'reasoning.text',
              text: 'Look it up.',
              format,
              index: 0,
              ...(format.includes('claude') && { signature: 'c2VhbGVkIGJ5IHRoZSBjbG91ZA==' }),
            },
            ...(format.includes('gemini') ? [{ type: 'reasoning.encrypted', data: 'c2VhbGVk', id: 'call_1', format, index: 1 }] : []),
          ],
          tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{}' } }],
        },
      },
    ],
    usage: { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 },
  })

const tool = { name: 'get_weather', description: 'The weather.', input_schema: { type: 'object' } }

/** The router's request in the second step of a loop of a Messages client. */
async function secondStep(model: string, cloud: string, format: string, ...flags: string[]): Promise<Record<string, unknown>> {
  const { origin, seen } = await rememberingUpstream({ type: 'application/json', body: answerOf(model, cloud, format) })
  const { url } = await startGateway('--upstream', `${origin}/api/v1`, '--upstream-provider', 'openrouter', ...flags)
  const ask = async (messages: unknown[]): Promise<{ content: { type: string; id?: string }[] }> => {
    const response = await postJson(`${url}/v1/messages`, { model, max_tokens: 4000, tools: [tool], messages })
    return response.json() as Promise<{ content: { type: string; id?: string }[] }>
  }
  const question = { role: 'user', content: 'How is the weather?' }
  const { content } = await ask([question])
  const id = content.find(({ type }) => type === 'tool_use')!.id
  await ask([
    question,
    { role: 'assistant', content },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: '12 °C' }] },
  ])
  return seen[1]!.body
}

describe.each(['full', 'none'])('behind a router, at visibility %s', (visibility) => {
  it('reasoning that any cloud can read goes back, and the router is left free', async () => {
    const body = await secondStep('anthropic/claude-sonnet-4.5', 'Amazon Bedrock', 'anthropic-claude-v1', '--visibility', visibility)
    expect(body).not.toHaveProperty('provider')
    expect(body.messages).toMatchObject([{}, { reasoning_details: [{ signature: 'c2VhbGVkIGJ5IHRoZSBjbG91ZA==' }] }, {}])
  })

  it('what one cloud alone can read goes back to that cloud', async () => {
    const body = await secondStep('google/gemini-3-pro-preview', 'Google AI Studio', 'google-gemini-v1', '--visibility', visibility)
    expect(body.provider).toEqual({ only: ['google-ai-studio'] })
    expect(body.messages).toMatchObject([{}, { reasoning_details: [{}, { data: 'c2VhbGVk' }] }, {}])
  })
})
