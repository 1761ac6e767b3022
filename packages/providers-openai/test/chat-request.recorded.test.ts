import { readFileSync } from 'node:fs'
import { messageOf, type AssistantMessage, type Conversation, type Target } from '@reason/core/conversation'
import { exchangesOf, indexOf, partsOf, requestOf, type Exchange } from '@reason/exchanges/recorded'
import { shared, sharedMissing, sharedPath } from '@reason/testkit/shared'
import { describe, expect, test } from 'vitest'
import { resultOf, wire } from './chat/chunks.ts'

type Row = Exchange & { request: string }

const requests = exchangesOf(wire.id)
const byId = new Map(requests.map((row) => [row.id, row]))
const targetOf = (row: Row): Target => ({ provider: row.provider, wire: wire.id, model: requestOf(row).model as string })

/** Requests that the provider refused by a rule that we know. */
const isRefused = ({ status, id }: Row): boolean => status === 400 && id.includes('forced-tool-choice-under-thinking')

describe.skipIf(shared === undefined)(`recorded requests, read and written for the same target (${sharedMissing})`, () => {
  test('there are some', () => expect(requests.length).toBeGreaterThan(100))

  test.each(requests.filter((row) => !isRefused(row)))('$id', (row) => {
    const body = requestOf(row)
    expect(wire.writeRequest!(wire.readRequest!(body), targetOf(row)).body).toEqual(body)
  })

  test.each(requests.filter(isRefused))('$id: what was refused there is changed here', (row) => {
    const body = requestOf(row)
    expect(wire.writeRequest!(wire.readRequest!(body), targetOf(row)).body).toEqual({ ...body, tool_choice: 'auto' })
  })
})

describe.skipIf(shared === undefined)(`requests to llama-server, read and written for it (${sharedMissing})`, () => {
  const requests = indexOf<{ id: string; api: string; request?: string }>(wire.id, 'llama-server/captures')
    .filter(({ request }) => request !== undefined)
    .flatMap(({ id, request }) => {
      const body = parsed(readFileSync(sharedPath('llama-server', 'captures', request!), 'utf8'))
      return body === undefined ? [] : [{ id, body }]
    })

  test('there are some', () => expect(requests.length).toBeGreaterThan(50))

  test.each(requests)('$id', ({ body }) => {
    const model = typeof body.model === 'string' ? body.model : 'm'
    const target = { provider: 'llamacpp', wire: 'openai-chat', model }
    const { messages = [], ...rest } = body
    expect(wire.writeRequest!(wire.readRequest!(body), target).body).toEqual({ ...rest, messages, model })
  })
})

describe.skipIf(shared === undefined)(`recorded conversations, continued (${sharedMissing})`, () => {
  const turns = requests.filter(({ conversation }) => conversation?.next !== undefined)

  test('there are some', () => expect(turns.length).toBeGreaterThan(40))

  describe.each(['the name that was asked for', 'the name that answered', 'no name'] as const)('the origin has %s', (name) => {
    test.each(turns)('$id', (row) => {
      const next = byId.get(row.conversation!.next!)!
      const asked = requestOf(row).model as string
      const model = name === 'no name' ? {} : { model: name === 'the name that answered' ? row.model : asked }
      const result = resultOf(partsOf(wire, row))
      const message = messageOf(result, { provider: row.provider, wire: 'openai-chat', ...model })
      const conversation = follow(row, next, message)
      const { body, plan } = wire.writeRequest!(conversation, targetOf(next))
      const at = wire.readRequest!(requestOf(row)).messages.length
      const written = (body.messages as Record<string, unknown>[])[at]!
      const recorded = (requestOf(next).messages as Record<string, unknown>[])[at]
      expect(plan.refusals).toEqual([])
      switch (row.conversation!.next_replays) {
        case 'opaque':
          expect(sealsIn(written).toSorted()).toEqual(sealsIn(recorded).toSorted())
          expect(placesIn(written)).toEqual(expect.arrayContaining(placesIn(recorded)))
          break
        case 'text':
          expect(result.reasoning).not.toBe('')
          expect(stringsIn(written).some((text) => text.includes(result.reasoning!))).toBe(true)
          break
        default:
          if (row.provider === 'openai' || row.provider === 'azure')
            expect(Object.keys(written).toSorted()).not.toContain('reasoning_content')
      }
    })
  })
})

/** The next request, with our message in the place of the recorded one. */
function follow(row: Row, next: Row, message: AssistantMessage): Conversation {
  const before = wire.readRequest!(requestOf(row))
  const after = wire.readRequest!(requestOf(next))
  const rest = after.messages.slice(before.messages.length)
  // The recorded ones may bear ids of their own for calls that had none.
  const results = rest[0]?.role === 'assistant' ? rest.slice(1) : rest
  return { ...after, messages: [...before.messages, message, ...results] }
}

interface Detail {
  type: string
  data?: string
  signature?: string
  format?: string
  id?: string
  index?: number
}

const detailsIn = (message: Record<string, unknown> | undefined) => (message?.reasoning_details ?? []) as Detail[]

const sealsIn = (message: Record<string, unknown> | undefined): string[] =>
  detailsIn(message).flatMap(({ data, signature }) => [data, signature].filter((value) => value !== undefined))

/** Which element each value is on. */
const placesIn = (message: Record<string, unknown> | undefined) =>
  detailsIn(message).filter(({ data, signature }) => data !== undefined || signature !== undefined)

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}

/** Some were sent to see what becomes of a body that is no JSON. */
function parsed(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return undefined
  }
}
