import type { Api, Plan } from './plan.ts'

/** A response as a client of the API reads it. */
export interface Understood {
  reasoning: string
  answer: string
  /** The response marks itself as complete. */
  complete: boolean
  failed: boolean
}

type Json = Record<string, never> & { [field: string]: Json | undefined }

/** @throws {SyntaxError} If the body or an event is not JSON. */
export function understand({ api, stream }: Pick<Plan, 'api' | 'stream'>, text: string, status: number): Understood {
  if (status !== 200) return { reasoning: '', answer: '', complete: false, failed: (JSON.parse(text) as Json)['error'] !== undefined }
  const found: Understood = { reasoning: '', answer: '', complete: false, failed: false }
  const events = stream ? dataOf(text) : [text]
  for (const data of events) if (data !== '[DONE]') (stream ? streamed : whole)[api](JSON.parse(data), found)
  if (stream && api === 'openai-chat' && events.at(-1) !== '[DONE]') found.complete = false
  return found
}

const dataOf = (text: string): string[] =>
  text.split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice('data: '.length)] : []))

type Take = (event: any, found: Understood) => void

const streamed: Record<Api, Take> = {
  'openai-chat'({ error, choices: [choice] = [] }, found) {
    if (error !== undefined) found.failed = true
    found.reasoning += choice?.delta?.reasoning_content ?? ''
    found.answer += choice?.delta?.content ?? ''
    if (typeof choice?.finish_reason === 'string') found.complete = true
  },
  'openai-responses'({ type, delta }, found) {
    if (type === 'response.output_text.delta') found.answer += delta
    if (type === 'response.reasoning_text.delta' || type === 'response.reasoning_summary_text.delta') found.reasoning += delta
    if (type === 'response.completed') found.complete = true
    if (type === 'response.failed' || type === 'error') found.failed = true
  },
  'anthropic-messages'({ type, delta }, found) {
    if (type === 'content_block_delta') found.answer += delta.text ?? ''
    if (type === 'content_block_delta') found.reasoning += delta.thinking ?? ''
    if (type === 'message_stop') found.complete = true
    if (type === 'error') found.failed = true
  },
}

const whole: Record<Api, Take> = {
  'openai-chat'({ choices: [{ message, finish_reason: finish }] }, found) {
    found.reasoning = message.reasoning_content ?? ''
    found.answer = message.content ?? ''
    found.complete = typeof finish === 'string'
  },
  'openai-responses'({ status, output }, found) {
    for (const { type, content = [], summary = [] } of output) {
      for (const { text } of [...content, ...summary])
        if (type === 'message') found.answer += text
        else if (type === 'reasoning') found.reasoning += text
    }
    found.complete = status === 'completed'
  },
  'anthropic-messages'({ content, stop_reason: reason }, found) {
    for (const { text = '', thinking = '' } of content) {
      found.answer += text
      found.reasoning += thinking
    }
    found.complete = typeof reason === 'string'
  },
}
