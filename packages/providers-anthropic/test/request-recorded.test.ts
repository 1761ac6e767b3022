import { exchangesOf, nextTurn, requestOf, targetOf } from '@reason/exchanges/recorded'
import { shared, sharedMissing } from '@reason/testkit/shared'
import { describe, expect, test } from 'vitest'
import { wire } from './conversations.ts'

interface Body {
  model: string
  messages: { role: string; content: { type: string }[] }[]
}

const requests = exchangesOf(wire.id)
const followed = requests.filter(({ conversation }) => conversation?.next !== undefined)

/** Everything that only its issuer can read, and the thinking beside it, in order. */
const sealedOf = ({ messages }: Body) =>
  messages.flatMap(({ role, content }) =>
    role === 'assistant' && Array.isArray(content) ? content.filter(({ type }) => type.endsWith('thinking')) : [],
  )

describe.skipIf(shared === undefined)(`recorded requests (${sharedMissing})`, () => {
  test('there are some', () => expect([requests.length, followed.length]).toEqual([25, 9]))

  test.each(requests)('$id is written as it was read', (row) => {
    const body = requestOf(row)
    const written = wire.writeRequest(wire.readRequest(body), { ...targetOf(row), model: String(body.model) })
    expect(written.body).toStrictEqual(body)
    expect(written.notCarried).toEqual([])
  })

  test.each(followed)('$id: what the next request has to bring back', (row) => {
    const next = requests.find(({ id }) => id === row.conversation!.next)!
    const after = requestOf(next) as unknown as Body
    const { body, plan } = wire.writeRequest(nextTurn(wire, row, next).conversation, targetOf(row))
    expect(plan.refusals).toEqual([])
    const replays = row.conversation!.next_replays
    if (replays === 'opaque') expect(sealedOf(after)).not.toEqual([])
    if (replays === 'opaque') expect(sealedOf(body as unknown as Body)).toStrictEqual(sealedOf(after))
    expect(kindsOf((body as unknown as Body).messages)).toEqual(kindsOf(after.messages))
    expect(replays).not.toBe('text')
  })
})

const kindsOf = (messages: Body['messages']) =>
  messages.map(({ role, content }) => [role, Array.isArray(content) ? content.map(({ type }) => type) : 'text'])
