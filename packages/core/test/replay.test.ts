import type { Seal } from '@reason/core/parts'
import type { Block } from '@reason/core/result'
import {
  isIntact,
  messageOf,
  planReplay,
  type AssistantMessage,
  type Message,
  type ReplayRule,
  type Target,
} from '@reason/core/conversation'
import { describe, expect, it } from 'vitest'

const target: Target = { provider: 'p', wire: 'w', model: 'm' }
const seal = (issuer: Seal['issuer'] = target): Seal => ({ kind: 'signature', value: 's', issuer })
const thought = (text: string, seals?: Seal[]): Block => ({
  type: 'block',
  channel: 'reasoning',
  text,
  boundary: 'wire',
  ...(seals && { seals }),
})
const said: Block = { type: 'block', channel: 'answer', text: 'hi', boundary: 'wire' }
const call = { type: 'tool-call', id: 'c', name: 'f', arguments: '{}' } as const
const user: Message = { role: 'user', content: [{ type: 'text', text: 'q' }] }
const assistant = (...items: AssistantMessage['items'][number][]): AssistantMessage => ({ role: 'assistant', items, origin: target })
const rule = (more: Partial<ReplayRule>): ReplayRule => ({ text: 'never', sealed: 'never', because: 'the rule', ...more })

/** The items of the last message, and what was decided of it. */
function plan(messages: Message[], more: Partial<ReplayRule>, to: Target = target) {
  const { messages: planned, decisions, refusals } = planReplay({ messages }, to, rule(more))
  const last = planned.at(-1) as AssistantMessage
  return { items: last.items, actions: decisions.map(({ action }) => action), reasons: decisions.map(({ reason }) => reason), refusals }
}

