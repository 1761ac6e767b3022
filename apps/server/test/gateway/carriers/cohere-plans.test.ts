import { asList, asObject, type Json } from '@reason/gateway/json'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startScripted } from '../../matrix/upstream.ts'
import { startGateway } from '../../support/gateway.ts'

const calls = [{ id: 'c0', type: 'function', function: { name: 'f', arguments: '{}' } }]
const plan = { role: 'assistant', tool_plan: 'I look.', tool_calls: calls }
const step = { ...plan, content: [{ type: 'thinking', thinking: 'R' }] }
const json = (body: Json) => ({ type: 'application/json', body: Buffer.from(JSON.stringify(body)) })
const schema = { type: 'object', properties: {} }

/** By path: the question, and the step with the result of its call. */
const clients: Readonly<Record<string, (answer: Json | undefined) => Json>> = {
  '/v1/chat/completions': (answer) => {
    const message = asObject(asObject(asList(answer?.['choices'])[0])['message'])
    const results = asList(message['tool_calls']).map((call) => ({ role: 'tool', tool_call_id: asObject(call)['id'], content: 'r' }))
    const said = answer === undefined ? [] : [message, ...results]
    return {
      tools: [{ type: 'function', function: { name: 'f', parameters: schema } }],
      messages: [{ role: 'user', content: 'x' }, ...said],
    }
  },
  '/v1/messages': (answer) => {
    const content = asList(answer?.['content'])
    const results = content.flatMap((block) =>
      asObject(block)['type'] === 'tool_use' ? [{ type: 'tool_result', tool_use_id: asObject(block)['id'], content: 'r' }] : [],
    )
    const said =
      answer === undefined
        ? []
        : [
            { role: 'assistant', content },
            { role: 'user', content: results },
          ]
    return { max_tokens: 100, tools: [{ name: 'f', input_schema: schema }], messages: [{ role: 'user', content: 'x' }, ...said] }
  },
  '/v1/responses': (answer) => {
    const output = asList(answer?.['output'])
    const results = output.flatMap((item) =>
      asObject(item)['type'] === 'function_call' ? [{ type: 'function_call_output', call_id: asObject(item)['call_id'], output: 'r' }] : [],
    )
    return { tools: [{ type: 'function', name: 'f', parameters: schema }], input: [{ role: 'user', content: 'x' }, ...output, ...results] }
  },
}

// Below full the record of the whole message is sealed; at full its blocks are, and a plan is in none of them.
describe.each(Object.entries(clients))('at %s, the plan of a step of Cohere', (path, bodyOf) => {
  it.each([
    ['with its thought', 'full', step],
    ['with its thought', 'none', step],
    ['alone', 'full', plan],
    ['alone', 'none', plan],
  ])('comes back %s (%s)', async (_, visibility, step) => {
    const upstream = await startScripted()
    onTestFinished(() => upstream.close())
    const { url } = await startGateway('--upstream', upstream.origin, '--upstream-format', 'cohere', '--visibility', visibility)
    upstream.play([
      json({ id: 'c', message: step, finish_reason: 'TOOL_CALL' }),
      json({ id: 'd', message: step, finish_reason: 'TOOL_CALL' }),
    ])
    const ask = async (answer?: Json): Promise<Json> => {
      const headers = { 'content-type': 'application/json', 'anthropic-version': '2023-06-01' }
      const body = JSON.stringify({ model: 'm', ...bodyOf(answer) })
      return (await (await fetch(url + path, { method: 'POST', headers, body })).json()) as Json
    }
    await ask(await ask())
    expect(asList(upstream.seen[1]!['messages'])[1]).toMatchObject(step)
  })
})
