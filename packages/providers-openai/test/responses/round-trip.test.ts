import type { Part } from '@reason/core'
import type { Seal } from '@reason/core/parts'
import { normaliseParts } from '@reason/conformance'
import { bodyOf, indexOf, partsOf as partsOfRow, sourceOf } from '@reason/exchanges/recorded'
import { anyCharacter } from '@reason/testkit/any-character'
import { shared, sharedMissing } from '@reason/testkit/shared'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openaiChat } from '../../src/index.ts'
import { added, completed, created, done, read, resultOf, summary, texts, wire, write } from './events.ts'
import { bodyOf as written, outputOf, partsOf, throughBody, throughStream, type Json } from './writing.ts'

const text = fc.string({ unit: anyCharacter, minLength: 1 })
const pieces = fc.array(text, { minLength: 1, maxLength: 3 })
const block = fc.oneof(
  fc.tuple(fc.constantFrom('r' as const, 's' as const, 'a' as const, 'n' as const), pieces).map(([what, list]) => [what, ...list] as const),
  pieces.map((list) => ['f', ...list] as const),
)
const response = fc
  .array(block, { minLength: 1, maxLength: 6 })
  .map((blocks) => partsOf(...blocks.map((one): Parameters<typeof partsOf>[0] => [...one])))

/** All that the format can say. What it adds are the items' own ids. */
const said = (parts: Iterable<Part>) => {
  const { id, model, created, toolCalls, usage } = resultOf(parts)
  return { lines: texts(parts), calls: toolCalls.map((call) => [call.id, call.name, call.arguments]), id, model, created, usage }
}

test('what is written reads the same, in a stream and whole', () => {
  fc.assert(
    fc.property(response, (parts) => {
      expect(said(throughStream(parts))).toEqual(said(parts))
      expect(said(throughBody(parts))).toEqual(said(parts))
    }),
  )
})

test('the agent of an item is said from its beginning, and by the item alone', () => {
  const agent = { agent_name: 'one' }
  const item = { id: 'msg_1', type: 'message', role: 'assistant', agent, content: [] }
  const events = [created, { ...added(0, item), agent }, { ...done(0, { ...item, content: [{ type: 'output_text', text: 'a' }] }), agent }]
  const sent = write(read([...events, { ...completed(), agent }])).map(({ data }) => JSON.parse(data))
  expect(sent.flatMap((event) => (event.item === undefined ? [] : [event.item.agent]))).toEqual([agent, agent])
  expect(sent.filter((event) => event.agent !== undefined)).toEqual([])
})

test("the status of a reasoning item is kept, as xAI's clients require it in each event", () => {
  const item = (status: string) => ({ id: 'rs_1', type: 'reasoning', status, summary: [] })
  const frames = write(read([created, added(0, item('in_progress')), summary(0, 0, 'r'), done(0, item('completed')), completed()]))
  const statuses = frames.map(({ data }) => JSON.parse(data)).flatMap((event) => (event.item === undefined ? [] : [event.item.status]))
  expect(statuses).toEqual(['in_progress', 'completed'])
})

test('what was read and written once is the same for ever, ids and all', () => {
  fc.assert(
    fc.property(response, (parts) => {
      const once = throughStream(parts)
      expect(normaliseParts(throughStream(once))).toEqual(normaliseParts(once))
      expect(written(once)).toEqual(written(parts))
    }),
  )
})

test('seals come back on their blocks, byte by byte', () => {
  const seal = (kind: Seal['kind'], value: string): Seal => ({
    kind,
    value,
    issuer: { wire: 'openai-responses', model: 'm' },
    item: 'rs_1',
  })
  fc.assert(
    fc.property(text, fc.constantFrom('encrypted' as const, 'signature' as const), fc.boolean(), (value, kind, isHidden) => {
      const seals = [seal(kind, value)]
      const parts = partsOf(
        { type: 'block-start', block: 0, channel: 'reasoning', kind: isHidden ? 'hidden' : 'summary' },
        ...(isHidden ? [] : [{ type: 'delta' as const, block: 0, channel: 'reasoning' as const, text: 's' }]),
        { type: 'block-end', block: 0, channel: 'reasoning', boundary: 'wire', seals },
      )
      // In a stream, an item has the id with which it began, although the provider's comes with the seal.
      for (const [again, item] of [
        [throughStream(parts), 'rs_1_0'],
        [throughBody(parts), 'rs_1'],
      ] as const) {
        expect(again.filter(({ type }) => type === 'block-end')).toEqual([
          { type: 'block-end', block: 0, channel: 'reasoning', boundary: 'wire', seals: [{ ...seals[0]!, item }] },
        ])
      }
    }),
  )
})

