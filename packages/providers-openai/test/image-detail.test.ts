import { describe, expect, test } from 'vitest'
import { openaiChat, openaiResponses } from '../src/index.ts'

const url = 'https://x/a.png'
const target = { provider: 'openai', wire: '', model: 'gpt-5' }
const asChat = (part: unknown) => ({ model: 'gpt-5', messages: [{ role: 'user', content: [part] }] })
const asResponses = (part: unknown) => ({ model: 'gpt-5', input: [{ role: 'user', content: [part] }] })

describe('how closely an image is to be looked at', () => {
  test.each(['low', 'high'])('goes from Chat Completions to Responses, and back: %s', (detail) => {
    const chat = asChat({ type: 'image_url', image_url: { url, detail } })
    const responses = asResponses({ type: 'input_image', detail, image_url: url })
    expect(openaiResponses().writeRequest!(openaiChat().readRequest!(chat), target).body).toMatchObject({ input: responses.input })
    expect(openaiChat().writeRequest!(openaiResponses().readRequest!(responses), target).body).toMatchObject({ messages: chat.messages })
  })

  test('is left open where the request has none, or a word that the other API lacks', () => {
    const { input } = openaiResponses().writeRequest!(openaiChat().readRequest!(asChat({ type: 'image_url', image_url: { url } })), target)
      .body as ReturnType<typeof asResponses>
    expect(input).toEqual([{ role: 'user', content: [{ type: 'input_image', detail: 'auto', image_url: url }] }])
    for (const detail of ['auto', 'original']) {
      const read = openaiResponses().readRequest!(asResponses({ type: 'input_image', detail, image_url: url }))
      const { messages } = openaiChat().writeRequest!(read, target).body as ReturnType<typeof asChat>
      expect(messages).toEqual([{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }])
    }
  })
})
