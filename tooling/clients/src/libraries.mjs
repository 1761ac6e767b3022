/**
 * Tool loops of libraries, each with the settings of the guide: `node libraries.mjs NAME URL MODEL PROMPT`. The installation copies this file into
 * the folder of the libraries, because Node looks for them beside the file.
 */
import { readdirSync, readFileSync } from 'node:fs'

const [, , name, url, model, prompt] = process.argv
/** Imports a library. The libraries are not dependencies of this repository. */
const library = (of) => import(of)
const apiKey = 'any-text'
const baseURL = `${url}/v1`

const run = {
  read_file: ({ path }) => readFileSync(path, 'utf8'),
  list_directory: ({ path }) => readdirSync(path).join('\n'),
}
const description = 'Works on a path.'
const schema = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'], additionalProperties: false }
const names = Object.keys(run)

async function aiSdk(of, isStream) {
  const { generateText, streamText, stepCountIs, tool, jsonSchema } = await library('ai')
  const tools = Object.fromEntries(
    names.map((one) => [one, tool({ description, inputSchema: jsonSchema(schema), execute: async (given) => run[one](given) })]),
  )
  const asked = { model: await of(), prompt, tools, stopWhen: stepCountIs(8), providerOptions: { openai: { store: false } } }
  if (!isStream) return (await generateText(asked)).text
  return await streamText(asked).text
}

const aiModels = {
  compatible: async () => (await library('@ai-sdk/openai-compatible')).createOpenAICompatible({ name: 'reason', baseURL, apiKey })(model),
  chat: async () => (await library('@ai-sdk/openai')).createOpenAI({ baseURL, apiKey }).chat(model),
  responses: async () => (await library('@ai-sdk/openai')).createOpenAI({ baseURL, apiKey }).responses(model),
  anthropic: async () => (await library('@ai-sdk/anthropic')).createAnthropic({ baseURL, apiKey })(model),
}

async function langChain(chat, isStream) {
  const { tool } = await library('@langchain/core/tools')
  const { HumanMessage } = await library('@langchain/core/messages')
  const tools = names.map((one) => tool(async (given) => run[one](given), { name: one, description, schema }))
  const bound = (await chat()).bindTools(tools)
  const messages = [new HumanMessage(prompt)]
  for (let step = 0; step < 8; step++) {
    const answer = isStream ? await joined(await bound.stream(messages)) : await bound.invoke(messages)
    messages.push(answer)
    if (answer.tool_calls.length === 0) return answer.text
    for (const call of answer.tool_calls) messages.push(await tools.find((one) => one.name === call.name).invoke(call))
  }
}

async function joined(stream) {
  let all
  for await (const chunk of stream) all = all === undefined ? chunk : all.concat(chunk)
  return all
}

const langChainModels = {
  chat: async () => new (await library('@langchain/openai')).ChatOpenAI({ model, apiKey, configuration: { baseURL } }),
  responses: async () =>
    new (await library('@langchain/openai')).ChatOpenAI({
      model,
      apiKey,
      configuration: { baseURL },
      useResponsesApi: true,
      zdrEnabled: true,
    }),
  anthropic: async () => new (await library('@langchain/anthropic')).ChatAnthropic({ model, apiKey, anthropicApiUrl: url }),
}

async function agentsSdk(api, isStream) {
  const { Agent, Runner, tool, setDefaultOpenAIClient, setOpenAIAPI, setTracingDisabled } = await library('@openai/agents')
  const { OpenAI } = await library('openai')
  setTracingDisabled(true)
  setDefaultOpenAIClient(new OpenAI({ baseURL, apiKey }))
  setOpenAIAPI(api)
  const tools = names.map((one) =>
    tool({ name: one, description, parameters: schema, strict: true, execute: async (given) => run[one](given) }),
  )
  const agent = new Agent({
    name: 'Walker',
    model,
    tools,
    modelSettings: api === 'responses' ? { store: false, providerData: { include: ['reasoning.encrypted_content'] } } : {},
  })
  const result = await new Runner().run(agent, prompt, { stream: isStream })
  if (isStream) await result.completed
  return result.finalOutput
}

