import { asList, asObject } from '@reason/gateway/json'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startScripted } from '../../matrix/upstream.ts'
import { startGateway } from '../../support/gateway.ts'

const said = ['I look.', 'Nothing is there.']
const messages = said.map((text, index) => ({
  type: 'message',
  id: `msg_${index}`,
  status: 'completed',
  role: 'assistant',
  content: [{ type: 'output_text', text, annotations: [] }],
}))
const response = { id: 'resp_1', object: 'response', created_at: 1, status: 'completed', model: 'm', output: messages }

/** The client's answer for two messages of the model in one turn. */
async function got(path: string, visibility: string): Promise<unknown> {
  const upstream = await startScripted()
  onTestFinished(() => upstream.close())
  upstream.play([{ type: 'application/json', body: Buffer.from(JSON.stringify(response)) }])
  const { url } = await startGateway('--upstream', upstream.origin, '--upstream-format', 'openai-responses', '--visibility', visibility)
  const headers = { 'content-type': 'application/json' }
  return await (await fetch(url + path, { method: 'POST', headers, body: JSON.stringify({ model: 'm', input: 'x' }) })).json()
}

describe.each(['full', 'none'])('two messages in one turn (%s)', (visibility) => {
  it('are two items of Responses', async () => {
    const { output } = asObject(await got('/v1/responses', visibility))
    expect(asList(output).map((item) => asList(asObject(item)['content']).map((part) => asObject(part)['text']))).toEqual([
      [said[0]],
      [said[1]],
    ])
  })
})
