import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { image } from './turns.ts'

export const clientApis = ['chat', 'responses', 'messages'] as const
export type ClientApi = (typeof clientApis)[number]

/** An application with the official client, which appends the model's message unchanged. */
export interface Application {
  /** Sends the conversation. @returns The ids of the model's calls. */
  ask(): Promise<string[]>
  /** Appends a result for each call, or a user's message if there are none. */
  reply(calls: readonly string[], step: number): void
  /** Replaces everything before the last turn by a summary. */
  compact(): void
  /** All that the application has. */
  history(): unknown
}

interface Offer {
  url: string
  model: string
  isStream: boolean
}

const parameters = { type: 'object' as const, properties: { path: { type: 'string' } } }
const names = ['read', 'list']
const text = (index: number, step: number): string => `Result ${index} of step ${step}`
const hasImage = (index: number, step: number): boolean => index === 0 && step === 0
const address = `data:image/png;base64,${image}`

export const applications: Readonly<Record<ClientApi, (offer: Offer) => Application>> = { chat, responses, messages }

/** The conversation as a list, and where the last turn of the model begins. */
function conversation<Message>(user: (text: string) => Message) {
  let list: Message[] = [user('Do it.')]
  let last = 0
  return {
    list: () => list,
    said(...all: Message[]) {
      last = list.length
      list.push(...all)
    },
    add: (...all: Message[]) => void list.push(...all),
    user: (words: string) => void list.push(user(words)),
    compact: () => void (list = [user('A summary of all before. Go on.'), ...list.slice(last)]),
  }
}

function chat({ url, model, isStream }: Offer): Application {
  const client = new OpenAI({ apiKey: 'none', baseURL: `${url}/v1`, maxRetries: 0 })
  const tools = names.map((name) => ({ type: 'function' as const, function: { name, parameters } }))
  const all = conversation<OpenAI.ChatCompletionMessageParam>((content) => ({ role: 'user', content }))
  return {
    async ask() {
      const body = { model, messages: all.list(), tools, reasoning_effort: 'high' as const }
      const completion = isStream
        ? await client.chat.completions.stream(body).finalChatCompletion()
        : await client.chat.completions.create(body)
      const { message } = completion.choices[0]!
      all.said(message)
      return (message.tool_calls ?? []).map(({ id }) => id)
    },
    reply(calls, step) {
      if (calls.length === 0) all.user('Go on.')
      for (const [index, id] of calls.entries()) {
        const picture = { type: 'image_url', image_url: { url: address } }
        const content = hasImage(index, step) ? [{ type: 'text', text: text(index, step) }, picture] : text(index, step)
        all.add({ role: 'tool', tool_call_id: id, content } as OpenAI.ChatCompletionToolMessageParam)
      }
    },
    compact: all.compact,
    history: all.list,
  }
}

function responses({ url, model, isStream }: Offer): Application {
  const client = new OpenAI({ apiKey: 'none', baseURL: `${url}/v1`, maxRetries: 0 })
  const tools = names.map((name) => ({ type: 'function' as const, name, parameters, strict: false }))
  const all = conversation<OpenAI.Responses.ResponseInputItem>((content) => ({ role: 'user', content }))
  return {
    async ask() {
      const reasoning = { effort: 'high' as const, summary: 'auto' as const }
      const body = { model, input: all.list(), tools, store: false, reasoning, include: ['reasoning.encrypted_content' as const] }
      const { output } = isStream ? await client.responses.stream(body).finalResponse() : await client.responses.create(body)
      all.said(...(output as OpenAI.Responses.ResponseInputItem[]))
      return output.flatMap((item) => (item.type === 'function_call' ? [item.call_id] : []))
    },
    reply(calls, step) {
      if (calls.length === 0) all.user('Go on.')
      for (const [index, id] of calls.entries()) {
        const picture = { type: 'input_image' as const, detail: 'auto' as const, image_url: address }
        const output = hasImage(index, step) ? [{ type: 'input_text' as const, text: text(index, step) }, picture] : text(index, step)
        all.add({ type: 'function_call_output', call_id: id, output })
      }
    },
    compact: all.compact,
    history: all.list,
  }
}

function messages({ url, model, isStream }: Offer): Application {
  const client = new Anthropic({ apiKey: 'none', baseURL: url, maxRetries: 0 })
  const tools = names.map((name) => ({ name, input_schema: parameters }))
  const all = conversation<Anthropic.MessageParam>((content) => ({ role: 'user', content }))
  return {
    async ask() {
      const body = { model, max_tokens: 9000, messages: all.list(), tools, thinking: { type: 'adaptive' as const } }
      const { content } = isStream ? await client.messages.stream(body).finalMessage() : await client.messages.create(body)
      all.said({ role: 'assistant', content })
      return content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []))
    },
    reply(calls, step) {
      if (calls.length === 0) return all.user('Go on.')
      const results = calls.map((id, index): Anthropic.ToolResultBlockParam => {
        const picture = { type: 'image' as const, source: { type: 'base64' as const, media_type: 'image/png' as const, data: image } }
        const content = hasImage(index, step) ? [{ type: 'text' as const, text: text(index, step) }, picture] : text(index, step)
        return { type: 'tool_result', tool_use_id: id, content, ...(index === 1 && { is_error: true }) }
      })
      all.add({ role: 'user', content: results })
    },
    compact: all.compact,
    history: all.list,
  }
}
