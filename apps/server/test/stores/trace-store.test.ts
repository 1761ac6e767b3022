import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTraceStore, type TraceRecord } from '@reason/trace-store'
import { describe, expect, it, onTestFinished } from 'vitest'
import { loadConfig } from '../../src/config/load.ts'
import { openTraces } from '../../src/stores/trace-store.ts'
import { recordedFiles } from '../support/recorded-files.ts'
import { connectGenerate } from '../support/generate.ts'
import { question, startGateway, type Gateway } from '../support/gateway.ts'
import { keyFile } from '../support/key-file.ts'
import { chunk, done, sendStream, startUpstream } from '../support/upstream.ts'

const model = 'embedded/qwen3-tags'

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reason-gateway-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const withTraces = (folder: string, ...flags: string[]): Promise<Gateway> =>
  startGateway('--data-dir', folder, '--traces', 'sqlite', ...flags)

/** Traces are written behind the answer. */
async function tracesOf({ url }: Gateway, query: string, count: number): Promise<TraceRecord[]> {
  for (;;) {
    const { items } = (await (await fetch(`${url}/api/traces?${query}`)).json()) as { items: (TraceRecord | { trace: TraceRecord })[] }
    if (items.length >= count) return items.map((item) => ('trace' in item ? item.trace : item))
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

describe('traces', () => {
  it('are stored for every answer, with its reasoning, and can be searched', async () => {
    const gateway = await withTraces(dataFolder())
    for (const stream of [true, false]) {
      await (await gateway.chat({ model, stream, messages: question }, { headers: headers({ 'x-reason-session': 'alice' }) })).text()
    }
    const found = await tracesOf(gateway, 'session=alice&limit=10', 2)
    for (const { id } of found) {
      const trace = (await (await fetch(`${gateway.url}/api/traces/${id}`)).json()) as TraceRecord
      expect(trace).toMatchObject({ sessionKey: 'alice', adapter: 'think-tags', outcome: 'stop', mode: 'redacted', leakScore: 0 })
      expect(trace.reasoningText!.trim()).toBe(recordedFiles[model]!.said.reasoning.trim())
    }
    expect(await tracesOf(gateway, `q=${encodeURIComponent('"17 * 3"')}&session=alice`, 2)).toHaveLength(2)
    const nothing = await fetch(`${gateway.url}/api/traces?session=bob`)
    expect(await nothing.json()).toMatchObject({ items: [] })
  })

  it('contain no secret from the reasoning', async () => {
    const secret = ['sk', 'ant', 'api03', 'x7Gk2LmQ9vR4tYw8ZpB3nC6dF1hJ5sK0aE7uI2oT9rW4qM8xV3bN6gH1jL5kP0cD'].join('-')
    const upstream = await startUpstream((_, response) => {
      sendStream(response)
      response.end(
        chunk({ reasoning_content: `The key is ${secret}, which I keep.` }) + chunk({ content: 'Done.' }, { finish_reason: 'stop' }) + done,
      )
    })
    const folder = dataFolder()
    const gateway = await withTraces(folder, '--upstream', upstream)
    await (await gateway.chat({ model: 'm', stream: true, messages: question })).text()
    const [trace] = await tracesOf(gateway, '', 1)
    const { reasoningText, redactions } = (await (await fetch(`${gateway.url}/api/traces/${trace!.id}`)).json()) as TraceRecord
    expect(reasoningText).toMatch(/^The key is \[.+\], which I keep\.$/)
    expect(Object.values(redactions)).toEqual([1])
    await gateway.close()
    for (const file of readdirSync(folder)) expect(readFileSync(join(folder, file)).includes(secret)).toBe(false)
  })

  it('are redacted if a request or a key asks for it, also if others are stored in full', async () => {
    const upstream = await startUpstream((_, response) => {
      sendStream(response)
      response.end(chunk({ reasoning_content: 'I ask bob@example.com.' }) + chunk({ content: 'Done.' }, { finish_reason: 'stop' }) + done)
    })
    const { path, make } = keyFile()
    const { text } = await make({ traceMode: 'redacted' })
    const gateway = await withTraces(dataFolder(), '--upstream', upstream, '--trace-mode', 'full', '--keys', path)
    const asking: Record<string, string>[] = [{}, { 'x-reason-trace': 'redacted' }, { authorization: `Bearer ${text}` }]
    const kept: string[] = []
    for (const [index, more] of asking.entries()) {
      const answer = await gateway.chat({ model: 'm', stream: true, messages: question }, { headers: headers(more) })
      await answer.text()
      await tracesOf(gateway, '', index + 1)
      const trace = await fetch(`${gateway.url}/api/traces/${answer.headers.get('x-reason-trace-id')}`)
      kept.push(((await trace.json()) as TraceRecord).reasoningText!)
    }
    expect(kept).toEqual([
      'I ask bob@example.com.',
      expect.stringMatching(/^I ask \[email:.+\]\.$/),
      expect.stringMatching(/^I ask \[email:.+\]\.$/),
    ])
  })

  it('follow the configured redaction rules', async () => {
    const upstream = await startUpstream((_, response) => {
      sendStream(response)
      response.end(
        chunk({ reasoning_content: 'TICKET-4711 of 078-05-1120, who is at someone@example.com.' }) +
          chunk({ content: 'Done.' }, { finish_reason: 'stop' }) +
          done,
      )
    })
    const rules = { personal: ['phone'], nationalIds: ['us-ssn'], patterns: { ticket: 'TICKET-[0-9]{1,8}' } }
    const gateway = await withTraces(dataFolder(), '--upstream', upstream, '--redaction', JSON.stringify(rules))
    await (await gateway.chat({ model: 'm', stream: true, messages: question })).text()
    const [trace] = await tracesOf(gateway, '', 1)
    const { reasoningText, redactions } = (await (await fetch(`${gateway.url}/api/traces/${trace!.id}`)).json()) as TraceRecord
    expect(reasoningText).toMatch(/^\[ticket:\w{8}\] of \[.*us-ssn:\w{8}\], who is at someone@example\.com\.$/)
    expect(Object.values(redactions)).toEqual([1, 1])
  })

  it('are kept for the time of a tag of their key, and can be filtered by it', async () => {
    const keys = keyFile()
    const folder = dataFolder()
    const days = { audit: 365, trial: 1 }
    const flags = ['--keys', keys.path, '--require-keys', '--trace-days', '30', '--trace-days-by-tag', JSON.stringify(days)]
    const tagged = { audited: ['acme', 'audit', 'trial'], tried: ['trial'], other: ['acme'], plain: undefined }
    const admin = await keys.make({ admin: true })
    const texts = await Promise.all(Object.values(tagged).map((tags) => keys.make({ ...(tags && { tags }) })))
    const gateway = await withTraces(folder, ...flags)
    for (const [index, session] of Object.keys(tagged).entries()) {
      const its = { authorization: `Bearer ${texts[index]!.text}`, 'x-reason-session': session }
      expect((await gateway.chat({ model, messages: question }, { headers: headers(its) })).status).toBe(200)
    }
    const classes = async (query: string): Promise<unknown> => {
      const its = { headers: { authorization: `Bearer ${admin.text}` } }
      const { items } = (await (await fetch(`${gateway.url}/api/traces?${query}`, its)).json()) as { items: TraceRecord[] }
      return Object.fromEntries(items.map((trace) => [trace.sessionKey, trace.class]))
    }
    await expect.poll(() => classes('')).toEqual({ audited: 'audit', tried: 'trial', other: 'default', plain: 'default' })
    expect(await classes('class=trial')).toEqual({ tried: 'trial' })
    await gateway.close()

    const store = (await openTraces(await loadConfig(['--data-dir', folder, ...flags], {}), { redactions() {} }))!
    onTestFinished(() => store.close())
    const ages = { default: [29, 31], audit: [31, 364, 366], trial: [0.5, 2] }
    for (const [name, old] of Object.entries(ages)) {
      for (const age of old) await store.append({ id: `${name} ${age}`, class: name, createdAt: Date.now() - age * 86_400_000 })
    }
    expect(await store.prune()).toBe(3)
    const { items } = await store.list({}, { limit: 100 })
    expect(
      items
        .map(({ id }) => id)
        .filter((id) => id.includes(' '))
        .toSorted(),
    ).toEqual(['audit 31', 'audit 364', 'default 29', 'trial 0.5'])
  })

  it('are links of a chain with --trace-chain', async () => {
    const folder = dataFolder()
    const gateway = await withTraces(folder, '--trace-chain')
    for (let count = 0; count < 3; count++) await (await gateway.chat({ model, messages: question })).text()
    await tracesOf(gateway, '', 3)
    await gateway.close()
    const path = join(folder, 'traces.db')
    const keys = [readFileSync(join(folder, 'seal.keys'), 'utf8').trim()]
    const audit = { head: { path: `${path}.head`, keys, write: false } }
    const store = await openTraceStore({ url: `sqlite:${path}`, mode: 'metadata', audit })
    onTestFinished(() => store.close())
    expect(await store.verify()).toMatchObject({ ok: true, links: 3, notes: [], signed: { links: 3, since: { links: 0 } } })
  })

  it('that are unreadable are counted in lists, exports, metrics and /readyz', async () => {
    const folder = dataFolder()
    const path = join(folder, 'traces.db')
    const store = await openTraceStore({ url: `sqlite:${path}`, mode: 'full' })
    for (const id of ['a', 'b', 'c']) await store.append({ id, metadata: { mark: `mark-${id}` } })
    await store.close()
    const bytes = readFileSync(path)
    bytes.write('!', bytes.indexOf('"mark-b"}') + '"mark-b"'.length)
    writeFileSync(path, bytes)
    const { url } = await withTraces(folder)
    expect(await (await fetch(`${url}/api/traces`)).json()).toMatchObject({ items: [{}, {}], unreadable: 1 })
    const { promise, resolve, reject } = Promise.withResolvers<[string, object]>()
    get(`${url}/api/traces/export`, (response) => {
      let text = ''
      response.on('data', (piece: Buffer) => (text += piece.toString())).on('end', () => resolve([text, response.trailers]))
    }).on('error', reject)
    const [text, trailers] = await promise
    expect([text.trim().split('\n').length, trailers]).toEqual([2, { 'x-reason-unreadable': '1' }])
    expect(await (await fetch(`${url}/metrics`)).text()).toMatch(/^trace_rows_unreadable 1$/m)
    expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ status: 'ready', traces: { status: 'ok', unreadable: 1 } })
  })

  it('have the tags of their key', async () => {
    const { path, make } = keyFile()
    const { text } = await make({ tags: ['chat', 'berlin'], admin: true })
    const gateway = await withTraces(dataFolder(), '--keys', path, '--require-keys')
    const authorization = `Bearer ${text}`
    await (await gateway.chat({ model, messages: question }, { headers: headers({ authorization }) })).text()
    await expect
      .poll(async () => (await (await fetch(`${gateway.url}/api/traces`, { headers: { authorization } })).json()) as unknown)
      .toMatchObject({ items: [{ metadata: { tags: ['chat', 'berlin'] } }] })
  })

  it('add up to usage by model, and by key with its name', async () => {
    const { path, make } = keyFile()
    const operator = await make({ admin: true })
    const ada = await make({ name: 'ada', team: 'red' })
    const gateway = await withTraces(dataFolder(), '--keys', path, '--require-keys')
    const as = ({ text }: { text: string }) => ({ headers: headers({ authorization: `Bearer ${text}` }) })
    const usage = async (query: string, key = operator) => fetch(`${gateway.url}/api/usage?${query}`, as(key))
    for (let count = 0; count < 2; count++) await (await gateway.chat({ model, messages: question }, as(ada))).text()
    await expect.poll(async () => ((await (await usage('')).json()) as { all: unknown }).all).toMatchObject({ traces: 2 })

    // As the recording reports it: 45 each.
    const figures = { traces: 2, output: 90, unreported: 0 }
    expect(await (await usage('')).json()).toMatchObject({ items: [{ of: model, ...figures }], all: figures, groups: 1 })
    expect(await (await usage('by=key&tenant=red')).json()).toMatchObject({ items: [{ of: ada.id, name: 'ada', ...figures }] })
    expect(await (await usage('by=key&tenant=blue')).json()).toMatchObject({ items: [], groups: 0 })
    expect(await (await fetch(`${gateway.url}/api/traces?key=${ada.id}`, as(operator))).json()).toMatchObject({ items: [{}, {}] })
    expect(await (await fetch(`${gateway.url}/api/traces?key=${operator.id}`, as(operator))).json()).toEqual({ items: [] })
    expect((await usage('', ada)).status).toBe(403)
    const wrong = await usage('by=modle')
    expect(wrong.status).toBe(400)
    expect(await wrong.text()).toContain('There are: model, provider,')
    expect(await (await usage('q=weather')).text()).toContain(
      '/api/usage has no query parameter \\"q\\". Leave it out, or use one of: by, limit, session,',
    )
  })

  it('are not stored if the request asks for none', async () => {
    const gateway = await withTraces(dataFolder())
    const ask = async (mode: string): Promise<Response> =>
      gateway.chat({ model, messages: question }, { headers: headers({ 'x-reason-trace': mode }) })
    await (await ask('none')).text()
    await (await ask('metadata')).text()
    const found = await tracesOf(gateway, '', 1)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({ mode: 'metadata' })
    const wrong = await ask('everything')
    expect(wrong.status).toBe(400)
    expect(await wrong.text()).toContain('must be one of: none, metadata, redacted, full')
  })

  it('are not stored if a WebSocket message asks for none', async () => {
    const gateway = await withTraces(dataFolder())
    const { send, rest } = await connectGenerate(gateway.url)
    for (const trace of ['none', 'metadata']) {
      send({ model, prompt: 'What is 17 * 3?', trace })
      expect((await rest()).at(-1)).toMatchObject({ type: 'final' })
    }
    expect(await tracesOf(gateway, '', 1)).toMatchObject([{ mode: 'metadata' }])
  })

  it.each([
    ['nothing', {}, undefined, 200, 'redacted'],
    ['as much as is kept', { 'x-reason-trace': 'redacted' }, undefined, 200, 'redacted'],
    ['more than is kept', { 'x-reason-trace': 'full' }, 'full', 200, 'redacted'],
    ['none, in a header', { 'x-reason-trace': 'none' }, undefined, 403, undefined],
    ['none, in the body', {}, 'none', 403, undefined],
    ['metadata, in the body', { 'x-reason-trace': 'redacted' }, 'metadata', 403, undefined],
  ] as const)('are required, and the request asks for %s', async (_, extra, trace, status, kept) => {
    const gateway = await withTraces(dataFolder(), '--require-traces')
    const answer = await fetch(`${gateway.url}/v1/generate`, {
      method: 'POST',
      headers: headers(extra),
      body: JSON.stringify({ model, prompt: 'What is 17 * 3?', ...(trace !== undefined && { trace }) }),
    })
    expect(answer.status).toBe(status)
    const body = await answer.text()
    if (kept === undefined) expect(JSON.parse(body)).toMatchObject({ error: { code: 'trace_required' } })
    else expect(await tracesOf(gateway, '', 1)).toMatchObject([{ mode: kept }])
  })

  it.each([
    ['by the gateway', { 'x-reason-trace': 'metadata' }, 200],
    ['by its key', { 'x-reason-trace': 'none' }, 403],
  ])('are required in the mode of a key: a request may not ask for less than is stored %s', async (_, extra, status) => {
    const { path, make } = keyFile()
    const { text } = await make({ visibility: 'full', traceMode: 'metadata' })
    const gateway = await withTraces(dataFolder(), '--keys', path, '--require-traces')
    const answer = await gateway.chat({ model, messages: question }, { headers: headers({ ...extra, authorization: `Bearer ${text}` }) })
    await answer.text()
    expect(answer.status).toBe(status)
  })

  it('of a session are deleted on demand', async () => {
    const gateway = await withTraces(dataFolder())
    for (const session of ['alice', 'bob']) {
      await (await gateway.chat({ model, messages: question, metadata: { session_id: session } })).text()
    }
    await tracesOf(gateway, '', 2)
    const deleted = await fetch(`${gateway.url}/api/sessions/alice/traces`, { method: 'DELETE' })
    expect(await deleted.json()).toEqual({ deleted: 1 })
    expect((await tracesOf(gateway, '', 1)).map(({ sessionKey }) => sessionKey)).toEqual(['bob'])
  })

  it('are deleted one by one', async () => {
    const gateway = await withTraces(dataFolder())
    for (let time = 0; time < 2; time++) await (await gateway.chat({ model, messages: question })).text()
    const [first, second] = await tracesOf(gateway, '', 2)
    const remove = (): Promise<Response> => fetch(`${gateway.url}/api/traces/${first!.id}`, { method: 'DELETE' })
    expect(await (await remove()).json()).toEqual({ deleted: 1 })
    expect((await tracesOf(gateway, '', 1)).map(({ id }) => id)).toEqual([second!.id])
    const again = await remove()
    expect([again.status, await again.json()]).toMatchObject([404, { error: { code: 'trace_not_found' } }])
  })

  it('survive a restart, with the same redaction key', async () => {
    const folder = dataFolder()
    const first = await withTraces(folder)
    await (await first.chat({ model, messages: question })).text()
    await first.close()
    const key = readFileSync(join(folder, 'redaction.key'), 'utf8')
    const second = await withTraces(folder)
    expect(await tracesOf(second, '', 1)).toHaveLength(1)
    expect(readFileSync(join(folder, 'redaction.key'), 'utf8')).toBe(key)
  })

  it('have equal placeholders for equal values in gateways with a common redaction key', async () => {
    const path = join(dataFolder(), 'shared.key')
    writeFileSync(path, 'k'.repeat(32))
    const upstream = await startUpstream((_, response) => {
      sendStream(response)
      response.end(
        chunk({ reasoning_content: 'Write to jane@example.com.' }) + chunk({ content: 'Yes.' }, { finish_reason: 'stop' }) + done,
      )
    })
    const texts = [['--redaction-key', path], ['--redaction-key', path], []].map(async (flags) => {
      const gateway = await withTraces(dataFolder(), '--upstream', upstream, ...flags)
      await (await gateway.chat({ model, stream: true, messages: question })).text()
      const [trace] = await tracesOf(gateway, '', 1)
      return ((await (await fetch(`${gateway.url}/api/traces/${trace!.id}`)).json()) as TraceRecord).reasoningText
    })
    const [one, other, alone] = await Promise.all(texts)
    expect(one).toMatch(/^Write to \[\S+\]\.$/)
    expect(other).toBe(one)
    expect(alone).not.toBe(one)
  })

  it.each([
    ['is not there', undefined, /cannot be read .* Make one: openssl rand -hex 32 > \S+named\.key\.$/],
    ['is too short', 'short', /holds no key of 32 characters or more\. Make one: openssl/],
  ])('need the configured redaction key: the gateway does not start if it %s', async (_, text, says) => {
    const path = join(dataFolder(), 'named.key')
    if (text !== undefined) writeFileSync(path, text)
    await expect(startGateway('--traces', 'sqlite', '--data-dir', dataFolder(), '--redaction-key', path)).rejects.toThrow(says)
  })

  it.each([
    [
      'redaction.key',
      /^The key for fingerprints cannot be read from \S+redaction\.key \(.*EISDIR.*\)\. It is a folder: move it elsewhere\.$/,
    ],
    ['seal.keys', /^The keys of sealed values cannot be read from \S+seal\.keys \(.*EISDIR.*\)\. It is a folder: move it elsewhere\.$/],
  ])('prevent the start if a folder is in place of %s', async (name, says) => {
    const folder = dataFolder()
    mkdirSync(join(folder, name))
    await expect(startGateway('--traces', 'sqlite', '--data-dir', folder)).rejects.toThrow(says)
  })

  it.each(['redaction.key', 'seal.keys', 'traces.db'])('prevent the start if a device is in place of %s', async (name) => {
    const folder = dataFolder()
    symlinkSync('/dev/null', join(folder, name))
    const says = `${name} is a named pipe, a socket or a device, but must be a regular file. Move it away`
    await expect(startGateway('--traces', 'sqlite', '--data-dir', folder)).rejects.toThrow(says)
  })

  it('prevent the start if a file is in place of the data folder', async () => {
    const file = join(dataFolder(), 'file')
    writeFileSync(file, '')
    await expect(startGateway('--traces', 'off', '--data-dir', file)).rejects.toThrow(
      /^The data folder \S+ cannot be created .*Name another/,
    )
  })

  it('name the requested and the answering model, and the policy version', async () => {
    const upstream = await startUpstream((_, response) => {
      sendStream(response)
      response.end(chunk({ content: 'Yes.' }, { finish_reason: 'stop' }) + done)
    })
    const gateway = await withTraces(dataFolder(), '--upstream', upstream)
    await (await gateway.chat({ model: 'qwen3:8b', stream: true, messages: question })).text()
    const [trace] = await tracesOf(gateway, 'model=qwen3:8b', 1)
    expect(trace).toMatchObject({ model: 'qwen3:8b', adapter: 'think-tags', metadata: { servedModel: 'some-model' } })
    expect(trace!.policyVersion).toMatch(/^[0-9a-f]{12}$/)
  })

  it('are stored for failed generations too, with the time since the request', async () => {
    const upstream = await startUpstream((_, response) => {
      setTimeout(() => response.writeHead(500, { 'content-type': 'application/json' }).end('{"error":{"message":"broken"}}'), 50)
    })
    const gateway = await withTraces(dataFolder(), '--upstream', upstream)
    await (await gateway.chat({ model: 'qwen3:8b', messages: question })).text()
    const [trace] = await tracesOf(gateway, 'outcome=error', 1)
    expect(trace).toMatchObject({ model: 'qwen3:8b', metadata: { status: 500 } })
    expect(trace!.durationMs).toBeGreaterThanOrEqual(40)
  })

  it('explain a wrong query', async () => {
    const { url } = await withTraces(dataFolder())
    const problem = async (path: string): Promise<unknown> =>
      ((await (await fetch(url + path)).json()) as { error: { message: string } }).error.message
    expect(await problem('/api/traces?modle=x')).toContain(
      '/api/traces has no query parameter "modle". Leave it out, or use one of: q, limit, after, sort, session',
    )
    expect(await problem('/api/traces?since=yesterday')).toBe('"since" is "yesterday", but must be a number.')
    expect(await problem('/api/traces?q=a&q=b')).toBe('"q" is given more than once. Give it once.')
    expect(await problem('/api/traces?after=a&after=b')).toBe('"after" is given more than once. Give it once.')
    expect(await problem('/api/traces?limit=0')).toContain('1 to 1000')
    expect(await problem('/api/traces?limit=1.5')).toContain('"limit" of a page is a whole number from 1 to 1000, not 1.5.')
    expect(await problem('/api/traces?limit=ten')).toContain('"limit" is "ten", but must be a number.')
    expect(await problem('/api/traces/trace_x')).toContain('There is no trace "trace_x"')
    const off = await startGateway()
    const refused = await fetch(`${off.url}/api/traces`)
    expect(refused.status).toBe(404)
    expect(await refused.text()).toContain('The gateway stores no traces')
  })
})

const headers = (more: Record<string, string>): Record<string, string> => ({ 'content-type': 'application/json', ...more })