async function llamaIndex(llm) {
  const { agent } = await library('@llamaindex/workflow')
  const { tool } = await library('llamaindex')
  const tools = names.map((one) => tool({ name: one, description, parameters: schema, execute: (given) => run[one](given) }))
  const { data } = await agent({ llm: await llm(), tools }).run(prompt)
  return typeof data.result === 'string' ? data.result : JSON.stringify(data)
}

async function runTools(isStream) {
  const { OpenAI } = await library('openai')
  const tools = names.map((one) => ({
    type: 'function',
    function: { name: one, description, parameters: schema, parse: JSON.parse, function: run[one] },
  }))
  return await new OpenAI({ baseURL, apiKey }).chat.completions
    .runTools({ model, tools, stream: isStream, messages: [{ role: 'user', content: prompt }] })
    .finalContent()
}

async function toolRunner(isStream) {
  const { default: Anthropic } = await library('@anthropic-ai/sdk')
  const tools = names.map((one) => ({ name: one, description, input_schema: schema, run: run[one] }))
  const messages = [{ role: 'user', content: prompt }]
  const runner = new Anthropic({ baseURL: url, apiKey }).beta.messages.toolRunner({
    model,
    max_tokens: 8000,
    tools,
    messages,
    stream: isStream,
  })
  if (!isStream) return textOf(await runner)
  let last
  for await (const stream of runner) last = await stream.finalMessage()
  return textOf(last)
}

const textOf = ({ content }) => content.map((block) => (block.type === 'text' ? block.text : '')).join('')

const loops = {
  'ai-compatible': () => aiSdk(aiModels.compatible, false),
  'ai-compatible-stream': () => aiSdk(aiModels.compatible, true),
  'ai-chat': () => aiSdk(aiModels.chat, false),
  'ai-chat-stream': () => aiSdk(aiModels.chat, true),
  'ai-responses': () => aiSdk(aiModels.responses, false),
  'ai-responses-stream': () => aiSdk(aiModels.responses, true),
  'ai-anthropic': () => aiSdk(aiModels.anthropic, false),
  'ai-anthropic-stream': () => aiSdk(aiModels.anthropic, true),
  'langchain-chat': () => langChain(langChainModels.chat, false),
  'langchain-chat-stream': () => langChain(langChainModels.chat, true),
  'langchain-responses': () => langChain(langChainModels.responses, false),
  'langchain-responses-stream': () => langChain(langChainModels.responses, true),
  'langchain-anthropic': () => langChain(langChainModels.anthropic, false),
  'langchain-anthropic-stream': () => langChain(langChainModels.anthropic, true),
  'agents-chat': () => agentsSdk('chat_completions', false),
  'agents-chat-stream': () => agentsSdk('chat_completions', true),
  'agents-responses': () => agentsSdk('responses', false),
  'agents-responses-stream': () => agentsSdk('responses', true),
  'llamaindex-openai': () =>
    llamaIndex(async () => new (await library('@llamaindex/openai')).OpenAI({ model, apiKey, baseURL, supportToolCall: true })),
  'llamaindex-anthropic': () =>
    llamaIndex(async () => {
      // The library reads the address from the environment only, and allows tools only for models that it knows.
      process.env.ANTHROPIC_BASE_URL = url
      const claude = new (await library('@llamaindex/anthropic')).Anthropic({ model, apiKey, maxTokens: 4000 })
      return Object.defineProperty(claude, 'supportToolCall', { value: true })
    }),
  'openai-run-tools': () => runTools(false),
  'openai-run-tools-stream': () => runTools(true),
  'anthropic-tool-runner': () => toolRunner(false),
  'anthropic-tool-runner-stream': () => toolRunner(true),
}

console.log(name === 'names' ? Object.keys(loops).join('\n') : await loops[name]())
