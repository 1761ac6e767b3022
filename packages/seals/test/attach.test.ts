import type { Part } from '@reason/core'
import type { FinishPart } from '@reason/core/parts'
import type { Item } from '@reason/core/result'
import { createAccumulator, type Result } from '@reason/core'
import { messageOf } from '@reason/core/conversation'
import { describe, expect, it } from 'vitest'
import { attachSeal, createSealer, keptFields, reopen, type AttachOptions } from '../src/index.ts'
import { splitCallId } from '../src/call-id.ts'
import { hasThought, isWhollySealed } from '../src/seal-decision.ts'
import {
  answer as answerOf,
  call as callOf,
  context,
  conversation,
  keys,
  sent,
  signature,
  spokenBy,
  thought as thoughtOf,
  thoughtSignature,
} from './samples.ts'

const sealer = createSealer({ keys })
const origin = { provider: 'anthropic', wire: 'anthropic-messages', model: 'claude-opus-4-8' }
const gemini = { provider: 'google', wire: 'gemini', model: 'gemini-3-pro' }
const finish: FinishPart = { type: 'finish', reason: 'tool-calls', seals: [thoughtSignature] }

const parts: Part[] = [
  { type: 'start', id: 'r1' },
  { type: 'block-start', block: 0, channel: 'reasoning' },
  { type: 'delta', block: 0, channel: 'reasoning', text: 'The user wants it.' },
  { type: 'block-end', block: 0, channel: 'reasoning', boundary: 'wire', seals: [signature] },
  { type: 'block-start', block: 1, channel: 'answer' },
  { type: 'delta', block: 1, channel: 'answer', text: 'I look.' },
  { type: 'block-end', block: 1, channel: 'answer', boundary: 'wire' },
  { type: 'tool-call-start', call: 0, id: 'toolu_1', name: 'weather' },
  { type: 'tool-call-delta', call: 0, text: '{}' },
  { type: 'tool-call-end', call: 0, boundary: 'wire', seals: [thoughtSignature] },
  { type: 'usage', usage: { raw: {} } },
  finish,
  { type: 'end' },
]

function resultOf(given: readonly Part[]): Result {
  const accumulator = createAccumulator()
  for (const part of given) accumulator.push(part)
  return accumulator.snapshot()
}

function attached(options: Partial<AttachOptions> = {}, given: readonly Part[] = parts): Part[] {
  const record = createAccumulator()
  const stage = attachSeal({
    sealer,
    ...spokenBy(context),
    visibility: 'none',
    record: () => messageOf(record.snapshot(), origin),
    ...options,
  })
  return given.flatMap((part) => {
    record.push(part)
    return [...stage.push(part)]
  })
}

const spoken = (text: string): Item => ({ type: 'block', channel: 'commentary', text, boundary: 'wire' })

const ours = (given: readonly Part[]) =>
  given.flatMap((part) => (part.type === 'block-end' && part.seals?.[0]?.issuer.wire === 'reason' ? [part] : []))

const without = (given: readonly Part[], ...types: Part['type'][]) => given.filter(({ type }) => !types.includes(type))

