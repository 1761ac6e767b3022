import { runPipeline, type Part, type Stage } from '@reason/core'
import type { Observer } from '@reason/core/pipeline'
import { describe, expect, test } from 'vitest'
import { block, setup, stop } from './setup.ts'

const labels = '{model="other",provider="other"}'
const delta = (text: string, channel: 'reasoning' | 'answer' = 'answer'): Part => ({
  type: 'delta',
  block: channel === 'answer' ? 1 : 0,
  channel,
  text,
})

/** Thinks from 300 ms to 1,300 ms, answers at 1,500 ms and 1,600 ms. */
const turn: (Part | number)[] = [
  300,
  { type: 'block-start', block: 0, channel: 'reasoning' },
  delta('a', 'reasoning'),
  700,
  delta('b', 'reasoning'),
  300,
  { type: 'block-end', block: 0, channel: 'reasoning', boundary: 'closer' },
  200,
  { type: 'block-start', block: 1, channel: 'answer' },
  delta('c'),
  100,
  delta('d'),
  { type: 'block-end', block: 1, channel: 'answer', boundary: 'end-of-stream' },
  ...stop,
]

describe('timings', () => {
  test('are those of the first texts, of the reasoning, and between pieces', async () => {
    const { run, samples, registry } = setup()
    await run(turn)
    const seconds = { ...(await samples('time_to_first')), ...(await samples('reasoning_duration')), ...(await samples('inter_token')) }
    expect(seconds).toEqual({
      [`time_to_first_reasoning_seconds_sum${labels}`]: 0.3,
      [`time_to_first_reasoning_seconds_count${labels}`]: 1,
      [`time_to_first_answer_seconds_sum${labels}`]: 1.5,
      [`time_to_first_answer_seconds_count${labels}`]: 1,
      [`reasoning_duration_seconds_sum${labels}`]: 1,
      [`reasoning_duration_seconds_count${labels}`]: 1,
      [`inter_token_gap_seconds_sum${labels}`]: 1.3,
      [`inter_token_gap_seconds_count${labels}`]: 3,
    })
    const buckets = (await registry.metrics()).match(/^inter_token_gap_seconds_bucket.*$/gm)!
    const at = (le: string) => Number(buckets.find((line) => line.includes(`le="${le}"`))?.split(' ')[1])
    // 700, 500 and 100 ms: cumulative, and a value on a bound belongs to it.
    expect([at('0.05'), at('0.1'), at('0.5'), at('1'), at('+Inf')]).toEqual([0, 1, 2, 3, 3])
  })

  test('are never less than none, whatever the clock does', async () => {
    const { run, samples } = setup()
    await run([block(0, 'answer', 'a')[0]!, delta('a'), -5000, delta('b'), 1000, delta('c'), ...stop])
    expect(await samples('inter_token_gap_seconds')).toEqual({
      [`inter_token_gap_seconds_sum${labels}`]: 1,
      [`inter_token_gap_seconds_count${labels}`]: 2,
    })
  })

  test('begin when the request came, where that is said', async () => {
    const { run, samples, clock } = setup()
    clock.ms = 5000
    await run(turn, { startedAt: 4000 })
    expect(await samples('time_to_first_reasoning_seconds_sum')).toEqual({ [`time_to_first_reasoning_seconds_sum${labels}`]: 1.3 })
  })

  test('of pieces that were told of before count once, also where a policy has more to give than was told', async () => {
    const { metrics, samples, clock } = setup()
    const [timed, delivered] = metrics.observers({})
    timed.arrived(1, 1)
    timed.onPart?.(delta('held, and a'))
    clock.ms += 100
    timed.arrived(1, 10)
    clock.ms += 50
    for (const text of ['seven..', '...']) timed.onPart?.(delta(text))
    for (const part of stop) for (const observer of [timed, delivered]) observer.onPart?.(part)
    expect(await samples('inter_token_gap_seconds')).toEqual({
      [`inter_token_gap_seconds_sum${labels}`]: 0.1,
      [`inter_token_gap_seconds_count${labels}`]: 1,
    })
  })

  test('are not taken of an answer that came as a whole', async () => {
    const { run, samples } = setup()
    await run(turn, { stream: false })
    expect({ ...(await samples('time_to_first')), ...(await samples('inter_token')) }).toEqual({})
  })
})

