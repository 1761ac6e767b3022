import { readFileSync } from 'node:fs'
import type { Part } from '@reason/core'
import { configKeys, createPolicy, legacyMarkerProfile, parsePolicyConfig } from '@reason/policy'
import { describe, expect, it } from 'vitest'
import { blocks, resultOf, through } from '../parts.ts'

describe('parsePolicyConfig', () => {
  it('has defaults for everything', () => {
    const { llm } = parsePolicyConfig()
    expect(llm.postproc).toMatchObject({
      enabled: true,
      reasoning: { drop_from_history: true, action: 'suppress' },
      collapse: { whitespace: false },
    })
    expect(llm.postproc.ngram).toBeUndefined()
    expect(llm.harmony.channels_parser).toEqual({
      enabled: true,
      fallback_on_timeout_ms: 600,
      min_tokens_before_fallback: 32,
      require_final_channel: true,
      drop_commentary_from_history: true,
      stop_at_turn_end: true,
    })
    expect(llm.prompt.harmony.enabled).toBe(false)
    expect(llm.marker.phase).toBe(3)
    expect(llm.reasoning_ratio.alert).toEqual({})
  })

  it.each([
    ['nested', { llm: { postproc: { ngram: { n: 4 } }, marker: { phase: { 'gpt-4.1*': 2 } } } }],
    ['dotted', { 'llm.postproc.ngram.n': 4, 'llm.marker.phase.gpt-4.1*': 2 }],
    ['both', { 'llm.postproc': { 'ngram.n': 4 }, llm: { 'marker.phase': { 'gpt-4.1*': 2 } } }],
  ])('%s keys', (_, options) => {
    const { llm } = parsePolicyConfig(options)
    expect(llm.postproc.ngram).toEqual({ n: 4, window: 128 })
    expect(llm.marker.phase).toEqual({ 'gpt-4.1*': 2 })
  })

  it.each([
    [{ 'llm.postproc.ngram.windw': 3 }, /unknown option "llm\.postproc\.ngram\.windw" \(did you mean "llm\.postproc\.ngram\.window"\?\)/],
    [{ llm: { postprok: {} } }, /unknown option "llm\.postprok" \(did you mean "llm\.postproc"\?\)/],
    [
      { llm: { postproc: { max_tokens: 3 } } },
      /unknown option "llm\.postproc\.max_tokens" \(did you mean "llm\.postproc\.reasoning\.max_tokens"\?\)/,
    ],
    [{ 'lllm.postproc.enabled': true }, /unknown option "lllm" \(did you mean "llm"\?\)/],
    [{ 'llm.postproc.ngram.n': 0 }, /llm\.postproc\.ngram\.n: /],
    [{ 'llm.marker.phase': 5 }, /llm\.marker\.phase/],
    [{ 'llm.postproc.ngram.n': 3, llm: { postproc: { ngram: { n: 4 } } } }, /llm\.postproc\.ngram\.n is given twice, as 3 and 4/],
    [{ llm: 3 }, /llm: /],
  ])('%j is refused', (options, message) => {
    expect(() => parsePolicyConfig(options)).toThrow(message)
    expect(() => parsePolicyConfig(options)).toThrow(expect.objectContaining({ code: 'REASON_INVALID_OPTIONS' }))
  })

  it('the README has a row for each key, with its default', () => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
    const rows = [...readme.matchAll(/^\| `(llm\.[\w.]+)` +\| (.*?) +\|/gm)].map(([, key, value]) => [key, value])
    expect(rows).toEqual(configKeys().map(({ key, default: value }) => [key, value === undefined ? '' : `\`${JSON.stringify(value)}\``]))
  })
})