describe('attachSeal', () => {
  const many = Array.from({ length: 500 }, (_, block) => block)
  const begun: Part = { type: 'start', id: 'r1' }
  const thought = (block: number): Part[] => [
    { type: 'block-start', block, channel: 'reasoning' },
    { type: 'delta', block, channel: 'reasoning', text: 'a' },
    { type: 'block-end', block, channel: 'reasoning', boundary: 'wire', seals: [signature] },
  ]
  const text = (block: number): Part[] => [
    { type: 'block-start', block, channel: 'answer' },
    { type: 'block-end', block, channel: 'answer', boundary: 'wire' },
  ]
  const called = (call: number): Part[] => [
    { type: 'tool-call-start', call, id: `c${call}`, name: 'f' },
    { type: 'tool-call-end', call, boundary: 'wire', seals: [thoughtSignature] },
  ]

  it('seals the digest of earlier values, which expire together with the new one', () => {
    const [end] = ours(attached({ before: 'digest of earlier values' }))
    expect(sealer.open(end!.seals![0]!.value, context)).toMatchObject({ ok: true, record: { before: 'digest of earlier values' } })
  })

  it.each<[string, (at: number) => Part[], Partial<AttachOptions>, number]>([
    ['thoughts', thought, { visibility: 'full', places: { inBlocks: true } }, 49],
    ['texts before a thought', text, { places: { inBlocks: true, beforeAnswer: true } }, 1],
    [
      'calls',
      (at) => [...thought(at), ...called(at)],
      { visibility: 'full', carrier: 'both', context: { ...context, client: 'openai-chat' } },
      49,
    ],
  ])('reads the record of many %s a bounded number of times, and seals the rest at the end', (_, make, options, seals) => {
    const record = createAccumulator()
    let readings = 0
    const stage = attachSeal({
      sealer,
      ...spokenBy(context),
      visibility: 'none',
      record: () => (readings++, messageOf(record.snapshot(), origin)),
      ...options,
    })
    const out = [begun, ...many.flatMap(make), ...thought(many.length), finish].flatMap((part) => {
      record.push(part)
      return [...stage.push(part)]
    })
    expect(readings).toBeLessThanOrEqual(49)
    const inIds = out.filter((part) => part.type === 'tool-call-start' && splitCallId(part.id ?? '').value !== undefined)
    expect(ours(out).length + inIds.length).toBe(seals)
    const last = ours(out).at(-1)!.seals![0]!.value
    expect(out.at(-2)).toBe(ours(out).at(-1))
    expect(last).toMatch(/^rsn1\./)
  })

  it('adds a block with one seal before the finish, and takes the provider’s seals away', () => {
    const out = attached()
    expect(out.slice(-4)).toEqual([
      { type: 'block-start', block: 2, channel: 'reasoning' },
      {
        type: 'block-end',
        block: 2,
        channel: 'reasoning',
        boundary: 'wire',
        seals: [{ kind: 'encrypted', value: expect.stringMatching(/^rsn1\./) as string, issuer: { wire: 'reason' } }],
      },
      { type: 'finish', reason: 'tool-calls' },
      { type: 'end' },
    ])
    expect(out.slice(0, -4)).toEqual(
      parts.slice(0, -2).map((part) => {
        const { seals: _, ...rest } = part as Part & { seals?: unknown }
        return rest
      }),
    )
    for (const { value } of [signature, thoughtSignature]) expect(JSON.stringify(out)).not.toContain(value)
  })

  it('what it seals is the record, opened again with what the client got', () => {
    const shown = resultOf(attached()).items.filter(
      (item) => item.type !== 'block' || item.channel === 'answer' || item.seals !== undefined,
    )
    const { conversation: reopened, reports } = reopen(conversation(sent(...shown)), { sealer, context })
    expect(reports).toEqual([{ message: 0, outcome: 'restored' }])
    expect(reopened.messages).toEqual([messageOf(resultOf(parts), origin)])
  })

  it('seals no logprobs', () => {
    const logprobs: Part = { type: 'native', wire: 'openai-chat', event: 'choice.logprobs', value: { content: [] } }
    const [block] = ours(attached({}, [...parts.slice(0, -2), logprobs, ...parts.slice(-2)]))
    const opening = sealer.open(block!.seals![0]!.value, context)
    expect(opening).toMatchObject({ ok: true, record: { message: messageOf(resultOf(parts), origin) } })
  })

  it('full: seals of others stay where they are', () => {
    const out = attached({ visibility: 'full' })
    expect(without(out.slice(0, -4), 'end')).toEqual(parts.slice(0, -2))
    expect(ours(out)).toHaveLength(1)
  })

  it('full, and the client speaks the provider’s format: nothing is done, unless it is asked for', () => {
    const same = { visibility: 'full' as const, ...spokenBy({ ...context, client: 'anthropic-messages' }) }
    expect(attached(same)).toEqual(parts)
    // One before the answer, and one at the end, because calls follow.
    expect(ours(attached({ ...same, when: 'always' }))).toHaveLength(2)
    expect(ours(attached({ ...same, visibility: 'none' }))).toHaveLength(2)
  })

  describe('a client of Messages, which takes the last block for the result', () => {
    const messages = spokenBy({ ...context, client: 'anthropic-messages' })
    const [start, reasoning, answer, end] = [parts.slice(0, 1), parts.slice(1, 4), parts.slice(4, 7), parts.slice(-3)]
    const outline = (given: readonly Part[]) =>
      given.flatMap((part) =>
        part.type === 'block-start' ? [`${part.block} ${part.channel}`] : part.type === 'tool-call-start' ? ['call'] : [],
      )

    it('gets the reasoning before the answer, and nothing after it', () => {
      const out = attached(messages, [...start, ...reasoning, ...answer, ...end])
      expect(outline(out)).toEqual(['0 reasoning', '1 answer'])
      expect(out).toContainEqual({ type: 'delta', block: 1, channel: 'answer', text: 'I look.' })
      const [{ seals }] = ours(out) as [(typeof out)[number] & { seals: { value: string }[] }]
      const sealedItem = { type: 'block', channel: 'reasoning', text: 'The user wants it.', boundary: 'wire', seals: [signature] }
      expect(sealer.open(seals[0]!.value, messages.context)).toMatchObject({
        ok: true,
        record: { early: true, message: { items: [sealedItem] } },
      })

      const value = { kind: 'encrypted' as const, value: seals[0]!.value, issuer: { wire: 'anthropic-messages' } }
      const shown: Item = { type: 'block', channel: 'reasoning', text: 'The user wants it.', boundary: 'wire', seals: [value] }
      const back = sent(shown, answerOf('I look.'))
      expect(reopen(conversation(back), { sealer, ...messages }).conversation.messages).toEqual([
        { role: 'assistant', items: [sealedItem, answerOf('I look.')], origin },
      ])
    })

    it('gets all of it at the end, too, where calls follow or more is thought', () => {
      expect(outline(attached(messages))).toEqual(['0 reasoning', '1 answer', 'call', '2 reasoning'])
      const more = reasoning.map((part): Part => ('block' in part ? ({ ...part, block: 2 } as Part) : part))
      const out = attached(messages, [...start, ...reasoning, ...answer, ...more, ...end])
      // A seal of the whole message has no other place.
      expect(outline(out)).toEqual(['0 reasoning', '1 answer', '2 reasoning', '3 reasoning'])
    })

    it('gets nothing after what a server says behind the answer', () => {
      const timings: Part = { type: 'native', wire: 'openai-chat', event: 'timings', value: { predicted_n: 2 } }
      expect(outline(attached(messages, [...start, ...reasoning, ...answer, timings, ...end]))).toEqual(['0 reasoning', '1 answer'])
    })

    it('gets it before the answer, in a block of its own, where it is not shown the reasoning', () => {
      const record = () => messageOf(resultOf([...start, ...reasoning, ...answer, ...end]), origin)
      const out = attached({ ...messages, record }, [...start, ...answer, ...end])
      expect(outline(out)).toEqual(['1 reasoning', '2 answer'])
      expect(out).toContainEqual({ type: 'delta', block: 2, channel: 'answer', text: 'I look.' })
      expect(ours(out)).toHaveLength(1)
    })

    it('gets it before the first of its calls, without text before them, where it is not shown the reasoning', () => {
      const next: Part = { type: 'tool-call-start', call: 1, id: 'toolu_2', name: 'weather' }
      const given = [...start, ...parts.slice(7, 10), next, ...end]
      const record = () => messageOf(resultOf([...start, ...reasoning, ...given.slice(1)]), origin)
      expect(outline(attached({ ...messages, record }, given))).toEqual(['0 reasoning', 'call', 'call', '1 reasoning'])
      expect(outline(attached({ record }, given))).toEqual(['call', 'call', '0 reasoning'])
      const visible = [...start, ...reasoning, ...given.slice(1)]
      expect(outline(attached({ ...messages, visibility: 'full' }, visible))).toEqual(['0 reasoning', 'call', 'call'])
    })

    it('gets no thought without text after the answer, and all of it where more follows', () => {
      const sealedAlone: Part[] = [
        { type: 'block-start', block: 2, channel: 'reasoning', kind: 'hidden' },
        { type: 'block-end', block: 2, channel: 'reasoning', boundary: 'wire', seals: [thoughtSignature] },
      ]
      const call = parts.slice(7, 10)
      for (const visibility of ['full', 'none'] as const) {
        const before = visibility === 'full' ? reasoning : []
        const given = (...behind: readonly Part[]) => {
          const record = () => messageOf(resultOf([...start, ...reasoning, ...answer, ...sealedAlone, ...behind]), gemini)
          const shown = visibility === 'full' ? sealedAlone : []
          return outline(attached({ ...messages, visibility, record }, [...start, ...before, ...answer, ...shown, ...behind]))
        }
        const answered = visibility === 'full' ? ['0 reasoning', '1 answer'] : ['1 reasoning', '2 answer']
        expect(given(...end)).toEqual(answered)
        const followed = visibility === 'full' ? ['2 reasoning', 'call', '3 reasoning'] : ['call', '3 reasoning']
        expect(given(...call, ...end)).toEqual([...answered, ...followed])
        const text = parts.slice(4, 7).map((part): Part => ({ ...part, block: 3 }) as Part)
        const inOrder = visibility === 'full' ? ['2 reasoning', '3 answer'] : ['4 answer']
        expect(given(...text, ...end).slice(2, 2 + inOrder.length)).toEqual(inOrder)
      }
    })

    it('gets each thought that was split off a text with its own seal', () => {
      const text: Part = { type: 'delta', block: 0, channel: 'answer', text: '<think>one</think><think>two</think>' }
      const record = () => messageOf(resultOf([text]), origin)
      const split = ['one', 'two'].flatMap((thought, block) =>
        reasoning.map((part): Part => ({ ...part, block, ...(part.type === 'delta' && { text: thought }) }) as Part),
      )
      const out = attached({ ...messages, visibility: 'full', when: 'always', record }, [...start, ...split])
      const texts = out.flatMap((part) => {
        const seal = part.type === 'block-end' ? part.seals?.find(({ value }) => value.startsWith('rsn1.')) : undefined
        const opening = seal && sealer.open(seal.value, messages.context)
        return opening?.ok === true ? opening.record.message.items.map((item) => 'text' in item && item.text) : []
      })
      expect(texts).toEqual(['one', 'two'])
    })

    it('gets nothing after an answer in whose text the model thought', () => {
      const record = () =>
        messageOf(resultOf([...start, { ...answer[0]! }, { ...answer[1]!, text: '<think>no</think>I look.' } as Part]), origin)
      expect(ours(attached({ ...messages, record }, [...start, ...reasoning, ...answer, ...end]))).toEqual([])
    })
  })

  it('full, and both speak Chat Completions: a thought has no sure place there, and is sealed where it is wanted back', () => {
    const chat = (given: readonly Part[], isWantedBack: boolean) => {
      const record = () => messageOf(resultOf(given), { ...origin, provider: 'openrouter', wire: 'openai-chat' })
      return attached({ visibility: 'full', record, isWantedBack: () => isWantedBack }, given)
    }
    expect(ours(chat(parts, true))).toHaveLength(1)
    const unsealed = parts.map((part) => (part.type === 'block-end' ? { ...part, seals: [] } : part))
    expect(ours(chat(unsealed, true))).toHaveLength(1)
    expect(chat(unsealed, false)).toEqual(unsealed)
  })

  describe('full, in ids of calls', () => {
    const idsOf = (out: readonly Part[]) => out.flatMap((part) => (part.type === 'tool-call-start' ? [part.id!] : []))
    const plain = parts.map((part): Part => {
      const { seals: _, ...rest } = part as Part & { seals?: unknown }
      return rest as Part
    })
    const back = (ids: readonly string[], text: string) =>
      conversation(sent(answerOf(text), ...ids.map((id) => ({ type: 'tool-call' as const, id, name: 'weather', arguments: '{}' }))))
    const opened = (ids: readonly string[], text: string) => {
      const [message] = reopen(back(ids, text), { sealer, context }).conversation.messages as unknown as [{ items: readonly Item[] }]
      return message.items.map((item) => {
        const { id, text: said, seals } = item as { id?: string; text?: string; seals?: readonly unknown[] }
        return `${id ?? said ?? ''}${seals === undefined ? '' : ' sealed'}`
      })
    }

    it('is what was thought before, and nothing waits for the end', () => {
      const record = createAccumulator()
      const stage = attachSeal({
        sealer,
        ...spokenBy(context),
        visibility: 'full',
        carrier: 'both',
        record: () => messageOf(record.snapshot(), origin),
      })
      const counts = plain.map((part) => {
        record.push(part)
        return stage.push(part).length
      })
      expect(counts).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 1])
    })

    it('comes back in its place, with the text that the client has', () => {
      const ids = idsOf(attached({ visibility: 'full', carrier: 'both' }, plain))
      expect(ids.map((id) => splitCallId(id).id)).toEqual(['toolu_1'])
      expect(opened(ids, 'I look.')).toEqual(['The user wants it.', 'I look.', 'toolu_1'])
      expect(opened(ids, 'I look!')).toEqual(['The user wants it.', 'I look!', 'toolu_1'])
    })

    it('has the signature of a call that has come by then', () => {
      const record = () => messageOf(resultOf(parts), origin)
      const ids = idsOf(attached({ visibility: 'full', carrier: 'call-id', record }))
      expect(opened(ids, 'I look.')).toEqual(['The user wants it. sealed', 'I look.', 'toolu_1 sealed'])
    })

    it('is what was thought between two calls, too', () => {
      const again: Part[] = [
        ...plain.slice(0, -3),
        { type: 'block-start', block: 2, channel: 'reasoning' },
        { type: 'delta', block: 2, channel: 'reasoning', text: 'Once more.' },
        { type: 'block-end', block: 2, channel: 'reasoning', boundary: 'wire' },
        { type: 'tool-call-start', call: 1, id: 'toolu_2', name: 'weather' },
        { type: 'tool-call-delta', call: 1, text: '{}' },
        { type: 'tool-call-end', call: 1, boundary: 'wire' },
        ...plain.slice(-3),
      ]
      const ids = idsOf(attached({ visibility: 'full', carrier: 'call-id' }, again))
      expect(opened(ids, 'I look.')).toEqual(['The user wants it.', 'I look.', 'toolu_1', 'Once more.', 'toolu_2'])
      expect(opened([ids[0]!, 'toolu_2'], 'I look.')).toEqual(['The user wants it.', 'I look.', 'toolu_1', 'toolu_2'])
    })

    it('is not in the id if it is longer than an id may be', () => {
      const ids = idsOf(attached({ visibility: 'full', carrier: 'call-id', maxCallId: 64 }, plain))
      expect(ids).toEqual(['toolu_1'])
    })

    it('is nothing where nothing has to come back', () => {
      expect(attached({ visibility: 'full', carrier: 'both', isWantedBack: () => false }, plain)).toEqual(plain)
      const without = plain.filter((part) => !('block' in part && part.block === 0))
      expect(attached({ visibility: 'full', carrier: 'both' }, without)).toEqual(without)
    })
  })

  const bare = parts.slice(4, 7)
  it('nothing to bring back: nothing is sealed', () => {
    const plain: Part[] = [...bare, { type: 'finish', reason: 'stop' }, { type: 'end' }]
    expect(attached({}, plain)).toEqual(plain)
  })

  it('an answer that is not what the provider wrote is sealed: reasoning may have stood in it', () => {
    const record = messageOf(resultOf([{ type: 'delta', block: 0, channel: 'answer', text: '<think>hm</think>I look.' }]), origin)
    expect(ours(attached({ record: () => record }, [...bare, { type: 'finish', reason: 'stop' }]))).toHaveLength(1)
  })

  it.each(['error', 'aborted'] as const)('%s: no conversation continues from there', (reason) => {
    expect(ours(attached({}, [...parts.slice(0, -2), { type: 'finish', reason }, { type: 'end' }]))).toEqual([])
  })

  it('no finish: nothing is sealed, and nothing that was held is lost', () => {
    const cut = [...parts.slice(0, -2), parts.at(-1)!]
    expect(attached({ carrier: 'both' }, cut).map(({ type }) => type)).toEqual(cut.map(({ type }) => type))
  })

  it('several generations: nothing is sealed, whether it was said or not', () => {
    expect(ours(attached({ choices: 2 }))).toEqual([])
    const second: Part = { type: 'delta', block: 0, channel: 'answer', text: 'b', choice: 1 }
    const out = attached({ carrier: 'both' }, [...parts.slice(0, 9), second, ...parts.slice(9)])
    expect(ours(out)).toEqual([])
    expect(out.map(({ type }) => type)).toEqual([...parts.slice(0, 9), second, ...parts.slice(9)].map(({ type }) => type))
    for (const { value } of [signature, thoughtSignature]) expect(JSON.stringify(out)).not.toContain(value)
  })

  it('too long: a warning in its place', () => {
    const out = attached({ sealer: createSealer({ keys, maxRecordBytes: 256 }) })
    expect(ours(out)).toEqual([])
    expect(out.slice(-3).map((part) => (part.type === 'warning' ? part.code : part.type))).toEqual(['not-carried', 'finish', 'end'])
  })

  it.each(['reasoning', 'answer'] as const)('a megabyte of %s: the same, and nothing of it is written for a seal', (channel) => {
    const long: Part = { type: 'delta', block: channel === 'answer' ? 1 : 0, channel, text: 'x'.repeat(1_048_577) }
    const out = attached(
      { sealer: { ...sealer, seal: () => expect.unreachable('seals') } },
      parts.flatMap((part) => (part.type === 'delta' && part.block === long.block ? [part, long] : [part])),
    )
    expect(ours(out)).toEqual([])
    expect(out.slice(-3).map((part) => (part.type === 'warning' ? part.code : part.type))).toEqual(['not-carried', 'finish', 'end'])
  })

  it('a megabyte of an answer without reasoning: nothing is compared, written or said', () => {
    const long = (text: string): Part[] => [
      { type: 'block-start', block: 0, channel: 'answer' },
      { type: 'delta', block: 0, channel: 'answer', text },
      { type: 'block-end', block: 0, channel: 'answer', boundary: 'wire' },
      { type: 'finish', reason: 'stop' },
      { type: 'end' },
    ]
    const record = messageOf(resultOf(long('x'.repeat(1_048_577))), origin)
    const given = long('y')
    expect(attached({ record: () => record }, given)).toEqual(given)
  })

  it('calls that the record does not have, because they stood in the text: a warning', () => {
    const record = messageOf(resultOf([{ type: 'delta', block: 0, channel: 'answer', text: '<tool_call>…' }]), origin)
    const out = attached({ record: () => record })
    expect(ours(out)).toEqual([])
    expect(out.find((part) => part.type === 'warning')?.message).toContain('lacks tool calls')
  })

  it('commentary that goes into the answer is part of what was seen', () => {
    const commented: Part[] = [{ type: 'delta', block: 5, channel: 'commentary', text: 'First, ' }, ...parts]
    const seen = (commentary: 'answer' | 'reasoning') => {
      const [block] = ours(attached({ commentary }, commented))
      const opening = sealer.open(block!.seals![0]!.value, context)
      return opening.ok && opening.record.seen
    }
    expect(seen('answer')).not.toBe(seen('reasoning'))
  })
})

