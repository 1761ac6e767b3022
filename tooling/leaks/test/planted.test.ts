import { createAccumulator, type Part } from '@reason/core'
import type { PolicyOptions } from '@reason/policy'
import { shared, sharedMissing } from '@reason/testkit/shared'
import { describe, expect, test } from 'vitest'
import { recordedCases, vectorCases } from './cases.ts'
import { countOf } from './counted.ts'
import { reviewed } from './reviewed.ts'

describe.skipIf(shared === undefined)(
  `leaks planted into each vector and recording that has room for them${shared === undefined ? ` (${sharedMissing})` : ''}`,
  () => {
    /** Words of reasoning, and an answer that nothing stands in yet. */
    const hosts = (shared === undefined ? [] : [...vectorCases(), ...recordedCases()]).flatMap((one) => {
      const accumulator = createAccumulator()
      for (const part of one.parts) accumulator.push(part)
      const { reasoning, answer } = accumulator.snapshot()
      const at = one.parts.findLastIndex(
        (part) => part.type === 'delta' && part.channel === 'answer' && (part.choice ?? 0) === 0 && part.inserted !== true,
      )
      const delta = one.parts[at]
      const enough = (reasoning?.split(/\s+/).length ?? 0) >= 40
      if (one.name in reviewed || !enough || answer === '' || delta?.type !== 'delta' || answer.includes('`')) return []
      const plant = async (text: string, options?: PolicyOptions): Promise<string[]> =>
        Object.keys((await countOf({ ...one, parts: one.parts.toSpliced(at + 1, 0, { ...delta, text }) }, options)).leaks)
      return [{ ...one, reasoning: reasoning!, plant }]
    })

    test('there is enough room', () => expect(hosts.length).toBeGreaterThan(50))

    test.each([
      ['analysis_in_final', () => '\n</think>\n', {}],
      ['mixed_channel_fragment', () => '\n<|channel|>analysis hm <|channel|>final\n', { 'llm.postproc.service_tokens': false }],
      ['prefix_reappeared', (reasoning: string) => `\n\n${reasoning.trimStart().slice(0, 40)}`, {}],
      ['ngram_overlap', (reasoning: string) => `\n\n${reasoning.repeat(4)}`, { 'llm.postproc.leak_guard.threshold': 0.1 }],
      ['guard_block_final_token', () => '\n</think>\n', { 'llm.postproc.leak_guard.action': 'mask' }],
    ] as const)('%s', async (reason, leak, options) => {
      for (const { name, reasoning, plant } of hosts)
        expect([name, await plant(leak(reasoning), options)]).toEqual([name, expect.arrayContaining([reason])])
    })

    test('service_marker_in_final', async () => {
      const marked = hosts.filter(({ serviceTokens = [] }) => serviceTokens.length > 0)
      expect(marked.length).toBeGreaterThan(5)
      for (const { name, serviceTokens, plant } of marked)
        expect([name, await plant(` ${serviceTokens![0]} `)]).toEqual([name, expect.arrayContaining(['service_marker_in_final'])])
    })

    test('post_final_analysis', async () => {
      for (const { name, parts } of hosts) {
        const late: Part[] = [
          // Out of text: a server that sends thoughts in a field of their own may send one behind a preamble.
          { type: 'block-start', block: 900, channel: 'reasoning', from: 0 },
          { type: 'delta', block: 900, channel: 'reasoning', text: 'On second thought' },
          { type: 'block-end', block: 900, channel: 'reasoning', boundary: 'closer' },
        ]
        const end = parts.findLastIndex(({ type }) => type === 'block-end')
        const { leaks } = await countOf({ name, adapter: 'harmony', parts: parts.toSpliced(end + 1, 0, ...late) })
        expect([name, Object.keys(leaks)]).toEqual([name, expect.arrayContaining(['post_final_analysis'])])
      }
    })
  },
)
