import { expect, it } from 'vitest'
import { attachSeal, createCallReferences, createSealer, reopen, withCallIds } from '../src/index.ts'
import { splitCallId } from '../src/call-id.ts'
import { answer, call, context, conversation, keys, message, result, sent, spokenBy, thought, user } from './samples.ts'

const sealer = createSealer({ keys })

/** The id that a client gets for the call `toolu_1`, of a message with a thought. */
function idFrom(references: ReturnType<typeof createCallReferences>, id: string | undefined = 'toolu_1'): string {
  const record = () => message(thought, answer('I look.'), call(id))
  const stage = attachSeal({ sealer, ...spokenBy(context), visibility: 'none', carrier: 'call-id', record, references })
  const out = [
    { type: 'tool-call-start' as const, call: 0, name: 'weather', ...(id !== undefined && { id }) },
    { type: 'finish' as const, reason: 'tool-calls' as const },
  ].flatMap((part) => stage.push(part))
  return out.flatMap((part) => (part.type === 'tool-call-start' ? [part.id!] : []))[0]!
}

it('are of one length, whatever the value and the id are', () => {
  const references = createCallReferences()
  const ids = ['toolu_1', undefined, `functions.${'x'.repeat(100)}:0`].map((id) => idFrom(references, id))
  expect(ids.map((id) => /^call_rsn1_[\w-]{20}$/.test(id))).toEqual([true, true, true])
  expect(new Set(ids).size).toBe(3)
  expect(splitCallId(references.get(ids[0]!)!).id).toBe('toolu_1')
})

it('bring the message back, in the call and in its result', () => {
  const references = createCallReferences()
  const id = idFrom(references)
  const brought = conversation(user, sent(call(id)), result(id))
  const reopened = reopen(withCallIds(brought, references), { sealer, context })
  expect(reopened.reports).toEqual([{ message: 1, outcome: 'restored' }])
  expect(reopened.conversation.messages).toMatchObject([user, { items: [thought, answer('I look.'), call('toolu_1')] }, result('toolu_1')])
})

it('are ordinary ids to a process that did not make them', () => {
  const content = [{ type: 'text' as const, text: 'sunny' }]
  const brought = conversation(user, sent(call(idFrom(createCallReferences()))), result('x'), sent(call(undefined)), {
    role: 'tool',
    content,
  })
  expect(withCallIds(brought, createCallReferences())).toBe(brought)
})

it('make room for newer ones, and end with what is sealed', () => {
  let now = 0
  const references = createCallReferences({ maxChars: 1000, maxAgeMs: 10, now: () => now })
  const ids = Array.from({ length: 10 }, (_, at) => references.put(`${at}`.repeat(172)))
  expect(ids.map((id) => references.get(id)?.[0])).toEqual([...Array<undefined>(7).fill(undefined), '7', '8', '9'])
  now = 10
  expect(references.get(ids[9]!)).toBe('9'.repeat(172))
  now = 11
  expect(references.get(ids[9]!)).toBeUndefined()
})
