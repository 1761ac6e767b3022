import Anthropic from '@anthropic-ai/sdk'
import { createFrameDecoder, encodeSse } from '@reason/core/framing'
import OpenAI from 'openai'
import { createApplication, type Foreign } from './applications.ts'
import type { Bench } from './cell.ts'
import { readBody, type Source } from './source.ts'
import type { Served } from './upstream.ts'

/** Losses on an endpoint whose upstream speaks the same API. Empty lists mean that everything passed. */
export interface PassedThrough {
  /** Unknown fields of the client that did not arrive at the upstream. */
  request: string[]
  /** Unknown fields of the upstream that did not arrive at the client. */
  response: string[]
  /** Signatures and encrypted values: unchanged, sealed in a value of the gateway, or lost. */
  seals: 'to the letter' | 'sealed' | 'lost'
}

const marked = { is: ['unknown', 1.5, null] }
const mark = JSON.stringify(marked)

/** Sends unknown fields in a request and an answer, and compares both with the received ones. */
export async function passThrough(endpoint: Foreign, stream: boolean, source: Source, bench: Bench): Promise<PassedThrough> {
  const { model, bodies } = source
  const places = new Set<string>()
  bench.upstream.play([withUnknown(bodies[0]!, endpoint, places)])
  const request = { x_top: marked, x_nested: { deep: [{ x: marked }] } }
  const said = { role: 'user' as const, content: [{ ...textOf(endpoint), x_piece: marked }], x_message: marked }
  const body = { model, ...request, ...(endpoint === 'openai-responses' ? { input: [said] } : { messages: [said] }) }
  const got = await ask(endpoint, bench.url, body, stream)
  const arrived = JSON.stringify(bench.upstream.seen[0])
  const read = JSON.stringify(got)
  const missing = ['x_top', 'x', 'x_piece', 'x_message'].filter((name) => !arrived.includes(`${JSON.stringify(name)}:${mark}`))
  const next = await nextStep(endpoint, stream, source, bench)
  return {
    request: [...missing, ...next.missing],
    response: [...places].filter((name) => !read.includes(`${JSON.stringify(name)}:${mark}`)),
    seals: next.seals,
  }
}

const textOf = (endpoint: Foreign) => ({ type: endpoint === 'openai-responses' ? 'input_text' : 'text', text: 'Please do it.' })

/** Returns the official client's object, or the events of its stream. */
async function ask(endpoint: Foreign, url: string, body: object, stream: boolean): Promise<unknown> {
  const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'client-key', maxRetries: 0 })
  const anthropic = new Anthropic({ baseURL: url, apiKey: 'client-key', maxRetries: 0 })
  const asked = {
    ...body,
    stream,
    ...(endpoint === 'anthropic-messages' && { max_tokens: 1000 }),
    ...(endpoint === 'openai-chat' && stream && { stream_options: { include_usage: true } }),
  } as never
  const create = {
    'openai-chat': () => openai.chat.completions.create(asked),
    'openai-responses': () => openai.responses.create(asked),
    'anthropic-messages': () => anthropic.messages.create(asked),
  }[endpoint]
  const answer: unknown = await create()
  if (!stream) return answer
  const events: unknown[] = []
  for await (const event of answer as AsyncIterable<unknown>) events.push(event)
  return events
}

/** Adds an unknown field to each kind of object in the events of a stream, or in the body. */
function withUnknown({ type, body }: Served, endpoint: Foreign, places: Set<string>): Served {
  const text = body.toString('utf8')
  if (!type.includes('event-stream')) return { type, body: Buffer.from(JSON.stringify(marking(JSON.parse(text), endpoint, places))) }
  const decoder = createFrameDecoder('sse')
  const frames = [...decoder.push(text), ...decoder.end()]
  const written = frames.map((frame) =>
    encodeSse(frame.data.startsWith('{') ? { ...frame, data: JSON.stringify(marking(JSON.parse(frame.data), endpoint, places)) } : frame),
  )
  return { type, body: Buffer.from(written.join('')) }
}

type Json = Record<string, unknown>

/** Names of the fields whose objects, or lists of objects, get an unknown field. */
const fieldsWith: Readonly<Record<Foreign, readonly string[]>> = {
  'openai-chat': ['choices', 'message', 'delta', 'tool_calls', 'function', 'usage'],
  'openai-responses': ['response', 'output', 'item', 'usage', 'content', 'summary'],
  'anthropic-messages': ['message', 'content', 'content_block', 'delta', 'usage'],
}

function marking(value: unknown, endpoint: Foreign, places: Set<string>): Json {
  return into(value, 'top')

  function into(object: unknown, place: string): Json {
    places.add(`x_${place}`)
    const inner = Object.entries(object as Json).map(([name, one]) => [name, fieldsWith[endpoint].includes(name) ? each(one, name) : one])
    return { ...(Object.fromEntries(inner) as Json), [`x_${place}`]: marked }
  }

  function each(one: unknown, name: string): unknown {
    if (Array.isArray(one)) return one.map((entry: unknown) => each(entry, name))
    return typeof one === 'object' && one !== null ? into(one, name) : one
  }
}

/** Sends the next step. Returns whether the client has the seals, and the unknown fields that its request has lost. */
async function nextStep(
  endpoint: Foreign,
  stream: boolean,
  { model, bodies, expected }: Source,
  bench: Bench,
): Promise<Pick<PassedThrough, 'seals'> & { missing: string[] }> {
  const { seals } = readBody(bench.wire, stream ? 'sse' : 'json', bodies[0]!.body)
  const tools = expected!.calls.map(({ name }) => name)
  const application = createApplication(endpoint, { url: bench.url, model, stream, tools, thinks: true, more: { x_next: marked } })
  bench.upstream.play(bodies)
  const { calls, object } = await application.ask()
  application.reply(calls)
  await application.ask()
  const text = JSON.stringify(object)
  const isThere = seals.every((seal) => text.includes(JSON.stringify(seal).slice(1, -1)))
  return {
    seals: isThere ? 'to the letter' : text.includes('rsn1.') ? 'sealed' : 'lost',
    missing: JSON.stringify(bench.upstream.seen[1]).includes(`"x_next":${mark}`) ? [] : ['x_next'],
  }
}
