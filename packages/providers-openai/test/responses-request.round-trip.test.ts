import type { Item } from '@reason/core/result'
import type { AssistantMessage, Message, Target } from '@reason/core/conversation'
import { anyCharacter } from '@reason/testkit/any-character'
import fc from 'fast-check'
import { runs } from '@reason/testkit/sampling'
import { expect, test } from 'vitest'
import {
  assistant,
  call,
  inputOf,
  openai,
  roundTrip,
  said,
  seal,
  stateless,
  thought,
  tool,
  user,
  wire,
  type Fields,
} from './responses-request.ts'

const text = fc.string({ unit: anyCharacter, maxLength: 8 })
const rest = fc.dictionary(fc.constantFrom('status', 'phase', 'unknown', '__proto__', 'constructor'), fc.jsonValue({ maxDepth: 2 }), {
  maxKeys: 2,
})
const item = (fields: Record<string, fc.Arbitrary<unknown>>, optional: readonly string[] = []) =>
  fc
    .tuple(fc.record(fields, { requiredKeys: Object.keys(fields).filter((name) => !optional.includes(name)) }), rest)
    .map(([one, more]): Fields => ({ ...more, ...one }))
const list = (...parts: fc.Arbitrary<unknown>[]) => fc.array(fc.oneof(...parts), { maxLength: 3 })
const is = <T>(value: T) => fc.constant(value)

const outputText = item({ type: is('output_text'), text, annotations: is([]) }, ['annotations'])
const inputText = item({ type: is('input_text'), text })
const image = item({ type: is('input_image'), image_url: fc.constantFrom('https://x', 'data:image/png;base64,AA', '') })
const file = item({ type: is('input_file'), file_data: fc.constantFrom('AAAA', 'data:application/pdf;base64,AA'), filename: text }, [
  'filename',
])
const strange = item({ type: fc.constantFrom('scent', 'input_audio', 'input_file') })

const clientItem = fc.oneof(
  item(
    {
      role: fc.constantFrom('user', 'system', 'developer'),
      content: fc.oneof(text, list(inputText, image, file, strange)),
      type: is('message'),
    },
    ['type'],
  ),
  item({
    type: fc.constantFrom('function_call_output', 'custom_tool_call_output'),
    call_id: is('c'),
    output: fc.oneof(text, list(inputText, image)),
  }),
)
const summary = fc.array(item({ type: is('summary_text'), text }), { maxLength: 2 })
const content = fc.array(item({ type: is('reasoning_text'), text }), { maxLength: 2 })
const modelItem = fc.oneof(
  item(
    {
      role: is('assistant'),
      content: fc.oneof(text, list(outputText, item({ type: is('refusal'), refusal: text }), strange)),
      type: is('message'),
      id: is('msg_1'),
    },
    ['type', 'id'],
  ),
  item({ type: is('reasoning'), summary, content, encrypted_content: fc.constantFrom('E', null, 'enc_2'), id: is('rs_1') }, [
    'content',
    'encrypted_content',
    'id',
  ]),
  item({ type: is('function_call'), call_id: text.filter((id) => id !== ''), name: is('f'), arguments: text, id: is('fc_1') }, ['id']),
  item({ type: is('custom_tool_call'), call_id: is('c'), name: is('f'), input: text }),
  item({ type: fc.constantFrom('web_search_call', 'computer_call', 'new_thing'), id: is('x_1') }),
)

/** Takes back whatever it has said, and is strict about nothing. */
const lenient: Partial<Target> = { provider: 'mine' }

test('a request is written as it was read, for who takes everything', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(clientItem, modelItem), { maxLength: 6 }), rest, (input, more) => {
      // A thought without text and seal is nothing that could go back.
      const empty = (one: Fields) => one.type === 'reasoning' && typeof one.encrypted_content !== 'string' && textOf(one) === ''
      const body = { model: 'm', ...more, input: input.filter((one) => !empty(one)) }
      expect(roundTrip(body, lenient)).toEqual(body)
    }),
    { numRuns: runs(300) },
  )
})

const textOf = ({ summary = [], content = [] }: { summary?: unknown; content?: unknown }) =>
  [...(summary as Fields[]), ...(content as Fields[])].map((part) => part.text as string).join('')