describe('planReplay', () => {
  it('drops forbidden reasoning, and names the rule', () => {
    expect(plan([user, assistant(thought('a'), said)], {})).toEqual({
      items: [said],
      actions: ['dropped'],
      reasons: ['the rule'],
      refusals: [],
    })
  })

  it('keeps reasoning if the rule allows it', () => {
    expect(plan([user, assistant(thought('a'), said)], { text: 'always' })).toMatchObject({
      items: [thought('a'), said],
      actions: ['kept'],
    })
  })

  it('keeps reasoning in the open tool loop only, if that is the rule', () => {
    const loop = [user, assistant(thought('a'), call)]
    expect(plan(loop, { text: 'open-loop' }).items).toHaveLength(2)
    const { messages } = planReplay({ messages: [...loop, { role: 'tool', content: [] }, user] }, target, rule({ text: 'open-loop' }))
    expect((messages[1] as AssistantMessage).items).toEqual([call])
  })

  it('keeps a sealed block whole for its issuer', () => {
    const sealed = thought('', [seal()])
    expect(plan([user, assistant(sealed, call)], { sealed: 'always' })).toMatchObject({ items: [sealed, call], actions: ['kept'] })
  })

  it.each<[string, Seal['issuer']]>([
    ['another model', { ...target, model: 'n' }],
    ['another provider', { ...target, provider: 'q' }],
    ['another wire', { ...target, wire: 'v' }],
  ])('sends no seal of %s', (_, issuer) => {
    const { items, actions } = plan([user, assistant(thought('', [seal(issuer)]), thought('a', [seal(issuer)]), said)], {
      sealed: 'always',
      text: 'always',
    })
    expect(items).toEqual([thought('a'), said])
    expect(actions).toEqual(['dropped', 'downgraded'])
  })

  it('drops sealed text with its seal if text without a seal is forbidden', () => {
    const { items, reasons } = plan([user, assistant(thought('a', [seal({ ...target, model: 'n' })]), said)], { sealed: 'always' })
    expect(items).toEqual([said])
    expect(reasons).toEqual(['without the seal of p n, the rule'])
  })

  it('binds seals to the cloud behind a router if the rule requires it', () => {
    const from = { ...target, upstream: 'cloud-a' }
    const bound: Partial<ReplayRule> = { sealed: 'always', boundTo: ['provider', 'model', 'upstream'] }
    expect(plan([user, assistant(thought('', [seal(from)]))], bound, { ...target, upstream: 'cloud-b' }).items).toEqual([])
    expect(plan([user, assistant(thought('', [seal(from)]))], bound, { ...target, upstream: 'cloud-a' }).items).toHaveLength(1)
  })

  it('keeps seals of a provider for a target whose provider is unknown', () => {
    const sealed = thought('', [seal()])
    expect(plan([user, assistant(sealed)], { sealed: 'always' }, { wire: 'w', model: 'm' }).items).toEqual([sealed])
  })

  it('removes seals from calls and text for another issuer', () => {
    const signed = { ...call, seals: [seal({ ...target, wire: 'v' })] }
    expect(plan([user, assistant(signed)], { sealed: 'always' }).items).toEqual([call])
    expect(plan([user, assistant({ ...call, seals: [seal()] })], { sealed: 'always' }).items).toEqual([{ ...call, seals: [seal()] }])
  })

  it.each<[string, Seal['issuer']]>([
    ['a date behind the name', { ...target, model: 'm-20260102' }],
    ['a folder before the name', { ...target, model: 'maker/m' }],
    ['a provider without a name', { wire: 'w', model: 'm' }],
    ['a model without a name', { wire: 'w', provider: 'p' }],
  ])('recognises its own seal by %s', (_, issuer) => {
    expect(plan([user, assistant(thought('a', [seal(issuer)]))], { sealed: 'always' }).items).toHaveLength(1)
  })

  it.each([
    ['empty', { ...seal(), value: ' ' }],
    ['cut', { ...seal(), value: 'A'.repeat(41) }],
  ])('sends no seal that is %s', (_, damaged) => {
    const { items, actions, reasons } = plan([user, assistant(thought('a', [damaged]), said)], { sealed: 'always', text: 'always' })
    expect(items).toEqual([thought('a'), said])
    expect(actions).toEqual(['downgraded'])
    expect(reasons).toEqual(['without its seal, which is damaged or has no place there'])
  })

  it('sends no seal of a block that the end of the stream truncated', () => {
    const cut: Block = { ...thought('a', [seal()]), boundary: 'end-of-stream' }
    expect(plan([user, assistant(cut, said)], { sealed: 'always' }).items).toEqual([said])
  })

  it('removes foreign seals from the message itself, and reports it', () => {
    const foreign = seal({ ...target, model: 'n' })
    const { messages, decisions } = planReplay(
      { messages: [{ ...assistant(said), seals: [foreign, seal()] }] },
      target,
      rule({ sealed: 'always' }),
    )
    expect(messages).toEqual([{ ...assistant(said), seals: [seal()] }])
    expect(decisions).toEqual([{ message: 0, action: 'downgraded', reason: 'without the seal of p n', sealsLost: ['foreign'] }])
  })

  it('reports the reason of each lost seal, for metrics', () => {
    const other = { ...target, provider: 'q' }
    const damaged: Seal = { ...seal(), value: `${'A'.repeat(33)}` }
    const lost = (seals: Seal[], more: Partial<ReplayRule>) =>
      planReplay({ messages: [user, assistant(thought('a', seals), said)] }, target, rule(more)).decisions.map(({ sealsLost }) => sealsLost)
    expect(lost([seal()], { sealed: 'always' })).toEqual([undefined])
    expect(lost([seal(), seal(other)], { sealed: 'always' })).toEqual([['foreign']])
    expect(lost([seal(other), damaged], { sealed: 'always', text: 'always' })).toEqual([['foreign', 'damaged']])
    expect(lost([seal()], { text: 'always' })).toEqual([['unplaced']])
  })

  it('looks up the rule for each message if one name stands for several models', () => {
    const ruleOf = ({ origin }: AssistantMessage) => rule({ text: origin?.model === 'old' ? 'never' : 'always' })
    const old = { ...assistant(thought('a'), said), origin: { ...target, model: 'old' } }
    const { messages } = planReplay({ messages: [old, assistant(thought('b'), said)] }, target, ruleOf)
    expect((messages as AssistantMessage[]).map(({ items }) => items.length)).toEqual([1, 2])
  })

  it('keeps unknown fields of items', () => {
    const numbered = { ...thought('a', [seal({ ...target, model: 'n' })]), at: 3 }
    expect(plan([user, assistant(numbered)], { text: 'always', sealed: 'always' }).items).toEqual([{ ...thought('a'), at: 3 }])
  })

  it('adds required fields', () => {
    const { items, actions } = plan([user, assistant(call)], { text: 'always', whenMissing: 'empty' })
    expect(items).toEqual([thought(''), call])
    expect(actions).toEqual(['added'])
  })

  it('refuses an open loop that the provider would refuse', () => {
    const refuse: Partial<ReplayRule> = { sealed: 'always', whenMissing: 'refuse' }
    expect(plan([user, assistant(call)], refuse).refusals).toEqual([
      'Message 1 has tool calls, but no reasoning that p m accepts: the rule.',
    ])
    expect(planReplay({ messages: [user, assistant(call), { role: 'tool', content: [] }, user] }, target, rule(refuse)).refusals).toEqual(
      [],
    )
  })

  it('accepts an open loop with reasoning in any step: not every step thinks', () => {
    const refuse: Partial<ReplayRule> = { sealed: 'always', whenMissing: 'refuse' }
    const tool: Message = { role: 'tool', content: [] }
    expect(plan([user, assistant(thought('a', [seal()]), call), tool, assistant(call)], refuse).refusals).toEqual([])
    expect(plan([user, assistant(call), tool, assistant(call)], refuse).refusals).toHaveLength(1)
  })

  it('keeps only seals of closed turns, if that is the rule', () => {
    const turn = [user, assistant(thought('a', [seal()]), call)]
    const closed: Partial<ReplayRule> = { sealed: 'closed-turns' }
    expect(plan(turn, closed)).toMatchObject({ items: [call], actions: ['dropped'] })
    const { messages } = planReplay({ messages: [...turn, user] }, target, rule(closed))
    expect((messages[1] as AssistantMessage).items).toHaveLength(2)
  })

  it('sends text only to its author, if that is the rule', () => {
    const other = { ...assistant(thought('a'), said), origin: { ...target, model: 'n' } }
    expect(plan([user, other], { text: 'always', ownTextOnly: true }).items).toEqual([said])
    const { origin: _, ...unknown } = other
    expect(plan([user, unknown], { text: 'always', ownTextOnly: true }).items).toEqual([said])
  })

  it('sends native items to their own format only', () => {
    const native = { type: 'native', wire: 'w', event: 'web_search', value: 1 } as const
    expect(plan([user, assistant(native)], {}).items).toEqual([native])
    expect(plan([user, assistant(native)], {}, { ...target, wire: 'v' }).items).toEqual([])
    expect(plan([user, assistant(native)], {}, { ...target, wire: 'v' }).actions).toEqual(['dropped'])
    const layout = { ...native, event: 'replay.layout' }
    expect(plan([user, assistant(layout)], {}, { ...target, wire: 'v' })).toMatchObject({ items: [], actions: [] })
  })

  it('hides results of provider tools from other providers of the format, if that is the rule', () => {
    const native = { type: 'native', wire: 'w', event: 'web_search', value: 1 } as const
    const elsewhere = { ...assistant(native), origin: { ...target, provider: 'q' } }
    expect(plan([user, elsewhere], {}).items).toEqual([native])
    expect(plan([user, elsewhere], { ownNativeOnly: true })).toMatchObject({ items: [], reasons: ['"web_search" is of q'] })
    expect(plan([user, { ...elsewhere, origin: { wire: 'w' } }], { ownNativeOnly: true }).items).toEqual([native])
  })

  it('counts user text after results as part of the loop, if the format joins them in one message', () => {
    const turn: Message[] = [user, assistant(call), { role: 'tool', content: [] }, user]
    const refuse: Partial<ReplayRule> = { sealed: 'always', whenMissing: 'refuse' }
    const refusals = (messages: Message[], more: object) => planReplay({ messages }, target, rule({ ...refuse, ...more })).refusals.length
    expect(refusals(turn, {})).toBe(0)
    expect(refusals(turn, { resultsJoinUser: true })).toBe(1)
    expect(refusals([...turn, assistant(said), user], { resultsJoinUser: true })).toBe(0)
  })

  it('removes foreign seals from native items', () => {
    const native = { type: 'native', wire: 'w', event: 'image', value: 1 } as const
    const foreign = seal({ ...target, model: 'n' })
    const { items, actions } = plan([user, assistant({ ...native, seals: [foreign, seal()] }, { ...native, seals: [foreign] })], {
      sealed: 'always',
    })
    expect(items).toEqual([{ ...native, seals: [seal()] }, native])
    expect(actions).toEqual(['downgraded', 'downgraded'])
  })

  it('decides about a message once: a longer conversation begins like the shorter one', () => {
    const first = [
      user,
      assistant(thought('a', [seal()]), call),
      { role: 'tool', content: [] } satisfies Message,
      assistant(thought('b'), said),
    ]
    const longer = [...first, user, assistant(thought('c'), said)]
    for (const more of [{ text: 'always', sealed: 'always' }, { sealed: 'always' }, {}] satisfies Partial<ReplayRule>[]) {
      const short = planReplay({ messages: first }, target, rule(more)).messages
      expect(planReplay({ messages: longer }, target, rule(more)).messages.slice(0, short.length)).toEqual(short)
    }
  })
})

