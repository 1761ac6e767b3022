import { describe, expect, test } from 'vitest'
import { openaiChat, openaiResponses } from '../src/index.ts'

const url = 'https://x/a.png'
const target = { provider: 'openai', wire: '', model: 'gpt-5' }
const asChat = (part: unknown) => ({ model: 'gpt-5', messages: [{ role: 'user', content: [part] }] })
const asResponses = (part: unknown) => ({ model: 'gpt-5', input: [{ role: 'user', content: [part] }] })

describe('how closely an image is to be looked at', () => {
  test.each(['low', 'high', 'original'])('goes from Chat Completions to Responses, and back: %s', (detail) => {
    const chat = asChat({ type: 'image_url', image_url: { url, detail } })
    const responses = asResponses({ type: 'input_image', detail, image_url: url })
    expect(openaiResponses().writeRequest!(openaiChat().readRequest!(chat), target).body).toMatchObject({ input: responses.input })
    expect(openaiChat().writeRequest!(openaiResponses().readRequest!(responses), target).body).toMatchObject({ messages: chat.messages })
  })

  test('is high where only OpenAI knows the word', () => {
    const read = openaiResponses().readRequest!(asResponses({ type: 'input_image', detail: 'original', image_url: url }))
    const { messages } = openaiChat().writeRequest!(read, { ...target, provider: 'vllm' }).body as ReturnType<typeof asChat>
    expect(messages).toEqual([{ role: 'user', content: [{ type: 'image_url', image_url: { url, detail: 'high' } }] }])
  })

  test.each(['low', undefined])('stays beside a mark of the cache, which only OpenAI gets: %s', (detail) => {
    const prompt_cache_breakpoint = { ttl: '30m' }
    const chat = { type: 'image_url', image_url: { url, detail: detail ?? 'auto' }, prompt_cache_breakpoint }
    const responses = { type: 'input_image', detail: detail ?? 'auto', image_url: url, prompt_cache_breakpoint }
    const [toResponses, toChat] = (['openai', 'vllm'] as const).map((provider) => ({ ...target, provider }))
    for (const to of [toResponses!, toChat!]) {
      const isOpenai = to.provider === 'openai'
      const { input } = openaiResponses().writeRequest!(openaiChat().readRequest!(asChat(chat)), to).body as ReturnType<typeof asResponses>
      const { messages } = openaiChat().writeRequest!(openaiResponses().readRequest!(asResponses(responses)), to).body as ReturnType<
        typeof asChat
      >
      for (const [message, part] of [
        [input[0], responses],
        [messages[0], chat],
      ] as const)
        if (isOpenai) expect(message?.content).toEqual([part])
        else expect(JSON.stringify(message)).not.toContain('breakpoint')
    }
  })

  test('is left open where the request has none, or leaves it open', () => {
    const { input } = openaiResponses().writeRequest!(openaiChat().readRequest!(asChat({ type: 'image_url', image_url: { url } })), target)
      .body as ReturnType<typeof asResponses>
    expect(input).toEqual([{ role: 'user', content: [{ type: 'input_image', detail: 'auto', image_url: url }] }])
    const read = openaiResponses().readRequest!(asResponses({ type: 'input_image', detail: 'auto', image_url: url }))
    const { messages } = openaiChat().writeRequest!(read, target).body as ReturnType<typeof asChat>
    expect(messages).toEqual([{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }])
  })
})
