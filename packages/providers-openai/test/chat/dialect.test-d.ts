import type { ProviderId } from '@reason/core/providers'
import { describe, expectTypeOf, test } from 'vitest'
import { defineDialect, type ChatDialect } from '../../src/chat/dialect/dialect.ts'
import { groq } from '../../src/chat/dialects/groq.ts'

const { provider: _, ...parts } = groq
const row = { shows: 'full', source: 'a page' } as const

describe('a dialect', () => {
  test('is of a provider that all formats know, and keeps its name', () => {
    expectTypeOf(defineDialect({ ...parts, provider: 'groq' }).provider).toEqualTypeOf<'groq'>()
    expectTypeOf<ChatDialect['provider']>().toEqualTypeOf<ProviderId>()
    // @ts-expect-error: no provider of the neutral list
    defineDialect({ ...parts, provider: 'nobody' })
  })

  test('has a page as its source', () => {
    // @ts-expect-error: words
    defineDialect({ ...groq, source: 'API documentation' })
  })

  test('has nothing left out but fields and conflicts, of which few providers have any', () => {
    const { fields: _fields, conflicts: _conflicts, request, ...others } = groq
    // @ts-expect-error: a part is missing
    defineDialect(others)
    defineDialect({ ...others, request })
  })

  test('ends each list with the row for all other models', () => {
    defineDialect({ ...groq, thinking: [{ ...row, models: ['a*'] }, row] })
    defineDialect({ ...groq, thinking: [{ ...row, models: ['a*'] }, { notKnown: 'no page: reasoning_effort is sent' }] })
    // @ts-expect-error: no row at all
    defineDialect({ ...groq, thinking: [] })
    // @ts-expect-error: the row for others is not the last one
    defineDialect({ ...groq, thinking: [row, { ...row, models: ['a*'] }] })
    // @ts-expect-error: no row for others
    defineDialect({ ...groq, thinking: [{ shows: 'full', source: 'a page', models: ['a*'] }] })
  })
})