describe('messageOf', () => {
  it("keeps the reader's record, the model that answered, and seals of the message as a whole", () => {
    const message = messageOf({ items: [said], model: 'm-2025', finish: { reason: 'stop', seals: [seal()] } }, { provider: 'p', wire: 'w' })
    expect(message).toEqual({ role: 'assistant', items: [said], origin: { provider: 'p', wire: 'w', model: 'm-2025' }, seals: [seal()] })
  })

  it('binds seals to the requested model name if another model answered', () => {
    const answered = seal({ ...target, model: 'm-flash' })
    const {
      items,
      seals,
      answered: name,
    } = messageOf(
      { items: [thought('a', [answered]), said], model: 'm-flash', finish: { reason: 'stop', seals: [answered] } },
      { ...target, model: 'auto' },
    )
    expect(items).toEqual([thought('a', [seal({ ...target, model: 'auto' })]), said])
    expect(seals).toEqual([seal({ ...target, model: 'auto' })])
    expect(name).toBe('m-flash')
  })
})

describe('isIntact', () => {
  it.each(['', ' ', '\n', 'A'.repeat(33), `${'A'.repeat(34)}=`, 'gAAAAABo12'])('not %j', (value) => expect(isIntact({ value })).toBe(false))

  it.each([
    's',
    'signature_REDACTED_1',
    'A'.repeat(34),
    `${'A'.repeat(34)}==`,
    `gAAAAABo${'-'.repeat(12)}`,
    `gAAAAABo${'-'.repeat(11)}=.eyJhIjoxfQ`,
    'a sentence of more than thirty-two letters',
  ])('%j', (value) => expect(isIntact({ value })).toBe(true))

  it('of any length', () => {
    const long = 'A'.repeat(20_000_000)
    expect([isIntact({ value: long }), isIntact({ value: `${long}A` }), isIntact({ value: `${long}-` })]).toEqual([true, false, true])
  })
})
