import { eventsOf, textOf } from '../../support/sse.ts'

/** The client APIs under test. */
export const apis = ['openai-chat', 'openai-responses', 'anthropic-messages'] as const
export type Api = (typeof apis)[number]

const paths = { 'openai-chat': '/v1/chat/completions', 'openai-responses': '/v1/responses', 'anthropic-messages': '/v1/messages' }
export const pathOf = (api: Api): string => paths[api]

const text = 'What is 17 * 3?'
const bodies = {
  'openai-chat': { messages: [{ role: 'user', content: text }] },
  'openai-responses': { input: text },
  'anthropic-messages': { max_tokens: 1000, messages: [{ role: 'user', content: text }] },
}
export const requestOf = (api: Api, stream: boolean): Record<string, unknown> => ({ model: 'some-model', stream, ...bodies[api] })

/** An answer as a client of the API reads it. */
export interface Understood {
  answer: string
  reasoning: string
  /** The answer marks itself as complete. */
  complete: boolean
  error: { message: string } | undefined
}

interface Event {
  type?: string
  error?: { message: string }
  message?: string
  delta?: unknown
  response?: { error?: { message: string } | null }
}

export function understand(api: Api, stream: boolean, body: string): Understood {
  if (!stream) return whole(api, JSON.parse(body) as Json)
  return api === 'openai-chat' ? chatStream(body) : api === 'openai-responses' ? responsesStream(body) : messagesStream(body)
}

function chatStream(body: string): Understood {
  const events = eventsOf(body)
  const parsed = events
    .filter((data) => data !== '[DONE]')
    .map((data) => JSON.parse(data) as Event & { choices?: { finish_reason?: string | null }[] })
  const chunks = parsed.filter(({ error }) => error === undefined).map((event) => `data: ${JSON.stringify(event)}\n\n`)
  return {
    answer: textOf(chunks.join(''), 'content'),
    reasoning: textOf(chunks.join(''), 'reasoning_content'),
    complete: events.at(-1) === '[DONE]' && parsed.some(({ choices }) => choices?.some(({ finish_reason: reason }) => reason != null)),
    error: parsed.find(({ error }) => error !== undefined)?.error,
  }
}

function responsesStream(body: string): Understood {
  const events = parse(body)
  const said = (type: string): string =>
    events.map((event) => (event.type === type && typeof event.delta === 'string' ? event.delta : '')).join('')
  const failed = events.find(({ type }) => type === 'response.failed')
  const error = events.find(({ type }) => type === 'error')
  return {
    answer: said('response.output_text.delta'),
    reasoning: said('response.reasoning_text.delta') + said('response.reasoning_summary_text.delta'),
    complete: events.some(({ type }) => type === 'response.completed'),
    error: failed?.response?.error ?? (error === undefined ? undefined : (error.error ?? { message: error.message ?? '' })),
  }
}

function messagesStream(body: string): Understood {
  const events = parse(body)
  const said = (field: 'text' | 'thinking'): string =>
    events.map(({ type, delta }) => (type === 'content_block_delta' ? ((delta as Record<string, string>)[field] ?? '') : '')).join('')
  return {
    answer: said('text'),
    reasoning: said('thinking'),
    complete: events.some(({ type }) => type === 'message_stop'),
    error: events.find(({ type }) => type === 'error')?.error,
  }
}

const parse = (body: string): Event[] =>
  body.split('\n\n').flatMap((event) => {
    const [data] = event.split('\n').filter((line) => line.startsWith('data: '))
    return data === undefined ? [] : [JSON.parse(data.slice('data: '.length)) as Event]
  })

interface Json {
  type?: string
  status?: string
  error?: { message: string } | null
  choices?: { message: { content?: string; reasoning_content?: string }; finish_reason?: string | null }[]
  output?: { type: string; content?: { text?: string }[]; summary?: { text: string }[] }[]
  content?: { type: string; text?: string; thinking?: string }[]
  stop_reason?: string | null
}

function whole(api: Api, json: Json): Understood {
  const error = json.error ?? undefined
  if (api === 'openai-chat') {
    const { message, finish_reason: finish } = json.choices?.[0] ?? {}
    return { answer: message?.content ?? '', reasoning: message?.reasoning_content ?? '', complete: finish != null, error }
  }
  if (api === 'openai-responses') {
    const said = (of: string): string =>
      (json.output ?? [])
        .filter(({ type }) => type === of)
        .flatMap(({ content = [], summary = [] }) => [...content, ...summary])
        .map((part) => part.text ?? '')
        .join('')
    return { answer: said('message'), reasoning: said('reasoning'), complete: json.status === 'completed', error }
  }
  const blocks = json.content ?? []
  return {
    answer: blocks.map((block) => block.text ?? '').join(''),
    reasoning: blocks.map((block) => block.thinking ?? '').join(''),
    complete: json.stop_reason != null,
    error,
  }
}