describe('an end', () => {
  const ends = async (parts: readonly Part[], policies: Stage[] = []) => {
    const { run, samples } = setup()
    await run(parts, {}, { policies })
    return { ...(await samples('generations_total')), ...(await samples('truncations_total')) }
  }
  const one = (finish: string, cause?: string) => ({
    [`generations_total{model="other",provider="other",finish="${finish}"}`]: 1,
    ...(cause && { [`truncations_total{model="other",provider="other",cause="${cause}"}`]: 1 }),
  })

  test('is counted by its reason', async () => {
    expect(await ends([...block(0, 'answer', 'x'), ...stop])).toEqual(one('stop'))
  })

  test.each(['length', 'reasoning-exhausted', 'no-final', 'error', 'content-filter'] as const)('%s is a truncation', async (reason) => {
    const word = reason.replaceAll('-', '_')
    expect(await ends([{ type: 'finish', reason }, { type: 'end' }])).toEqual(one(word, word))
  })

  test('after a failure in mid-stream is one of error', async () => {
    expect(await ends([...block(0, 'answer', 'x'), { type: 'error', error: { message: 'overloaded' } }, { type: 'end' }])).toEqual(
      one('error', 'error'),
    )
  })

  test('that was cut by its source is an error, with an error or without; one that a governor ended is an abort', async () => {
    const cut: Part[] = [...block(0, 'answer', 'x'), { type: 'finish', reason: 'aborted' }, { type: 'end' }]
    expect(await ends(cut)).toEqual(one('error', 'error'))
    expect(await ends([{ type: 'error', error: { message: 'reset' } }, ...cut])).toEqual(one('error', 'error'))
    expect(await ends([{ type: 'warning', code: 'aborted', message: 'Too long.' }, ...cut])).toEqual(one('aborted', 'aborted'))
  })

  /** Parts of choice 0. */
  const withoutFinal: Stage = {
    push: (part) => [part.type === 'finish' && part.choice === undefined ? { ...part, reason: 'no-final' } : part],
  }

  test('is the one that the client is told, where a policy knows better than the model', async () => {
    expect(await ends([...block(0, 'reasoning', 'x'), ...stop], [withoutFinal])).toEqual(one('no_final', 'no_final'))
    const both: Part[] = [
      ...block(0, 'reasoning', 'x'),
      ...block(0, 'answer', 'y', 1),
      { type: 'finish', reason: 'stop' },
      { type: 'finish', reason: 'stop', choice: 1 },
      { type: 'end' },
    ]
    expect(await ends(both, [withoutFinal])).toEqual({ ...one('no_final', 'no_final'), ...one('stop') })
  })

  test('is the one that the client is told, also where a policy holds everything to the end', async () => {
    const held: Part[] = []
    const holding: Stage = { push: (part) => (held.push(part), part.type === 'end' ? held : []) }
    expect(await ends([...block(0, 'reasoning', 'x'), ...stop], [holding, withoutFinal])).toEqual(one('no_final', 'no_final'))
  })

  test('is the finish of the model where no observer is behind the policies, and nothing where none is before them', async () => {
    const watching = async (pick: (observers: readonly Observer[]) => Observer) => {
      const { metrics, samples } = setup()
      const parts = [...block(0, 'answer', 'x'), ...stop]
      for await (const _ of runPipeline(parts, { policies: [withoutFinal], observers: [pick(metrics.observers({ effort: 'high' }))] }));
      return {
        ...(await samples('generations_total')),
        ...(await samples('truncations_total')),
        ...(await samples('reasoning_none_total')),
      }
    }
    expect(await watching(([before]) => before!)).toEqual({ ...one('stop'), 'reasoning_none_total{reason="absent"}': 1 })
    expect(await watching(([, after]) => after!)).toEqual({})
  })

  test('of a generation of which nothing came is counted, too', async () => {
    const { metrics, samples } = setup()
    metrics.observers({})[0]!.close!()
    expect(await samples('generations_total')).toEqual(one('aborted'))
    expect(await ends([{ type: 'end' }])).toEqual(one('unknown'))
  })

  test('is counted with the last part, and not again when the generation is closed', async () => {
    const { metrics, samples } = setup()
    const observers = metrics.observers({})
    for (const part of [...block(0, 'answer', 'x'), ...stop]) for (const observer of observers) observer.onPart(part)
    expect(await samples('generations_total')).toEqual(one('stop'))
    for (const observer of observers) observer.close?.()
    expect(await samples('generations_total')).toEqual(one('stop'))
  })

  test('that never came, because the client went away, is an abort, counted once', async () => {
    const { metrics, samples } = setup()
    const [observer] = metrics.observers({})
    for (const part of block(0, 'answer', 'x')) observer!.onPart(part)
    observer!.close!()
    observer!.close!()
    expect({ ...(await samples('generations_total')), ...(await samples('truncations_total')) }).toEqual(one('aborted', 'aborted'))
  })

  test('of each choice is counted', async () => {
    const { run, samples } = setup()
    await run([
      ...block(0, 'answer', 'x'),
      ...block(0, 'answer', 'y', 1),
      { type: 'finish', reason: 'stop' },
      { type: 'finish', reason: 'length', choice: 1 },
      { type: 'finish', reason: 'content-filter', choice: 2 },
      { type: 'end' },
    ])
    expect(await samples('generations_total')).toEqual({ ...one('stop'), ...one('length'), ...one('content_filter') })
  })
})

