import type { Conversation, KnobReport } from '@reason/core/conversation'
import type { HttpClient } from './http/client.ts'
import { readChatAnswer, type ChatAnswer } from './chat-answer.ts'
import { headersFor, type Survey } from './survey.ts'

export type ProbeId = 'whole' | 'streamed' | 'off' | 'tools'

/** A request that shows how a server answers. */
export interface Probe {
  id: ProbeId
  stream: boolean
  /** Description for people, shown before sending. */
  about: string
  question: string
  off?: true
  tools?: true
}

const sum = 'What is 17 * 3?'

export const probes: readonly Probe[] = [
  { id: 'whole', stream: false, question: sum, about: `"${sum}", whole` },
  { id: 'streamed', stream: true, question: sum, about: 'the same, streamed' },
  { id: 'off', stream: false, question: sum, off: true, about: 'the same, told not to think' },
  {
    id: 'tools',
    stream: false,
    question: 'What is the weather in Oslo now? Use the tool.',
    tools: true,
    about: 'a question that needs a tool',
  },
]

export interface ProbeAnswer extends ChatAnswer {
  probe: Probe
  /** Result of turning thinking off in the wire format. */
  knobs: KnobReport
}

export interface ProbeOptions {
  survey: Survey
  client: HttpClient
  model: string
  maxTokens: number
  key?: string
}

/** Sends a probe, written and read by the wire format. */
export async function send(probe: Probe, { survey, client, model, maxTokens, key }: ProbeOptions): Promise<ProbeAnswer> {
  const { wire, base, provider } = survey
  const source = { model, ...(provider !== undefined && { provider }) }
  const { body, knobs } = wire.writeRequest(conversationOf(probe, model, maxTokens), { wire: wire.id, ...source })
  // Chat Completions count a stream's tokens only on request; Mistral always counts, and refuses the request.
  const asksUsage = probe.stream && wire.id === 'openai-chat' && provider !== 'mistral'
  const answer = await client.ask(base + wire.endpoint.path(encodeURIComponent(model), probe.stream), {
    method: 'POST',
    headers: headersFor(wire.endpoint, key),
    body: asksUsage ? { ...body, stream_options: { include_usage: true } } : body,
  })
  return { ...readChatAnswer(answer, wire, source), probe, knobs }
}

const conversationOf = ({ question, stream, off, tools }: Probe, model: string, maxOutputTokens: number): Conversation => ({
  model,
  stream,
  messages: [{ role: 'user', content: [{ type: 'text', text: question }] }],
  sampling: { maxOutputTokens },
  ...(off && { knobs: { enabled: false } }),
  ...(tools && {
    tools: [
      {
        type: 'function' as const,
        name: 'get_weather',
        description: 'The weather of a city.',
        parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
      },
    ],
    toolChoice: 'auto' as const,
  }),
})
