import { isLoose } from '@reason/wire-kit'
import { shared, sharedMissing } from '@reason/testkit/shared'
import { describe, expect, test } from 'vitest'
import { exchangesOf, nextTurn, requestOf, targetOf } from '@reason/exchanges/recorded'
import { wire } from './chunks.ts'

const exchanges = exchangesOf('gemini')
const followed = exchanges.flatMap((row) => {
  const next = exchanges.find(({ id }) => id === row.conversation?.next)
  return next === undefined ? [] : [{ ...row, next }]
})

/** Each signature with what it stands on: a call's name and arguments, or a text. */
function signedParts(contents: unknown): string[] {
  return (contents as { parts: Record<string, unknown>[] }[]).flatMap(({ parts }) =>
    parts.flatMap((part) => {
      if (part.thoughtSignature === undefined) return []
      const call = part.functionCall ?? part.function_call
      return [
        JSON.stringify([
          isLoose(call) ? [call.name, Object.entries(call.args as object).toSorted(([a], [b]) => a.localeCompare(b))] : part.text,
          part.thoughtSignature,
        ]),
      ]
    }),
  )
}

describe.skipIf(shared === undefined)(`recorded requests (${sharedMissing})`, () => {
  test('there are some', () => expect([exchanges.length > 15, followed.length > 5]).toEqual([true, true]))

  test.each(exchanges)('$id goes on as it came', (row) => {
    const body = requestOf(row)
    const { body: written, notCarried } = wire.writeRequest!(wire.readRequest!(body, targetOf(row)), targetOf(row))
    expect(written).toEqual(body)
    expect(notCarried).toEqual([])
  })

  test.each(followed)('$id: what goes back is what was accepted', ({ next, ...row }) => {
    const { conversation } = nextTurn(wire, row, next)
    const { body, plan } = wire.writeRequest!(conversation, targetOf(next))
    expect(plan.refusals).toEqual([])
    if (row.conversation?.next_replays === 'opaque') expect(signedParts(body.contents)).toEqual(signedParts(requestOf(next).contents))
  })
})
