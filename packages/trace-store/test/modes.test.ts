import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openTraceStore, type TraceInput } from '../src/index.ts'
import { keyRedactor, opened, temporaryFolder } from './stores.ts'
import { normalize } from '../src/record/normalize.ts'

const secret = 'sk-abcd1234'
const record: TraceInput = {
  id: 'x',
  reasoningText: `use ${secret}`,
  warnings: [{ code: 'unclosed', count: 1, message: secret }],
  errors: [{ message: `bad key ${secret}`, status: 401 }],
  boundaries: [{ block: 0, channel: 'reasoning', boundary: 'closer', terminator: '</think>', chars: 5 }],
  metadata: { deep: [{ key: secret }] },
}

test('redacted is the default, and needs a redactor', async () => {
  await expect(openTraceStore({ url: ':memory:' })).rejects.toMatchObject({
    code: 'REASON_INVALID_OPTIONS',
    message: expect.stringContaining('Install @reason/redaction') as string,
  })
  const store = await opened({ url: ':memory:', redactor: keyRedactor() })
  await store.append(record)
  const read = await store.get('x')
  expect(read).toMatchObject({ mode: 'redacted', reasoningText: 'use [key]', redactions: { key: 4 }, redactedBy: 'keys@1' })
  expect(JSON.stringify(read)).not.toContain(secret)
})

test('what a provider calls an error is text of its own', async () => {
  const store = await opened({ url: ':memory:', redactor: keyRedactor() })
  const recorder = store.record({})
  const error = { message: 'no', code: `no ${secret} ${'-'.repeat(10_000)}` }
  for (const observer of recorder.observers) observer.onPart({ type: 'error', error })
  await recorder.finish()
  const { errors } = (await store.get(recorder.id))!
  expect(errors[0]!.code).toMatch(/^no \[key\] -+$/)
  expect(errors[0]!.code!.length).toBeLessThanOrEqual(200)
})

test('what is too long is cut where it is redacted, and leaves no half of a secret', async () => {
  const store = await opened({ url: ':memory:', redactor: keyRedactor() })
  const recorder = store.record({})
  const around = (length: number): string => `${'-'.repeat(length - 6)}${secret} and so on`
  const [before] = recorder.observers
  for (const observer of recorder.observers) observer.onPart({ type: 'warning', code: 'fallback', message: around(500) })
  before!.onPart({ type: 'error', error: { message: around(1000), code: around(200) } })
  await recorder.finish()
  const { errors, warnings } = (await store.get(recorder.id))!
  expect([errors[0]!.message, errors[0]!.code, warnings[0]!.message].map((text) => text!.slice(-9))).toEqual([
    '---[key] ',
    '---[key] ',
    '---[key] ',
  ])
  expect(JSON.stringify({ errors, warnings })).not.toContain('sk-')
})

test('without text, an error has a code that is a name', async () => {
  const store = await opened({ url: ':memory:', mode: 'metadata' })
  await store.append({
    id: 'x',
    errors: [
      { code: 'rate_limit', message: 'm' },
      { code: 'bad key sk-abcd1234', status: 401 },
    ],
  })
  expect((await store.get('x'))!.errors).toEqual([{ code: 'rate_limit' }, { status: 401 }])
})

test('long text is redacted in pieces as if it were whole', async () => {
  const store = await opened({ url: ':memory:', redactor: keyRedactor() })
  const metadata = { tags: ['before', secret], plain: ['before'] }
  const boundaries = [{ block: 0, channel: 'reasoning', boundary: 'closer', chars: 5 }] satisfies TraceInput['boundaries']
  const reasoningText = `${'-'.repeat(16_380)}${secret}${'-'.repeat(100_000)}`
  const stored = store.append({ id: 'long', reasoningText, metadata, boundaries })
  // Others get their turn meanwhile, who gave it among them.
  metadata.tags.push('after')
  metadata.plain.push('after')
  boundaries[0]!.chars = 6
  await stored
  expect(await store.get('long')).toMatchObject({
    reasoningText: `${'-'.repeat(16_380)}[key]${'-'.repeat(100_000)}`,
    redactions: { key: 2 },
    metadata: { tags: ['before', '[key]'], plain: ['before'] },
    boundaries: [{ chars: 5 }],
  })
})

