import { expect, it } from 'vitest'
import { openaiChat } from '../../src/client-apis/chat-completions/chat-completions.ts'
import { parseRequest, type ClientRequest } from '../../src/client-apis/client-request.ts'

const read = async (fields: string) =>
  (await parseRequest(openaiChat, Buffer.from(`{"model":"m","messages":[],${fields}}`))) as ClientRequest

it('numbers that the gateway reads itself are numbers, however long', async () => {
  const { choices, maxTokens, json } = await read('"n":12345678901234567890,"max_tokens":12345678901234567890,"seed":18446744073709551615')
  expect([choices, maxTokens, json['seed']]).toEqual([12_345_678_901_234_567_000, 12_345_678_901_234_567_000, 18_446_744_073_709_552_000])
})

it('numbers in schemas and in arguments of earlier calls go on as they were written', async () => {
  const tools = '"tools":[{"type":"function","function":{"name":"f","parameters":{"maximum":9223372036854775807}}}]'
  expect(JSON.stringify((await read(tools)).json)).toContain(tools)
  const content = '"more":[{"content":[{"type":"tool_use","input":{"id":[9007199254740993]}}]}]'
  expect(JSON.stringify((await read(content)).json)).toContain(content)
})
