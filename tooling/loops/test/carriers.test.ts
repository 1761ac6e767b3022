import { partsOf, targetOf } from '@reason/exchanges/recorded'
import { shared, sharedMissing } from '@reason/testkit/shared'
import OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { createGateway, wires, type Setting } from './gateway.ts'
import { leaksIn } from './leaks-in.ts'
import { followed, has } from './rows.ts'

const rows = followed.filter((row) => row.conversation?.next_replays === 'opaque' && has(row, 'tool-call-start'))

/** An application that puts the message together by hand from a stream: content, and of calls their id, name and arguments. */
async function askByHand(client: OpenAI, messages: OpenAI.ChatCompletionMessageParam[]): Promise<void> {
  let content = ''
  const calls: { id: string; type: 'function'; function: { name: string; arguments: string } }[] = []
  for await (const chunk of await client.chat.completions.create({ model: 'the-alias', messages, stream: true })) {
    const delta = chunk.choices[0]?.delta
    content += delta?.content ?? ''
    for (const { index, id, function: part } of delta?.tool_calls ?? []) {
      const call = (calls[index] ??= { id: '', type: 'function', function: { name: '', arguments: '' } })
      call.id += id ?? ''
      call.function.name += part?.name ?? ''
      call.function.arguments += part?.arguments ?? ''
    }
  }
  messages.push({ role: 'assistant', content: content === '' ? null : content, tool_calls: calls })
  for (const { id } of calls) messages.push({ role: 'tool', tool_call_id: id, content: 'done' })
}

describe.skipIf(shared === undefined)(`clients that send back nothing but the message (${sharedMissing})`, () => {
  test('there are some', () => expect(rows.length).toBeGreaterThan(15))

  test.each(rows)('$id: ids of calls bring the record back', async (row) => {
    const setting: Setting = {
      client: 'openai-chat',
      target: targetOf(row),
      visibility: 'none',
      parts: partsOf(wires[row.api]!, row),
      carrier: 'call-id',
      maxCallId: 1 << 16,
    }
    const gateway = createGateway(setting)
    const fetch = (_: unknown, init?: RequestInit) =>
      Promise.resolve(gateway.send('', JSON.parse(init?.body as string) as Record<string, unknown>))
    const client = new OpenAI({ apiKey: 'none', baseURL: 'http://gateway.invalid', fetch })
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Do it.' }]
    for (let step = 0; step < 4; step++) await askByHand(client, messages)
    const { reports, body } = gateway.last()
    expect(reports.map(({ outcome }) => outcome)).toEqual(['restored', 'restored', 'restored'])
    const json = JSON.stringify(body())
    expect(json).not.toContain('rsn1')
    const values = gateway.said.items.flatMap((item) => item.seals ?? []).map(({ value }) => JSON.stringify(value).slice(1, -1))
    for (const value of values) expect(json.split(value).length - 1).toBeGreaterThanOrEqual(3)
    expect(leaksIn({ said: gateway.said, sent: gateway.sent, got: [] })).toEqual([])
  })
})
