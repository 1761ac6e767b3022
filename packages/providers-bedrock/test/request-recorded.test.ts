import { exchangesOf, nextTurn, requestOf, targetOf } from '@reason/exchanges/recorded'
import { shared, sharedMissing } from '@reason/testkit/shared'
import { describe, expect, test } from 'vitest'
import { wire } from './conversations.ts'

interface Body {
  messages: { role: string; content: Record<string, unknown>[] }[]
}

const requests = exchangesOf(wire.id)
const followed = requests.filter(({ conversation }) => conversation?.next !== undefined)

/** Everything that only its issuer can read, and the reasoning beside it, in order. */
const sealedOf = ({ messages }: Body) => messages.flatMap(({ role, content }) => (role === 'assistant' ? content.filter(isReasoning) : []))
const isReasoning = (block: Record<string, unknown>) => 'reasoningContent' in block

describe.skipIf(shared === undefined)(`recorded requests (${sharedMissing})`, () => {
  test('there are some', () => expect([requests.length, followed.length]).toEqual([9, 2]))

  test.each(requests)('$id is written as it was read', (row) => {
    const body = requestOf(row)
    const written = wire.writeRequest(wire.readRequest(body), targetOf(row))
    expect(written.body).toStrictEqual(body)
    expect(written.notCarried).toEqual([])
  })

  test.each(followed)('$id: what the next request has to bring back', (row) => {
    const next = requests.find(({ id }) => id === row.conversation!.next)!
    const after = requestOf(next) as unknown as Body
    const { said, conversation } = nextTurn(wire, row, next)
    const { body, plan } = wire.writeRequest(conversation, targetOf(row))
    expect(plan.refusals).toEqual([])
    const written = body as unknown as Body
    expect(written.messages.map(({ role }) => role)).toEqual(after.messages.map(({ role }) => role))
    if (row.conversation!.next_replays === 'opaque') {
      expect(sealedOf(after)).not.toEqual([])
      expect(written).toStrictEqual(after)
      return
    }
    // The recorded client put the text into the answer, in tags; it goes where it came from.
    const text = said.items.flatMap((item) => (item.type === 'block' && item.channel === 'reasoning' ? [item.text] : [])).join('')
    expect(text).not.toBe('')
    expect(JSON.stringify(after)).toContain(JSON.stringify(text).slice(1, -1))
    expect(sealedOf(written)).toEqual([{ reasoningContent: { reasoningText: { text } } }])
  })
})
