import { messageOf, type AssistantMessage, type Conversation, type Message, type Target } from '@reason/core/conversation'
import { exchangesOf, indexOf, partsOf, requestOf, type Exchange } from '@reason/exchanges/recorded'
import { shared, sharedMissing } from '@reason/testkit/shared'
import { describe, expect, test } from 'vitest'
import { resultOf, wire } from './responses/events.ts'

type Fields = Record<string, unknown>

type Row = Exchange & { request: string }

const requests = exchangesOf(wire.id)
const byId = new Map(requests.map((row) => [row.id, row]))
const targetOf = (row: Row): Target => ({ provider: row.provider, wire: wire.id, model: requestOf(row).model as string })
const written = (row: Row) => wire.writeRequest(wire.readRequest(requestOf(row)), targetOf(row))

describe.skipIf(shared === undefined)(`recorded requests, read and written for the same target (${sharedMissing})`, () => {
  test('there are some', () => expect(requests.length).toBeGreaterThan(50))

  test.each(requests.filter(({ status }) => status === 200))('$id', (row) => {
    const { body, notCarried, knobs } = written(row)
    expect(body).toEqual(requestOf(row))
    expect(notCarried).toEqual([])
    expect(knobs.notes).toEqual([])
  })

  test.each(requests.filter(({ status }) => status === 200))('$id, for an unknown provider', (row) => {
    const target: Target = { wire: 'openai-responses', model: requestOf(row).model as string }
    expect(wire.writeRequest(wire.readRequest(requestOf(row)), target).body).toEqual(requestOf(row))
  })

  test('a thought whose message has lost its id was refused, and is left out', () => {
    const { body, plan } = written(byId.get('openai/pyai-openai-responses-thinking-with-modified-history-t1')!)
    expect((body.input as Fields[]).map(({ type, role }) => type ?? role)).toEqual(['user', 'assistant', 'user'])
    expect(plan.decisions).toMatchObject([{ message: 1, action: 'dropped' }])
  })

  test('outputs that did not follow their calls were refused, and are put behind them', () => {
    const { body, plan } = written(byId.get('deepseek/pyai-deepseek-responses-rejects-interleaved-function-calls')!)
    const calls = (body.input as Fields[]).filter(({ call_id: id }) => id !== undefined)
    expect(calls.map(({ type, call_id: id }) => [type, id])).toEqual([
      ['function_call', 'call-a'],
      ['function_call_output', 'call-a'],
      ['function_call', 'call-b'],
      ['function_call_output', 'call-b'],
    ])
    const at = (body.input as Fields[]).findIndex(({ type }) => type === 'function_call')
    expect((body.input as Fields[])[at + 1]).toMatchObject({ type: 'function_call_output' })
    expect(plan.decisions.map(({ action }) => action)).toContain('moved')
  })
})

describe.skipIf(shared === undefined)(`recorded conversations, continued (${sharedMissing})`, () => {
  // The one that was refused said nothing that could be gone on from.
  const turns = requests.filter(({ conversation, status }) => conversation?.next !== undefined && status === 200)

  test('there are some', () => expect(turns.length).toBeGreaterThan(20))

  describe.each(['the name that was asked for', 'the name that answered', 'no name'] as const)('the origin has %s', (name) => {
    test.each(turns)('$id', (row) => {
      const next = byId.get(row.conversation!.next!)!
      const asked = requestOf(row).model as string
      const model = name === 'no name' ? {} : { model: name === 'the name that answered' ? row.model : asked }
      const message = messageOf(resultOf(partsOf(wire, row)), { provider: row.provider, wire: 'openai-responses', ...model })
      const { body, plan } = wire.writeRequest(follow(row, next, message), targetOf(next))
      expect(plan.refusals).toEqual([])
      const [ours, theirs] = [itemsIn(body), itemsIn(requestOf(next))].map((items) => items.map(essence))
      switch (row.conversation!.next_replays) {
        case 'opaque':
        case 'text':
          expect(ours).toEqual(theirs)
          break
        default:
          // Their client sent no reasoning. Ours sends what the provider would have taken: what is sealed, or kept there by its id.
          expect(ours!.filter(({ type }) => type !== 'reasoning')).toEqual(expect.arrayContaining(theirs!))
          for (const { type, id, encrypted_content: sealed } of itemsIn(body)) {
            if (type === 'reasoning') expect(sealed ?? (body.store === undefined ? id : undefined)).toEqual(expect.any(String))
          }
      }
    })
  })
})

describe.skipIf(shared === undefined)(`recorded answers, given back (${sharedMissing})`, () => {
  test.each(indexOf(wire.id).filter(({ status }) => status === 200))('$id', (row) => {
    const result = resultOf(partsOf(wire, row))
    const message = messageOf(result, { provider: row.provider, wire: 'openai-responses' })
    const outputs = result.toolCalls.map((): Message => ({ role: 'tool', content: [{ type: 'text', text: 'done' }] }))
    const { body, plan } = wire.writeRequest(
      { messages: [message, ...outputs, { role: 'user', content: [{ type: 'text', text: 'go on' }] }] },
      { provider: row.provider, wire: 'openai-responses', model: row.model },
    )
    const given = result.items.flatMap((item) => (item.type === 'block' ? (item.seals ?? []) : []).map(({ value }) => value))
    const lonely = plan.decisions.filter(({ reason }) => reason.startsWith('it led to nothing'))
    expect(itemsIn(body).flatMap((item) => (item.type === 'reasoning' && item.encrypted_content) || [])).toEqual(
      lonely.length > 0 ? [] : given,
    )
    expect(itemsIn(body).filter(({ type }) => type === 'function_call')).toHaveLength(outputs.length)
  })
})

/** The next request, with our message in the place of the recorded one. */
function follow(row: Row, next: Row, message: AssistantMessage): Conversation {
  const before = wire.readRequest(requestOf(row))
  const after = wire.readRequest(requestOf(next))
  const rest = after.messages.slice(before.messages.length)
  const known = new Set(message.items.flatMap((item) => (item.type === 'tool-call' ? [item.id] : [])))
  // Some clients give calls names of their own; then outputs answer them in their order.
  const results = (rest[0]?.role === 'assistant' ? rest.slice(1) : rest).map((result): Message => {
    if (result.role !== 'tool' || result.call === undefined || known.has(result.call)) return result
    const { call: _, ...unnamed } = result
    return unnamed
  })
  return { ...after, messages: [...before.messages, message, ...results] }
}

const itemsIn = (body: Fields): Fields[] =>
  typeof body.input === 'string' ? [{ role: 'user', content: body.input }] : (body.input as Fields[])

/** Content of an item, without ids and without its variants of notation. */
function essence(item: Fields): Fields {
  const texts = (list: unknown) => (typeof list === 'string' ? [list] : ((list ?? []) as Fields[]).map(({ text }) => text))
  switch (item.type) {
    case 'reasoning':
      return { type: 'reasoning', sealed: item.encrypted_content ?? undefined, summary: texts(item.summary), content: texts(item.content) }
    case 'function_call':
      return { type: item.type, name: item.name, arguments: JSON.parse(item.arguments as string) as unknown }
    case 'function_call_output':
      return { type: item.type, output: item.output }
    default:
      return { type: 'message', role: item.role, content: texts(item.content) }
  }
}