test('through Chat Completions and back, text, calls and usage stay', () => {
  fc.assert(
    fc.property(response, (parts) => {
      const chat = openaiChat()
      const again = throughStream(chat.readResponse(chat.writeResponse(parts)))
      const [before, after] = [resultOf(parts), resultOf(again)]
      expect([after.reasoning, after.answer]).toEqual([
        before.reasoning,
        // Chat Completions has a field of its own for refusals, after the content.
        [...before.items]
          .filter((item) => item.type === 'block' && item.channel === 'answer')
          .toSorted(refusalsLast)
          .map(textOf)
          .join(''),
      ])
      expect(after.toolCalls.map(({ id, arguments: args }) => [id, args])).toEqual(
        before.toolCalls.map(({ id, arguments: args }) => [id, args]),
      )
    }),
  )
})

type AnyItem = ReturnType<typeof resultOf>['items'][number]
const isRefusal = (item: AnyItem): number => (item.type === 'block' && item.kind === 'refusal' ? 1 : 0)
const refusalsLast = (a: AnyItem, b: AnyItem): number => isRefusal(a) - isRefusal(b)
const textOf = (item: AnyItem): string => (item.type === 'block' ? item.text : '')

describe.skipIf(shared === undefined)(`recorded responses, written and read again (${sharedMissing})`, () => {
  const rows = indexOf(wire.id)

  /**
   * Whole items of the provider's own tools get a beginning when they are streamed, and what was learned of an item at its end may be known
   * at its beginning; defaults of the response are filled in, and a request that failed becomes a response that did.
   */
  const kept = (parts: readonly Part[], hasSameIds = true) => {
    const records = new Map<number | undefined, Json>()
    const rest = normaliseParts(parts).flatMap((part): unknown[] => {
      if (part.type === 'start') return []
      if (part.type === 'error') return [part.error.message]
      if (part.type === 'finish' && part.reason === 'error') return ['failed']
      if (part.type !== 'native') return [part]
      if (part.event.startsWith('replay.')) records.set(part.item, { ...records.get(part.item), ...(part.value as Json) })
      return part.event.startsWith('replay.') || part.event === 'output_item.added' ? [] : [part]
    })
    const all = { rest, records: [...records] }
    return hasSameIds
      ? all
      : (JSON.parse(JSON.stringify(all, (field, value: unknown) => (field === 'id' || field === 'item' ? '' : value))) as typeof all)
  }

  test.each(rows)('$id', (row) => {
    const parts = partsOfRow(wire, row)
    // GitHub Copilot gives each event of an item another id; written, it has the first.
    const hasSameIds = !row.id.startsWith('copilot/')
    expect(kept(throughStream(parts, { native: 'all' }, { source: sourceOf(row) }), hasSameIds)).toEqual(kept(parts, hasSameIds))
    const [before, after] = [resultOf(parts), resultOf(throughBody(parts, {}, sourceOf(row)))]
    expect([after.reasoning, after.answer, after.toolCalls]).toEqual([before.reasoning, before.answer, before.toolCalls])
  })

  test.each(rows.filter(({ format }) => format === 'json'))('$id: the output is the recorded one', (row) => {
    const parts = partsOfRow(wire, row)
    const { output } = JSON.parse(String(bodyOf(row))) as { output?: Json[] }
    if (output === undefined) return expect(written(parts)).toHaveProperty('error.message')
    // Empty values may be missing, a reasoning item may have the status `completed`, and one server has names of its own for ids.
    const same = ({ item_id: itemId, output_index: _index, ...item }: Json): Json =>
      Object.fromEntries(
        Object.entries({
          ...(itemId !== undefined && { id: itemId }),
          ...item,
          ...(item['type'] === 'reasoning' && { status: 'completed' }),
        })
          .filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0))
          .map(([field, value]) => [
            field,
            field === 'content' ? (value as Json[]).map(({ logprobs: _logprobs, ...part }) => part) : value,
          ]),
      )
    expect(outputOf(written(parts)).map(same)).toEqual(output.map(same))
  })
})