const modelThing = fc.oneof<fc.Arbitrary<Item>[]>(
  text.map((value) => thought(value)),
  text.map((value) => thought(value, { kind: 'summary' })),
  fc.constantFrom('E', 'F', '').map((value) => thought('', { kind: 'hidden', seals: [seal(value)] })),
  text.map((value) => thought(value, { seals: [seal('E', { ...openai, model: 'gpt-4' })] })),
  text.map(said),
  text.map((value) => ({ ...said(value), channel: 'commentary' as const })),
  fc.constantFrom('a', 'b', undefined).map((id) => call('f', id)),
  fc
    .constantFrom('openai-responses', 'gemini')
    .map((name) => ({ type: 'native' as const, wire: name, event: 'output_item.done', value: { type: 'web_search_call', id: 'ws' } })),
)
const conversation = fc.array(
  fc.oneof(
    text.map(user),
    fc.array(modelThing, { maxLength: 6 }).map((items): Message => assistant(...items)),
    fc.constantFrom('a', 'b', undefined).chain((id) => text.map((value) => tool(value, id))),
  ),
  { maxLength: 8 },
)
const target = fc.constantFrom<Target[]>(
  openai,
  { ...openai, model: 'gpt-5-mini' },
  { ...openai, provider: 'deepseek', model: 'deepseek-v4-flash' },
  { ...openai, provider: 'llamacpp', model: 'qwen3' },
  { wire: 'openai-responses', model: 'qwen3' },
)

test('any conversation is written so that no rule is broken, or refused', () => {
  fc.assert(
    fc.property(conversation, target, (messages, to) => {
      const { messages: planned, decisions } = wire.replay(stateless(messages), to)
      const input = planned as Fields[]
      const strict = to.provider === 'openai'
      for (const [at, one] of input.entries()) {
        expect(JSON.parse(JSON.stringify(one))).toEqual(one)
        if (one.type !== 'reasoning') continue
        expect(Array.isArray(one.summary)).toBe(true)
        // Directly before what it led to, and sealed.
        if (strict)
          expect([one.encrypted_content, input[at + 1]?.role ?? 'assistant', at + 1 < input.length]).toEqual([
            expect.stringMatching(/^[EF]$/),
            'assistant',
            true,
          ])
        if (to.provider === 'llamacpp') expect((one.content as Fields[]).map((part) => part.text).join('')).not.toBe('')
        if (to.model !== 'gpt-5') expect(one).not.toHaveProperty('id')
      }
      for (const { message, item: place } of decisions) {
        expect(messages[message]?.role).toBe('assistant')
        if (place !== undefined) expect((messages[message] as AssistantMessage).items[place]).toBeDefined()
      }
    }),
    { numRuns: runs(300) },
  )
})

test('an output without an id belongs to a call of the messages right before it, which are read as one', () => {
  const calls = (id: string): Message => ({
    role: 'assistant',
    items: [{ type: 'tool-call', id, name: 'f', arguments: '{}', boundary: 'wire' }],
  })
  const output = (call?: string): Message => ({ role: 'tool', ...(call !== undefined && { call }), content: [{ type: 'text', text: 'r' }] })
  const empty: Message = { role: 'assistant', items: [] }
  expect(
    inputOf(stateless([calls('x'), calls('y'), output('y'), calls('a'), empty, calls('b'), output('b'), output()])).at(-1),
  ).toMatchObject({
    call_id: 'a',
  })
})

test('what was written reads as what was written: once through is as good as twice', () => {
  fc.assert(
    fc.property(conversation, (messages) => {
      const once = inputOf(stateless(messages))
      const again = inputOf({ ...wire.readRequest({ model: 'gpt-5', store: false, input: once }) })
      expect(again).toEqual(once)
    }),
    { numRuns: runs(300) },
  )
})

test('no body is too odd to read, and none that was read cannot be planned', () => {
  const odd = fc.letrec<{ any: unknown }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(null, 0, '', 'reasoning', 'message', 'function_call', 'user', 'assistant', '\ud800', '\0'),
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(
        fc.constantFrom(
          'type',
          'role',
          'content',
          'summary',
          'text',
          'id',
          'call_id',
          'name',
          'output',
          'encrypted_content',
          '__proto__',
          'format',
          'effort',
        ),
        tie('any'),
        { maxKeys: 5 },
      ),
    ),
  })).any
  const fields = fc.dictionary(
    fc.constantFrom('model', 'input', 'tools', 'tool_choice', 'reasoning', 'text', 'include', 'store', 'instructions', 'max_output_tokens'),
    odd,
    { maxKeys: 5 },
  )
  fc.assert(
    fc.property(fields, target, (body, to) => {
      expect(wire.replay(wire.readRequest(body), to).messages).toBeInstanceOf(Array)
    }),
    { numRuns: runs(1000) },
  )
})

test('a body as deep as a parser takes it is no matter', () => {
  const deep = JSON.parse(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`) as unknown
  const body = {
    model: 'm',
    input: [{ role: 'user', content: deep }, deep],
    text: { format: { type: 'json_schema', schema: deep } },
    metadata: deep,
    tools: [deep],
  }
  const written = roundTrip(body)
  const [first, second] = written.input as Fields[]
  expect([first!.content, second, written.metadata].every((value) => value === deep)).toBe(true)
})
