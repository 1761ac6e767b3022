import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { loadConfig } from '../../../../src/config/load.ts'
import type { StartRecord } from '@reason/core/start'
import { createLearned, type Lesson, type UpstreamRecord } from '@reason/gateway/upstreams'
import { openLearnedFile } from '../../../../src/stores/learned-file.ts'
import { linkedShares } from '@reason/testkit/linked-shares'
import { startGateway, type Gateway } from '../../../support/gateway.ts'
import { chunk, done, sendStream, startUpstream } from '../../../support/upstream.ts'

const place = 'http://127.0.0.1:1/v1 openai-chat'
const asked = { model: 'zeta-9', stream: true, messages: [{ role: 'user', content: 'q' }] }

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'reason-learned-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

function native(response: ServerResponse): void {
  sendStream(response)
  response.write(chunk({ reasoning_content: 'Hm.' }))
  response.write(chunk({ content: 'Paris.' }))
  response.write(chunk({}, { finish_reason: 'stop' }))
  response.end(done)
}

interface Shown {
  upstreams: { upstream: string; models: { model: string; seen: { fields: number } | null; limits: unknown[] }[] }[]
}

const shown = async ({ url }: Gateway): Promise<Shown['upstreams']> =>
  ((await (await fetch(`${url}/api/learned`)).json()) as Shown).upstreams
const fieldsOf = async (gateway: Gateway): Promise<number> => (await shown(gateway))[0]!.models[0]?.seen?.fields ?? 0
const by = async ({ url }: Gateway): Promise<unknown> => {
  const found = await (await fetch(`${url}/api/explain?model=${asked.model}`)).json()
  return (found as { upstreams: { start: { none: { by: string } } }[] }).upstreams[0]!.start.none.by
}

async function taught(...flags: string[]): Promise<{ gateway: Gateway; upstream: string }> {
  const upstream = await startUpstream((request, response) => void request.resume().on('end', () => native(response)))
  const gateway = await startGateway('--upstream', upstream, ...flags)
  for (let count = 0; count < 3; count++) await (await gateway.chat(asked)).text()
  expect(await by(gateway)).toBe('fields seen')
  return { gateway, upstream }
}

