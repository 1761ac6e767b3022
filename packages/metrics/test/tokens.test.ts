import type { Part } from '@reason/core'
import type { Count, Usage } from '@reason/core/parts'
import { estimateTokens } from '@reason/core/result'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countTokens } from '../src/tokens.ts'
import { block, setup, stop } from './setup.ts'

const reported = (value: number): Count => ({ value, source: 'reported' })
const usage = (numbers: Partial<Usage>): Part => ({ type: 'usage', usage: { raw: null, ...numbers } })
const of = '{model="openai/gpt-oss-20b",provider="local",source='
const request = { model: 'openai/gpt-oss-20b', provider: 'local' }

describe('tokens', () => {
  test('are taken as they are reported', async () => {
    const { run, samples } = setup()
    const parts = [...block(0, 'reasoning', 'abcdefgh'), ...block(1, 'answer', 'four')]
    await run(
      [...parts, usage({ input: reported(7), cached: reported(5), output: reported(100), reasoning: reported(80) }), ...stop],
      request,
    )
    expect(await samples('input_tokens_total')).toEqual({ 'input_tokens_total{model="openai/gpt-oss-20b",provider="local"}': 7 })
    expect(await samples('cached_input_tokens_total')).toEqual({
      'cached_input_tokens_total{model="openai/gpt-oss-20b",provider="local"}': 5,
    })
    expect(await samples('output_tokens_total')).toEqual({ 'output_tokens_total{model="openai/gpt-oss-20b",provider="local"}': 100 })
    expect(await samples('reasoning_tokens_total')).toEqual({ [`reasoning_tokens_total${of}"reported"}`]: 80 })
    expect(await samples('answer_tokens_total')).toEqual({ [`answer_tokens_total${of}"reported"}`]: 20 })
    expect(await samples('reasoning_ratio_sum')).toEqual({ 'reasoning_ratio_sum{model="openai/gpt-oss-20b",provider="local"}': 0.8 })
  })

  test('of the input hold what was cached, also where the provider counts it beside', async () => {
    const { run, samples } = setup()
    const raw = { input_tokens: 7, cache_read_input_tokens: 50, cache_creation_input_tokens: 20, output_tokens: 100 }
    await run(
      [...block(0, 'answer', 'four'), usage({ raw, input: reported(7), cached: reported(50), output: reported(100) }), ...stop],
      request,
    )
    expect(await samples('input_tokens_total')).toEqual({ 'input_tokens_total{model="openai/gpt-oss-20b",provider="local"}': 77 })
    expect(await samples('cached_input_tokens_total')).toEqual({
      'cached_input_tokens_total{model="openai/gpt-oss-20b",provider="local"}': 50,
    })
  })

  test('are estimated where nothing is reported, or what is cannot be true', async () => {
    const { run, samples } = setup()
    const parts = [...block(0, 'reasoning', 'abcdefgh'), ...block(1, 'commentary', 'abcde'), ...block(2, 'answer', 'four')]
    await run([...parts, usage({ reasoning: { value: 0, source: 'implausible' } }), ...stop], request)
    expect(await samples('reasoning_tokens_total')).toEqual({ [`reasoning_tokens_total${of}"estimated"}`]: 2 })
    expect(await samples('commentary_tokens_total')).toEqual({ [`commentary_tokens_total${of}"estimated"}`]: 2 })
    expect(await samples('answer_tokens_total')).toEqual({ [`answer_tokens_total${of}"estimated"}`]: 1 })
    for (const name of ['input', 'cached_input', 'output']) expect(await samples(`${name}_tokens_total`)).toEqual({})
  })

  test('of an answer are of the reasoning where a closer comes late, in each choice', async () => {
    const { run, samples } = setup()
    const late: Part = { type: 'warning', code: 'late-closer', message: '', choice: 1 }
    const second = block(0, 'answer', 'abcdefgh').map((part) => ({ ...part, choice: 1 }) as Part)
    await run([...block(0, 'answer', 'four'), ...second, late, ...stop], request)
    expect(await samples('reasoning_tokens_total')).toEqual({ [`reasoning_tokens_total${of}"estimated"}`]: 2 })
    expect(await samples('answer_tokens_total')).toEqual({ [`answer_tokens_total${of}"estimated"}`]: 1 })
  })

  test('of the answers of several choices are counted together', async () => {
    const { run, samples } = setup()
    await run([...block(0, 'answer', 'four'), ...block(0, 'answer', 'abcdefgh', 1), ...stop], request)
    expect(await samples('answer_tokens_total')).toEqual({ [`answer_tokens_total${of}"estimated"}`]: 3 })
  })

  test('of text that the gateway put in are not counted', async () => {
    const { run, samples } = setup()
    const [begin, delta, finish] = block(0, 'reasoning', 'abcdefgh')
    const put = { type: 'delta', block: 0, channel: 'reasoning', text: 'x'.repeat(400), inserted: true } as const
    await run([begin!, delta!, put, finish!, ...stop], request)
    expect(await samples('reasoning_tokens_total')).toEqual({ [`reasoning_tokens_total${of}"estimated"}`]: 2 })
  })

  test('that are estimated by who counts them are no report of the provider', async () => {
    const { run, samples } = setup()
    const guess: Count = { value: 50, source: 'estimated' }
    await run([...block(0, 'answer', 'four'), usage({ input: guess, cached: guess, output: guess }), ...stop], request)
    for (const name of ['input', 'cached_input', 'output']) expect(await samples(`${name}_tokens_total`)).toEqual({})
  })

  test('are few without alarm where the request asked for no thinking', async () => {
    const { run, samples } = setup({ alert: { below: 0.4 } })
    const parts = [...block(0, 'reasoning', 'ab'), ...block(1, 'answer', 'x'.repeat(100)), ...stop]
    await run(parts, { ...request, reasons: true, effort: 'none' })
    expect(await samples('reasoning_ratio_alert_total')).toEqual({})
    await run(parts, { ...request, reasons: true })
    expect(await samples('reasoning_ratio_alert_total')).toEqual({ 'reasoning_ratio_alert_total{bucket="below"}': 1 })
  })

  test('of a summary are not made up', async () => {
    const { run, samples } = setup()
    await run(
      [{ type: 'block-start', block: 0, channel: 'reasoning', kind: 'summary' }, ...block(0, 'reasoning', 'abc').slice(1), ...stop],
      request,
    )
    expect(await samples('reasoning_tokens_total')).toEqual({})
    expect(await samples('reasoning_ratio')).toEqual({})
  })

  test('add up over the choices of a request, but for the prompt that they share', async () => {
    const { run, samples } = setup()
    const count = (choice: number): Part => ({
      type: 'usage',
      choice,
      usage: { raw: null, input: reported(7), cached: reported(3), output: reported(10), reasoning: reported(4) },
    })
    await run([...block(0, 'answer', 'a'), count(0), ...block(0, 'answer', 'b', 1), count(1), ...stop], request)
    expect(await samples('reasoning_tokens_total')).toEqual({ [`reasoning_tokens_total${of}"reported"}`]: 8 })
    expect(await samples('answer_tokens_total')).toEqual({ [`answer_tokens_total${of}"reported"}`]: 12 })
    expect(Object.values(await samples('output_tokens_total'))).toEqual([20])
    expect(Object.values(await samples('input_tokens_total'))).toEqual([7])
    expect(Object.values(await samples('cached_input_tokens_total'))).toEqual([3])
  })

  test.each([
    ['all of the output, if nothing was thought', {}, { value: 9, source: 'reported' }],
    ['estimated, if a thought was not counted', { reasoningChars: 8 }, { value: 2, source: 'estimated' }],
    ['estimated, if a summary shows a thought', { digest: true }, { value: 2, source: 'estimated' }],
    ['estimated, if a call is in the output', { toolCalls: true }, { value: 2, source: 'estimated' }],
    ['estimated, if commentary is in the output', { commentaryChars: 4 }, { value: 2, source: 'estimated' }],
  ] as const)('of the answer are %s', (_, streamed, expected) => {
    const all = { reasoningChars: 0, answerChars: 8, commentaryChars: 0, toolCalls: false, digest: false, ...streamed }
    expect(countTokens(all, { raw: null, output: reported(9) }).answer).toEqual(expected)
  })

  test('are estimated as core does it', () => {
    fc.assert(
      fc.property(fc.nat(5000), fc.nat(5000), (reasoningChars, answerChars) => {
        const streamed = { reasoningChars, answerChars, commentaryChars: 0, digest: false, toolCalls: false }
        const { reasoning, answer } = countTokens(streamed, undefined)
        expect(reasoning?.value).toBe(estimateTokens('x'.repeat(reasoningChars)))
        expect(answer.value).toBe(estimateTokens('x'.repeat(answerChars)))
      }),
    )
  })

  test('of all channels come to no more than the output, where that is reported, and the ratio lies between 0 and 1', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.nat(500), fc.boolean(), fc.boolean(), (output, thought, digest, toolCalls) => {
        const streamed = { reasoningChars: thought * 4, answerChars: 8, commentaryChars: 0, digest, toolCalls }
        const { reasoning, answer, ratio } = countTokens(streamed, { raw: null, output: reported(output), reasoning: reported(thought) })
        if (answer.source === 'reported') expect(answer.value + reasoning!.value).toBe(output)
        if (ratio !== undefined) expect(ratio >= 0 && ratio <= 1).toBe(true)
      }),
    )
  })
})

describe('the alert on the ratio', () => {
  const parts = (thought: string, said: string): Part[] => [...block(0, 'reasoning', thought), ...block(1, 'answer', said), ...stop]

  test('counts what lies outside of its bounds', async () => {
    const { run, samples } = setup({ alert: { above: 0.6, below: 0.4 } })
    await run(parts('x'.repeat(40), 'abcd'), { effort: 'high' })
    await run(parts('abcd', 'abcd'), { effort: 'high' })
    await run(parts('abcd', 'x'.repeat(40)), { effort: 'high' })
    await run(parts('abcd', 'x'.repeat(40)))
    expect(await samples('reasoning_ratio_alert_total')).toEqual({
      'reasoning_ratio_alert_total{bucket="above"}': 1,
      'reasoning_ratio_alert_total{bucket="below"}': 1,
    })
  })
})
