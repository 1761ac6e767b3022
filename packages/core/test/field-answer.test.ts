import { describe, expect, test } from 'vitest'
import type { Part, StreamContext } from '../src/index.ts'
import { createSplitStage } from '../src/pipeline/split-stage.ts'
import { withFieldAnswers } from '../src/pipeline/field-answer.ts'
import { tags } from './tags.ts'

const thought = (text: string, more: object = {}): Part[] => [
  { type: 'block-start', block: 0, channel: 'reasoning' },
  { type: 'delta', block: 0, channel: 'reasoning', text },
  { type: 'block-end', block: 0, channel: 'reasoning', boundary: 'wire', ...more },
]
const answered: Part[] = [
  { type: 'block-start', block: 1, channel: 'answer' },
  { type: 'delta', block: 1, channel: 'answer', text: 'Four.' },
]
const called: Part = { type: 'tool-call-start', call: 0, id: 'c', name: 'f' }
const seals = [{ kind: 'signature', value: 's', issuer: { provider: 'p', wire: 'w', model: 'm' } }]

function given(parts: readonly Part[], context: StreamContext, reason = 'stop'): string {
  const stage = withFieldAnswers(createSplitStage({ adapter: tags(), context }), tags(), context)
  const out = [...parts, { type: 'finish', reason } as Part].flatMap((part) => stage.push(part))
  expect(out.at(-1)).toMatchObject({ type: 'finish' })
  return out.map((part) => (part.type === 'delta' && part.channel === 'answer' ? part.text : '')).join('')
}

describe('an answer that came in a reasoning field', () => {
  const json = { origin: {}, grammar: true }
  const chosen = { origin: { unclosed: 'answer' } } as const
  test.each<[string, readonly Part[], StreamContext, string, reason?: string]>([
    ['JSON that a grammar binds', thought('{"a":1}'), json, '{"a":1}'],
    ['the same for a client that may not see reasoning', thought('{"a":1}'), { ...json, guarded: true }, '{"a":1}'],
    ['JSON in a fence', thought('```json\n{"a":1}\n```'), json, '```json\n{"a":1}\n```'],
    ['JSON in a fence with blanks', thought('\n```\n{"a":1}\u00a0\n\n```\n'), json, '\n```\n{"a":1}\u00a0\n\n```\n'],
    ['JSON behind words', thought('So {"a":1}'), json, ''],
    ['a number', thought('4'), json, ''],
    ['JSON that was cut', thought('{"a":1}'), json, '', 'length'],
    ['JSON beside a call', [...thought('{"a":1}'), called], json, '', 'tool-calls'],
    ['JSON without a request for it', thought('{"a":1}'), { origin: {} }, ''],
    ['JSON that its provider has signed', thought('{"a":1}', { seals }), json, ''],
    ['JSON, and an answer', [...thought('{"a":1}'), ...answered], json, 'Four.'],
    ['a thought, as the operator has chosen', thought('Four.'), chosen, 'Four.'],
    ['the same for a client that may not see reasoning', thought('Four.'), { ...chosen, guarded: true }, 'Four.'],
    ['text of no server', thought('{"a":1}'), { grammar: true }, ''],
    ['a summary', [{ ...thought('Four.')[0]!, kind: 'summary' } as Part, ...thought('Four.').slice(1)], chosen, ''],
    ['a long thought', thought('a'.repeat(100_001)), chosen, ''],
  ])('%s', (_, parts, context, expected, reason) => {
    expect(given(parts, context, reason)).toBe(expected)
  })

  test(
    'blanks in a fence take linear time',
    () => expect(given(thought(`\`\`\`\n${'\t'.repeat(99_000)}\`\`\`\n\`\`\``), json)).toBe(''),
    5000,
  )
})
