import { createHash } from 'node:crypto'
import { collect, runPipeline, type Part, type Stage } from '@reason/core'
import { expect, test } from 'vitest'
import { keyRedactor, opened } from '../stores.ts'

const seal = { kind: 'signature', value: 'opaque-signature-value', issuer: { wire: 'anthropic-messages', provider: 'anthropic' } } as const

const parts: Part[] = [
  { type: 'start', model: 'model-as-answered' },
  { type: 'block-start', block: 0, channel: 'reasoning' },
  { type: 'delta', block: 0, channel: 'reasoning', text: 'The key is sk-' },
  { type: 'delta', block: 0, channel: 'reasoning', text: 'abcd1234.' },
  { type: 'block-end', block: 0, channel: 'reasoning', boundary: 'closer', terminator: '</think>', seals: [seal] },
  { type: 'tool-call-start', call: 0, id: 'call_1', name: 'weather' },
  { type: 'tool-call-delta', call: 0, text: '{"city":"Bern"}' },
  { type: 'tool-call-end', call: 0 },
  { type: 'block-start', block: 1, channel: 'reasoning' },
  { type: 'delta', block: 1, channel: 'reasoning', text: 'Now the answer.' },
  { type: 'block-end', block: 1, channel: 'reasoning', boundary: 'closer' },
  { type: 'block-start', block: 2, channel: 'answer' },
  { type: 'delta', block: 2, channel: 'answer', text: 'It is \ud83d' },
  { type: 'delta', block: 2, channel: 'answer', text: '\ude00 sunny.' },
  { type: 'block-end', block: 2, channel: 'answer', boundary: 'wire' },
  { type: 'warning', code: 'unclosed', message: 'Near sk-ffff0000.' },
  { type: 'warning', code: 'unclosed', message: 'Again.' },
  {
    type: 'usage',
    usage: {
      input: { value: 10, source: 'reported' },
      output: { value: 30, source: 'reported' },
      reasoning: { value: 20, source: 'reported' },
      raw: { secret: 1 },
    },
  },
  { type: 'finish', reason: 'stop' },
  { type: 'end' },
]

test('a row is made of the parts of a generation, and of what the client got', async () => {
  let now = 1_800_000_000_000
  let steady = 0
  const tick = () => (steady += 5)
  const store = await opened({ url: ':memory:', mode: 'redacted', redactor: keyRedactor(), now: () => now, monotonic: tick })
  const request = { id: 'request-1', model: 'asked', provider: 'anthropic', session: 'session-1', team: 'team-1', adapter: 'think-tags' }
  const recorder = store.record(request, { run: 'run-1', class: 'audit', adapterVersion: '1.0.0' })
  // A policy's change, and its warning, are seen as the client sees them.
  const policy: Stage = {
    push: (part) =>
      part.type === 'delta' && part.text.endsWith('sunny.')
        ? [
            { ...part, text: part.text.replace('sunny', 'rainy') },
            { type: 'warning', code: 'answer-guarded', message: 'Guarded.' },
          ]
        : [part],
  }
  const { answer } = await collect(runPipeline(parts, { observers: recorder.observers, policies: [policy] }))
  now += 60_000
  expect(
    await recorder.finish({ leakScore: 0.25, policyVersion: 'p7', redactions: { key: 1 }, metadata: { note: 'sk-9999zzzz' } }),
  ).toEqual({
    id: recorder.id,
    stored: true,
    kept: 'database',
  })

  expect(answer).toBe('It is 😀 rainy.')
  expect(await store.get(recorder.id)).toEqual({
    id: recorder.id,
    createdAt: 1_800_000_000_000,
    sessionKey: 'session-1',
    runId: 'run-1',
    requestId: 'request-1',
    tenant: 'team-1',
    model: 'asked',
    provider: 'anthropic',
    adapter: 'think-tags',
    adapterVersion: '1.0.0',
    policyVersion: 'p7',
    class: 'audit',
    mode: 'redacted',
    outcome: 'stop',
    reasoningText: 'The key is [key].\n\nNow the answer.',
    reasoningTokens: 20,
    reasoningTokensSource: 'reported',
    totalTokens: 40,
    durationMs: 30,
    answerHash: createHash('sha256').update(answer).digest('hex'),
    answerChars: answer.length,
    channels: { reasoning: { chars: 38, tokens: { value: 20, source: 'reported' } }, answer: { chars: 15 } },
    usage: {
      input: { value: 10, source: 'reported' },
      output: { value: 30, source: 'reported' },
      reasoning: { value: 20, source: 'reported' },
    },
    timings: { firstReasoningMs: 5, reasoningMs: 15, firstToolCallMs: 15, firstAnswerMs: 25 },
    boundaries: [
      { block: 0, channel: 'reasoning', origin: 'provider', boundary: 'closer', terminator: '</think>', chars: 23 },
      { block: 1, channel: 'reasoning', origin: 'provider', boundary: 'closer', chars: 15 },
      { block: 2, channel: 'answer', origin: 'wire', boundary: 'wire', chars: 15 },
    ],
    warnings: [
      { code: 'answer-guarded', count: 1, message: 'Guarded.' },
      { code: 'unclosed', count: 2, message: 'Near [key].' },
    ],
    errors: [],
    toolCalls: [{ id: 'call_1', name: 'weather', chars: 15 }],
    seals: [
      {
        kind: 'signature',
        sha256: createHash('sha256').update(seal.value).digest('hex').slice(0, 16),
        chars: 22,
        wire: 'anthropic-messages',
        provider: 'anthropic',
      },
    ],
    leakScore: 0.25,
    redactions: { key: 4 },
    redactedBy: 'keys@1',
    metadata: { note: '[key]', servedModel: 'model-as-answered' },
  })
  expect(await recorder.finish()).toEqual({ id: recorder.id, stored: true, kept: 'database' })
  expect((await store.list()).items).toHaveLength(1)
})

