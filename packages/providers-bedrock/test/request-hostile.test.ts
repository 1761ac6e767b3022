import assert from 'node:assert/strict'
import { isIntact } from '@reason/core/conversation'
import { testOddRequests } from '@reason/exchanges/hostile'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { kimi, nova2, opus47, sonnet37, wire } from './conversations.ts'

const json = fc.jsonValue({ maxDepth: 4 })
const text = fc.string({ minLength: 1 }).filter((value) => value.trim() !== '')
const maybe = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: value as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: json })
const some = (fields: Record<string, fc.Arbitrary<unknown>>) => fc.record(fields, { requiredKeys: [] })

/** Blocks as they should be, with something wrong here and there. */
const oddBlock = some({
  text: maybe(fc.string()),
  json,
  toolUse: maybe(some({ toolUseId: maybe(fc.string()), name: maybe(fc.string()), input: json })),
  toolResult: maybe(some({ toolUseId: maybe(fc.string()), content: maybe(fc.array(json)), status: maybe(fc.string()) })),
  reasoningContent: maybe(
    some({ reasoningText: maybe(some({ text: maybe(fc.string()), signature: maybe(fc.string()) })), redactedContent: json }),
  ),
  citationsContent: maybe(some({ content: json, citations: json })),
  image: maybe(some({ format: maybe(fc.string()), source: json })),
})
const oddBody = some({
  modelId: json,
  system: maybe(fc.array(maybe(oddBlock))),
  messages: maybe(
    fc.array(maybe(fc.record({ role: maybe(fc.constantFrom('user', 'assistant')), content: maybe(fc.array(maybe(oddBlock))) }))),
  ),
  inferenceConfig: maybe(some({ maxTokens: maybe(fc.integer()), temperature: json, stopSequences: json })),
  toolConfig: maybe(some({ tools: maybe(fc.array(json)), toolChoice: json })),
  additionalModelRequestFields: maybe(
    some({ thinking: json, reasoningConfig: json, reasoning_effort: json, output_config: json, top_k: json }),
  ),
})

describe('odd requests', () => {
  testOddRequests(wire, fc.oneof(oddBody, fc.dictionary(fc.string(), json)), [sonnet37, opus47, nova2, kimi])

  test('do not reach the prototypes of objects', () => {
    const body: unknown = JSON.parse(
      '{"messages":[{"role":"user","content":[{"text":"q","__proto__":{"polluted":1}}]}],"inferenceConfig":{"__proto__":{"polluted":1}},"__proto__":{"polluted":1}}',
    )
    const written = wire.writeRequest!(wire.readRequest!(body), sonnet37).body
    expect('polluted' in {} || 'polluted' in written || 'polluted' in (written['inferenceConfig'] as object)).toBe(false)
  })
})

const signature = fc.base64String({ minLength: 8, maxLength: 40 }).filter((value) => isIntact({ value }))
const block = fc.oneof(
  fc.record({ text }),
  fc.record({ reasoningContent: fc.record({ reasoningText: fc.record({ text: fc.string(), signature }) }) }),
  fc.record({ reasoningContent: fc.record({ redactedContent: signature }) }),
)
const step = fc
  .record({
    said: fc.array(block, { maxLength: 4 }),
    calls: fc.array(fc.dictionary(text, json), { maxLength: 3 }),
    answer: text,
    data: json,
  })
  .map(({ said, calls, answer, data }) => {
    const uses = calls.map((input, index) => ({ toolUse: { toolUseId: `tooluse_${index}`, name: 'f', input } }))
    const results = uses.map(({ toolUse }) => ({
      toolResult: { toolUseId: toolUse.toolUseId, content: [{ json: data }, { text: answer }] },
    }))
    return [
      { role: 'assistant', content: [...said, ...uses, { text: answer }] },
      { role: 'user', content: [...results, { text: answer }] },
    ]
  })

/** Ids that no other step has. */
function numbered(steps: object[][]): object[][] {
  return steps.map((messages, step) =>
    JSON.parse(JSON.stringify(messages).replaceAll(/"toolUseId":"tooluse_(\d)"/g, `"toolUseId":"tooluse_${step}_$1"`)),
  )
}

test('any request that is in order comes back as it was', () => {
  fc.assert(
    fc.property(text, fc.array(step, { maxLength: 5 }).map(numbered), (first, steps) => {
      const messages = [{ role: 'user', content: [{ text: first }] }, ...steps.flat()]
      const toolConfig = { tools: [{ toolSpec: { name: 'f', inputSchema: { json: { type: 'object' } } } }] }
      // As a body is: parsed.
      const body: unknown = JSON.parse(JSON.stringify({ messages, toolConfig }))
      // Not by `toStrictEqual`, which takes a field named `constructor` for the type of its object.
      assert.deepStrictEqual(wire.writeRequest!(wire.readRequest!(body), sonnet37).body, body)
    }),
  )
})

test('nothing that is sealed by another model is ever written', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 4 }), (steps) => {
      const conversation = wire.readRequest!({ modelId: opus47.model, messages: steps.flat() })
      const { messages } = wire.replay!(conversation, sonnet37)
      const blocks = (messages as { content: object[] }[]).flatMap(({ content }) => content)
      expect(blocks.filter((one) => 'reasoningContent' in one)).toEqual([])
    }),
  )
})
