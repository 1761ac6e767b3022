import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readVectors } from '@reason/conformance'
import { splitText } from '@reason/core'
import { shared, sharedMissing, sharedPath } from '@reason/testkit/shared'
import { describe, expect, test } from 'vitest'
import { families, findFamily, thinkTags } from '../src/index.ts'

interface Capture {
  id: string
  model: string
  format: string
  file: string
  expected: {
    inline_think?: 'tagged' | 'unclosed' | 'no-open' | null
    reasoning_sha256: string
    content_sha256: string
  }
}

/** Recorded responses that carry tags in their text. Where a wire leaves an opener out, the family has to know of it. */
const captures = shared === undefined ? [] : readVectors<Capture>(readFileSync(sharedPath('captures', 'index.jsonl'), 'utf8'))
const inline = captures.filter(({ model, expected }) => {
  const tags = expected.inline_think
  return tags === 'tagged' || tags === 'unclosed' || (tags === 'no-open' && findFamily(families, model)?.start === 'reasoning')
})

describe.skipIf(shared === undefined)(`recorded responses${shared === undefined ? ` (${sharedMissing})` : ''}`, () => {
  test('there are some', () => expect(inline.length).toBeGreaterThan(0))

  test.each(inline.map((capture) => [capture.id, capture] as const))('%s comes apart', (_, { file, format, model, expected }) => {
    const text = contentOf(readFileSync(sharedPath('captures', file), 'utf8'), format)
    const { reasoning, answer } = splitText(text, thinkTags(), { model })
    expect([sha256(reasoning ?? ''), sha256(answer)]).toEqual([expected.reasoning_sha256, expected.content_sha256])
  })
})

interface Body {
  choices?: { message?: { content?: string | null }; delta?: { content?: string | null } }[]
  message?: { content?: string }
}

/** As much of the wire formats as it takes to get at the text. */
function contentOf(raw: string, format: string): string {
  const bodies = format === 'json' ? [raw] : raw.split('\n').map((line) => line.replace(/^data: ?/, ''))
  return bodies
    .filter((body) => body.startsWith('{'))
    .map((body) => JSON.parse(body) as Body)
    .map(({ choices, message }) => choices?.[0]?.message?.content ?? choices?.[0]?.delta?.content ?? message?.content ?? '')
    .join('')
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