describe('a gateway', () => {
  it('goes on after a restart with what it had learned', async () => {
    const dir = folder()
    // Nothing else makes the folder.
    const flags = ['--data-dir', join(dir, 'data'), '--traces', 'off', '--budget-store', 'memory']
    const unstored = await taught(...flags)
    await unstored.gateway.close()
    expect(await by(await startGateway('--upstream', unstored.upstream, ...flags))).toBe('fields seen')
    const { gateway, upstream } = await taught('--data-dir', dir)
    await gateway.close()
    const second = await startGateway('--upstream', upstream, '--data-dir', dir)
    expect([await by(second), await fieldsOf(second)]).toEqual(['fields seen', 3])
    // Another address is another server, whatever it is called.
    const other = await startUpstream((request, response) => void request.resume().on('end', () => native(response)))
    expect(await by(await startGateway('--upstream', other, '--data-dir', dir))).toBe('nothing')
  })

  it('keeps it in a file of its owner, without a word of a request', async () => {
    const dir = folder()
    const { gateway } = await taught('--data-dir', dir)
    await gateway.close()
    const kept = JSON.parse(readFileSync(join(dir, 'learned.json'), 'utf8')) as { upstreams: { starts: object[] }[] }
    expect(kept.upstreams[0]!.starts).toEqual([
      {
        model: 'zeta-9',
        last: ['field', 'field', 'field'],
        // The server names another model than the one that it is asked for.
        builds: ['some-model'],
        hadFields: true,
        hadClosers: false,
        contradicted: false,
        fieldsInRow: 3,
        needed: 64,
      },
    ])
  })

  it('goes on with it under another configuration', async () => {
    const { gateway, upstream } = await taught()
    gateway.app.reconfigure(
      await loadConfig(['--port', '0', '--log-level', 'silent', '--no-start-probe', '--upstream', upstream, '--trim'], {}),
    )
    expect(await by(gateway)).toBe('fields seen')
  })

  it('forgets what an operator names', async () => {
    const { gateway } = await taught()
    const forget = async (query: string): Promise<[number, unknown]> => {
      const response = await fetch(`${gateway.url}/api/learned${query}`, { method: 'DELETE' })
      return [response.status, await response.json()]
    }
    const [{ upstream }] = (await shown(gateway)) as [Shown['upstreams'][number]]
    expect(await forget('?model=other')).toEqual([200, { forgotten: [{ upstream, models: [] }] }])
    expect(await by(gateway)).toBe('fields seen')
    expect(await forget('?upstream=nowhere')).toMatchObject([
      404,
      { error: { code: 'unknown_upstream', message: `There is no upstream "nowhere". There are: ${upstream}.` } },
    ])
    expect(await forget('?modell=zeta-9')).toMatchObject([400, { error: { param: 'modell' } }])
    expect(await forget('?model=a&model=b')).toMatchObject([400, { error: { param: 'model' } }])
    expect(await by(gateway)).toBe('fields seen')
    expect(await forget(`?upstream=${encodeURIComponent(upstream)}&model=zeta-9`)).toEqual([
      200,
      { forgotten: [{ upstream, models: ['zeta-9'] }] },
    ])
    expect([await by(gateway), await shown(gateway)]).toMatchObject(['nothing', [{ models: [] }]])
  })

  it('begins anew where an answer comes from another build', async () => {
    let build = 'b6240-54a241f5'
    const upstream = await startUpstream((request, response) => {
      request.resume().on('end', () => {
        sendStream(response)
        response.write(chunk({ reasoning_content: 'Hm.' }).replace('{', `{"system_fingerprint":"${build}",`))
        response.write(chunk({ content: 'Paris.' }, { finish_reason: 'stop' }))
        response.end(done)
      })
    })
    const gateway = await startGateway('--upstream', upstream)
    for (let count = 0; count < 3; count++) await (await gateway.chat(asked)).text()
    expect(await fieldsOf(gateway)).toBe(3)
    build = 'b7000-00000000'
    await (await gateway.chat(asked)).text()
    expect(await fieldsOf(gateway)).toBe(1)
  })
})

const processes = (count: number): ReturnType<typeof createLearned>[] =>
  linkedShares<Lesson>(count).map((share) => createLearned({ share }))

describe('several processes', () => {
  it('learn together, and forget together', () => {
    const [one, two, three] = processes(3).map((learned) => learned.of(place)) as [Known, Known, Known]
    one.starts.note('m', 'field')
    two.starts.note('m', 'closer')
    expect(three.starts.seen('m')).toMatchObject({ fields: 1, closers: 1, contradicted: true })
    expect(three.limits.learn('m', { kind: 'mandatory' })).toBe(true)
    expect(one.limits.learn('m', { kind: 'mandatory' })).toBe(false)
    expect(two.forget('m')).toEqual(['m'])
    expect([one.models(), three.starts.seen('m')]).toEqual([[], undefined])
  })

  it('keep what they learned of other models where one becomes another, and of none where the server does', () => {
    const known = createLearned().of(place)
    for (const model of ['', 'a', 'b']) known.identify(model, 'first')
    for (const model of ['a', 'b']) known.starts.note(model, 'field')
    known.identify('a', 'second')
    expect([known.starts.seen('a'), known.starts.seen('b')?.fields]).toEqual([undefined, 1])
    // Names that clients make up hide no change.
    for (let index = 0; index < 60; index++) known.identify(`x${index}`, 'first')
    known.identify('b', 'second')
    known.identify('', 'second')
    expect(known.models()).toEqual([])
  })

  it('forget once where each of them finds another server', () => {
    const [one, two] = processes(2).map((learned) => learned.of(place)) as [Known, Known]
    for (const each of [one, two]) each.identify('', 'first')
    one.starts.note('m', 'closer')
    one.identify('', 'second')
    expect(two.starts.seen('m')).toBeUndefined()
    two.starts.note('m', 'field')
    two.identify('', 'second')
    expect(one.starts.seen('m')).toMatchObject({ fields: 1 })
  })
})

