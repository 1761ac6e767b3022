import { plain } from '@reason/core/adapter'
import { harmony } from '@reason/harmony'
import { metricDefinitions } from '@reason/metrics'
import type { PolicyOptions } from '@reason/policy'
import { shared, sharedMissing } from '@reason/testkit/shared'
import { thinkTags } from '@reason/think-tags'
import { describe, expect, test } from 'vitest'
import { ofText, recordedCases, vectorCases } from './cases.ts'
import { countOf } from './counted.ts'
import { reviewed } from './reviewed.ts'

describe.skipIf(shared === undefined)(
  `over the shared vectors and recordings${shared === undefined ? ` (${sharedMissing})` : ''}`,
  async () => {
    const cases = shared === undefined ? [] : [...vectorCases(), ...recordedCases()]
    const counted = await Promise.all(cases.map(async (one) => ({ name: one.name, ...(await countOf(one)) })))

    test('there are many', () => expect(cases.length).toBeGreaterThan(650))

    test('none is counted, except where a reviewer looked and says why', () => {
      const found = counted.filter(({ leaks }) => Object.keys(leaks).length > 0)
      const expected = Object.entries(reviewed).map(([name, { leaks }]) => [name, leaks.toSorted()])
      expect(Object.fromEntries(found.map(({ name, leaks }) => [name, Object.keys(leaks).toSorted()]))).toEqual(
        Object.fromEntries(expected),
      )
    })

    test('what is counted is what the policies report', () => {
      const differing = counted.filter(({ leaks, reported }) => Object.keys(leaks).toSorted().join() !== reported.toSorted().join())
      expect(differing).toEqual([])
    })

    test('the share of runs of words that are in both channels is below the threshold, except there', () => {
      const high = counted.filter(({ leakScore }) => leakScore >= 0.35).map(({ name }) => name)
      // Besides those reviewed: one sentence of nine words, which the reasoning had drafted. Too short to be judged.
      const short = 'ollama/rig-raw-capture-agent-matrix-multi-turn-tool-ecords-distinct-raw-blocking-5602-t1'
      expect(high.toSorted()).toEqual(['ollama/rig-streaming-streaming-smoke', short, 'unicode-analysis-final'].toSorted())
    })

    test('nothing comes on a channel where it does not belong, except there', () => {
      const odd = counted.filter(({ anomalies }) => Object.keys(anomalies).length > 0).map(({ name, anomalies }) => [name, anomalies])
      const expected = Object.entries(reviewed).flatMap(([name, { anomalies }]) => (anomalies === undefined ? [] : [[name, anomalies]]))
      expect(Object.fromEntries(odd)).toEqual(Object.fromEntries(expected))
    })
  },
)

const thought = 'The user wants to know what two and two is, and that is four, because two and two more is four.'
const tagged = (answer: string) => ofText('tagged', `<think>${thought}</think>${answer}`, thinkTags())
/** Text of a server that is known to split: its closer comes as a surprise. */
const ofServer = (name: string, text: string) => ofText(name, text, thinkTags(), { origin: { says: 'splits' } })
const channels = (...messages: [channel: string, text: string][]) =>
  ofText(
    'channels',
    messages.map(([channel, text]) => `<|channel|>${channel}<|message|>${text}`).join('<|end|><|start|>assistant') + '<|return|>',
    harmony(),
  )

/** For each reason a generation that leaks in this way, and what has to be set for it to be found so. */
const planted: Record<string, { leaking: ReturnType<typeof ofText>; options?: PolicyOptions }> = {
  analysis_in_final: { leaking: ofText('tags', 'It is <think> four.', plain()) },
  mixed_channel_fragment: {
    leaking: ofText('mixed', 'It is <|channel|>analysis two <|channel|>final four.\n', plain()),
    options: { 'llm.postproc.service_tokens': false },
  },
  prefix_reappeared: { leaking: tagged(`Well. ${thought.slice(0, 40)}`) },
  ngram_overlap: { leaking: tagged(`So. ${thought.repeat(4)}`), options: { 'llm.postproc.leak_guard.threshold': 0.1 } },
  service_marker_in_final: { leaking: ofText('token', 'It is four.<|endoftext|>', plain()) },
  post_final_analysis: { leaking: channels(['analysis', thought], ['final', 'It is four.'], ['analysis', 'Is it?']) },
  late_closer: { leaking: ofServer('late', 'It is four, as two and two is.</think>Four.') },
  damaged_analysis_header: {
    leaking: ofText('damaged', '<|channel>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>4', harmony()),
  },
  guard_block_final_token: {
    leaking: ofText('guarded', 'It is <think> four.', plain()),
    options: { 'llm.postproc.leak_guard.action': 'mask' },
  },
}

describe('a planted leak', () => {
  test.each(Object.entries(planted))('%s is counted', async (reason, { leaking, options }) => {
    expect((await countOf(leaking, options)).leaks).toMatchObject({ [reason]: expect.any(Number) as number })
  })

  test('of every reason that there is', () => {
    const { labels } = metricDefinitions.find(({ name }) => name === 'reasoning_leak_total')!
    expect(Object.keys(planted).toSorted()).toEqual(('reason' in labels ? [...labels.reason] : []).toSorted())
  })

  test.each([
    ['post_finalize_emission', planted['post_final_analysis']!],
    ['analysis_token_emitted_as_delta', planted['analysis_in_final']!],
    ['commentary_token_in_final', { leaking: ofText('commentary', 'It is <|channel|>commentary four.', plain()) }],
    [
      'commentary_token_in_final',
      { leaking: ofText('commentary', 'It is <|channel|>commentary four.', plain()), options: { 'llm.postproc.service_tokens': false } },
    ],
  ])('is an anomaly as well: %s', async (type, { leaking, options }) => {
    expect((await countOf(leaking, options)).anomalies).toEqual({ [type]: 1 })
  })

  test('is not counted where there is none', async () => {
    for (const sound of [tagged('It is four.'), channels(['analysis', thought], ['final', 'It is four.'])]) {
      expect(await countOf(sound)).toMatchObject({ leaks: {}, anomalies: {}, reported: [] })
    }
  })
})
