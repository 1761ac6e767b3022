import { describe, expect, it } from 'vitest'
import { question, startGateway } from '../../support/gateway.ts'
import { startReadingUpstream } from '../../support/upstream.ts'

/** Calls every tool that it is offered, by the names that it knows. */
const callingUpstream = (): Promise<string> =>
  startReadingUpstream((text, response) => {
    const { toolConfig } = JSON.parse(text) as {
      toolConfig: { tools: { toolSpec: { name: string } }[] }
    }
    const names = toolConfig.tools.map(({ toolSpec }) => toolSpec.name)
    const taken = names.every((name) => /^[\w-]{1,64}$/.test(name)) && new Set(names).size === names.length
    const content = names.map((name, at) => ({ toolUse: { toolUseId: `t${at}`, name, input: {} } }))
    response
      .writeHead(taken ? 200 : 400, { 'content-type': 'application/json' })
      .end(JSON.stringify({ output: { message: { role: 'assistant', content } }, stopReason: 'tool_use' }))
  })

describe('names of tools that a provider does not take as they are', () => {
  const server = `mcp__${'server'.repeat(12)}__`
  const names = [`${server}read`, `${server}write`, 'files/read:all', 'my.func tool', 'my_func tool', '搜索', '天气']

  it.each([true, false])(
    'reach it in characters and a length that it takes, and the client as it offered them (stream: %s)',
    async (stream) => {
      const { origin } = new URL(await callingUpstream())
      const { chat } = await startGateway('--upstream', origin, '--upstream-format', 'bedrock-converse')
      const tools = names.map((name) => ({ type: 'function', function: { name, parameters: { type: 'object', properties: {} } } }))
      const answer = await chat({ model: 'anthropic.claude-sonnet-4-5-20250929-v1:0', messages: question, tools, stream })
      const text = await answer.text()
      expect(answer.status).toBe(200)
      expect([...text.matchAll(/"name":"([^"]*)"/g)].map(([, name]) => name)).toEqual(names)
    },
  )
})

/** As Google does: a letter or `_` begins a name, and 64 characters are the most. */
const callingGoogle = (): Promise<string> =>
  startReadingUpstream((text, response) => {
    const { tools, toolConfig, contents } = JSON.parse(text) as {
      tools: { functionDeclarations: { name: string }[] }[]
      toolConfig: { functionCallingConfig: { allowedFunctionNames: string[] } }
      contents: { parts: { functionCall?: { name: string }; functionResponse?: { name: string } }[] }[]
    }
    const names = tools.flatMap(({ functionDeclarations }) => functionDeclarations.map(({ name }) => name))
    const used = contents.flatMap(({ parts }) => parts.map((part) => (part.functionCall ?? part.functionResponse)?.name))
    const others = [...toolConfig.functionCallingConfig.allowedFunctionNames, ...used.filter((name) => name !== undefined)]
    const taken = names.every((name) => /^[A-Za-z_][\w.:-]{0,63}$/.test(name)) && others.every((name) => names.includes(name))
    const parts = names.map((name) => ({ functionCall: { name, args: {} } }))
    response
      .writeHead(taken ? 200 : 400, { 'content-type': 'application/json' })
      .end(JSON.stringify({ candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }] }))
  })

it('names that Google does not take reach it as it does, in tools, in the choice of one, in calls and in results', async () => {
  const { origin } = new URL(await callingGoogle())
  const { chat } = await startGateway('--upstream', origin, '--upstream-format', 'gemini')
  const names = [
    '1password-get',
    `mcp__${'server'.repeat(12)}__read`,
    `2${'server'.repeat(12)}__read`,
    'files/read',
    '搜索',
    '天气',
    'a.b:c',
  ]
  const tools = names.map((name) => ({ type: 'function', function: { name, parameters: { type: 'object', properties: {} } } }))
  const calls = names.map((name, at) => ({ id: `c${at}`, type: 'function', function: { name, arguments: '{}' } }))
  const results = calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: 'done' }))
  const messages = [...question, { role: 'assistant', content: null, tool_calls: calls }, ...results]
  const answer = await chat({
    model: 'gemini-3-pro-preview',
    messages,
    tools,
    tool_choice: { type: 'function', function: { name: names[0] } },
  })
  expect(answer.status).toBe(200)
  const { choices } = (await answer.json()) as { choices: { message: { tool_calls: { function: { name: string } }[] } }[] }
  expect(choices[0]!.message.tool_calls.map(({ function: { name } }) => name)).toEqual(names)
})
