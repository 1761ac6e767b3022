import { describe, expect, it } from 'vitest'
import { startGateway } from '../../support/gateway.ts'
import { answers, fakeUpstream, upstreams, type Behave } from '../../support/several-upstreams.ts'
import { postJson } from '../../support/post.ts'

const output = (name: string): unknown[] => [
  { type: 'reasoning', id: `rs_${name}`, summary: [], encrypted_content: `sealed by ${name}` },
  {
    type: 'message',
    id: `msg_${name}`,
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text: name, annotations: [] }],
  },
]

/** As OpenAI and Azure answer: the reasoning sealed, and nothing that says by whom. */
const seals =
  (name: string): Behave =>
  (response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ id: 'resp_1', object: 'response', status: 'completed', model: 'm', output: output(name) }))

const start = async (format: string, behave: (name: string) => Behave) => {
  const names = ['one', 'other']
  const entries = await Promise.all(names.map(async (name) => ({ name, url: (await fakeUpstream(name, behave(name))).url, format })))
  const { url } = await startGateway(...upstreams(...entries))
  const ask = async (input: unknown): Promise<string | null> => {
    const response = await postJson(`${url}/v1/responses`, { model: 'm', input, store: false, include: ['reasoning.encrypted_content'] })
    await response.text()
    return response.headers.get('x-reason-upstream')
  }
  return { ask, url }
}

const questions = Array.from({ length: 24 }, (_, count) => ({ role: 'user', content: `Question ${count}?` }))

describe('a conversation without a name', () => {
  it('stays where it began, where its seals do not say whose they are', async () => {
    const { ask } = await start('openai-responses', seals)
    const asked = []
    for (const question of questions) {
      const first = await ask([question])
      const next = { role: 'user', content: [{ type: 'input_text', text: 'And then?' }] }
      asked.push([first, await ask([question, ...output(String(first)), next])])
    }
    expect(asked.filter(([first, second]) => first !== second)).toEqual([])
    // And not all of them at one.
    expect(new Set(asked.flat())).toEqual(new Set(['one', 'other']))
  })

  it('stays there although a mark of what is to be cached has gone on', async () => {
    const { url } = await start('openai-responses', seals)
    const ask = async (...messages: unknown[]): Promise<string | null> => {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(`${url}/v1/messages`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ model: 'm', max_tokens: 100, messages }),
      })
      await response.text()
      return response.headers.get('x-reason-upstream')
    }
    const marked = (text: string): unknown => ({ role: 'user', content: [{ type: 'text', text, cache_control: { type: 'ephemeral' } }] })
    const asked = []
    for (const question of questions) {
      const first = await ask(marked(question.content))
      const next = [question, { role: 'assistant', content: 'Well.' }, marked('And then?')]
      asked.push([first, await ask(...next)])
    }
    expect(asked.filter(([first, second]) => first === null || first !== second)).toEqual([])
  })

  it('shares upstreams by their weights, where nothing is sealed', async () => {
    const { ask } = await start('openai-chat', answers)
    const asked = new Set<string | null>()
    // By chance at one of them alone: once in a billion.
    for (let count = 0; count < 30; count += 1) asked.add(await ask([questions[0]]))
    expect(asked).toEqual(new Set(['one', 'other']))
  })
})
