import type { AssistantMessage } from '@reason/core/conversation'
import { budgetFor, createFieldKeeper, effortFor, isSame, isString, nearestEffort, underOneName } from '@reason/wire-kit'
import { describe, expect, it, test } from 'vitest'

describe('createFieldKeeper', () => {
  const { createTaker, keptOf, extraOf, toExtra, isFromHere } = createFieldKeeper('here')

  it('keeps fields that no reader takes, and fields of another type', () => {
    const from = createTaker({ name: 'a', size: 1, of_tomorrow: [null] })
    expect([from.take('name', isString), from.take('size', isString), from.take('toString', isString)]).toEqual(['a', undefined, undefined])
    expect(from.rest({ name: 'mark' })).toEqual({ extra: { wire: 'here', fields: { size: 1, of_tomorrow: [null], name: 'mark' } } })
    expect(createTaker({}).rest()).toEqual({})
  })

  it('finds what it kept, and nothing of another format', () => {
    expect(keptOf(extraOf([['a', 1]]))).toEqual({ a: 1 })
    expect(keptOf({ extra: { wire: 'there', fields: { a: 1 } } })).toEqual({})
    expect(keptOf({})).toEqual({})
  })

  it('knows what it kept nothing of', () => {
    expect([{ extra: toExtra({}) }, extraOf([]), { extra: { wire: 'there', fields: {} } }].map(isFromHere)).toEqual([true, false, false])
  })
})

test.each<[unknown, unknown, boolean]>([
  [{ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }, true],
  [{ a: 1, b: undefined }, { a: 1 }, true],
  [[1, 2], [2, 1], false],
  [[], {}, false],
  [{ toString: 1 }, {}, false],
  [{}, { constructor: undefined }, true],
  [Number.NaN, Number.NaN, true],
  [null, {}, false],
])('isSame(%j, %j) is %s', (one, other, same) => {
  expect(isSame(one, other)).toBe(same)
  expect(isSame(other, one)).toBe(same)
})

describe('efforts', () => {
  it('become tokens, and tokens the lowest effort that gives as many', () => {
    expect([budgetFor('low'), budgetFor('max'), budgetFor('none')]).toEqual([2048, 32_768, 8192])
    expect([effortFor(1), effortFor(2048), effortFor(2049), effortFor(1e9)]).toEqual(['minimal', 'low', 'medium', 'max'])
  })

  it('are the nearest of those that are offered; of two, the lower', () => {
    expect(nearestEffort('xhigh', ['max', 'high', 'low'])).toBe('high')
    expect(nearestEffort('minimal', ['high', 'low'])).toBe('low')
    expect(nearestEffort('low', [])).toBeUndefined()
  })
})

test('models are under one name in seals and origin', () => {
  const canonical = (model: string) => model.replace(/-0$/, '')
  const message: AssistantMessage = {
    role: 'assistant',
    items: [
      { type: 'block', channel: 'answer', text: 'a', boundary: 'wire' },
      {
        type: 'block',
        channel: 'reasoning',
        text: 'b',
        boundary: 'wire',
        seals: [{ kind: 'signature', value: 's', issuer: { wire: 'w', model: 'm-0' } }],
      },
    ],
    origin: { wire: 'w', model: 'm-0' },
  }
  const renamed = underOneName(message, canonical)
  expect(renamed).toMatchObject({ origin: { wire: 'w', model: 'm' }, items: [{}, { seals: [{ issuer: { wire: 'w', model: 'm' } }] }] })
  expect(message.origin?.model).toBe('m-0')
})
