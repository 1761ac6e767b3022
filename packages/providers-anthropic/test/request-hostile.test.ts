import assert from 'node:assert/strict'
import { isIntact, type Conversation } from '@reason/core/conversation'
import { testOddRequests } from '@reason/exchanges/hostile'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { opus47, sonnet4, wire } from './conversations.ts'

const json = fc.jsonValue({ maxDepth: 4 })
const text = fc.string({ minLength: 1 }).filter((value) => value.trim() !== '')
const maybe = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: value as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: json })

/** Blocks as they should be, with something wrong here and there. */
const oddBlock = fc.record(
  {
    type: maybe(
      fc.constantFrom(
        'text',
        'thinking',
        'redacted_thinking',
        'tool_use',
        'tool_result',
        'image',
        'document',
        'server_tool_use',
        '__proto__',
      ),
    ),
    text: maybe(fc.string()),
    thinking: maybe(fc.string()),
    signature: maybe(fc.string()),
    data: maybe(fc.string()),
    id: maybe(fc.string()),
    tool_use_id: maybe(fc.string()),
    name: maybe(fc.string()),
    input: json,
    content: json,
    source: json,
  },
  { requiredKeys: [] },
)
const oddBody = fc.record(
  {
    model: maybe(fc.string()),
    max_tokens: maybe(fc.integer()),
    system: maybe(fc.oneof(fc.string(), fc.array(oddBlock))),
    messages: maybe(
      fc.array(
        maybe(
          fc.record({
            role: maybe(fc.constantFrom('user', 'assistant', 'system')),
            content: maybe(fc.oneof(fc.string(), fc.array(maybe(oddBlock)))),
          }),
        ),
      ),
    ),
    tools: maybe(fc.array(json)),
    tool_choice: json,
    thinking: maybe(fc.record({ type: maybe(fc.constantFrom('enabled', 'adaptive', 'disabled')), budget_tokens: maybe(fc.integer()) })),
    output_config: json,
    stop_sequences: json,
  },
  { requiredKeys: [] },
)

describe('odd requests', () => {
  testOddRequests(wire, fc.oneof(oddBody, fc.dictionary(fc.string(), json)), [sonnet4, opus47])

  test('do not reach the prototypes of objects', () => {
    const body = JSON.parse(
      '{"messages":[{"role":"user","content":[{"type":"text","text":"q","__proto__":{"polluted":1}}],"__proto__":{"polluted":1}}],"__proto__":{"polluted":1}}',
    )
    const written = wire.writeRequest!(wire.readRequest!(body), sonnet4).body
    expect(JSON.stringify(written)).toContain('"__proto__":{"polluted":1}')
    expect('polluted' in {} || 'polluted' in written).toBe(false)
  })
})

const signature = fc.base64String({ minLength: 8, maxLength: 40 }).filter((value) => isIntact({ value }))
const block = fc.oneof(
  fc.record({ type: fc.constant('text'), text }),
  fc.record({ type: fc.constant('thinking'), thinking: fc.string(), signature }),
  fc.record({ type: fc.constant('redacted_thinking'), data: signature }),
  fc.record({ type: fc.constant('server_tool_use'), id: text, name: text, input: fc.dictionary(text, json) }),
)
const userBlock = fc.oneof(
  fc.record({ type: fc.constant('text'), text }),
  fc.record({ type: fc.constant('image'), source: fc.record({ type: fc.constant('url'), url: fc.webUrl() }) }),
)
/** A step: what the assistant says, its calls, and what comes back. */
const step = fc
  .record({
    said: fc.array(block, { maxLength: 4 }),
    calls: fc.array(fc.dictionary(text, json), { maxLength: 3 }),
    plain: fc.boolean(),
    answer: text,
    rest: fc.array(userBlock, { maxLength: 2 }),
  })
  .map(({ said, calls, plain, answer, rest }) => {
    const uses = calls.map((input, index) => ({ type: 'tool_use', id: `toolu_${index}`, name: 'f', input }))
    const results = uses.map(({ id }) => ({
      type: 'tool_result',
      tool_use_id: id,
      content: plain ? answer : [{ type: 'text', text: answer }],
    }))
    const user = [...results, ...rest]
    return [
      { role: 'assistant', content: plain && uses.length === 0 ? answer : [...said, ...uses, { type: 'text', text: answer }] },
      { role: 'user', content: user.length === 0 ? answer : user },
    ]
  })

/** Ids that no other step has. */
function numbered(steps: object[][]): object[][] {
  return steps.map((messages, step) =>
    JSON.parse(JSON.stringify(messages).replaceAll(/"(id|tool_use_id)":"toolu_(\d)"/g, `"$1":"toolu_${step}_$2"`)),
  )
}

test('any request that is in order comes back as it was', () => {
  fc.assert(
    fc.property(text, fc.array(step, { maxLength: 5 }).map(numbered), fc.option(text, { nil: undefined }), (first, steps, system) => {
      const messages = [{ role: 'user', content: first }, ...steps.flat()]
      // As a body is: parsed.
      const body: unknown = JSON.parse(JSON.stringify({ model: sonnet4.model, max_tokens: 4096, system, messages }))
      // Not by `toStrictEqual`, which takes a field named `constructor` for the type of its object.
      assert.deepStrictEqual(wire.writeRequest!(wire.readRequest!(body), sonnet4).body, body)
    }),
  )
})

test('nothing that is sealed by another model is ever written', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 4 }), (steps) => {
      const conversation: Conversation = wire.readRequest!({ model: opus47.model, max_tokens: 4096, messages: steps.flat() })
      const { messages } = wire.replay!(conversation, sonnet4)
      const blocks = (messages as { content: unknown }[]).flatMap(({ content }) =>
        Array.isArray(content) ? (content as { type: string }[]) : [],
      )
      expect(blocks.filter(({ type }) => type.endsWith('thinking'))).toEqual([])
    }),
  )
})