it.each([
  ['an answer', [], true],
  ['a call', [callOf('c')], false],
])('blocks are all that goes back of a thought, commentary and %s: %s', (_, calls, whole) => {
  const items = [thoughtOf, spoken('I look.'), ...calls, answerOf('51')]
  expect(isWhollySealed({ role: 'assistant', items, origin }, { sealed: 1, natives: 0, parsedArguments: false })).toBe(whole)
})

it.each<[string, Item[], boolean]>([
  ['a thought', [thoughtOf], true],
  ['commentary beside a call', [spoken('I look.'), callOf('c')], true],
  ['commentary without text beside a call', [spoken(''), callOf('c')], false],
  ['commentary and an answer', [spoken('I look.'), answerOf('51')], false],
  ['a call', [callOf('c')], false],
])('is sealed or not: %s', (_, items, has) => {
  expect(hasThought({ role: 'assistant', items, origin })).toBe(has)
})

describe('the id of a call as the carrier', () => {
  const startOf = (out: readonly Part[]) => out.find((part) => part.type === 'tool-call-start')!

  it('holds calls back until the message is over, and text never', () => {
    const stage = attachSeal({
      sealer,
      ...spokenBy(context),
      visibility: 'none',
      record: () => messageOf(resultOf(parts), origin),
      carrier: 'call-id',
    })
    const sizes = parts.map((part) => stage.push(part).length)
    expect(sizes).toEqual([1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 5, 1])
  })

  it.each([
    ['call-id', 0],
    ['both', 1],
  ] as const)('%s', (carrier, blocks) => {
    const out = attached({ carrier })
    const { id, value } = splitCallId(startOf(out).id!)
    expect(id).toBe('toolu_1')
    expect(sealer.open(value!, context)).toMatchObject({ ok: true, record: { message: messageOf(resultOf(parts), origin) } })
    expect(ours(out)).toHaveLength(blocks)
  })

  it('an id that is missing is made', () => {
    const nameless = parts.map((part) => (part.type === 'tool-call-start' ? { ...part, id: undefined } : part)) as Part[]
    expect(startOf(attached({ carrier: 'call-id' }, nameless)).id).toMatch(/^call_[\w-]{12}__rsn1_[\w-]+$/)
  })

  it('a message without calls, and a value that is too long, take the field', () => {
    expect(ours(attached({ carrier: 'call-id' }, [...parts.slice(0, 7), ...parts.slice(-2)]))).toHaveLength(1)
    const out = attached({ carrier: 'call-id', maxCallId: 64 })
    expect(ours(out)).toHaveLength(1)
    expect(startOf(out).id).toBe('toolu_1')
  })
})

