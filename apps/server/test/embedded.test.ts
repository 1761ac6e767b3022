import type { ChatCompletionChunk } from 'openai/resources'
import { describe, expect, it } from 'vitest'
import { recordings } from '@reason/recorded-models'
import { recordedFiles } from './support/recorded-files.ts'
import { question, startGateway } from './support/gateway.ts'
import { eventsOf } from './support/sse.ts'

const markup = /<\/?think|<\|/

describe.each(Object.entries(recordedFiles))('%s through the official client', (model, { said }) => {
  const wanted = said.toolCalls ?? []

  it('streams what the model said, each on its channel', async () => {
    const { client } = await startGateway('--no-trim')
    const stream = await client.chat.completions.create({
      model,
      messages: question,
      stream: true,
      stream_options: { include_usage: true },
    })
    let reasoning = ''
    let answer = ''
    let finish: string | null = null
    let usage: ChatCompletionChunk['usage']
    const calls: { name: string; arguments: string }[] = []
    for await (const { choices, usage: counted } of stream) {
      usage = counted ?? usage
      const [choice] = choices
      if (choice === undefined) continue
      reasoning += (choice.delta as { reasoning_content?: string }).reasoning_content ?? ''
      answer += choice.delta.content ?? ''
      finish = choice.finish_reason ?? finish
      for (const { index, function: called } of choice.delta.tool_calls ?? []) {
        const call = (calls[index] ??= { name: '', arguments: '' })
        call.name += called?.name ?? ''
        call.arguments += called?.arguments ?? ''
      }
    }
    expect({ reasoning, answer, calls }).toEqual({ reasoning: said.reasoning, answer: said.answer, calls: wanted })
    expect(answer + reasoning).not.toMatch(markup)
    expect(finish).toBe(wanted.length > 0 ? 'tool_calls' : 'stop')
    expect(usage?.completion_tokens).toBeGreaterThan(0)
  })

  it('answers whole with the same', async () => {
    const { client } = await startGateway('--no-trim')
    const { choices, usage } = await client.chat.completions.create({ model, messages: question })
    const { message, finish_reason } = choices[0]!
    expect(choices).toHaveLength(1)
    expect(message.content).toBe(said.answer)
    expect((message as { reasoning_content?: string }).reasoning_content).toBe(said.reasoning)
    expect(message.tool_calls?.map((call) => (call.type === 'function' ? call.function : undefined)) ?? []).toEqual(wanted)
    expect(finish_reason).toBe(wanted.length > 0 ? 'tool_calls' : 'stop')
    expect(usage?.completion_tokens).toBeGreaterThan(0)
  })

  it('begins its answer with the answer', async () => {
    const { client } = await startGateway()
    const { choices } = await client.chat.completions.create({ model, messages: question })
    const { content, reasoning_content: reasoning } = choices[0]!.message as { content: string | null; reasoning_content?: string }
    expect([content, reasoning?.trim()]).toEqual([said.answer.trimStart(), said.reasoning.trim()])
  })

  it('puts reasoning into the field that was configured', async () => {
    const { client } = await startGateway('--reasoning-field', 'reasoning', '--no-trim')
    const { choices } = await client.chat.completions.create({ model, messages: question })
    expect(choices[0]!.message).toMatchObject({ reasoning: said.reasoning, content: said.answer })
    expect(choices[0]!.message).not.toHaveProperty('reasoning_content')
  })
})

describe('the embedded upstream', () => {
  it('is listed model by model', async () => {
    const { client } = await startGateway()
    const ids: string[] = []
    for await (const { id } of client.models.list()) ids.push(id)
    expect(ids).toEqual(Object.keys(recordings))
  })

  it('says which models there are when asked for another', async () => {
    const { client } = await startGateway()
    for (const stream of [true, false]) {
      const error = await client.chat.completions.create({ model: 'gpt-5', messages: question, stream }).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ status: 404, code: 'model_not_found', type: 'invalid_request_error' })
      expect(String(error)).toMatch(/"gpt-5".*embedded\/gpt-oss-raw, .*address of an upstream/)
    }
  })

  it('refuses to be several at once', async () => {
    const { client } = await startGateway()
    await expect(client.chat.completions.create({ model: 'embedded/qwen3-tags', messages: question, n: 2 })).rejects.toMatchObject({
      status: 400,
    })
  })

  it('counts tokens in a stream only for those who asked', async () => {
    const { chat } = await startGateway()
    const response = await chat({ model: 'embedded/qwen3-tags', messages: question, stream: true })
    const body = await response.text()
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    expect(eventsOf(body).at(-1)).toBe('[DONE]')
    expect(body).not.toContain('"usage"')
  })
})
