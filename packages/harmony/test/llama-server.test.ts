import { readVectors } from '@reason/conformance'
import { splitText } from '@reason/core'
import { shared, sharedMissing, sharedPath } from '@reason/testkit/shared'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { harmony } from '../src/index.ts'

interface Capture {
  id: string
  expected: { content?: string }
  raw_split?: { reasoning: string; content: string }
}

/** The `content` of two builds of llama-server that do not parse the format themselves. */
describe.skipIf(shared === undefined)(`llama-server's raw gpt-oss text (${sharedMissing})`, () => {
  const index =
    shared === undefined ? [] : readVectors<Capture>(readFileSync(sharedPath('llama-server', 'captures', 'index.jsonl'), 'utf8'))
  const captures = index.filter(({ id, expected }) => id.includes('gpt-oss') && (expected.content ?? '').includes('<|channel|>'))

  test('was found', () => {
    expect(captures.some(({ raw_split }) => raw_split !== undefined)).toBe(true)
    expect(captures.some(({ raw_split }) => raw_split === undefined)).toBe(true)
  })

  test.each(captures)('$id', ({ expected, raw_split }) => {
    const { reasoning, answer, warnings } = splitText(expected.content!, harmony({ dialect: 'llamacpp-none' }))
    expect(answer).toBe(raw_split?.content ?? '')
    if (raw_split !== undefined) {
      expect(reasoning).toBe(raw_split.reasoning)
      expect(warnings).toEqual([])
    }
  })
})
