import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { ownEvents } from './own-events.ts'

/** APIs that third-party clients and upstreams speak. */
export const foreign = ['openai-chat', 'openai-responses', 'anthropic-messages'] as const
export type Foreign = (typeof foreign)[number]

export const endpoints = [...foreign, 'generate'] as const
export type Endpoint = (typeof endpoints)[number]

export interface Call {
  id: string
  name: string
  arguments: unknown
}

/** An answer as an application reads it, in one shape for all APIs. */
export interface Told {
  reasoning: string
  answer: string
  calls: readonly Call[]
  finish: string
  usage: { input: number | undefined; output: number | undefined; reasoning: number | undefined }
  /** Deviations from the client's types. */
  odd: readonly string[]
  /** The client's own object. */
  object: unknown
}

export interface Asked {
  url: string
  model: string
  stream: boolean
  /** Names of the offered tools. */
  tools: readonly string[]
  /** The client asks for reasoning. */
  thinks: boolean
  /** Further fields that no client knows. */
  more?: Readonly<Record<string, unknown>>
}

/** An application with the official client: it appends the model's message unchanged, runs its tools, and sends the next request. */
export interface Application {
  /** Sends the conversation, and appends the answer to it. */
  ask(): Promise<Told>
  /** Appends results for the calls. */
  reply(calls: readonly Call[]): void
  /** Text of an unfinished answer. */
  readonly begun: () => string
}

export const resultOf = (name: string): string => `result of ${name}`

const question = 'Please do it.'
const schema = { type: 'object' as const, properties: {}, additionalProperties: true }

export function createApplication(endpoint: Endpoint, asked: Asked): Application {
  if (endpoint === 'openai-chat') return chat(asked)
  if (endpoint === 'openai-responses') return responses(asked)
  return endpoint === 'generate' ? ownEvents(asked) : messages(asked)
}

const openai = (url: string): OpenAI => new OpenAI({ baseURL: `${url}/v1`, apiKey: 'client-key', maxRetries: 0 })

function chat({ url, model, stream, tools, thinks, more }: Asked): Application {
  const client = openai(url)
  const said: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: question }]
  let begun = ''
  return {
    begun: () => begun,
    reply(calls) {
      for (const { id, name } of calls) said.push({ role: 'tool', tool_call_id: id, content: resultOf(name) })
    },
    async ask() {
      const body = {
        model,
        messages: said,
        ...(tools.length > 0 && {
          tools: tools.map((name) => ({ type: 'function' as const, function: { name, parameters: schema } })),
        }),
        ...(thinks && { reasoning_effort: 'medium' as const, max_completion_tokens: 16_000 }),
        ...more,
      }
      let reasoning = ''
      let completion: OpenAI.ChatCompletion
      if (stream) {
        const running = client.chat.completions.stream({ ...body, stream_options: { include_usage: true } })
        // The client's helper joins known fields only. Of other fields, it keeps the last delta.
        running.on('chunk', ({ choices }) => {
          const delta = choices[0]?.delta as { reasoning_content?: string | null; content?: string | null } | undefined
          reasoning += delta?.reasoning_content ?? ''
          begun += (delta?.reasoning_content ?? '') + (delta?.content ?? '')
        })
        completion = await running.finalChatCompletion()
      } else {
        completion = await client.chat.completions.create({ ...body, stream: false })
        reasoning = (completion.choices[0]!.message as { reasoning_content?: string | null }).reasoning_content ?? ''
      }
      const { message, finish_reason: finish } = completion.choices[0]!
      said.push(message)
      const { usage } = completion
      return {
        reasoning,
        answer: message.content ?? '',
        calls: (message.tool_calls ?? []).flatMap((call) =>
          call.type === 'function' ? [{ id: call.id, name: call.function.name, arguments: parsed(call.function.arguments) }] : [],
        ),
        finish,
        usage: {
          input: usage?.prompt_tokens,
          output: usage?.completion_tokens,
          reasoning: usage?.completion_tokens_details?.reasoning_tokens,
        },
        odd: unlike(completion, { id: 'string', object: 'chat.completion', created: 'number', model: 'string', choices: 'object' }),
        object: completion,
      }
    },
  }
}

