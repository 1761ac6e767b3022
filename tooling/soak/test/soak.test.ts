import { from } from '@reason/testkit/programs'
import { describe, expect, it } from 'vitest'
import { setTimeout as sleep } from 'node:timers/promises'
import { Delays } from '../src/delays.ts'
import { judge } from '../src/judge.ts'
import { flatness } from '../src/memory.ts'
import type { Plan } from '../src/plan.ts'
import { soak, verdict } from '../src/soak.ts'

describe('a short soak', () => {
  it('of few streams, with faults on both sides, leaves nothing behind', async () => {
    const report = await soak({ ms: 3000, streams: 24, paceMs: 5, words: 20, faults: 0.3, seed: 7, attackEveryMs: 50, from })
    expect(report.problems).toEqual([])
    expect(report.requests).toBeGreaterThan(24)
    expect(report.attacks.sent).toBeGreaterThan(0)
    // In seconds, memory and gaps say nothing: that takes minutes, and a quiet machine.
    expect(verdict(report).filter(([what, holds]) => !holds && !/^memory flat$|^no gap/.test(what))).toEqual([])
    expect(report.traces.expected).toBeGreaterThan(24)
  })
})

describe('how long words are under way', () => {
  it('counts from the upstream to the client, once, and not what a collection of ours takes', async () => {
    const delays = new Delays()
    for (const word of ['say-1.1-0', 'think-1.1-0', 'end-1.1']) delays.said(word)
    await sleep(30)
    await delays.without(sleep(1).then(() => delays.heard('{"content":"say-1.1-0 "}')))
    delays.heard('{"reasoning":"think-1.1-0 "}')
    expect(delays.longest).toBe(0)

    delays.said('say-1.1-1')
    await sleep(30)
    delays.heard('say-1.1-1 say-9.9-9')
    const { longest } = delays
    expect(longest).toBeGreaterThan(20)
    await sleep(30)
    delays.heard('say-1.1-1 end-1.1')
    expect(delays.longest).toBe(longest)
  })
})

describe('what it would not let pass', () => {
  const plan: Plan = {
    id: '1.1',
    api: 'openai-chat',
    stream: true,
    format: 'tags',
    hidden: false,
    reasoning: 1,
    answer: 1,
    upstreamFault: undefined,
    clientFault: undefined,
    after: 1,
  }
  const reply = (...deltas: object[]) => ({
    status: 200,
    left: false,
    whole: true,
    text: deltas.map((delta) => `data: ${JSON.stringify({ choices: [{ delta, finish_reason: null }] })}\n\n`).join('') + end,
  })
  const end = 'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'
  const right = reply({ reasoning_content: 'think-1.1-0' }, { content: 'say-1.1-0' })

  it('nothing is wrong with what is right', () => expect(judge(plan, right)).toEqual([]))

  it.each([
    ['reasoning in an answer', plan, reply({ content: 'think-1.1-0 say-1.1-0' }), 'leak'],
    ['reasoning for a client that may see none', { ...plan, hidden: true }, right, 'leak'],
    ['reasoning for one of those that has left', { ...plan, hidden: true }, { ...right, left: true }, 'leak'],
    ['another answer', plan, reply({ reasoning_content: 'think-1.1-0' }, { content: 'say-1.1-1' }), 'wrong'],
    ['reasoning that is lost', plan, reply({ content: 'say-1.1-0' }), 'wrong'],
    ['an end without a word', plan, { ...right, text: right.text.replace(end, '') }, 'wrong'],
    ['a connection that breaks', plan, { ...right, whole: false }, 'wrong'],
    ['no answer', plan, { ...right, status: undefined }, 'wrong'],
    ['a failure that looks like a success', { ...plan, upstreamFault: 'cut' as const }, right, 'wrong'],
    ['an error that is none', plan, { ...right, status: 500, text: '{}' }, 'wrong'],
    ['what is no JSON', plan, { ...right, text: 'data: {\n\n' }, 'wrong'],
  ])('%s', (_, planned, got, kind) => expect(judge(planned, got)).toMatchObject([{ kind }]))

  it('memory that grows, and no noise', () => {
    const samples = (bytes: (index: number) => number) =>
      Array.from({ length: 30 }, (_, index) => ({ at: index * 1000, bytes: bytes(index) }))
    const mega = 1_048_576
    expect(flatness(samples((index) => 60 * mega + index * mega)).isFlat).toBe(false)
    expect(flatness(samples((index) => 60 * mega + (index % 2) * 8 * mega)).isFlat).toBe(true)
    expect(flatness(samples((index) => (index < 10 ? index * 6 : 60) * mega))).toMatchObject({ isFlat: true, growth: 0 })
    expect(flatness(samples((index) => 60 * mega + index * mega)).slope).toBeCloseTo(60 * mega, -1)
  })
})
