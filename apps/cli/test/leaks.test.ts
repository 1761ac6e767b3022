import { readFileSync } from 'node:fs'
import {
  fromHarmonyVector,
  fromThinkTagsVector,
  readVectors,
  type HarmonyVector,
  type Row,
  type ThinkTagsVector,
  type VectorOptions,
} from '@reason/conformance'
import { fromRecordedRow, fromServerRow, readPieces, type Capture, type RecordedRow, type ServerRow } from '@reason/conformance/captures'
import { createAccumulator, createPipeline, type Part, type TextAdapter } from '@reason/core'
import { harmony } from '@reason/harmony'
import { createPolicy, parsePolicyConfig, type LeakReason, type PolicyOptions, type PolicyReport } from '@reason/policy'
import { shared, sharedMissing, sharedPath } from '@reason/testkit/shared'
import { thinkTags, type ThinkTagsOptions } from '@reason/think-tags'
import { describe, expect, it } from 'vitest'
import { knownWires } from '../src/adapters/known.ts'
import { loadBodyDecoder } from '../src/framing/body-decoder.ts'
import { loadRegistry, loadWire } from '../src/registry.ts'

/** What is known to leak, and why that is right. Whatever else shows a leak is a fault. */
const reviewed: Record<string, { leaks: LeakReason[]; because: string }> = {
  'unicode-analysis-final': {
    leaks: ['prefix_reappeared', 'ngram_overlap'],
    because: 'The same greeting in both channels: the model repeats its reasoning as answer.',
  },
  'dev-analysis-after-final': { leaks: ['post_final_analysis'], because: 'An analysis message between two final ones. It is not shown.' },
  'ttv-olmo3-059': {
    leaks: ['analysis_in_final'],
    because: 'The vector asks for nested tags to be read flat: the outer closing tag stands in the answer.',
  },
  'ttv-olmo3-060': { leaks: ['analysis_in_final'], because: 'The vector asks for a second closing tag to stay as text.' },
  'ttv-kimi-074': { leaks: ['analysis_in_final'], because: 'The vector switches splitting off.' },
  'ttv-misc_open-096': { leaks: ['analysis_in_final'], because: 'The vector splits at another tag; this one is text.' },
  'ttv-ollama-169': { leaks: ['analysis_in_final'], because: 'The vector allows one block; the tags behind it are text.' },
  'ttv-ollama-170': { leaks: ['analysis_in_final'], because: 'The vector allows a block only at the beginning; these tags come later.' },
  'ttv-quoting-194': { leaks: ['analysis_in_final'], because: 'The answer speaks of the tag, without quoting it as code.' },
  'ttv-quoting-195': { leaks: ['analysis_in_final'], because: 'The answer speaks of both tags, without quoting them as code.' },
  'ttv-unicode-204': {
    leaks: ['analysis_in_final'],
    because: 'The opening tag has an invisible character in it and is text; its closing tag stays as text, as the vector asks.',
  },
  'crusoe/pyai-crusoe-tool-calling-t1': {
    leaks: ['prefix_reappeared'],
    because: 'Reasoning and answer begin with the same words ("The weather in Paris is …"): the fact that both report.',
  },
  'ollama/rig-streaming-streaming-smoke': {
    leaks: ['ngram_overlap'],
    because: 'The reasoning drafts the answer, and the model gives nearly that draft.',
  },
}

interface Case {
  name: string
  /** Split, before policies. */
  parts: readonly Part[]
  adapter: string
  serviceTokens?: readonly string[]
}

function reportOf({ parts, adapter, serviceTokens = [] }: Case, options: PolicyOptions = {}): PolicyReport {
  const policy = createPolicy(parsePolicyConfig(options), { adapter, serviceTokens })
  const pipeline = createPipeline({ policies: policy.stages, governors: policy.governors })
  for (const part of parts) pipeline.push(part)
  return policy.report()
}