test('no seal and no unredacted text is anywhere in the row', async () => {
  const store = await opened({ url: ':memory:', redactor: keyRedactor() })
  const recorder = store.record({ id: 'r' })
  await collect(runPipeline(parts, { observers: recorder.observers }))
  await recorder.finish({ metadata: { key: 'sk-abcd1234' } })
  const row = JSON.stringify(await store.get(recorder.id))
  expect(row).not.toContain(seal.value)
  expect(row).not.toContain('sk-')
})

test.each([
  { ends: 'whole, without a finish reason', last: [{ type: 'end' }] as Part[], outcome: 'unknown' },
  { ends: 'cut', last: [] as Part[], outcome: 'aborted' },
  { ends: 'with an error', last: [{ type: 'error', error: { message: 'Overloaded', status: 529 } }] as Part[], outcome: 'error' },
])('the outcome of a stream that ends $ends is $outcome', async ({ last, outcome }) => {
  const store = await opened({ url: ':memory:', mode: 'metadata' })
  const recorder = store.record({})
  for (const part of last) for (const observer of recorder.observers) observer.onPart(part)
  await recorder.finish()
  expect(await store.get(recorder.id)).toMatchObject({ outcome })
})

test('the outcome is the one that the client is told', async () => {
  const store = await opened({ url: ':memory:', mode: 'metadata' })
  const recorder = store.record({})
  const policy: Stage = { push: (part) => [part.type === 'finish' ? { ...part, reason: 'no-final' } : part] }
  await collect(runPipeline(parts, { observers: recorder.observers, policies: [policy] }))
  await recorder.finish()
  expect(await store.get(recorder.id)).toMatchObject({ outcome: 'no-final' })
})

test('an answer that a late closer shows to be reasoning is estimated as such', async () => {
  const store = await opened({ url: ':memory:', mode: 'metadata' })
  const recorder = store.record({})
  recorder.observers[0]!.onPart({ type: 'block-start', block: 0, channel: 'answer' })
  recorder.observers[0]!.onPart({ type: 'delta', block: 0, channel: 'answer', text: 'So it is four.' })
  recorder.observers[0]!.onPart({ type: 'warning', code: 'late-closer', message: '' })
  await recorder.finish()
  expect(await store.get(recorder.id)).toMatchObject({ reasoningTokens: 4, reasoningTokensSource: 'estimated' })
})

test('tokens are never estimated from a summary', async () => {
  const store = await opened({ url: ':memory:', mode: 'metadata' })
  const recorder = store.record({})
  recorder.observers[0]!.onPart({ type: 'block-start', block: 0, channel: 'reasoning', kind: 'summary' })
  recorder.observers[0]!.onPart({ type: 'delta', block: 0, channel: 'reasoning', text: 'Short.' })
  await recorder.finish()
  expect(await store.get(recorder.id)).toMatchObject({ reasoningTokens: null, channels: { reasoning: { chars: 6 } }, reasoningText: null })
})

test('choices that are reported one by one count together, and their prompt once', async () => {
  const store = await opened({ url: ':memory:', mode: 'metadata' })
  const recorder = store.record({})
  const reported = (value: number) => ({ value, source: 'reported' }) as const
  const usage = { input: reported(20), output: reported(100), total: reported(120), raw: {} }
  for (const choice of [0, 1]) recorder.observers[0]!.onPart({ type: 'usage', choice, usage })
  await recorder.finish()
  expect(await store.get(recorder.id)).toMatchObject({ totalTokens: 220, usage: { input: reported(20), output: reported(200) } })
})

test('the input has what was cached in it, also of a provider that counts it beside', async () => {
  const store = await opened({ url: ':memory:', mode: 'metadata' })
  const recorder = store.record({})
  const reported = (value: number) => ({ value, source: 'reported' }) as const
  const raw = { input_tokens: 7, cache_read_input_tokens: 50, cache_creation_input_tokens: 20, output_tokens: 100 }
  recorder.observers[0]!.onPart({ type: 'usage', usage: { input: reported(7), cached: reported(50), output: reported(100), raw } })
  await recorder.finish()
  const usage = { input: reported(77), cached: reported(50), output: reported(100) }
  expect(await store.get(recorder.id)).toMatchObject({ totalTokens: 177, usage })
})

test('a store that takes nothing is no failure of the generation', async () => {
  const store = await opened({ url: ':memory:', mode: 'metadata' })
  const recorder = store.record({})
  await store.close()
  expect(await recorder.finish()).toMatchObject({ stored: false, error: { code: 'REASON_STORE_DOWN' } })
})
