import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openKeyFile } from '@reason/keys'
import { openTraceStore, type TraceInput } from '@reason/trace-store'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startGateway } from './gateway.ts'
import { finished, reason, start } from './reason.ts'

const folder = mkdtempSync(join(tmpdir(), 'reason-traces-'))
const where = `sqlite:${join(folder, 'traces.db')}`
afterAll(() => rmSync(folder, { recursive: true }))

const now = Date.now()
const trace = (index: number, more: TraceInput = {}): TraceInput => ({
  id: `trace_${index}`,
  createdAt: now - index * 60_000,
  sessionKey: index % 2 === 0 ? 'alice' : 'bob',
  model: 'qwen3:8b',
  outcome: 'stop',
  mode: 'redacted',
  reasoningText: `Thought number ${index} about the weather.`,
  reasoningTokens: index * 10,
  ...more,
})

async function fill(url: string, records: TraceInput[]): Promise<void> {
  const store = await openTraceStore({ url, mode: 'full', journal: false })
  for (const record of records) await store.append(record)
  await store.close()
}

const traces = (...args: string[]) => reason(['traces', ...args], { env: { REASON_TRACES: where } })
const ids = (stdout: string): string[] => stdout.match(/trace_\d+/g) ?? []

beforeAll(() =>
  fill(where, [
    trace(1),
    trace(2, { outcome: 'reasoning-exhausted', leakScore: 0.6 }),
    trace(3),
    trace(4, { createdAt: now - 40 * 86_400_000 }),
  ]),
)