const reasonsOf = (report: PolicyReport): string[] => report.leaks.map(({ reason }) => reason).toSorted()

const { registry } = await loadRegistry({})
for (const name of Object.keys(knownWires)) registry.use(await loadWire(name))
const gptOss = registry.resolve({ model: 'gpt-oss-20b' }).passport.serviceTokens

function vectorCases(): Case[] {
  const read = <Vector extends object>(name: string) =>
    readVectors<Vector & { id: string }>(readFileSync(sharedPath('conformance', name), 'utf8'))
  return [
    ...read<HarmonyVector>('harmony.jsonl').map((vector) => {
      const { row, options } = fromHarmonyVector(vector)
      return { ...splitRow(vector.id, row, harmony(options as object)), serviceTokens: gptOss }
    }),
    ...read<ThinkTagsVector>('think-tags.jsonl').map((vector) => {
      const { row, options } = fromThinkTagsVector(vector)
      return splitRow(vector.id, row, thinkTags(optionsOf(options)))
    }),
  ]
}

const optionsOf = ({ startTag, ...rest }: VectorOptions): ThinkTagsOptions =>
  ({ ...rest, startTag: startTag.length === 0 ? null : startTag }) as ThinkTagsOptions

function splitRow(name: string, { input, context }: Row, adapter: TextAdapter): Case {
  const splitter = adapter.createSplitter(context)
  const split = (typeof input === 'string' ? [input] : input).flatMap((text) => [...splitter.push(text)])
  return { name, parts: [...split, ...splitter.end(), { type: 'finish', reason: 'stop' }, { type: 'end' }], adapter: adapter.id }
}

async function recordedCases(folder: readonly string[], toCapture: (line: string, body: Uint8Array) => Capture): Promise<Case[]> {
  const createBinaryDecoder = await loadBodyDecoder('aws-eventstream')
  const decoder = (format: string) => (format === 'aws-eventstream' ? createBinaryDecoder() : undefined)
  const cases: Case[] = []
  for (const line of readFileSync(sharedPath(...folder, 'index.jsonl'), 'utf8')
    .trim()
    .split('\n')) {
    const body = readFileSync(sharedPath(...folder, (JSON.parse(line) as { file: string }).file))
    const capture = toCapture(line, body)
    const wire = registry.wires.find(({ id }) => id === capture.wire)
    if (wire === undefined) continue
    const read =
      capture.format === 'json'
        ? wire.readResponse(JSON.parse(body.toString()), capture.source)
        : readPieces(wire, capture, [body], { decoder })
    const { model, provider } = capture.source ?? {}
    const { adapter, context, passport } = registry.resolve({
      ...(model !== undefined && { model }),
      ...(provider !== undefined && { provider }),
      // Whatever is known of the provider's wire: here it did not split.
      ...(capture.inlineTags !== undefined && { hints: { flags: { native: false } } }),
    })
    const started = capture.inlineTags?.kind === 'no-open' ? { ...context, start: 'reasoning' as const } : context
    const pipeline = createPipeline({ split: { adapter, context: started } })
    const parts = read.flatMap((part) => [...pipeline.push(part)])
    cases.push({ name: capture.id, parts, adapter: adapter.id, serviceTokens: passport.serviceTokens })
  }
  return cases
}

