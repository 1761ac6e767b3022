import { describe, expect, it } from 'vitest'
import { question, startGateway } from '../support/gateway.ts'
import { startUpstream } from '../support/upstream.ts'

/** Calls every tool that it is offered, by the names that it knows. */
const callingUpstream = (): Promise<string> =>
  startUpstream((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const { toolConfig } = JSON.parse(Buffer.concat(pieces).toString('utf8')) as {
        toolConfig: { tools: { toolSpec: { name: string } }[] }
      }
      const names = toolConfig.tools.map(({ toolSpec }) => toolSpec.name)
      const taken = names.every((name) => /^[\w-]{1,64}$/.test(name)) && new Set(names).size === names.length
      const content = names.map((name, at) => ({ toolUse: { toolUseId: `t${at}`, name, input: {} } }))
      response
        .writeHead(taken ? 200 : 400, { 'content-type': 'application/json' })
        .end(JSON.stringify({ output: { message: { role: 'assistant', content } }, stopReason: 'tool_use' }))
    })
  })

describe('names of tools that a provider does not take as they are', () => {
  const server = `mcp__${'server'.repeat(12)}__`
  const names = [`${server}read`, `${server}write`, 'files/read:all']

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
