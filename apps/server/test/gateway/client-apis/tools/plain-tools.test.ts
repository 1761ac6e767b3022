import { expect, it, onTestFinished } from 'vitest'
import { asList, asObject, type Json } from '@reason/gateway/json'
import { json } from '../../../cases/sibling-bodies.ts'
import { startScripted } from '../../../matrix/upstream.ts'
import { startGateway } from '../../../support/gateway.ts'

/** Codex offers custom tools and namespaces. Engines that speak Responses know functions alone: llama-server answers 400 to anything else. */
const tools = [
  { type: 'custom', name: 'apply_patch', description: 'Patches.' },
  { type: 'namespace', name: 'mcp__files', tools: [{ type: 'function', name: 'list', parameters: { type: 'object' } }] },
  { type: 'function', name: 'shell', parameters: { type: 'object' } },
  { type: 'web_search' },
]

const call = (at: number, name: string, args: string): Json => ({
  type: 'function_call',
  id: `fc_${at}`,
  call_id: `call_${at}`,
  name,
  arguments: args,
  status: 'completed',
})
const response = (output: readonly Json[]): Json => ({ id: 'resp_1', object: 'response', status: 'completed', model: 'm', output })
const called = [call(1, 'apply_patch', '{"input":"*** Begin"}'), call(2, 'mcp__files__list', '{}')]
const said = [{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: 'Done.' }] }]

it.each([
  ['llamacpp', 'full', ['function apply_patch', 'function mcp__files__list', 'function shell']],
  ['llamacpp', 'none', ['function apply_patch', 'function mcp__files__list', 'function shell']],
  ['vllm', 'full', ['function apply_patch', 'function mcp__files__list', 'function shell', 'web_search undefined']],
  ['minimax', 'full', ['function apply_patch', 'function mcp__files__list', 'function shell', 'web_search undefined']],
  ['ollama', 'none', ['function apply_patch', 'function mcp__files__list', 'function shell', 'web_search undefined']],
])('before Responses of %s, at %s, Codex has its tools', async (provider, visibility, offered) => {
  const upstream = await startScripted()
  onTestFinished(() => upstream.close())
  upstream.play([json(response(called)), json(response(said))])
  const flags = ['--upstream-format', 'openai-responses', '--upstream-provider', provider, '--visibility', visibility]
  const { url } = await startGateway('--upstream', upstream.origin, ...flags)
  const ask = async (input: readonly unknown[]): Promise<Json[]> => {
    const body = JSON.stringify({ model: 'm', store: false, tools, input })
    const answer = await fetch(`${url}/v1/responses`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    return asList(asObject(await answer.json())['output']).map(asObject)
  }

  const question = { role: 'user', content: 'x' }
  const output = (await ask([question])).filter(({ type }) => type !== 'reasoning')
  expect(output).toMatchObject([
    { type: 'custom_tool_call', call_id: 'call_1', name: 'apply_patch', input: '*** Begin' },
    { type: 'function_call', call_id: 'call_2', namespace: 'mcp__files', name: 'list', arguments: '{}' },
  ])
  const results = [
    { type: 'custom_tool_call_output', call_id: 'call_1', output: 'ok' },
    { type: 'function_call_output', call_id: 'call_2', output: 'a' },
  ]
  expect(await ask([question, ...output, ...results])).toMatchObject([{ type: 'message' }])

  const [first, second] = upstream.seen as [Json, Json]
  expect(asList(first['tools']).map((tool) => `${String(asObject(tool)['type'])} ${String(asObject(tool)['name'])}`)).toEqual(offered)
  expect(asList(second['input']).filter((item) => asObject(item)['type'] !== 'reasoning')).toMatchObject([
    question,
    { type: 'function_call', call_id: 'call_1', name: 'apply_patch', arguments: '{"input":"*** Begin"}' },
    { type: 'function_call', call_id: 'call_2', name: 'mcp__files__list', arguments: '{}' },
    { type: 'function_call_output', call_id: 'call_1', output: 'ok' },
    { type: 'function_call_output', call_id: 'call_2', output: 'a' },
  ])
})

it('what OpenAI gets stays as it came', async () => {
  const upstream = await startScripted()
  onTestFinished(() => upstream.close())
  upstream.play([json(response(said))])
  const { url } = await startGateway('--upstream', upstream.origin, '--upstream-format', 'openai-responses')
  const body = { model: 'm', tools, input: 'x' }
  await fetch(`${url}/v1/responses`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  expect(upstream.seen[0]).toMatchObject(body)
})