describe.skipIf(shared === undefined)(
  `leaks (${shared === undefined ? sharedMissing : 'over the shared vectors and recordings'})`,
  async () => {
    const cases =
      shared === undefined
        ? []
        : [
            ...vectorCases(),
            ...(await recordedCases(['captures'], (line, body) => fromRecordedRow(JSON.parse(line) as RecordedRow, body))),
            ...(await recordedCases(['llama-server', 'captures'], (line, body) => fromServerRow(JSON.parse(line) as ServerRow, body))),
          ]

    it('there are none, except where somebody looked and says why', () => {
      expect(cases.length).toBeGreaterThan(650)
      const found = cases.map((one) => [one.name, reasonsOf(reportOf(one))] as const).filter(([, reasons]) => reasons.length > 0)
      const expected = Object.entries(reviewed).map(([name, { leaks }]) => [name, leaks.toSorted()] as const)
      expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected))
    })

    it('the share of runs of words that are in both channels is below the threshold, except there', () => {
      const high = cases.filter((one) => reportOf(one).leakScore >= 0.35).map(({ name }) => name)
      // Besides those reviewed: one sentence of nine words, which the reasoning had drafted. Too short to be judged.
      const short = 'ollama/rig-raw-capture-agent-matrix-multi-turn-tool-ecords-distinct-raw-blocking-5602-t1'
      expect(high.toSorted()).toEqual(['ollama/rig-streaming-streaming-smoke', short, 'unicode-analysis-final'].toSorted())
    })

    describe('planted into each recording that has room for it', () => {
      /** Words of reasoning, and an answer that nothing stands in yet. */
      const hosts = cases.flatMap((one) => {
        const accumulator = createAccumulator()
        for (const part of one.parts) accumulator.push(part)
        const { reasoning, answer } = accumulator.snapshot()
        const at = one.parts.findLastIndex(
          (part) => part.type === 'delta' && part.channel === 'answer' && (part.choice ?? 0) === 0 && part.inserted !== true,
        )
        const delta = one.parts[at]
        const enough = (reasoning?.split(/\s+/).length ?? 0) >= 40
        if (one.name in reviewed || !enough || answer === '' || delta?.type !== 'delta' || answer.includes('`')) return []
        const plant = (text: string, options?: PolicyOptions): string[] =>
          reasonsOf(reportOf({ ...one, parts: one.parts.toSpliced(at + 1, 0, { ...delta, text }) }, options))
        return [{ ...one, reasoning: reasoning!, at, delta, plant }]
      })

      it('there is enough room', () => expect(hosts.length).toBeGreaterThan(50))

      it.each([
        ['analysis_in_final', () => '\n</think>\n', {}],
        ['mixed_channel_fragment', () => '\n<|channel|>analysis hm <|channel|>final\n', { 'llm.postproc.service_tokens': false }],
        ['prefix_reappeared', (reasoning: string) => `\n\n${reasoning.trimStart().slice(0, 40)}`, {}],
        ['ngram_overlap', (reasoning: string) => `\n\n${reasoning.repeat(4)}`, { 'llm.postproc.leak_guard.threshold': 0.1 }],
        ['guard_block_final_token', () => '\n</think>\n', { 'llm.postproc.leak_guard.action': 'mask' }],
      ] as const)('%s', (reason, leak, options) => {
        for (const { name, reasoning, plant } of hosts)
          expect([name, plant(leak(reasoning), options)]).toEqual([name, expect.arrayContaining([reason])])
      })

      it('service_marker_in_final', () => {
        const marked = hosts.filter(({ serviceTokens = [] }) => serviceTokens.length > 0)
        expect(marked.length).toBeGreaterThan(5)
        for (const { name, serviceTokens, plant } of marked)
          expect([name, plant(` ${serviceTokens![0]} `)]).toEqual([name, expect.arrayContaining(['service_marker_in_final'])])
      })

      it('post_final_analysis', () => {
        for (const { name, parts } of hosts) {
          const late: Part[] = [
            { type: 'block-start', block: 900, channel: 'reasoning' },
            { type: 'delta', block: 900, channel: 'reasoning', text: 'On second thought' },
            { type: 'block-end', block: 900, channel: 'reasoning', boundary: 'closer' },
          ]
          const end = parts.findLastIndex(({ type }) => type === 'block-end')
          const report = reportOf({ name, adapter: 'harmony', parts: parts.toSpliced(end + 1, 0, ...late) })
          expect([name, reasonsOf(report)]).toEqual([name, expect.arrayContaining(['post_final_analysis'])])
        }
      })
    })
  },
)
