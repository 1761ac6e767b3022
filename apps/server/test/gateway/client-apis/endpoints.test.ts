import Anthropic from '@anthropic-ai/sdk'
import { describe, expect, it } from 'vitest'
import { recordedFiles } from '../../support/recorded-files.ts'
import { startGateway } from '../../support/gateway.ts'

const user = [{ role: 'user' as const, content: 'What is 17 * 3?' }]

/** Without the blank lines beside tags, which the gateway takes away. */
const trimmed = (text: string): string => text.trim()

describe.each(Object.entries(recordedFiles))('%s', (model, { said }) => {
  const tools = (said.toolCalls ?? []).map(({ name, arguments: text }) => ({ name, arguments: JSON.parse(text) as unknown }))

  it('is a message of Anthropic’s, streamed and whole', async () => {
    const { url } = await startGateway()
    const client = new Anthropic({ baseURL: url, apiKey: 'unused', maxRetries: 0 })
    const asked = { model, max_tokens: 1000, messages: user }
    for (const message of [await client.messages.create(asked), await client.messages.stream(asked).finalMessage()]) {
      const text = (type: 'thinking' | 'text'): string =>
        message.content.map((block) => (block.type === type ? (block as unknown as Record<string, string>)[type] : '')).join('')
      expect(trimmed(text('thinking'))).toBe(trimmed(said.reasoning))
      expect(trimmed(text('text'))).toBe(trimmed(said.answer))
      expect(message.content.flatMap((block) => (block.type === 'tool_use' ? [{ name: block.name, arguments: block.input }] : []))).toEqual(
        tools,
      )
      expect(message.stop_reason).toBe(tools.length > 0 ? 'tool_use' : 'end_turn')
    }
  })

  it('is a response of OpenAI’s, streamed and whole', async () => {
    const { client } = await startGateway()
    const asked = { model, input: user }
    for (const response of [await client.responses.create(asked), await client.responses.stream(asked).finalResponse()]) {
      const reasoning = response.output.flatMap((item) => (item.type === 'reasoning' ? (item.content ?? []).map(({ text }) => text) : []))
      expect(trimmed(reasoning.join(''))).toBe(trimmed(said.reasoning))
      expect(trimmed(response.output_text)).toBe(trimmed(said.answer))
      const calls = response.output.flatMap((item) => (item.type === 'function_call' ? [item] : []))
      expect(calls.map(({ name, arguments: text }) => ({ name, arguments: JSON.parse(text) as unknown }))).toEqual(tools)
      expect(response.status).toBe('completed')
    }
  })
})

describe('errors', () => {
  it('have the shape of the API that was asked', async () => {
    const { url, client } = await startGateway()
    const anthropic = new Anthropic({ baseURL: url, apiKey: 'unused', maxRetries: 0 })
    const unknown = await anthropic.messages.create({ model: 'nobody', max_tokens: 1, messages: user }).catch((error: unknown) => error)
    expect(unknown).toBeInstanceOf(Anthropic.NotFoundError)
    expect((unknown as InstanceType<typeof Anthropic.NotFoundError>).error).toMatchObject({
      type: 'error',
      error: { type: 'not_found_error', message: expect.stringContaining('There is no recording of "nobody"') as string },
    })
    await expect(client.responses.create({ model: 'nobody', input: 'x' })).rejects.toMatchObject({ status: 404, code: 'model_not_found' })
  })

  it.each([
    ['previous_response_id', { previous_response_id: 'resp_1' }, /keeps no responses.*Send the whole conversation/],
    ['previous_response_id', { Previous_Response_Id: 'resp_1' }, /keeps no responses/],
    ['previous_response_id', { extra_body: { previous_response_id: 'resp_1' } }, /keeps no responses/],
    ['conversation', { extra_body: { conversation: 'conv_1' } }, /keeps no conversations/],
    ['conversation', { conversation: 'conv_1' }, /keeps no conversations/],
  ])('say that nothing is kept: %s', async (param, field, message) => {
    const { client } = await startGateway()
    const failed = client.responses.create({ model: 'embedded/qwen3-tags', input: 'x', ...field } as { model: string; input: string })
    await expect(failed).rejects.toMatchObject({ status: 400, param, message: expect.stringMatching(message) as string })
  })
})