describe('missing reasoning', () => {
  const reasons = async (parts: readonly Part[], request = {}) => {
    const { run, samples } = setup()
    await run(parts, request)
    return Object.keys(await samples('reasoning_none_total')).map((key) => /reason="(.*)"/.exec(key)![1])
  }
  const answer = [...block(1, 'answer', 'x'), ...stop]
  const high = { effort: 'high' }

  test('is none where there is some, or where none is expected', async () => {
    expect(await reasons([...block(0, 'reasoning', 'a'), ...answer], high)).toEqual([])
    expect(await reasons(answer)).toEqual([])
    expect(await reasons(answer, { ...high, reasons: false })).toEqual([])
    expect(await reasons(answer, { adapter: 'plain' })).toEqual([])
  })

  test('is none where the generation was broken off', async () => {
    const aborted: Part[] = [{ type: 'finish', reason: 'aborted' }, { type: 'end' }]
    expect(await reasons([...block(1, 'answer', 'x'), ...aborted], high)).toEqual([])
    const byGovernor: Part = { type: 'warning', code: 'aborted', message: '' }
    expect(await reasons([...block(1, 'answer', 'x'), byGovernor, ...aborted], high)).toEqual([])
  })

  test('has its reason', async () => {
    const hidden: Part = { type: 'block-start', block: 0, channel: 'reasoning', kind: 'hidden' }
    const counted: Part = { type: 'usage', usage: { raw: null, reasoning: { value: 9, source: 'reported' } } }
    const warning: Part = { type: 'warning', code: 'marker-missing', message: '' }
    expect(await reasons(answer, { effort: 'none' })).toEqual(['disabled'])
    expect(await reasons([hidden, ...answer], high)).toEqual(['not_reported'])
    expect(await reasons([counted, ...answer], high)).toEqual(['not_reported'])
    expect(await reasons([warning, ...answer], { adapter: 'marker' })).toEqual(['no_structure'])
    expect(await reasons([{ type: 'block-start', block: 0, channel: 'reasoning' }, ...answer], high)).toEqual(['empty'])
    expect(await reasons(answer, high)).toEqual(['absent'])
  })
})

describe('seals', () => {
  test('are counted by kind, wherever they came', async () => {
    const { run, samples } = setup()
    const seal = { value: 's', issuer: { wire: 'w' } }
    await run([
      { type: 'block-start', block: 0, channel: 'reasoning' },
      { type: 'block-end', block: 0, channel: 'reasoning', boundary: 'wire', seals: [{ kind: 'signature', ...seal }] },
      { type: 'tool-call-start', call: 0, name: 'f' },
      { type: 'tool-call-end', call: 0, seals: [{ kind: 'thought-signature', ...seal }] },
      { type: 'native', wire: 'w', event: 'e', value: 1, seals: [{ kind: 'encrypted', ...seal }] },
      { type: 'finish', reason: 'stop', seals: [{ kind: 'thought-signature', ...seal }] },
      { type: 'end' },
    ])
    expect(await samples('seals_received_total')).toEqual({
      'seals_received_total{kind="signature"}': 1,
      'seals_received_total{kind="thought_signature"}': 2,
      'seals_received_total{kind="encrypted"}': 1,
    })
  })
})
