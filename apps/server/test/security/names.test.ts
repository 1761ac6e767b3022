import type { Part } from '@reason/core'
import { sample, times } from '@reason/testkit/sampling'
import { afterEach, describe, expect, it } from 'vitest'
import { createFormats, type OurWire, ourWires } from '@reason/gateway/upstreams'
import { createBodyFrames } from '@reason/gateway/src/relay/attempt/body-frames'
import { apis } from '@reason/gateway/test/support/apis'
import { describedSource } from '../matrix/described.ts'
import { scenarios } from '../matrix/source.ts'

/** Names that every object has, or that change what it inherits. */
const inherited = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']

const { wire } = createFormats({ reasoningField: 'reasoning_content', upstreamFormat: 'openai-chat' })
const clients = ['openai-chat', 'openai-responses', 'anthropic-messages'] as const
const untouched = Object.getOwnPropertyNames(Object.prototype).toSorted()

afterEach(() => expect(Object.getOwnPropertyNames(Object.prototype).toSorted()).toEqual(untouched))

/** An answer that names things so is read and written like any other, and changes no object but its own. */
describe('answers with names that all objects have', () => {
  const cases = ourWires.flatMap((id) => [false, true].map((stream) => ({ id, stream, how: stream ? 'streamed' : 'whole' })))
  it.each(cases)('$id, $how', ({ id, stream }) => {
    let read = 0
    for (const scenario of scenarios.filter((one) => one !== 'refused')) {
      for (const { what, value } of mutations(eventsOf(id, scenario, stream))) {
        expectNoThrow(`${scenario}: ${what}`, () => {
          const parts = stream ? readStream(id, value as unknown[]) : wire(id).readResponse((value as unknown[])[0])
          for (const client of clients) writeBoth(client, parts)
        })
        read++
      }
    }
    expect(read).toBeGreaterThan(times(25, 100))
  })
})

describe('requests with names that all objects have', () => {
  it.each(clients)('%s', (client) => {
    for (const { what, value } of mutations(requests[client])) {
      for (const id of ourWires) {
        const target = { wire: id, model: 'm' }
        expectNoThrow(`${what} to ${id}`, () => {
          const conversation = wire(client).readRequest(value)
          wire(id).replay(conversation, target)
          JSON.stringify(wire(id).writeRequest(conversation, target).body)
        })
      }
    }
  })
})

type Path = readonly (string | number)[]

/** Each short text in turn is such a name, and each key. */
function* mutations(whole: unknown): Generator<{ what: string; value: unknown }> {
  for (const { path, value } of sample([...fieldsOf(whole, [])], 3)) {
    for (const name of typeof value === 'string' && value.length < 60 ? inherited : []) {
      yield { what: `${path.join('.')} is ${name}`, value: changed(whole, path, (holder, key) => (holder[key] = name)) }
    }
    if (typeof path.at(-1) === 'number') continue
    for (const name of inherited.slice(0, 2))
      yield { what: `${path.join('.')} is called ${name}`, value: changed(whole, path, renamed(name)) }
  }
}

function* fieldsOf(value: unknown, path: Path): Generator<{ path: Path; value: unknown }> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    const at = [...path, Array.isArray(value) ? Number(key) : key]
    yield { path: at, value: inner }
    yield* fieldsOf(inner, at)
  }
}

type Holder = Record<string | number, unknown>

function changed(whole: unknown, path: Path, change: (holder: Holder, key: string | number) => void): unknown {
  const copy = structuredClone(whole)
  let holder = copy as Holder
  for (const step of path.slice(0, -1)) holder = holder[step] as Holder
  change(holder, path.at(-1)!)
  return copy
}

/** As `JSON.parse` makes it: a field of its own. */
const renamed = (name: string) => (holder: Holder, key: string | number) => {
  const value = typeof holder[key] === 'object' && holder[key] !== null ? holder[key] : { type: 'text', polluted: true }
  delete holder[key]
  Object.defineProperty(holder, name, { value, enumerable: true, writable: true, configurable: true })
}