describe('createPolicy', () => {
  it('does what the legacy profile did', () => {
    const { stages } = createPolicy(parsePolicyConfig(legacyMarkerProfile))
    const { reasoning, answer } = resultOf(through(stages, blocks([['reasoning', 'x'.repeat(1030)]], [100])))
    expect([reasoning?.length, answer]).toEqual([1024, 'xxxxxx'])
  })

  it('changes nothing of a text without anything in it, and hands parts through', () => {
    const parts = blocks([
      ['reasoning', 'a  b'],
      ['answer', 'c  d'],
    ])
    const { stages, report } = createPolicy(parsePolicyConfig(), { serviceTokens: ['</s>'], adapter: 'harmony' })
    const out = through(stages, parts)
    expect(out.every((part, index) => part === parts[index])).toBe(true)
    expect(report()).toEqual({
      leakScore: 0,
      leaks: [],
      suppressions: { reasoning: 0, commentary: 0, answer: 0 },
      serviceTokens: { reasoning: 0, commentary: 0, answer: 0 },
      cappedTokens: 0,
      hiddenBlocks: 0,
    })
  })

  it('is nothing but visibility where it is switched off', () => {
    const { stages, governors } = createPolicy(parsePolicyConfig({ 'llm.postproc.enabled': false, 'llm.postproc.reasoning.max_ms': 1 }), {
      visibility: 'none',
    })
    expect(governors).toEqual([])
    expect(resultOf(through(stages, blocks([['reasoning', 'a']]))).items).toEqual([])
  })

  it('has the outcome no-final where Harmony gave no final message', () => {
    const outcome = (adapter: string, options = {}) =>
      resultOf(through(createPolicy(parsePolicyConfig(options), { adapter }).stages, blocks([['reasoning', 'a']]))).finish?.reason
    expect(outcome('harmony')).toBe('no-final')
    expect(outcome('think-tags')).toBe('stop')
    expect(outcome('harmony', { 'llm.harmony.channels_parser.require_final_channel': false })).toBe('stop')
  })

  it('suppresses reasoning after the answer for Harmony only, and counts it', () => {
    const late = blocks([
      ['answer', 'yes'],
      ['reasoning', 'late'],
    ])
    const of = (adapter: string) => {
      const { stages, report } = createPolicy(parsePolicyConfig(), { adapter })
      return [resultOf(through(stages, late)).reasoning, report().leaks]
    }
    expect(of('harmony')).toEqual(['', [{ reason: 'post_final_analysis', count: 1 }]])
    expect(of('think-tags')).toEqual(['late', []])
  })

  it('keeps the choices of a response apart', () => {
    const make = () =>
      createPolicy(parsePolicyConfig({ ...legacyMarkerProfile, 'llm.postproc.reasoning.max_tokens': 2 }), { serviceTokens: ['</s>'] })
    const first = blocks(
      [
        ['reasoning', 'abcdefghijk'],
        ['answer', 'we go on we go on  </s> end'],
      ],
      [3],
    ).slice(0, -1)
    const second = blocks(
      [
        ['reasoning', 'xyz'],
        ['answer', '</s>a b c  a b c'],
      ],
      [2],
    ).slice(0, -1)
    const mixed: Part[] = []
    for (let index = 0; index < Math.max(first.length, second.length); index++) {
      if (first[index] !== undefined) mixed.push(first[index]!)
      if (second[index] !== undefined) mixed.push({ ...second[index]!, choice: 1 } as Part)
    }
    const { stages, report } = make()
    const out = through(stages, [...mixed, { type: 'end' }])
    const alone = (parts: Part[]) => resultOf(through(make().stages, [...parts, { type: 'end' }]))
    expect(resultOf(out)).toEqual(alone(first))
    expect(resultOf(out, 1).items).toEqual(alone(second).items)
    expect(resultOf(out, 1).answer).toBe('a b c')
    expect(report()).toMatchObject({
      suppressions: { reasoning: 0, commentary: 0, answer: 2 },
      serviceTokens: { reasoning: 0, commentary: 0, answer: 2 },
      cappedTokens: 1,
    })
  })

  it('caps with a governor where the upstream is to be asked', () => {
    const { stages, governors } = createPolicy(
      parsePolicyConfig({
        'llm.postproc.reasoning.max_tokens': 1,
        'llm.postproc.reasoning.action': 'stop',
        'llm.postproc.reasoning.max_ms': 9,
      }),
    )
    expect(governors.map(({ id }) => id)).toEqual(['reasoning-cap'])
    expect(resultOf(through(stages, blocks([['reasoning', 'abcdef']], [6]))).reasoning).toBe('abcd')
  })
})

it.each([
  { 'llm.__proto__.polluted': 1 },
  { '__proto__.polluted': 1 },
  JSON.parse('{"llm":{"__proto__":{"polluted":1}}}'),
  JSON.parse('{"llm":{"postproc":{"__proto__":{"polluted":1}}},"llm.postproc":{"__proto__.polluted":1}}'),
  { 'llm.constructor.prototype.polluted': 1 },
])('%j changes no object but is refused', (given: object) => {
  expect(() => parsePolicyConfig(given)).toThrow(/unknown option "(?:llm\.)?(?:postproc\.)?(?:__proto__|constructor)"/)
  expect(Object.keys(Object.prototype)).toEqual([])
})
