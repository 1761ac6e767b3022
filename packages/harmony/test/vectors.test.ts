import { checkRow, formatFailures, fromHarmonyVector, readVectors, type HarmonyVector } from '@reason/conformance'
import { shared, sharedMissing, sharedPath } from '@reason/testkit/shared'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { harmony, parse, type HarmonyDialect, type HarmonyMessage } from '../src/index.ts'

interface Vector extends HarmonyVector {
  expected: HarmonyVector['expected'] & {
    messages: {
      role: string
      name?: string
      channel: string | null
      recipient: string | null
      content_type: string | null
      content: string
    }[]
  }
}

describe.skipIf(shared === undefined)(`the shared vectors (${sharedMissing})`, () => {
  const vectors = shared === undefined ? [] : readVectors<Vector>(readFileSync(sharedPath('conformance', 'harmony.jsonl'), 'utf8'))

  describe.each(vectors.map((vector) => [vector.id, vector] as const))('%s', (_, vector) => {
    const { row, options } = fromHarmonyVector(vector)
    const dialect = (options.dialect ?? 'harmony') as HarmonyDialect

    test('gives what it says, however it is cut', () => {
      expect(formatFailures(checkRow(harmony({ dialect }), row, { randomCuttings: 20 }))).toBe('')
    })

    test('has these messages', () => {
      const trimmed = Object.values(vector.match ?? {}).includes('trim')
      const read = parse(vector.input, { dialect, prefilled: vector.prefilled }).map((message) => comparable(message, trimmed))
      expect(read).toEqual(vector.expected.messages)
    })
  })
})

const comparable = ({ role, name, channel, recipient, contentType, content }: HarmonyMessage, trimmed: boolean) => ({
  role,
  ...(name !== undefined && { name }),
  channel,
  recipient,
  content_type: contentType,
  content: trimmed ? content.trim() : content,
})
