import { readFileSync } from 'node:fs'
import { collect, type Result } from '@reason/core'
import { messageOf, type Conversation } from '@reason/core/conversation'
import { shared, sharedMissing, sharedPath } from '@reason/testkit/shared'
import { describe, expect, test } from 'vitest'
import { bedrockConverse } from '../src/index.ts'

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
  messages: { role: string; content: Record<string, unknown>[] }[]
}

const wire = bedrockConverse()
const rows = (shared === undefined ? '' : readFileSync(sharedPath('captures', 'index.jsonl'), 'utf8'))
  .split('\n')
  .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Row]))
  .filter(({ api }) => api === 'bedrock-converse')
const requests = rows.filter(({ request }) => request !== undefined)
const followed = rows.filter(({ conversation }) => conversation?.next !== undefined)

const requestOf = ({ request }: Row) => JSON.parse(readFileSync(sharedPath('captures', request!), 'utf8')) as Body
const targetOf = ({ provider, model }: Row) => ({ provider, wire: wire.id, model })

const resultOf = (row: Row): Promise<Result> =>
  collect(wire.readResponse(JSON.parse(readFileSync(sharedPath('captures', row.file), 'utf8')), targetOf(row)))

/** Everything that only its issuer can read, and the reasoning beside it, in order. */
const sealedOf = ({ messages }: Body) => messages.flatMap(({ role, content }) => (role === 'assistant' ? content.filter(isReasoning) : []))
const isReasoning = (block: Record<string, unknown>) => 'reasoningContent' in block

describe.skipIf(shared === undefined)(`recorded requests (${sharedMissing})`, () => {
  test('there are some', () => expect([requests.length, followed.length]).toEqual([9, 2]))

  test.each(requests)('$id is written as it was read', (row) => {
    const body = requestOf(row)
    const written = wire.writeRequest!(wire.readRequest!(body), targetOf(row))
    expect(written.body).toStrictEqual(body)
    expect(written.notCarried).toEqual([])
  })

  test.each(followed)('$id: what the next request has to bring back', async (row) => {
    const next = rows.find(({ id }) => id === row.conversation!.next)!
    const [before, after] = [requestOf(row), requestOf(next)]
    const target = targetOf(row)
    const answer = messageOf(await resultOf(row), target)
    const recorded = wire.readRequest!(after)
    const begin = wire.readRequest!(before)
    const spoken = begin.messages.length
    const conversation: Conversation = { ...recorded, messages: [...begin.messages, answer, ...recorded.messages.slice(spoken + 1)] }
    const { body, plan } = wire.writeRequest!(conversation, target)
    expect(plan.refusals).toEqual([])
    const written = body as unknown as Body
    expect(written.messages.map(({ role }) => role)).toEqual(after.messages.map(({ role }) => role))
    if (row.conversation!.next_replays === 'opaque') {
      expect(sealedOf(after)).not.toEqual([])
      expect(written).toStrictEqual(after)
      return
    }
    // The recorded client put the text into the answer, in tags; it goes where it came from.
    const text = answer.items.flatMap((item) => (item.type === 'block' && item.channel === 'reasoning' ? [item.text] : [])).join('')
    expect(text).not.toBe('')
    expect(JSON.stringify(after)).toContain(JSON.stringify(text).slice(1, -1))
    expect(sealedOf(written)).toEqual([{ reasoningContent: { reasoningText: { text } } }])
  })
})
