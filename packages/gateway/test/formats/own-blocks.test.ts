import { expect, it } from 'vitest'
import { createGateway } from '../../src/index.ts'

type Json = any

const answers = {
  'anthropic-messages': (blocks: Json[]) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'an-alias',
    content: [...blocks, { type: 'text', text: 'Yes.' }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  }),
  'openai-responses': (items: Json[]) => ({
    id: 'resp_1',
    object: 'response',
    status: 'completed',
    model: 'an-alias',
    output: [...items, { type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text: 'Yes.' }] }],
  }),
}

async function shown(format: keyof typeof answers, own: Json[], visibility: 'full' | 'none'): Promise<Json[]> {
  const gateway = createGateway({
    upstream: 'http://upstream.test/v1',
    upstreamFormat: format,
    visibility,
    fetch: async () => Response.json(answers[format](own)),
  })
  const isMessages = format === 'anthropic-messages'
  const request = new Request(`http://gateway.test/v1/${isMessages ? 'messages' : 'responses'}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'an-alias',
      ...(isMessages ? { max_tokens: 9, messages: [{ role: 'user', content: 'x' }] } : { input: 'x' }),
    }),
  })
  const body: Json = await (await gateway.fetch(request)).json()
  return isMessages ? body.content : body.output
}

it.each<[string, keyof typeof answers, Json]>([
  ['a compaction', 'anthropic-messages', { type: 'compaction', content: 'Earlier: x.', encrypted_content: 'E' }],
  ['a fallback', 'anthropic-messages', { type: 'fallback', from: { model: 'a' }, to: { model: 'b' } }],
  ['a block of tomorrow', 'anthropic-messages', { type: 'hologram', data: 'H' }],
  ['an item of tomorrow', 'openai-responses', { type: 'hologram', id: 'h_1', data: 'H' }],
])('%s of a model that no table knows is shown at full, and at none it is not', async (_, format, own) => {
  expect((await shown(format, [own], 'full'))[0]).toMatchObject(own)
  expect(JSON.stringify(await shown(format, [own], 'none'))).not.toContain(own.type)
})
