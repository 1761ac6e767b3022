import { readFileSync } from 'node:fs'
import { collect, type Result, type WireReader } from '@reason/core'
import { messageOf, type Conversation } from '@reason/core/conversation'
import { createFrameDecoder } from '@reason/core/framing'
import { shared, sharedMissing, sharedPath } from '@reason/testkit/shared'
import { describe, expect, test } from 'vitest'
import { anthropicMessages } from '../src/index.ts'

interface Row {
  id: string
  api: string
  provider: string
  model: string
  format: string
  file: string
  request?: string
  conversation?: { next?: string; next_replays?: 'opaque' | 'text' | 'none' }
}

interface Body {
  model: string
  messages: { role: string; content: { type: string }[] }[]
}

const wire = anthropicMessages()
const rows = (shared === undefined ? '' : readFileSync(sharedPath('captures', 'index.jsonl'), 'utf8'))
  .split('\n')
  .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Row]))
  .filter(({ api }) => api === 'anthropic-messages')
const requests = rows.filter(({ request }) => request !== undefined)
const followed = rows.filter(({ conversation }) => conversation?.next !== undefined)

const requestOf = ({ request }: Row) => JSON.parse(readFileSync(sharedPath('captures', request!), 'utf8')) as Body
const targetOf = ({ provider }: Row, { model }: Body) => ({ provider, wire: wire.id, model })

async function resultOf(row: Row, model: string): Promise<Result> {
  const text = readFileSync(sharedPath('captures', row.file), 'utf8')
  const source = { provider: row.provider, model }
  if (row.format === 'json') return collect(wire.readResponse(JSON.parse(text), source))
  const decoder = createFrameDecoder('sse')
  const reader: WireReader = wire.createReader(source)
  return collect([...decoder.push(text), ...decoder.end()].flatMap((frame) => [...reader.pushFrame(frame)]).concat(reader.end()))
}

/** Everything that only its issuer can read, and the thinking beside it, in order. */
const sealedOf = ({ messages }: Body) =>
  messages.flatMap(({ role, content }) =>
    role === 'assistant' && Array.isArray(content) ? content.filter(({ type }) => type.endsWith('thinking')) : [],
  )

describe.skipIf(shared === undefined)(`recorded requests (${sharedMissing})`, () => {
  test('there are some', () => expect([requests.length, followed.length]).toEqual([25, 9]))

  test.each(requests)('$id is written as it was read', (row) => {
    const body = requestOf(row)
    const written = wire.writeRequest!(wire.readRequest!(body), targetOf(row, body))
    expect(written.body).toStrictEqual(body)
    expect(written.notCarried).toEqual([])
  })

  test.each(followed)('$id: what the next request has to bring back', async (row) => {
    const next = rows.find(({ id }) => id === row.conversation!.next)!
    const [before, after] = [requestOf(row), requestOf(next)]
    const target = targetOf(row, before)
    const answer = messageOf(await resultOf(row, row.model), target)
    const recorded = wire.readRequest!(after)
    const begin = wire.readRequest!(before)
    const spoken = begin.messages.length
    const conversation: Conversation = { ...recorded, messages: [...begin.messages, answer, ...recorded.messages.slice(spoken + 1)] }
    const { body, plan } = wire.writeRequest!(conversation, target)
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
