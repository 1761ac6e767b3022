import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'

/** Sends a client's request, and returns the response. */
export type Send = (path: string, body: Record<string, unknown>) => Response

export interface Call {
  id: string
  name: string
  custom: boolean
}

/** An application with the official client: it appends the model's message unchanged, runs its tools, and sends the next request. */
export interface Application {
  /** Sends the conversation, and appends the answer to it. */
  ask(): Promise<{ calls: Call[]; got: unknown }>
  /** Appends results for the calls, or a user message if there are none. */
  reply(calls: readonly Call[]): void
}

export interface Offer {
  tools: readonly string[]
  stream: boolean
}

export const clientFormats = ['openai-chat', 'openai-responses', 'anthropic-messages'] as const
export type ClientFormat = (typeof clientFormats)[number]

export function createApplication(format: ClientFormat, send: Send, offer: Offer): Application {
  const fetch = (url: string | URL | Request, init?: RequestInit): Promise<Response> =>
    Promise.resolve(send(new URL(url as string).pathname, JSON.parse(init?.body as string) as Record<string, unknown>))
  const options = { apiKey: 'none', baseURL: 'http://gateway.invalid', maxRetries: 0, fetch }
  if (format === 'openai-chat') return chatApplication(new OpenAI(options), offer)
  if (format === 'openai-responses') return responsesApplication(new OpenAI(options), offer)
  return messagesApplication(new Anthropic(options), offer)
}

const model = 'the-alias'
const parameters = { type: 'object', properties: {} }

function chatApplication(client: OpenAI, { tools, stream }: Offer): Application {
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Do it.' }]
  return {
    async ask() {
      const offered = tools.map((name) => ({ type: 'function' as const, function: { name, parameters } }))
      const body = { model, messages, ...(offered.length > 0 && { tools: offered }) }
      const completion = stream
        ? await client.chat.completions.stream(body).finalChatCompletion()
        : await client.chat.completions.create({ ...body, stream: false })
      const { message } = completion.choices[0]!
      messages.push(message)
      const calls = (message.tool_calls ?? []).map((call) =>
        call.type === 'function'
          ? { id: call.id, name: call.function.name, custom: false }
          : { id: call.id, name: call.custom.name, custom: true },
      )
      return { calls, got: completion }
    },
    reply(calls) {
      for (const { id } of calls) messages.push({ role: 'tool', tool_call_id: id, content: 'done' })
      if (calls.length === 0) messages.push({ role: 'user', content: 'Go on.' })
    },
  }
}

function responsesApplication(client: OpenAI, { tools, stream }: Offer): Application {
  const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'Do it.' }]
  return {
    async ask() {
      const offered = tools.map((name) => ({ type: 'function' as const, name, parameters, strict: false }))
      const body = { model, input, store: false, ...(offered.length > 0 && { tools: offered }) }
      const response = stream
        ? await client.responses.stream(body).finalResponse()
        : await client.responses.create({ ...body, stream: false })
      input.push(...(response.output as OpenAI.Responses.ResponseInputItem[]))
      const calls = response.output.flatMap((item) =>
        item.type === 'function_call' || item.type === 'custom_tool_call'
          ? [{ id: item.call_id, name: item.name, custom: item.type === 'custom_tool_call' }]
          : [],
      )
      return { calls, got: response }
    },
    reply(calls) {
      for (const { id, custom } of calls) {
        input.push({ type: custom ? 'custom_tool_call_output' : 'function_call_output', call_id: id, output: 'done' })
      }
      if (calls.length === 0) input.push({ role: 'user', content: 'Go on.' })
    },
  }
}

function messagesApplication(client: Anthropic, { tools, stream }: Offer): Application {
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Do it.' }]
  return {
    async ask() {
      const offered = tools.map((name) => ({ name, input_schema: { type: 'object' as const, properties: {} } }))
      const body = { model, max_tokens: 4096, messages, ...(offered.length > 0 && { tools: offered }) }
      const message = stream ? await client.messages.stream(body).finalMessage() : await client.messages.create({ ...body, stream: false })
      messages.push({ role: 'assistant', content: message.content })
      const calls = message.content.flatMap((block) =>
        block.type === 'tool_use' ? [{ id: block.id, name: block.name, custom: false }] : [],
      )
      return { calls, got: message }
    },
    reply(calls) {
      const results = calls.map(({ id }) => ({ type: 'tool_result' as const, tool_use_id: id, content: 'done' }))
      messages.push({ role: 'user', content: calls.length > 0 ? results : 'Go on.' })
    },
  }
}