function eventsOf(id: OurWire, scenario: (typeof scenarios)[number], stream: boolean): unknown[] {
  const body = Buffer.from(describedSource({ format: id, scenario, stream }).bodies[0]!.body)
  if (!stream) return [JSON.parse(body.toString())]
  const frames = createBodyFrames(apis[id].framing)
  const events = [...frames.push(body), ...frames.end()].flatMap(({ data }) => (data.startsWith('{') ? [JSON.parse(data) as unknown] : []))
  // Long ones repeat themselves.
  return events.length > 14 ? [...events.slice(0, 8), ...events.slice(-6)] : events
}

function readStream(id: OurWire, events: readonly unknown[]): readonly Part[] {
  const reader = wire(id).createReader({})
  return [...events.flatMap((event) => [...reader.push(event)]), ...reader.end()]
}

function writeBoth(client: OurWire, parts: readonly Part[]): void {
  wire(client).writeResponse(parts)
  const writer = wire(client).createWriter({})
  for (const part of parts) writer.push(part)
  writer.end()
}

function expectNoThrow(what: string, run: () => void): void {
  try {
    run()
  } catch (error) {
    // Refusals are ours, and say so.
    if (!String((error as { code?: unknown }).code).startsWith('REASON_')) throw new Error(what, { cause: error })
  }
}

const schema = { type: 'object', properties: { city: { type: 'string', enum: ['Oslo'] } }, required: ['city'] }

const requests: Readonly<Record<(typeof clients)[number], unknown>> = {
  'openai-chat': {
    model: 'm',
    reasoning_effort: 'low',
    temperature: 0.3,
    metadata: { session_id: 's' },
    response_format: { type: 'json_schema', json_schema: { name: 'out', schema } },
    tools: [{ type: 'function', function: { name: 'weather', description: 'now', parameters: schema } }],
    tool_choice: { type: 'function', function: { name: 'weather' } },
    messages: [
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look.' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA', detail: 'low' } },
        ],
      },
      {
        role: 'assistant',
        content: null,
        reasoning_content: 'I look.',
        reasoning_details: [{ type: 'reasoning.text', text: 'I look.', signature: 'c2ln', format: 'anthropic-claude-v1', index: 0 }],
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"__proto__":{"a":1},"city":"Oslo"}' } }],
      },
      { role: 'tool', tool_call_id: 'call_1', content: 'rain' },
    ],
  },
  'openai-responses': {
    model: 'm',
    instructions: 'Be brief.',
    reasoning: { effort: 'low', summary: 'auto' },
    text: { format: { type: 'json_schema', name: 'out', schema } },
    include: ['reasoning.encrypted_content'],
    tools: [{ type: 'function', name: 'weather', parameters: schema, strict: true }],
    tool_choice: { type: 'function', name: 'weather' },
    input: [
      {
        type: 'message',
        role: 'user',
        content: [
          { type: 'input_text', text: 'Look.' },
          { type: 'input_image', image_url: 'data:image/png;base64,AAAA' },
        ],
      },
      { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'I look.' }], encrypted_content: 'c2ln' },
      {
        type: 'function_call',
        id: 'fc_1',
        call_id: 'call_1',
        name: 'weather',
        arguments: '{"__proto__":{"a":1},"city":"Oslo"}',
        status: 'completed',
      },
      { type: 'function_call_output', call_id: 'call_1', output: 'rain' },
    ],
  },
  'anthropic-messages': {
    model: 'm',
    max_tokens: 2000,
    system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
    thinking: { type: 'enabled', budget_tokens: 1024 },
    metadata: { user_id: 'u' },
    tools: [{ name: 'weather', description: 'now', input_schema: schema }],
    tool_choice: { type: 'auto' },
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look.' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'I look.', signature: 'c2ln' },
          { type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: 'Oslo' } },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: [{ type: 'text', text: 'rain' }] }] },
    ],
  },
}
