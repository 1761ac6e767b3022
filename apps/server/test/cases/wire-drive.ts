import { onTestFinished } from 'vitest'
import { asList, asObject, isObject, type Json } from '@reason/gateway/json'
import { startScripted, type Served } from '../matrix/upstream.ts'
import { startGateway } from '../support/gateway.ts'
import { eventsOf } from '../support/sse.ts'
import { answerOf, isLoop, plainAnswer } from './wire-bodies.ts'
import { endpointOf, oneTool, requestOf, upstreamOf, type Endpoint, type WireRow } from './wire-rows.ts'

/** The response that a client received, and the requests that the upstream received. */
export interface Seen {
  status: number
  headers: Headers
  /** Text of the whole body. */
  raw: string
  /** The body, or the events of a stream. */
  whole: Json
  events: readonly Json[]
  told: Told
  /** Bodies of the received requests, in order. */
  asked: readonly Json[]
}

/** An answer, independent of any API. */
export interface Told {
  answer: string
  /** The reasoning that Chat Completions and Messages show. */
  thought: string
  calls: { name: string; arguments: string }[]
  finish: string
  /** Refusal: a text instead of the answer, or beside the finish reason. */
  refusal: string
  /** Codes of the gateway's warnings. */
  warnings: string[]
  /** Message and code of an error, whole or as an event. */
  error: string
}

interface Drive {
  model?: string
  /** Fields that replace those of the row. */
  with?: Json
  flags?: readonly string[]
  /** The client first gets the answer, and then sends it back in a second request. */
  loops?: boolean
  /** Changes the received message before the client sends it back. */
  keeps?: (message: unknown) => unknown
}

