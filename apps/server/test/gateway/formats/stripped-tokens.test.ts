import { expect, it } from 'vitest'
import { startGateway } from '../../support/gateway.ts'
import { chunk, completion, done, sendStream, startReadingUpstream } from '../../support/upstream.ts'

/** Servers that leave special tokens out of the text leave their words in it: what gpt-oss thinks runs into what it answers. */

const text = 'analysisThe user greets. We greet back.assistantfinalHello!'

it.each([
  ['openai/gpt-oss-20b', []],
  ['an-alias', ['--model-family', 'gpt-oss']],
])('%s: what the words of stripped tokens set apart comes apart', async (model, flags) => {
  const upstream = await startReadingUpstream((asked, response) => {
    if (!asked.includes('"stream":true'))
      return void response.setHeader('content-type', 'application/json').end(completion({ content: text }))
    sendStream(response)
    for (let at = 0; at < text.length; at += 4) response.write(chunk({ content: text.slice(at, at + 4) }))
    response.end(chunk({}, { finish_reason: 'stop' }) + done)
  })
  const { client } = await startGateway('--upstream', upstream, ...flags)
  const messages = [{ role: 'user' as const, content: 'Hi' }]
  const whole = await client.chat.completions.create({ model, messages })
  expect(whole.choices[0]!.message).toMatchObject({ content: 'Hello!', reasoning_content: 'The user greets. We greet back.' })
  const streamed = await client.chat.completions.stream({ model, messages }).finalChatCompletion()
  expect(streamed.choices[0]!.message.content).toBe('Hello!')
})
