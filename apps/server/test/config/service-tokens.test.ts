import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { question, startGateway } from '../support/gateway.ts'
import { chunk, completion, done, sendStream, startReadingUpstream } from '../support/upstream.ts'

const guide = readFileSync(new URL('../../../../docs/how-to/describe-a-model.md', import.meta.url), 'utf8')
const example = [...guide.matchAll(/^```json\n(.*?)^```/gms)].map(([, text]) => text!).find((text) => text.includes('serviceTokens'))!
const passports = ['--passports', JSON.stringify((JSON.parse(example) as { passports: unknown }).passports)]

it.each<[string, string, string[], string, string]>([
  ['are taken out', 'my-finetune-7b', passports, 'It is 51.<|turn_over|>', 'It is 51.'],
  ['are taken out wherever they stand', 'my-finetune-7b', passports, 'It <|reply|>is 51.<|turn_over|>', 'It is 51.'],
  ['are those of the list, to the letter', 'my-finetune-7b', passports, 'It <|REPLY|>is <|foo|>51.', 'It <|REPLY|>is <|foo|>51.'],
  ['stay in code', 'my-finetune-7b', passports, 'It is `<|reply|>`, or 51.<|turn_over|>', 'It is `<|reply|>`, or 51.'],
  ['are those of that model', 'another', passports, 'It <|reply|>is 51.', 'It <|reply|>is 51.'],
  ['stay without a list, where the answer goes on', 'my-finetune-7b', [], 'It <|reply|>is 51.', 'It <|reply|>is 51.'],
  ['of a known family need no list', 'my-finetune-7b', [], 'It is 51.<|eot_id|>', 'It is 51.'],
  ['of makers that are not known need none at the end', 'my-finetune-7b', [], 'It is 51.<|end_of_reply|>', 'It is 51.'],
])('service tokens of the guide: %s', async (_, model, flags, text, expected) => {
  const upstream = await startReadingUpstream((body, response) => {
    const { stream } = JSON.parse(body) as { stream?: boolean }
    if (stream !== true) return response.writeHead(200, { 'content-type': 'application/json' }).end(completion({ content: text }))
    sendStream(response)
    response.end([...text].map((content) => chunk({ content })).join('') + chunk({}, { finish_reason: 'stop' }) + done)
  })
  const { client } = await startGateway('--upstream', upstream, ...flags)
  const whole = await client.chat.completions.create({ model, messages: question })
  expect(whole.choices[0]!.message.content).toBe(expected)
  let streamed = ''
  for await (const { choices } of await client.chat.completions.create({ model, messages: question, stream: true })) {
    streamed += choices[0]?.delta.content ?? ''
  }
  expect(streamed).toBe(expected)
})