/** Sends a row's request, or both steps of its loop, through a gateway to an upstream with the row's answer. */
export async function drive(
  row: WireRow,
  { model = 'm', with: fields = {}, flags = [], loops = isLoop(row), keeps = (one) => one }: Drive = {},
): Promise<Seen> {
  const { format, provider } = upstreamOf(row)
  const endpoint = endpointOf(row)
  const upstream = await startScripted()
  onTestFinished(() => upstream.close())
  const gateway = await startGateway(
    '--upstream',
    upstream.origin,
    '--upstream-format',
    format,
    '--visibility',
    row.visibility,
    ...(provider === undefined ? [] : ['--upstream-provider', provider]),
    ...flags,
  )
  const ask = async (body: Json): Promise<Omit<Seen, 'asked'>> => {
    const response = await fetch(`${gateway.url}${row.endpoint}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'anthropic-version': '2023-06-01' },
      body: JSON.stringify(body),
    })
    const { status, headers } = response
    const raw = await response.text()
    const isStream = headers.get('content-type')?.includes('event-stream') === true
    const events = isStream ? eventsIn(raw) : []
    const whole = isStream ? {} : asObject(JSON.parse(raw))
    return { status, headers, raw, whole, events, told: toldOf(endpoint, whole, events) }
  }
  const body = { ...requestOf(row, model), ...(loops && { tools: [oneTool[endpoint]] }), ...fields }
  const served: Served[] = [answerOf(row), plainAnswer[format]!()]
  upstream.play(served)
  const first = await ask(body)
  if (!loops) return { ...first, asked: [...upstream.seen] }
  const second = await ask(nextOf(endpoint, body, first.whole, keeps))
  return { ...second, asked: [...upstream.seen] }
}

/** The data of all events of a stream, under any event name. */
export const eventsIn = (raw: string): Json[] =>
  eventsOf(raw.replaceAll(/^event: .*\n/gm, ''))
    .filter((data) => data !== '[DONE]')
    .map((data) => asObject(JSON.parse(data)))

/** Request of the next step of a loop: the received answer, and a result for each of its calls. */
function nextOf(endpoint: Endpoint, body: Json, whole: Json, keeps: (message: unknown) => unknown): Json {
  const before = asList(body['messages'])
  if (endpoint === 'completions') {
    const message = asObject(keeps(asObject(asList(whole['choices'])[0])['message']))
    const results = asList(message['tool_calls']).map((call) => ({ role: 'tool', tool_call_id: asObject(call)['id'], content: 'r' }))
    return { ...body, messages: [...before, message, ...results] }
  }
  if (endpoint === 'messages') {
    const content = asList(keeps(whole['content']))
    const results = content
      .filter((block) => asObject(block)['type'] === 'tool_use')
      .map((block) => ({ type: 'tool_result', tool_use_id: asObject(block)['id'], content: 'r' }))
    return { ...body, messages: [...before, { role: 'assistant', content }, { role: 'user', content: results }] }
  }
  const output = asList(keeps(whole['output']))
  const results = output
    .filter((item) => asObject(item)['type'] === 'function_call')
    .map((item) => ({ type: 'function_call_output', call_id: asObject(item)['call_id'], output: 'r' }))
  return { ...body, input: [{ role: 'user', content: 'x' }, ...output, ...results] }
}

export function toldOf(endpoint: Endpoint, whole: Json, events: readonly Json[]): Told {
  const told: Told = { answer: '', thought: '', calls: [], finish: '', refusal: '', warnings: [], error: '' }
  const add = (name: unknown, args: unknown): void => {
    told.calls.push({ name: String(name), arguments: typeof args === 'string' ? args : JSON.stringify(args ?? {}) })
  }
  const readers: Readonly<Record<Endpoint, () => void>> = {
    completions() {
      const byIndex = new Map<unknown, Told['calls'][number]>()
      for (const event of [whole, ...events]) {
        const choice = asObject(asList(event['choices'])[0])
        const message = asObject(choice['delta'] ?? choice['message'])
        told.answer += (message['content'] as string | undefined) ?? ''
        told.thought += (message['reasoning_content'] as string | undefined) ?? ''
        told.refusal += (message['refusal'] as string | undefined) ?? ''
        told.finish = (choice['finish_reason'] as string | undefined) ?? told.finish
        for (const call of asList(message['tool_calls']).filter(isObject)) {
          const of = asObject(call['function'])
          const known = call['index'] === undefined ? undefined : byIndex.get(call['index'])
          if (known === undefined) {
            add(of['name'], of['arguments'] ?? '')
            if (call['index'] !== undefined) byIndex.set(call['index'], told.calls.at(-1)!)
          } else known.arguments += (of['arguments'] as string | undefined) ?? ''
        }
      }
    },
    messages() {
      for (const block of asList(whole['content']).filter(isObject)) {
        if (block['type'] === 'text') told.answer += block['text'] as string
        if (block['type'] === 'thinking') told.thought += block['thinking'] as string
        if (block['type'] === 'tool_use') add(block['name'], block['input'])
      }
      told.finish = (whole['stop_reason'] as string | undefined) ?? ''
      for (const one of [whole, ...events.map((event) => asObject(event['delta']))])
        told.refusal += (asObject(one['stop_details'])['explanation'] as string | undefined) ?? ''
      for (const event of events) {
        const { type, delta } = event as { type: string; delta?: Json }
        const block = asObject(event['content_block'])
        if (type === 'content_block_start' && block['type'] === 'tool_use') add(block['name'], '')
        if (delta?.['type'] === 'text_delta') told.answer += delta['text'] as string
        if (delta?.['type'] === 'thinking_delta') told.thought += delta['thinking'] as string
        if (delta?.['type'] === 'input_json_delta') told.calls.at(-1)!.arguments += delta['partial_json'] as string
        if (type === 'message_delta') told.finish = String(delta?.['stop_reason'])
      }
    },
    responses() {
      const last = asObject(events.findLast(({ response }) => response !== undefined)?.['response'])
      const response = events.length > 0 ? last : whole
      told.finish = (response['status'] as string | undefined) ?? ''
      for (const item of asList(response['output']).filter(isObject)) {
        if (item['type'] === 'function_call') add(item['name'], item['arguments'])
        if (item['type'] === 'reasoning') continue
        for (const part of asList(item['content']).filter(isObject)) {
          told.answer += (part['text'] as string | undefined) ?? ''
          told.refusal += (part['refusal'] as string | undefined) ?? ''
        }
      }
      if (isObject(response['error'])) told.error = errorOf(response['error'])
    },
  }
  readers[endpoint]()
  for (const { reason } of [whole, ...events])
    told.warnings.push(...asList(asObject(reason)['warnings']).map((warning) => String(asObject(warning)['code'])))
  for (const { error, type, ...rest } of [whole, ...events]) {
    if (isObject(error)) told.error = errorOf(error)
    else if (type === 'error') told.error = errorOf(rest)
  }
  return told
}

const errorOf = ({ message, code, type }: Json): string => [message, code ?? type].join(' / ')