describe('the id of a call, for clients of formats with sealed blocks', () => {
  const messages = { ...context, client: 'anthropic-messages' }
  const other = { provider: 'deepseek', wire: 'openai-chat', model: 'deepseek-reasoner' }
  const unsigned = parts.map((part) => {
    const { seals: _, ...rest } = part as { seals?: unknown } & Part
    return rest as Part
  })
  const run = (options: Partial<AttachOptions>, given = unsigned): readonly Part[][] => {
    const record = createAccumulator()
    const stage = attachSeal({
      sealer,
      ...spokenBy(messages),
      visibility: 'none',
      carrier: 'both',
      record: () => messageOf(record.snapshot(), other),
      ...options,
    })
    return given.map((part) => {
      record.push(part)
      return [...stage.push(part)]
    })
  }
  const itemsOf = (out: readonly (readonly Part[])[]): readonly Item[] => messageOf(resultOf(out.flat()), other).items
  const texts = (items: readonly Item[]): string[] => {
    const { conversation: opened } = reopen(conversation(sent(...items)), { sealer, context: messages })
    return (opened.messages as unknown as [{ items: readonly { id?: string; text?: string }[] }])[0].items.map(
      ({ id, text }) => id ?? text ?? '',
    )
  }
  const isCall = ({ type }: Item): boolean => type === 'tool-call'
  const isAnswer = (item: Item): boolean => item.type === 'block' && item.channel === 'answer'

  it('carries commentary that no thought comes with', () => {
    const planned = unsigned.map((part) => ('channel' in part && part.channel === 'reasoning' ? { ...part, channel: 'commentary' } : part))
    const call = run({}, planned as Part[])
      .flat()
      .find((part) => part.type === 'tool-call-start')
    const opening = sealer.open(splitCallId(call!.id!).value ?? '', messages)
    expect(opening.ok && opening.record.message.items.map((item) => item.type === 'block' && item.text)).toEqual([
      'The user wants it.',
      'I look.',
    ])
  })

  it.each(['none', 'full'] as const)('holds nothing back, and is enough by itself: %s', (visibility) => {
    const out = run({ visibility })
    expect(out.slice(7, 10).map(({ length }) => length)).toEqual([1, 1, 1])
    const items = itemsOf(out)
    expect(texts(items.filter((item) => isCall(item) || isAnswer(item)))).toEqual(['The user wants it.', 'I look.', 'toolu_1'])
    expect(texts(items)).toEqual(['The user wants it.', 'I look.', 'toolu_1'])
  })

  it('is as it was where the client keeps blocks, but for what its call is sealed with', () => {
    const idOf = (options: Partial<AttachOptions>): string | undefined =>
      itemsOf(run({ visibility: 'full', keepsBlocks: true, ...options })).flatMap((item) => (item.type === 'tool-call' ? [item.id] : []))[0]
    expect(idOf({})).toBe('toolu_1')
    expect(idOf({ record: () => messageOf(resultOf(parts), origin) })).toBe('toolu_1')
    expect(idOf({ record: () => messageOf(resultOf(parts), gemini) })).toMatch(/^toolu_1__rsn1_/)
  })

  it('is long until a field has come back: of blocks with a text, or of all', () => {
    const seals: Item['seals'] = [{ kind: 'encrypted', value: 'rsn1.x', issuer: { wire: 'reason' } }]
    const block = (text: string): Item => ({ type: 'block', channel: 'reasoning', text, boundary: 'wire', seals })
    expect(keptFields(conversation(sent(answerOf('I look.'))))).toBe('nothing')
    expect(keptFields(conversation(sent(block('The user wants it.'))))).toBe('blocks')
    expect(keptFields(conversation(sent(block('The user wants it.')), sent(block(''))))).toBe('all')
  })
})