type Known = ReturnType<ReturnType<typeof createLearned>['of']>

interface DamagedRecord {
  starts: unknown[]
  limits: { model: string; limits: object[] }[]
  identities: unknown[]
}

const beginning: Omit<StartRecord, 'model'> = {
  last: ['field'],
  builds: [],
  hadFields: true,
  hadClosers: false,
  contradicted: false,
  fieldsInRow: 1,
  needed: 64,
}

describe('the file', () => {
  it.each([
    ['is no JSON', '{"version":1,', 1],
    ['holds something else', '{"version":1,"upstreams":{"place":1}}', 1],
    ['is of a later version', '{"version":2,"upstreams":"else"}', 0],
    ['is missing', undefined, 0],
  ])('that %s is taken for none', (_, text, lines) => {
    const path = join(folder(), 'learned.json')
    if (text !== undefined) writeFileSync(path, text)
    const warnings: object[] = []
    const { records } = openLearnedFile(path, true, { warn: (fields: object) => void warnings.push(fields) } as never)
    expect([records, warnings.length]).toEqual([[], lines])
  })

  const learnedBefore: readonly UpstreamRecord[] = [
    {
      place,
      starts: [{ ...beginning, model: 'm' }],
      limits: [
        {
          model: 'm',
          limits: [
            { kind: 'efforts', efforts: ['low', 'high'] },
            { kind: 'thinking-type', type: 'enabled', instead: 'between_tools' },
            { kind: 'mandatory' },
            { kind: 'without', path: 'temperature', withTools: true },
            { kind: 'value', path: 'temperature', value: '1' },
            { kind: 'renamed', path: 'max_tokens', to: 'max_completion_tokens' },
            { kind: 'exclusive', kept: 'tool_choice', left: 'thinking' },
            { kind: 'at-most', path: 'max_tokens', most: 8192 },
            { kind: 'not', path: 'reasoning_effort', value: 'max', withoutThinking: true },
            { kind: 'nested', field: 'cachePoint' },
            { kind: 'tool-type', type: 'web_search_20260901' },
          ],
        },
        { model: 'n', limits: [{ kind: 'no-schema' }, { kind: 'no-instructions' }, { kind: 'schema-only' }, { kind: 'whole' }] },
        { model: 'o', limits: [{ kind: 'thoughts-back' }, { kind: 'streams' }, { kind: 'streams-to-think' }] },
      ],
      identities: [['m', 'first']],
    },
    { place: 'another', starts: [], limits: [], identities: [] },
  ]
  const opened = (upstreams: unknown): { records: unknown; unread: unknown } => {
    const path = join(folder(), 'learned.json')
    writeFileSync(path, JSON.stringify({ version: 1, upstreams }))
    let unread: unknown
    const { records } = openLearnedFile(path, true, { warn: (fields: { unread?: number }) => void (unread = fields.unread) } as never)
    return { records, unread }
  }

  it('holds every kind of limit', () => {
    expect(opened(learnedBefore)).toEqual({ records: learnedBefore, unread: undefined })
  })

  it.each<[what: string, damage: (upstream: DamagedRecord) => void]>([
    ['a kind of limit of a later version', ({ limits }) => void limits[1]!.limits.unshift({ kind: 'later', path: 'temperature' })],
    ['a limit with a condition of a later version', ({ limits }) => void limits[1]!.limits.push({ kind: 'mandatory', withImages: true })],
    ['a setting that no refusal names', ({ limits }) => void limits[1]!.limits.push({ kind: 'value', path: 'model', value: 'x' })],
    ['a model without limits', ({ limits }) => void limits.unshift({ model: 'p' } as never)],
    ['a kind of answer of a later version', ({ starts }) => void starts.push({ ...beginning, model: 'p', last: ['later'] })],
    ['an answer that is no object', ({ starts }) => void starts.unshift(7)],
    ['an identity that is too long', ({ identities }) => void identities.push(['p', 'x'.repeat(257)])],
  ])('goes on without %s, and with all else', (_, damage) => {
    const upstreams = structuredClone(learnedBefore) as unknown as DamagedRecord[]
    damage(upstreams[0]!)
    expect(opened(upstreams)).toEqual({ records: learnedBefore, unread: 1 })
  })

  it('goes on without an upstream that is damaged, and with the latest of too many', () => {
    expect(opened([{ place: 1 }, ...learnedBefore])).toEqual({ records: learnedBefore, unread: 1 })
    const many = Array.from({ length: 65 }, (_, at) => ({ ...learnedBefore[1], place: `p${at}` }))
    expect(opened(many)).toEqual({ records: many.slice(1), unread: undefined })
  })

  it('that cannot be written makes one warning, and the gateway goes on learning', async () => {
    const dir = folder()
    writeFileSync(join(dir, 'a-file'), '')
    const path = join(dir, 'a-file', 'learned.json')
    const warnings: object[] = []
    const file = openLearnedFile(path, true, { warn: (fields: object) => void warnings.push(fields) } as never)
    const learned = createLearned({ file })
    for (let count = 0; count < 2; count++) {
      learned.of(place).starts.note('m', 'field')
      await learned.close()
    }
    expect([warnings.length, learned.of(place).starts.seen('m')?.fields]).toEqual([1, 2])
  })

  it('is read whatever names clients make up', async () => {
    const path = join(folder(), 'learned.json')
    const learned = createLearned({ file: openLearnedFile(path, true, { warn: () => {} } as never) })
    const long = 'q'.repeat(300)
    learned.of(place).identify(long, 'first')
    learned.of(place).starts.note(long, 'field')
    learned.of(place).limits.learn(long, { kind: 'mandatory' })
    learned.of(place).starts.note('m', 'field')
    await learned.close()
    const { records } = openLearnedFile(path, false, { warn: () => {} } as never)
    expect(records.map(({ starts, limits, identities }) => [starts.length, limits.length, identities.length])).toEqual([[1, 0, 0]])
  })

  it('is written by one process alone', async () => {
    const path = join(folder(), 'learned.json')
    for (const writes of [false, true]) {
      const learned = createLearned({ file: openLearnedFile(path, writes, { warn: () => {} } as never) })
      learned.of(place).limits.learn('m', { kind: 'without', path: 'temperature', withTools: true })
      learned.of(place).limits.learn('m', { kind: 'whole', withTools: true })
      learned.of(place).identify('', 'first')
      await learned.close()
      expect(existsSync(path)).toBe(writes)
    }
    const { records } = openLearnedFile(path, false, { warn: () => {} } as never)
    expect(records).toEqual([
      {
        place,
        starts: [],
        limits: [
          {
            model: 'm',
            limits: [
              { kind: 'without', path: 'temperature', withTools: true },
              { kind: 'whole', withTools: true },
            ],
          },
        ],
        identities: [['', 'first']],
      },
    ])
    const again = createLearned({ file: openLearnedFile(path, false, { warn: () => {} } as never) }).of(place)
    again.starts.note('m', 'field')
    again.identify('', 'second')
    expect([again.limits.of('m')?.length, again.starts.seen('m')]).toEqual([2, undefined])
  })

  it('keeps the 64 addresses that were used last', () => {
    const learned = createLearned()
    for (let index = 0; index < 70; index++) learned.of(`p${index}`).starts.note('m', 'field')
    expect([learned.of('p5').models(), learned.of('p6').models()]).toEqual([[], ['m']])
  })
})