test('other work runs while a text of usual length is redacted', async () => {
  const redactor = keyRedactor()
  const lengths: number[] = []
  const stream: typeof redactor.stream = () => {
    const own = redactor.stream()
    return { ...own, push: (text) => (lengths.push(text.length), own.push(text)) }
  }
  const store = await opened({ url: ':memory:', redactor: { ...redactor, stream } })
  await store.append({ id: 'usual', reasoningText: '1'.repeat(60_000) })
  expect(lengths).toEqual([16_384, 16_384, 16_384, 10_848])
})

test('full keeps the text as it is', async () => {
  const store = await opened({ url: ':memory:', mode: 'full' })
  await store.append(record)
  expect(await store.get('x')).toMatchObject({ mode: 'full', reasoningText: `use ${secret}`, redactedBy: null })
})

test('metadata keeps no text', async () => {
  const store = await opened({ url: ':memory:', mode: 'metadata' })
  await store.append(record)
  expect(await store.get('x')).toMatchObject({
    mode: 'metadata',
    reasoningText: null,
    warnings: [{ code: 'unclosed', count: 1 }],
    errors: [{ status: 401 }],
    boundaries: [{ block: 0, channel: 'reasoning', boundary: 'closer', chars: 5 }],
  })
})

test('a request may be kept less of, never more', async () => {
  const store = await opened({ url: ':memory:', redactor: keyRedactor() })
  await store.append({ ...record, id: 'none' }, { mode: 'none' })
  await store.append({ ...record, id: 'metadata' }, { mode: 'metadata' })
  await store.append({ ...record, id: 'full' }, { mode: 'full' })
  expect((await store.list()).items.map(({ id, mode }) => [id, mode])).toEqual([
    ['full', 'redacted'],
    ['metadata', 'metadata'],
  ])
  const ephemeral = store.record({ session: 's' }, { mode: 'none' })
  expect(ephemeral.observers).toEqual([])
  expect(await ephemeral.finish()).toEqual({ id: ephemeral.id, stored: false })
  expect((await store.list({ session: 's' })).items).toEqual([])
})

test('a store of mode none keeps nothing', async () => {
  const store = await opened({ url: ':memory:', mode: 'none' })
  await store.append(record)
  expect((await store.list()).items).toEqual([])
})

test('the journal has redacted text only', async () => {
  const folder = temporaryFolder()
  writeFileSync(`${folder}/file`, '')
  const store = await opened({ url: `sqlite:${folder}/file/x.db`, journal: `${folder}/journal`, redactor: keyRedactor() })
  await store.append(record)
  expect(readFileSync(`${folder}/journal`, 'utf8')).toContain('use [key]')
  for (const file of readdirSync(folder)) expect(readFileSync(`${folder}/${file}`, 'utf8')).not.toContain(secret)
})

test.each([
  [{ url: 'mysql://x' }, 'url: must be "sqlite:PATH"'],
  [{ url: ':memory:', mod: 'full' }, 'unknown option "mod" (did you mean "mode"?)'],
  [{ url: ':memory:', redactor: {} }, 'redactor: must be a redactor'],
  [{ url: ':memory:', retention: { days: 0 } }, 'retention'],
])('options %j are refused: %s', async (options, message) => {
  await expect(openTraceStore(options as never)).rejects.toMatchObject({
    code: 'REASON_INVALID_OPTIONS',
    message: expect.stringContaining(message) as string,
  })
})

test.each([
  ['redacted', '[key] is the key. ---', 500],
  ['full', `${secret} is the key. ---`, 500],
  ['metadata', undefined, undefined],
] as const)('the beginning of a prompt is kept in mode %s as its text is', async (mode, beginning, length) => {
  const store = await opened({ url: ':memory:', mode, redactor: keyRedactor() })
  const recorder = store.record({})
  await recorder.finish({ prompt: `${secret} is the key. ${'-'.repeat(10_000)}`, metadata: { key: 'k' } })
  const { metadata } = (await store.get(recorder.id))!
  const prompt = metadata['prompt'] as string | undefined
  expect([metadata['key'], prompt?.slice(0, beginning?.length), prompt?.length]).toEqual(['k', beginning, length])
})

test.each([
  ['nothing', undefined, {}],
  ['some', { note: 'x' }, { note: 'x' }],
  ['much', { note: 'x'.repeat(300_000) }, { omitted: expect.stringMatching(/^metadata of 300011 characters, more than \d+$/) as string }],
])('metadata of %s is stored, or left out as a whole', (_, metadata, stored) => {
  expect(normalize({ ...(metadata && { metadata }) }, 'full', () => 0).metadata).toEqual(stored)
})