describe('reason traces', () => {
  it('lists the newest first, and those that are meant', async () => {
    expect(ids((await traces('list')).stdout)).toEqual(['trace_1', 'trace_2', 'trace_3', 'trace_4'])
    expect(ids((await traces('list', '--session', 'bob')).stdout)).toEqual(['trace_1', 'trace_3'])
    expect(ids((await traces('list', '--since', '2h')).stdout)).toEqual(['trace_1', 'trace_2', 'trace_3'])
    expect(ids((await traces('list', '--outcome', 'reasoning-exhausted')).stdout)).toEqual(['trace_2'])
    expect(ids((await traces('list', '--min-leak', '0.5')).stdout)).toEqual(['trace_2'])
    expect(ids((await traces('list', '--model', 'Qwen3*', '-n', '1')).stdout)).toEqual(['trace_1'])
    expect(ids((await traces('list', '-n', '2')).stdout)).toEqual(['trace_1', 'trace_2'])
    expect((await traces('list', '--json', '-n', '1')).stdout).toMatch(/^\{"id":"trace_1",.*\}\n$/)
    expect(await traces('list', '--session', 'no-such')).toMatchObject({ code: 0, stdout: '', stderr: 'note: no trace matches\n' })
  })

  it('sorts', async () => {
    expect(ids((await traces('list', '--sort', 'reasoningTokens')).stdout)).toEqual(['trace_4', 'trace_3', 'trace_2', 'trace_1'])
    expect(ids((await traces('list', '--sort', 'leak-score', '-n', '1')).stdout)).toEqual(['trace_2'])
  })

  it('asks a gateway that runs, and shows what its store has', async () => {
    const { url, folder: data } = await startGateway('--traces', where, '--trace-days', '365')
    for (const words of [
      ['list', '--session', 'alice'],
      ['list', '--sort', 'reasoning-tokens', '-n', '2', '--json'],
      ['search', 'weather', '--since', '2h'],
      ['show', 'trace_2'],
      ['usage', '--by', 'session'],
      ['export', '--session', 'bob', '--format', 'csv'],
    ]) {
      const { stdout, code } = await traces(...words)
      expect({ code, stdout }, words.join(' ')).toEqual({ code: 0, stdout: expect.stringMatching(/trace_|alice/) as string })
      expect((await reason(['traces', ...words, '--gateway', url])).stdout, words.join(' ')).toBe(stdout)
    }
    expect(await reason(['traces', 'forget', 'carol', '--gateway', url])).toMatchObject({
      stdout: '0 traces of session "carol" deleted.\n',
    })
    expect(await reason(['traces', 'show', 'trace_x', '--gateway', url])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('There is no trace "trace_x".') as string,
    })
    expect(await reason(['traces', 'list', '--gateway', url, '--traces', `sqlite:${data}/x.db`])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--gateway and --traces exclude each other') as string,
    })
  })

  it('adds up tokens, with the names of keys and a note of what was not reported', async () => {
    const file = join(folder, 'usage', 'traces.db')
    const reported = (value: number) => ({ value, source: 'reported' as const })
    const said = {
      usage: { input: reported(1200), cached: reported(200), output: reported(400) },
      reasoningTokensSource: 'reported' as const,
    }
    await fill(`sqlite:${file}`, [
      trace(30, { ...said, metadata: { key: 'abcdefghij' }, tenant: 'red' }),
      trace(10, { ...said, metadata: { key: 'abcdefghij' }, tenant: 'red' }),
      trace(5, { metadata: { key: 'klmnopqrst' }, model: 'gpt-oss:20b' }),
    ])
    const { record } = await openKeyFile(join(folder, 'usage', 'keys.json')).create({ name: 'ada' })
    await fill(`sqlite:${file}`, [trace(1, { ...said, metadata: { key: record.id } })])
    const asked = (...args: string[]) => reason(['traces', 'usage', '--traces', `sqlite:${file}`, ...args])

    const byModel = await asked()
    expect(byModel.stdout).toBe(
      [
        'model        traces  input  cached  output  reasoning    share',
        'qwen3:8b          3  3,600     600   1,200        410     34 %',
        'gpt-oss:20b       1      0       0       0         50  ≈ 100 %',
        'all               4  3,600     600   1,200        460   ≈ 37 %',
        '',
      ].join('\n'),
    )
    expect(byModel.stderr).toBe(
      'note: 1 trace of 4 without a report of tokens: their output is not in it\n' +
        'note: ≈ marks estimates: some providers report no reasoning tokens, and four characters count as one\n',
    )
    expect((await asked('--by', 'key')).stdout).toContain(`\n${record.id} (ada)       1 `)
    expect((await asked('--key', record.id)).stdout).toMatch(/\nall +1 /)
    expect((await asked('--by', 'team', '--team', 'red')).stdout).toMatch(/^team .*\nred +2 +2,400 /)
    expect((await asked('-n', '1')).stderr).toContain('note: 1 more, which --limit leaves out, are in the sum\n')
    expect(JSON.parse((await asked('--by', 'key', '--json')).stdout)).toMatchObject({ groups: 3, all: { traces: 4, output: 1200 } })
    expect(await asked('--model', 'no-such')).toMatchObject({ code: 0, stdout: '', stderr: 'note: no trace matches\n' })
    const wrong = await asked('--by', 'dya')
    expect(wrong.code).toBe(2)
    expect(wrong.stderr).toContain('Did you mean "day"?')
  })

  it('shows one with its reasoning', async () => {
    const { stdout } = await traces('show', 'trace_2')
    expect(stdout).toMatch(/^leak score +0\.600$/m)
    expect(stdout).toMatch(/\[reasoning\]\nThought number 2 about the weather\.\n$/)
  })

  it('searches words of the reasoning', async () => {
    const { stdout } = await traces('search', 'number 3')
    expect(ids(stdout)).toEqual(['trace_3'])
    expect(stdout).toContain('Thought number 3 about the weather.')
  })

  it('exports what can be imported', async () => {
    const file = join(folder, 'export.jsonl')
    writeFileSync(file, (await traces('export', '--session', 'alice')).stdout)
    const other = `sqlite:${join(folder, 'other.db')}`
    expect((await reason(['traces', 'import', file, '--traces', other])).stdout).toContain('2 traces read')
    expect(ids((await reason(['traces', 'list', '--traces', other])).stdout)).toEqual(['trace_2', 'trace_4'])
    expect((await reason(['traces', 'show', 'trace_2', '--traces', other])).stdout).toContain('Thought number 2')
    // As PowerShell writes it.
    const wide = join(folder, 'wide.jsonl')
    writeFileSync(wide, `\uFEFF${readFileSync(file, 'utf8').replaceAll('\n', '\r\n')}`, 'utf16le')
    expect((await reason(['traces', 'import', wide, '--traces', other])).stdout).toContain('2 traces read, 0 new')
    writeFileSync(file, `${readFileSync(file, 'utf8')}${JSON.stringify(trace(9))}\n`)
    expect((await reason(['traces', 'import', file, '--traces', other, '--json'])).stdout).toBe('{"read":3,"added":1}\n')
  })

  it.each(['nonsense\n', '{"model":"m"}\n', ''])('makes no database of what is none: %j', async (text) => {
    const file = join(folder, 'none.jsonl')
    const path = join(folder, 'none.db')
    writeFileSync(file, text)
    expect((await reason(['traces', 'import', file, '--traces', `sqlite:${path}`])).code).toBe(text === '' ? 0 : 3)
    expect(existsSync(path)).toBe(false)
  })

  it('says how much was taken of a file that is broken off', async () => {
    const file = join(folder, 'broken.jsonl')
    const other = `sqlite:${join(folder, 'broken.db')}`
    const lines = Array.from({ length: 700 }, (_, index) => JSON.stringify(trace(index)))
    writeFileSync(file, `${lines.join('\n')}\n{"id":"trace_700","createdAt":17`)
    expect(await reason(['traces', 'import', file, '--traces', other])).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/line 701 of .* is not JSON.* 700 traces before it are in the store/) as string,
    })
    expect(ids((await reason(['traces', 'list', '-n', '1000', '--traces', other])).stdout)).toHaveLength(700)
  })

  it('leaves out a line that is longer than any trace', async () => {
    const file = join(folder, 'long.jsonl')
    const other = `sqlite:${join(folder, 'long.db')}`
    const long = Buffer.alloc(128_000_001, 'x')
    writeFileSync(file, Buffer.concat([Buffer.from(`${JSON.stringify(trace(1))}\n`), long, Buffer.from(`\n${JSON.stringify(trace(2))}\n`)]))
    expect(await reason(['traces', 'import', file, '--traces', other])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('2 traces read, 2 new') as string,
      stderr: expect.stringMatching(/^note: line 2 of .* is longer than 128 million characters/) as string,
    })
    rmSync(file)
  })

  it('follows what is stored', async () => {
    const child = start(['traces', 'tail', '--json', '-n', '0'], { env: { REASON_TRACES: where } })
    const seen = once(child.stdout, 'data')
    // The command begins with traces that arrive after its first look. Until then it shows none.
    const filling = (async () => {
      for (let index = 100; child.exitCode === null && index < 200; index++) {
        await fill(where, [trace(index, { createdAt: Date.now() })])
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    })()
    expect(String((await seen)[0])).toContain('"id":"trace_1')
    child.kill('SIGINT')
    expect((await finished(child)).code).toBe(130)
    await filling
  })

  it('follows with the last ones first, each once, and what was thought', async () => {
    const path = join(folder, 'followed.db')
    const child = start(['traces', 'tail', '-n', '2', '--session', 'bob', '--reasoning', '--traces', path])
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (piece: string) => (text += piece))
    let told = ''
    child.stderr.setEncoding('utf8').on('data', (piece: string) => (told += piece))
    await expect.poll(() => told).toBe(`note: waiting for a gateway to store traces at ${path}\n`)
    const store = await openTraceStore({ url: `sqlite:${path}`, mode: 'full', journal: false })
    for (const index of [7, 5, 3, 1]) await store.append(trace(index))
    await expect.poll(() => text).toContain('│ Thought number 1')
    await store.append(trace(11, { createdAt: Date.now(), reasoningText: 'First.\n\nThen \u001B[2J.' }))
    await expect.poll(() => text).toContain('trace_11')
    await expect.poll(() => text).toMatch(/ {4}│ First\.\n {4}│ \n {4}│ Then ␛\[2J\.\n$/)
    await store.close()
    child.kill('SIGINT')
    expect((await finished(child)).code).toBe(130)
    const seen = ids(text)
    expect(new Set(seen).size).toBe(seen.length)
    // The command may have looked before all of the first traces were stored. It shows later ones in the order of storing.
    expect(seen.slice(-2)).toEqual(['trace_1', 'trace_11'])
  })

  it('deletes what is old, and all of a session', async () => {
    const url = `sqlite:${join(folder, 'deleting.db')}`
    await fill(url, [trace(1), trace(2), trace(3, { createdAt: now - 40 * 86_400_000 })])
    expect((await reason(['traces', 'prune', '--older-than', '30d', '--traces', url])).stdout).toMatch(/^1 trace from before /)
    expect((await reason(['traces', 'forget', 'alice', '--traces', url])).stdout).toBe('1 trace of session "alice" deleted.\n')
    expect(ids((await reason(['traces', 'list', '--traces', url])).stdout)).toEqual(['trace_1'])
    const forProgram = async (...args: string[]): Promise<unknown> => JSON.parse((await traces(...args, '--json', '--traces', url)).stdout)
    expect(await forProgram('forget', 'bob')).toEqual({ deleted: 1, session: 'bob' })
    expect(await forProgram('prune', '--older-than', '2020-01-01')).toEqual({ deleted: 0, before: '2020-01-01T00:00:00.000Z' })
  })

  it('verifies a chain, and tells when it was broken', async () => {
    const path = join(folder, 'chained.db')
    const store = await openTraceStore({ url: `sqlite:${path}`, mode: 'full', journal: false, audit: true })
    for (const index of [1, 2, 3]) await store.append(trace(index))
    await store.close()
    expect(await reason(['traces', 'verify', '--traces', path])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('The chain holds: 3 links, 3 traces.') as string,
    })
    // A deletion on purpose is reported differently from a removal by the limits.
    expect((await reason(['traces', 'forget', 'bob', '--traces', path])).stdout).toContain('2 traces of session "bob" deleted')
    expect((await reason(['traces', 'prune', '--older-than', '2020-01-01', '--traces', path])).code).toBe(0)
    expect(await reason(['traces', 'verify', '--traces', path])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('The chain holds: 5 links, 1 trace.') as string,
    })
    const { default: Database } = await import('better-sqlite3')
    const database = new Database(path)
    database.prepare("update reasoning_traces set outcome = 'error' where id = 'trace_2'").run()
    database.close()
    expect(await reason(['traces', 'verify', '--traces', path])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('The chain does not hold.') as string,
    })
  })

  it('says how many cannot be read, and prints the others', async () => {
    const path = join(folder, 'damaged.db')
    await fill(`sqlite:${path}`, [trace(1), trace(2), trace(3, { metadata: { mark: 'this-one' } })])
    const bytes = readFileSync(path)
    bytes.write('!', bytes.indexOf('"this-one"}') + '"this-one"'.length)
    writeFileSync(path, bytes)
    for (const command of [['list'], ['list', '--json'], ['export']]) {
      const { code, stdout, stderr } = await reason(['traces', ...command, '--traces', path])
      expect([code, stdout.trim().split('\n').length, stderr]).toEqual([
        0,
        2,
        expect.stringContaining('note: 1 trace is damaged and left out'),
      ])
    }
  })

  it('finds that the newest link was taken out with its trace', async () => {
    const path = join(folder, 'headed.db')
    const key = 'a secret of the gateway, of 32 characters or more'
    const keysPath = join(folder, 'headed.keys')
    writeFileSync(keysPath, `${key}\n`)
    const audit = { head: { path: `${path}.head`, keys: [key] } }
    const store = await openTraceStore({ url: `sqlite:${path}`, mode: 'full', journal: false, audit })
    for (const index of [1, 2, 3]) await store.append(trace(index))
    await store.close()
    const verify = (...args: string[]) => reason(['traces', 'verify', '--traces', path, ...args])
    expect(await verify()).toMatchObject({ code: 0, stdout: expect.stringContaining('note: No key was given') as string })
    const found = await verify('--seal-keys', keysPath, '--json')
    expect(JSON.parse(found.stdout)).toMatchObject({ ok: true, notes: [], signed: { links: 3, breaks: [] } })
    const kept = join(folder, 'kept.json')
    writeFileSync(kept, found.stdout)

    const { default: Database } = await import('better-sqlite3')
    const database = new Database(path)
    database.exec("delete from trace_chain where position = 3; delete from reasoning_traces where id = 'trace_3'")
    database.close()
    const gone = {
      code: 1,
      stdout: expect.stringMatching(/The chain has 2 links, but had 3 according to the head .*headed.db.head/) as string,
    }
    expect(await verify('--seal-keys', keysPath)).toMatchObject(gone)
    rmSync(`${path}.head`)
    expect(await verify('--seal-keys', keysPath)).toMatchObject({ code: 1, stdout: expect.stringContaining('is missing') as string })
    expect(await verify()).toMatchObject({ code: 0, stdout: expect.stringContaining('note: There is no signed head') as string })
    expect(await verify('--known', kept)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('had 3 according to what was kept elsewhere') as string,
    })
    expect(await verify('--known', path)).toMatchObject({ code: 3, stderr: expect.stringContaining('has no "links" and "head"') as string })
    expect(await verify('--seal-keys', 'nowhere.keys')).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('nowhere.keys') as string,
    })
  })

  it.each([
    [['list', '--traces', 'nowhere.db'], 3, 'there are no traces at nowhere.db'],
    [['show', 'trace_0'], 3, 'there is no trace trace_0'],
    [['list', '--since', 'last week'], 2, '--since is last week, but must be a date'],
    [['list', '--limit', '0'], 2, '--limit is 0'],
    [['tail', '--lines', 'few'], 2, '--lines is few'],
    [['export', '--limit', '1'], 2, "unknown option '--limit'"],
    [['export', '--json', '--format', 'csv'], 2, '--json and --format csv exclude each other'],
    [['list', '--since', '7'], 2, '--since is 7, but must be a date'],
    [['list', '--since', '999999999d'], 2, '--since is 999999999d, but may be 100000d at most'],
    [['prune', '--older-than', '2999-01-01'], 2, 'which is in the future'],
    [['prune'], 2, '--older-than'],
  ] as const)('says what is wrong: %j', async (args, code, message) => {
    expect(await traces(...args)).toMatchObject({ code, stderr: expect.stringContaining(message) as string })
  })
})
