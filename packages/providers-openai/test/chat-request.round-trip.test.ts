import type { Block, Item, ToolCall } from '@reason/core/result'
import type { AssistantMessage, Message, Piece } from '@reason/core/conversation'
import { anyCharacter } from '@reason/testkit/any-character'
import fc from 'fast-check'
import { runs } from '@reason/testkit/sampling'
import { expect, test } from 'vitest'
import { dialectNames, openaiChat } from '../src/index.ts'

const wire = openaiChat()
const nobody = (model: string) => ({ provider: 'nobody', wire: 'openai-chat', model })

const text = fc.string({ unit: anyCharacter, minLength: 1 })
const optional = (fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<object> => fc.record(fields, { requiredKeys: [] })
const junk = optional({
  name: text,
  cache_control: fc.constant({ type: 'ephemeral' }),
  annotations: fc.constant([]),
  audio: fc.constant(null),
})
const spread = (...records: fc.Arbitrary<object>[]): fc.Arbitrary<Record<string, unknown>> =>
  fc.tuple(...records).map((all) => Object.assign({}, ...all))

const part = fc.oneof(
  spread(fc.record({ type: fc.constant('text'), text }), optional({ cache_control: fc.constant({ type: 'ephemeral' }) })),
  fc.record({
    type: fc.constant('image_url'),
    image_url: spread(
      fc.record({ url: fc.constantFrom('https://a/b', 'data:image/png;base64,AAAA', 'data:,x') }),
      optional({ detail: fc.constant('low') }),
    ),
  }),
  fc.record({ type: fc.constant('image_url'), image_url: fc.constant('https://a/b') }),
  fc.record({ type: fc.constant('input_audio'), input_audio: fc.constant({ data: 'AAAA', format: 'wav' }) }),
  fc.record({
    type: fc.constant('file'),
    file: fc.constantFrom({ file_id: 'f' }, { file_data: 'data:application/pdf;base64,AAAA', filename: 'a' }, { file_data: 'https://a/b' }),
  }),
  fc.record({ type: fc.constant('video_url'), video_url: fc.constant({ url: 'https://a/b' }) }),
  fc.record({ type: fc.constant('document_url'), document_url: fc.constant('https://a/b') }),
)
const content = fc.oneof(fc.constant(''), text, fc.array(part, { minLength: 1, maxLength: 3 }))

/** One of nothing but white space is none: it is not sent again. */
const signature = text.filter((value) => value.trim() !== '')
const call = spread(
  fc.record({
    id: fc.uuid(),
    type: fc.constant('function'),
    function: fc.record({ name: fc.constantFrom('f', 'get_weather'), arguments: fc.json().map((json) => `{"a":${json}}`) }),
  }),
  optional({ index: fc.nat(5), extra_content: signature.map((value) => ({ google: { thought_signature: value, thought: true } })) }),
)
/** LiteLLM's blocks. */
const anthropicBlock = fc.oneof(
  fc.record({ type: fc.constant('thinking'), thinking: text, signature: fc.constant('SIGNATURE') }),
  fc.record({ type: fc.constant('redacted_thinking'), data: fc.constant('DATA') }),
)
const detail = fc.oneof(
  spread(
    fc.record({ type: fc.constant('reasoning.text'), text }),
    optional({
      signature: fc.oneof(fc.constant(null), fc.constant('SIGNATURE')),
      format: fc.constant('unknown'),
      index: fc.nat(3),
      note: text,
    }),
  ),
  spread(fc.record({ type: fc.constant('reasoning.summary'), summary: text }), optional({ id: text, index: fc.nat(3) })),
  spread(fc.record({ type: fc.constant('reasoning.encrypted'), data: fc.constant('DATA'), id: text }), optional({ index: fc.nat(3) })),
)
const saying = fc.oneof(
  text.map((value) => ({ reasoning_content: value })),
  text.map((value) => ({ reasoning: value, reasoning_content: value })),
  fc.tuple(text, text).map(([one, other]) => ({ reasoning: one, reasoning_content: other })),
  fc.array(detail, { minLength: 1, maxLength: 4 }).map((reasoning_details) => ({ reasoning_details })),
  fc.array(anthropicBlock, { minLength: 1, maxLength: 4 }).map((thinking_blocks) => ({ thinking_blocks })),
  text.map((value) => ({ reasoning_text: value, reasoning_opaque: 'OPAQUE' })),
  fc.constant({ reasoning_content: '' }),
  fc.constant({ reasoning_content: null }),
  fc.constant({}),
)
const answerPart = fc.oneof(
  fc.record({ type: fc.constant('text'), text }),
  fc.record({ type: fc.constant('refusal'), refusal: text }),
  spread(
    fc.record({
      type: fc.constant('thinking'),
      thinking: fc.oneof(text, fc.array(fc.record({ type: fc.constant('text'), text }), { minLength: 1, maxLength: 3 })),
    }),
    optional({ closed: fc.boolean() }),
  ),
)
const assistant = spread(
  fc.constant({ role: 'assistant' }),
  saying,
  optional({
    content: fc.oneof(fc.constant(null), fc.constant(''), text, fc.array(answerPart, { minLength: 1, maxLength: 3 })),
    refusal: fc.oneof(fc.constant(null), text),
    tool_calls: fc.array(call, { minLength: 1, maxLength: 3 }),
  }),
  junk,
).filter(
  ({ content: said, tool_calls: calls, reasoning_content: thought }) =>
    said !== undefined || calls !== undefined || typeof thought === 'string',
)

const message = fc.oneof(
  spread(fc.record({ role: fc.constantFrom('system', 'developer', 'user'), content }), junk),
  spread(fc.record({ role: fc.constant('tool'), content, tool_call_id: text }), junk),
  assistant,
)
const settings = optional({
  temperature: fc.double({ min: 0, max: 2, noNaN: true }),
  max_tokens: fc.nat(),
  max_completion_tokens: fc.nat(),
  stop: fc.oneof(text, fc.array(text, { minLength: 1, maxLength: 3 }), fc.constant(null)),
  stream: fc.boolean(),
  tool_choice: fc.constantFrom('auto', 'none', 'any', { type: 'function', function: { name: 'f' } }, { type: 'allowed_tools' }),
  response_format: fc.constantFrom(
    { type: 'json_object' },
    { type: 'text' },
    { type: 'json_schema', json_schema: { name: 'n', schema: {} } },
  ),
  reasoning_effort: fc.constantFrom('low', 'default', 'ultra', null),
  reasoning: fc.constantFrom({ effort: 'low' }, { enabled: false, exclude: true }, 'x'),
  thinking: fc.constantFrom({ type: 'enabled', clear_thinking: false }, { type: 'disabled' }, true),
  tools: fc.array(fc.constantFrom({ type: 'function', function: { name: 'f', parameters: {}, strict: null } }, { type: 'web_search' }), {
    minLength: 1,
    maxLength: 2,
  }),
  user: text,
  metadata: fc.dictionary(text, text),
})
const body = fc.tuple(fc.array(message, { maxLength: 5 }), settings).map(([messages, fields]) => ({ model: 'm', messages, ...fields }))

test('a body goes to an unknown provider as it came', () => {
  fc.assert(
    fc.property(body, (request) => {
      expect(wire.writeRequest!(wire.readRequest!(request), nobody('m')).body).toEqual(request)
    }),
    { numRuns: runs(400) },
  )
})

test('a request written for any provider reads, and is written again unchanged', () => {
  fc.assert(
    fc.property(body, fc.constantFrom(...dialectNames), (request, provider) => {
      const target = { provider, wire: 'openai-chat', model: 'm' }
      const read = wire.readRequest(request)
      const plan = wire.replay(read, target)
      const again = { ...request, messages: plan.messages }
      expect(wire.replay(wire.readRequest(again), target).messages).toEqual(plan.messages)
      if (plan.refusals.length > 0) return
      const { body: once } = wire.writeRequest(read, target)
      expect(plan.messages).toEqual(once.messages)
      expect(wire.writeRequest(wire.readRequest(once), target).body).toEqual(once)
    }),
    { numRuns: runs(400) },
  )
})

test('no text of reasoning goes where none may go', () => {
  fc.assert(
    fc.property(body, (request) => {
      const { messages } = wire.replay(wire.readRequest(request), { provider: 'openai', wire: 'openai-chat', model: 'gpt-5' })
      for (const one of messages as Record<string, unknown>[]) {
        if (one.role !== 'assistant') continue
        expect(Object.keys(one).filter((name) => name.startsWith('reasoning'))).toEqual([])
        expect(JSON.stringify(one.content ?? null)).not.toContain('"thinking"')
      }
    }),
  )
})

const piece: fc.Arbitrary<Piece> = fc.oneof(
  text.map((value): Piece => ({ type: 'text', text: value })),
  fc.constant<Piece>({ type: 'image', source: { type: 'url', url: 'https://a/b' } }),
)
const block = fc
  .tuple(fc.constantFrom('reasoning' as const, 'answer' as const, 'commentary' as const), text)
  .map(([channel, value]): Block => ({ type: 'block', channel, text: value, boundary: 'wire' }))
const toolCall = fc
  .record({ name: fc.constantFrom('f', 'g'), arguments: fc.string() })
  .map((one): ToolCall => ({ type: 'tool-call', ...one }))
const said = fc.array(fc.oneof<fc.Arbitrary<Item>[]>(block, toolCall), { maxLength: 4 })
const conversation = fc.array(
  fc.oneof(
    fc.array(piece, { maxLength: 3 }).map((pieces): Message => ({ role: 'user', content: pieces })),
    said.map((items): Message => ({ role: 'assistant', items, origin: { provider: 'nobody', wire: 'openai-chat', model: 'm' } })),
  ),
  { maxLength: 5 },
)

test('a conversation of any origin says the same when it was written and read', () => {
  const outline = (messages: readonly Message[]) =>
    messages.map((one) =>
      one.role === 'assistant'
        ? { reasoning: joined(one, ['reasoning']), answer: joined(one, ['answer', 'commentary']), calls: callsOf(one) }
        : one.content.every(({ type }) => type === 'text')
          ? one.content.flatMap((two) => (two.type === 'text' ? two.text : [])).join('\n\n')
          : one.content.map((two) => (two.type === 'text' ? two.text : two.type)),
    )
  fc.assert(
    fc.property(conversation, (messages) => {
      const written = wire.writeRequest!({ messages }, nobody('m')).body
      expect(outline(wire.readRequest!(written).messages)).toEqual(outline(messages))
    }),
  )
})

/** Between commentary and answer an empty line is put. */
const joined = ({ items }: AssistantMessage, channels: readonly string[]): string =>
  items
    .flatMap((item) => (item.type === 'block' && channels.includes(item.channel) ? [item.text] : []))
    .join('')
    .replaceAll('\n', '')

const callsOf = ({ items }: AssistantMessage): string[] => items.flatMap((item) => (item.type === 'tool-call' ? [item.name] : []))

test('nothing in an object makes it throw', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('model', 'messages', 'tools', 'reasoning', 'thinking', 'stop', '__proto__'), fc.jsonValue()),
      (request) => {
        const read = wire.readRequest!(request)
        expect(wire.writeRequest!(read, nobody('m')).body.model).toBe('m')
      },
    ),
  )
  const deep = JSON.parse(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`) as unknown
  const request = {
    model: 'm',
    messages: [{ role: 'user', content: 'q', deep }],
    reasoning: deep,
    metadata: deep,
    response_format: { type: 'json_schema', json_schema: { schema: deep } },
  }
  expect(Object.keys(wire.writeRequest!(wire.readRequest!(request), nobody('m')).body)).toContain('metadata')
})
