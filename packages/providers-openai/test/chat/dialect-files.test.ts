import { readdirSync } from 'node:fs'
import { providers } from '@reason/core/providers'
import { describe, expect, test } from 'vitest'
import * as index from '../../src/chat/dialects/index.ts'
import type { ChatDialect } from '../../src/index.ts'
import { isKnown } from '../../src/shared/by-model.ts'

const folder = new URL('../../src/chat/dialects/', import.meta.url)
const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && name !== 'index.ts')
const dialects: readonly ChatDialect[] = Object.values(index)

/** A part that is not known has to say why, and which behaviour is used instead. */
const isReason = (text: string): boolean => /\b(?:is sent|are sent|goes back)\b/.test(text)

test('every file is in the index, and holds the provider that it is named for', () => {
  expect(dialects.map(({ provider }) => `${provider}.ts`).toSorted()).toEqual(files.toSorted())
})

describe.each(dialects.map((dialect) => [dialect.provider, dialect] as const))('%s', (provider, dialect) => {
  const { request, thinking, replay, conflicts = [] } = dialect

  test('is a provider that all formats know', () => expect(Object.keys(providers)).toContain(provider))

  test('names its evidence', () => {
    expect(URL.parse(dialect.source)?.protocol).toBe('https:')
    expect(dialect.evidence).not.toBe('')
    for (const row of [...thinking, ...replay].filter((row) => isKnown(row))) expect(row.source).not.toBe('')
    for (const row of replay.filter((row) => isKnown(row))) expect(row.because).not.toBe('')
    for (const { rule } of conflicts) expect(rule).not.toBe('')
  })

  test('gives reasons for what is not known', () => {
    const missing = [request, ...thinking, ...replay].filter((part) => 'notKnown' in part)
    for (const { notKnown } of missing)
      expect(isReason(notKnown), `"${notKnown}" must say what is done instead: "… is sent", "… goes back"`).toBe(true)
  })
})
