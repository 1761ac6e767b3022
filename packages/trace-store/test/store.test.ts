import { anyCharacter } from '@reason/testkit/any-character'
import { times } from '@reason/testkit/sampling'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TraceInput, TraceRecord, TraceSort } from '../src/index.ts'
import { backends, collected, opened, tailed } from './stores.ts'

const hour = 3_600_000
const noon = Date.UTC(2026, 4, 5, 12)

describe.each(backends)('$name', ({ skip, options }) => {
  describe.skipIf(skip)('stores', () => {
    test('a whole record, and gives it back', async () => {
      const store = await opened(options())
      const record: TraceRecord = {
        id: 'one',
        createdAt: noon,
        sessionKey: 'session',
        runId: 'run',
        requestId: 'request',
        tenant: 'team',
        model: 'model',
        provider: 'provider',
        adapter: 'think-tags',
        adapterVersion: '1.2.3',
        policyVersion: 'p1',
        class: 'audit',
        mode: 'full',
        outcome: 'stop',
        reasoningText: 'First this, then that.',
        reasoningTokens: 6,
        reasoningTokensSource: 'reported',
        totalTokens: 20,
        durationMs: 1234,
        answerHash: 'ab'.repeat(32),
        answerChars: 12,
        channels: { reasoning: { chars: 22, tokens: { value: 6, source: 'reported' } }, answer: { chars: 12 } },
        usage: { output: { value: 9, source: 'reported' }, total: { value: 20, source: 'implausible' } },
        timings: { firstReasoningMs: 10.5, firstAnswerMs: 99, firstToolCallMs: 120 },
        boundaries: [{ block: 0, channel: 'reasoning', boundary: 'closer', terminator: '</think>', chars: 22 }],
        warnings: [{ code: 'unclosed', count: 2, message: 'It was never closed.' }],
        errors: [{ code: 'overloaded', status: 529, message: 'Later.' }],
        toolCalls: [{ id: 'call_1', name: 'weather', chars: 17 }],
        seals: [{ kind: 'signature', sha256: '0123456789abcdef', chars: 400, wire: 'anthropic-messages', provider: 'anthropic' }],
        leakScore: 0.125,
        redactions: { email: 2 },
        redactedBy: 'rules@1',
        metadata: { a: [1, 2.5, null, true, { b: 'c' }] },
      }
      await store.append(record)
      expect(await store.get('one')).toEqual(record)
      const { reasoningText: _, ...summary } = record
      expect(await store.list()).toEqual({ items: [summary] })
    })

    test('neutral values where nothing was given', async () => {
      const store = await opened({ ...options(), now: () => noon })
      await store.append({})
      const { items } = await store.list()
      expect(items).toMatchObject([
        { createdAt: noon, class: 'default', outcome: 'unknown', model: null, leakScore: null, usage: {}, metadata: {} },
      ])
      expect(items[0]!.id).toMatch(/^trace_[0-9a-f]{32}$/)
    })

    test('the first of two with one id', async () => {
      const store = await opened(options())
      await store.append({ id: 'one', outcome: 'first', createdAt: noon, reasoningText: 'earlier' })
      await Promise.all([
        store.append({ id: 'one', outcome: 'second', createdAt: noon, reasoningText: 'later' }),
        store.append({ id: 'one', outcome: 'third', createdAt: noon + 40 * 24 * hour }),
        store.append({ id: 'two', outcome: 'other', createdAt: noon }),
        store.append({ id: 'two', outcome: 'again', createdAt: noon - 1 }),
      ])
      expect((await store.list()).items.map(({ id, outcome }) => [id, outcome])).toEqual([
        ['two', 'other'],
        ['one', 'first'],
      ])
      expect(await store.get('one')).toMatchObject({ outcome: 'first', reasoningText: 'earlier' })
      expect((await store.search('later')).items).toEqual([])
    })

    test('ten megabytes of reasoning', async () => {
      const store = await opened(options())
      const reasoningText = `wellspring ${'carefully considered '.repeat(500_000)}`
      await store.append({ id: 'long', reasoningText })
      expect((await store.get('long'))?.reasoningText).toBe(reasoningText)
      expect((await store.search('wellspring')).items).toHaveLength(1)
    })

    test('many different words, more than an index entry holds', async () => {
      const store = await opened(options())
      const reasoningText = Array.from({ length: 300_000 }, (_, index) => `w${index.toString(36)}`).join(' ')
      await store.append({ id: 'words', reasoningText })
      expect((await store.get('words'))?.reasoningText).toBe(reasoningText)
      expect((await store.search('w5')).items).toHaveLength(1)
    })

    test('whatever stands in a field, as well-formed text without NUL', async () => {
      const store = await opened(options())
      const nasty = fc.oneof(
        fc.string({ unit: anyCharacter, maxLength: 40 }),
        fc.constantFrom(
          '\0',
          'a\0b',
          '\ud800',
          'x\udfffy',
          '"',
          "'; drop table reasoning_traces; --",
          '" OR *',
          'NEAR(a b)',
          '\u2028',
          '{"a":1}',
          '\\',
          '$1',
          '%s',
          '\u{1f600}',
        ),
      )
      const text = fc.array(nasty, { maxLength: 4 }).map((some) => some.join(''))
      const clean = (value: string) => value.toWellFormed().replaceAll('\0', '\ufffd')
      let number = 0
      await fc.assert(
        fc.asyncProperty(text, text, text, fc.jsonValue(), async (one, two, three, json) => {
          const id = `hostile ${++number} ${one}`
          const record: TraceInput = {
            id,
            sessionKey: two,
            model: three,
            outcome: one,
            class: two,
            reasoningText: three,
            warnings: [{ code: one, count: 1, message: two }],
            metadata: { [one]: two, json: json as never },
          }
          await store.append(record)
          const read = await store.get(id)
          expect(read).toMatchObject({
            id: clean(id),
            sessionKey: clean(two),
            model: clean(three),
            outcome: clean(one),
            reasoningText: clean(three),
            warnings: [{ code: clean(one), count: 1, message: clean(two) }],
          })
          expect(read!.metadata[clean(one)]).toBe(clean(two))
          expect((await store.list({ session: two, model: three })).items.map((item) => item.id)).toContain(clean(id))
          await store.search(three, { session: one })
          await store.search(`"${one}" ${two}*`)
        }),
        { numRuns: times(20, 60) },
      )
      expect(store.state()).toMatchObject({ status: 'ok', refused: 0 })
    })

    test('numbers that are none, as nothing', async () => {
      const store = await opened(options())
      await store.append({
        id: 'odd',
        leakScore: Number.NaN,
        reasoningTokens: Number.POSITIVE_INFINITY,
        totalTokens: -3,
        durationMs: 2.6,
        createdAt: Number.NaN,
      })
      expect(await store.get('odd')).toMatchObject({ leakScore: null, reasoningTokens: null, totalTokens: 0, durationMs: 3 })
      await expect(store.append({ id: '' })).rejects.toThrow(TypeError)
    })
  })

  describe.skipIf(skip)('finds', () => {
    test('by each filter', async () => {
      const store = await opened(options())
      await store.append({
        id: 'a',
        createdAt: noon,
        sessionKey: 's1',
        runId: 'r1',
        requestId: 'q1',
        tenant: 't1',
        model: 'm1',
        provider: 'p1',
        outcome: 'stop',
        class: 'short',
        leakScore: 0,
        reasoningTokens: 10,
        totalTokens: 100,
      })
      await store.append({
        id: 'b',
        createdAt: noon + 1,
        sessionKey: 's2',
        runId: 'r2',
        requestId: 'q2',
        tenant: 't2',
        model: 'm2',
        provider: 'p2',
        outcome: 'length',
        leakScore: 0.6,
        reasoningTokens: 20,
        totalTokens: 200,
      })
      await store.append({ id: 'c', createdAt: noon + 2 })
      const ids = async (filter: Parameters<typeof store.list>[0]) => (await store.list(filter)).items.map(({ id }) => id).join('')
      expect(await ids({})).toBe('cba')
      for (const filter of [
        { session: 's1' },
        { run: 'r1' },
        { request: 'q1' },
        { tenant: 't1' },
        { model: 'm1' },
        { provider: 'p1' },
        { outcome: 'stop' },
        { class: 'short' },
      ])
        expect(await ids(filter), JSON.stringify(filter)).toBe('a')
      expect(await ids({ model: 'M*' })).toBe('ba')
      expect(await ids({ model: '*2' })).toBe('b')
      for (const model of ['1*', 'm_*', 'm%*', '*!']) expect(await ids({ model }), model).toBe('')
      expect(await ids({ since: noon + 1 })).toBe('cb')
      expect(await ids({ until: noon + 1 })).toBe('a')
      expect(await ids({ since: noon + 1, until: noon + 2 })).toBe('b')
      expect(await ids({ minLeakScore: 0 })).toBe('ba')
      expect(await ids({ minLeakScore: 0.5 })).toBe('b')
      expect(await ids({ minReasoningTokens: 15 })).toBe('b')
      expect(await ids({ maxReasoningTokens: 15 })).toBe('a')
      expect(await ids({ minTotalTokens: 100, maxTotalTokens: 150 })).toBe('a')
      expect(await ids({ model: 'm1', outcome: 'length' })).toBe('')
      await expect(ids({ sesion: 'x' } as never)).rejects.toThrow('A filter has no "sesion"')
      await expect(ids({ since: 'x' } as never)).rejects.toThrow(TypeError)
    })

    test('everything once, page by page, also where times are equal', async () => {
      const store = await opened(options())
      const times = [noon, noon, noon, noon + 1, noon - hour, noon - 26 * hour, noon - 26 * hour]
      const all = Array.from({ length: 60 }, (_, index) => ({
        id: `id-${index}`,
        createdAt: times[index % times.length]!,
        model: `m${index % 2}`,
        reasoningText: 'common words',
      }))
      await Promise.all(all.map((record) => store.append(record)))
      for (const limit of [1, 7, 60, 1000]) {
        const seen: { id: string; createdAt: number }[] = []
        const found: string[] = []
        for (let after: string | undefined; ;) {
          const page = await store.list({}, { limit, after })
          seen.push(...page.items)
          after = page.next
          if (after === undefined) break
        }
        for (let after: string | undefined; ;) {
          const page = await store.search('common', { model: 'm1' }, { limit, after })
          found.push(...page.items.map(({ trace }) => trace.id))
          after = page.next
          if (after === undefined) break
        }
        expect(new Set(seen.map(({ id }) => id)).size).toBe(60)
        expect(seen).toHaveLength(60)
        expect(seen.map(({ createdAt }) => createdAt)).toEqual(seen.map(({ createdAt }) => createdAt).toSorted((a, b) => b - a))
        expect(found.toSorted()).toEqual(
          all
            .filter(({ model }) => model === 'm1')
            .map(({ id }) => id)
            .toSorted(),
        )
      }
      await expect(store.list({}, { after: 'nonsense!' })).rejects.toThrow('is no cursor')
      await expect(store.list({}, { limit: 0 })).rejects.toThrow(TypeError)
    })

    test('with most of something first, page by page', async () => {
      const store = await opened(options())
      const tokens = [5, undefined, 7, 5, 0, undefined, 12, 7]
      for (const [index, reasoningTokens] of tokens.entries()) {
        await store.append({
          id: `id-${index}`,
          createdAt: noon + index,
          model: index < 6 ? 'm' : 'n',
          leakScore: index / 7,
          ...(reasoningTokens !== undefined && { reasoningTokens }),
        })
      }
      const sorted = async (sort: TraceSort, limit: number, filter = {}): Promise<string> => {
        const seen: string[] = []
        for (let after: string | undefined; ;) {
          const page = await store.list(filter, { limit, after, sort })
          seen.push(...page.items.map(({ id }) => id.slice(3)))
          after = page.next
          if (after === undefined) return seen.join('')
        }
      }
      for (const limit of [1, 3, 100]) {
        expect(await sorted('reasoningTokens', limit)).toBe('67230451')
        expect(await sorted('leakScore', limit)).toBe('76543210')
        expect(await sorted('reasoningTokens', limit, { model: 'm' })).toBe('230451')
      }
      await expect(store.list({}, { sort: 'totalTokens', after: 't1' })).rejects.toThrow('is no cursor')
      await expect(store.list({}, { sort: 'size' as never })).rejects.toThrow('The "sort" of a list is "size"')
    })

    test('words, phrases, beginnings, and what is without', async () => {
      const store = await opened(options())
      await store.append({
        id: 'fox',
        createdAt: noon,
        sessionKey: 's',
        reasoningText: 'The quick brown FOX jumps over the lazy dog: see https://example.com/foo_bar?x=1 and Ünïcode',
      })
      await store.append({ id: 'dog', createdAt: noon + 1, reasoningText: 'A brown and quick dog. e-mail a.b@c.de' })
      const ids = async (query: string, filter = {}) => (await store.search(query, filter)).items.map(({ trace }) => trace.id).join(' ')
      expect(await ids('quick')).toBe('dog fox')
      expect(await ids('fox DOG')).toBe('fox')
      expect(await ids('"quick brown"')).toBe('fox')
      expect(await ids('"brown quick"')).toBe('')
      expect(await ids('jum*')).toBe('fox')
      expect(await ids('quick -fox')).toBe('dog')
      expect(await ids('dog -"quick brown"')).toBe('dog')
      expect(await ids('unicode')).toBe('fox')
      expect(await ids('example')).toBe('fox')
      expect(await ids('foo_bar')).toBe('fox')
      expect(await ids('e-mail')).toBe('dog')
      expect(await ids('a.b@c.de')).toBe('dog')
      expect(await ids('quick', { session: 's' })).toBe('fox')
      expect(await ids('quick', { since: noon + 1 })).toBe('dog')
      expect(await ids('nothing')).toBe('')
      expect(await ids('')).toBe('')
      expect(await ids('"" *  - ()')).toBe('')
      const [hit] = (await store.search('"quick brown" dog')).items
      expect(hit!.snippet.ranges.map(({ start, end }) => hit!.snippet.text.slice(start, end))).toEqual(['quick brown', 'dog'])
      expect('reasoningText' in hit!.trace).toBe(false)
    })

    test('what was stored since', async () => {
      const store = await opened(options())
      await store.append({ id: 'old', createdAt: noon })
      expect((await tailed(store, 1, 'start')).ids).toEqual(['old'])
      const { next, items } = await store.tail()
      expect(items).toEqual([])
      await store.append({ id: 'late', createdAt: noon - hour })
      await store.append({ id: 'new', createdAt: noon + hour })
      const more = await tailed(store, 2, next)
      expect(more.ids).toEqual(['late', 'new'])
      expect((await store.tail({}, { after: more.next })).items).toEqual([])
      const first = await store.tail({}, { after: 'start', limit: 2 })
      expect(first.items.map(({ id }) => id)).toEqual(['old', 'late'])
      expect((await store.tail({}, { after: first.next })).items.map(({ id }) => id)).toEqual(['new'])
    })
  })

  describe.skipIf(skip)('follows', () => {
    test('what is stored after the last ones were deleted', async () => {
      const store = await opened(options())
      for (const id of ['a', 'b', 'c']) await store.append({ id, sessionKey: 'gone' })
      const { next } = await store.tail()
      expect(await store.deleteSession('gone')).toBe(3)
      for (const id of ['d', 'e']) await store.append({ id })
      expect((await tailed(store, 2, next)).ids).toEqual(['d', 'e'])
    })
  })

  describe.skipIf(skip)('lets go', () => {
    test('of what is older, by class', async () => {
      const day = 24 * hour
      const store = await opened({ ...options(), now: () => noon, retention: { days: 30, classes: { audit: 365, brief: 1 } } })
      for (const [id, days, kind] of [
        ['a', 0, 'default'],
        ['b', 29, 'default'],
        ['c', 31, 'default'],
        ['d', 31, 'audit'],
        ['e', 366, 'audit'],
        ['f', 2, 'brief'],
        ['g', 40, 'other'],
      ] as const)
        await store.append({ id, createdAt: noon - days * day, class: kind, reasoningText: `about ${id}` })
      const ids = async () =>
        (await store.list()).items
          .map(({ id }) => id)
          .toSorted()
          .join('')
      expect(await store.prune()).toBe(4)
      expect(await ids()).toBe('abd')
      expect((await store.search('about')).items).toHaveLength(3)
      expect(await store.pruneOlderThan(noon - day, { class: 'audit' })).toBe(1)
      expect(await ids()).toBe('ab')
      expect(await store.pruneOlderThan(new Date(noon + 1))).toBe(2)
      expect(await ids()).toBe('')
      await store.append({ id: 'c', createdAt: noon })
      expect(await ids()).toBe('c')
    })

    test('of a session, and of its words', async () => {
      const store = await opened(options())
      for (let index = 0; index < 20; index++)
        await store.append({
          id: `n${index}`,
          sessionKey: index % 2 === 0 ? 'gone' : 'kept',
          reasoningText: 'shibboleth',
          createdAt: noon - index * 9 * hour,
        })
      expect(await store.deleteSession('gone')).toBe(10)
      expect(await store.deleteSession('gone')).toBe(0)
      expect((await store.list({ session: 'gone' })).items).toEqual([])
      expect((await store.search('shibboleth')).items).toHaveLength(10)
      expect(await store.get('n0')).toBeUndefined()
    })
  })

  describe.skipIf(skip)('deletes', () => {
    test('one trace by its id, its text and its place in the search, and no other', async () => {
      const store = await opened(options())
      for (const id of ['a', 'b', "c' or ''='"]) await store.append({ id, sessionKey: 's', reasoningText: `shibboleth ${id}` })
      expect(await store.delete('none')).toBe(false)
      expect(await store.delete("c' or ''='")).toBe(true)
      expect(await store.delete('a')).toBe(true)
      expect(await store.delete('a')).toBe(false)
      expect(await store.get('a')).toBeUndefined()
      expect((await store.search('shibboleth')).items.map(({ trace }) => trace.id)).toEqual(['b'])
    })

    test('one trace that was not written yet', async () => {
      const store = await opened(options())
      const written = store.append({ id: 'a', reasoningText: 'shibboleth' })
      expect(await store.delete('a')).toBe(true)
      await written
      expect((await store.list()).items).toEqual([])
    })
  })

  describe.skipIf(skip)('gives out', () => {
    test('lines that can be taken in again', async () => {
      const store = await opened(options())
      for (let index = 0; index < 30; index++)
        await store.append({
          id: `n${index}`,
          createdAt: noon + index,
          reasoningText: `line\n"${index}"`,
          metadata: { index },
          model: index < 20 ? 'a' : 'b',
        })
      const lines = (await collected(store.export({ model: 'a' }, 'jsonl'))).join('').trimEnd().split('\n')
      expect(lines).toHaveLength(20)
      const copy = await opened({ url: ':memory:', mode: 'full' })
      expect(await copy.import(lines.map((line) => JSON.parse(line) as TraceInput))).toBe(20)
      for (const id of ['n0', 'n19']) expect(await copy.get(id)).toEqual(await store.get(id))
      expect((await copy.list()).items).toEqual((await store.list({ model: 'a' })).items)
    })

    test('what is longer than may wait at once, and takes it in again', async () => {
      const store = await opened(options())
      const reasoningText = 'This is thought at length. '.repeat(5_000)
      for (let index = 0; index < 70; index++)
        await store.append({ id: `n${index}`, createdAt: noon + index, reasoningText: `${index} ${reasoningText}` })
      const pieces = await collected(store.export({}, 'jsonl'))
      for (const { length } of pieces) expect(length).toBeLessThan(2_500_000)
      const copy = await opened({ ...options(), queue: { maxBytes: 2_000_000 } })
      const lines = pieces.join('').trimEnd().split('\n')
      expect(await copy.import(lines.map((line) => JSON.parse(line) as TraceInput))).toBe(70)
      const { items } = await copy.search('length', {}, { limit: 60 })
      expect(items.map(({ trace: { id } }) => id)).toEqual(Array.from({ length: 60 }, (_, index) => `n${69 - index}`))
      expect(items.at(-1)!.snippet.text).toMatch(/^10 This is thought at length\./)
    })

    test('tables for a spreadsheet, in which nothing runs', async () => {
      const store = await opened(options())
      await store.append({ id: 'x', createdAt: noon, model: '=1+1', reasoningText: 'a "b",\r\nc' })
      const csv = (await collected(store.export({}, 'csv'))).join('')
      expect(csv).toMatch(/^id,created_at,session_key,/)
      expect(csv).toContain(`x,${new Date(noon).toISOString()},,,,,'=1+1,`)
      expect(csv).toMatch(/,"a ""b"",\r\nc"\r\n$/)
    })
  })
})