function responses({ url, model, stream, tools, thinks, more }: Asked): Application {
  const client = openai(url)
  const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: question }]
  let begun = ''
  return {
    begun: () => begun,
    reply(calls) {
      for (const { id, name } of calls) input.push({ type: 'function_call_output', call_id: id, output: resultOf(name) })
    },
    async ask() {
      const body = {
        model,
        input,
        store: false,
        include: ['reasoning.encrypted_content' as const],
        ...(tools.length > 0 && {
          tools: tools.map((name) => ({ type: 'function' as const, name, parameters: schema, strict: false })),
        }),
        ...(thinks && { reasoning: { effort: 'medium' as const }, max_output_tokens: 16_000 }),
        ...more,
      }
      let response: OpenAI.Responses.Response
      if (stream) {
        const running = client.responses.stream(body)
        for await (const event of running) {
          if (event.type.endsWith('text.delta')) begun += (event as { delta: string }).delta
          // The client gives both failures as events, and does not throw.
          if (event.type === 'error') throw new Reported(event.message)
          if (event.type === 'response.failed') throw new Reported(event.response.error?.message ?? '')
        }
        response = await running.finalResponse()
      } else response = await client.responses.create({ ...body, stream: false })
      if (response.status === 'failed') throw new Reported(response.error?.message ?? '')
      input.push(...(response.output as OpenAI.Responses.ResponseInputItem[]))
      const calls = response.output.flatMap((item) =>
        item.type === 'function_call' ? [{ id: item.call_id, name: item.name, arguments: parsed(item.arguments) }] : [],
      )
      return {
        reasoning: response.output
          .flatMap((item) => (item.type === 'reasoning' ? [...(item.content ?? []), ...item.summary].map(({ text }) => text) : []))
          .join(''),
        answer: response.output_text,
        calls,
        finish: response.incomplete_details?.reason ?? (calls.length > 0 ? `${response.status} with calls` : response.status!),
        usage: {
          input: response.usage?.input_tokens,
          output: response.usage?.output_tokens,
          reasoning: response.usage?.output_tokens_details.reasoning_tokens,
        },
        odd: [
          ...unlike(response, { id: 'string', object: 'response', created_at: 'number', model: 'string', output: 'object' }),
          ...response.output.flatMap((item) => (item.type === 'reasoning' && !Array.isArray(item.summary) ? ['a summary is no list'] : [])),
        ],
        object: response,
      }
    },
  }
}

/** A failure that OpenAI's client does not throw: it gives an event, or the status of a response. */
export class Reported extends Error {}

function messages({ url, model, stream, tools, thinks, more }: Asked): Application {
  const client = new Anthropic({ baseURL: url, apiKey: 'client-key', maxRetries: 0 })
  const said: Anthropic.MessageParam[] = [{ role: 'user', content: question }]
  let begun = ''
  return {
    begun: () => begun,
    reply(calls) {
      said.push({
        role: 'user',
        content: calls.map(({ id, name }) => ({ type: 'tool_result' as const, tool_use_id: id, content: resultOf(name) })),
      })
    },
    async ask() {
      const body = {
        model,
        max_tokens: 16_000,
        messages: said,
        ...(tools.length > 0 && { tools: tools.map((name) => ({ name, input_schema: schema })) }),
        ...(thinks && { thinking: { type: 'enabled' as const, budget_tokens: 2000 } }),
        ...more,
      }
      let message: Anthropic.Message
      if (stream) {
        const running = client.messages.stream(body)
        running.on('text', (text) => (begun += text)).on('thinking', (text) => (begun += text))
        message = await running.finalMessage()
      } else message = await client.messages.create({ ...body, stream: false })
      said.push({ role: 'assistant', content: message.content })
      return {
        reasoning: message.content.map((block) => (block.type === 'thinking' ? block.thinking : '')).join(''),
        answer: message.content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
        calls: message.content.flatMap((block) =>
          block.type === 'tool_use' ? [{ id: block.id, name: block.name, arguments: block.input }] : [],
        ),
        finish: message.stop_reason ?? '',
        usage: {
          // `input_tokens` excludes tokens from a cache.
          input:
            message.usage.input_tokens + (message.usage.cache_read_input_tokens ?? 0) + (message.usage.cache_creation_input_tokens ?? 0),
          output: message.usage.output_tokens,
          reasoning: message.usage.output_tokens_details?.thinking_tokens,
        },
        odd: [
          ...unlike(message, { id: 'string', type: 'message', role: 'assistant', model: 'string', content: 'object' }),
          ...message.content.flatMap((block) =>
            block.type === 'thinking' && typeof block.signature !== 'string' ? ['a thinking block has no signature'] : [],
          ),
        ],
        object: message,
      }
    },
  }
}

/** @param like - Expected type or exact value of each field. */
function unlike(object: object, like: Readonly<Record<string, string>>): string[] {
  const fields = object as Record<string, unknown>
  return Object.entries(like)
    .filter(([name, value]) => fields[name] !== value && typeof fields[name] !== value)
    .map(([name, value]) => `${name} is ${JSON.stringify(fields[name])}, not ${value}`)
}

function parsed(text: string): unknown {
  return text === '' ? {} : (JSON.parse(text) as unknown)
}
