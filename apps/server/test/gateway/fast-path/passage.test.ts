import type { ServerResponse } from 'node:http'
import type { DeltaPart } from '@reason/core/parts'
import type { WrittenFrame } from '@reason/core/wire'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { patienceMs } from '@reason/testkit/patience'
import { sample, times } from '@reason/testkit/sampling'
import { describe, expect, it, onTestFinished, test, vi } from 'vitest'
import fc from 'fast-check'
import { createPassage, type PassageOptions, type ReadFrame } from '@reason/gateway/src/fast-path/passage'
import { question, startGateway } from '../../support/gateway.ts'
import { chunk, done, sendStream, startUpstream } from '../../support/upstream.ts'

const delta = (text: string): DeltaPart => ({ type: 'delta', block: 0, channel: 'answer', text })

const frame = { before: '{"in":"', after: '","é":1}', part: delta('b') }

/** A passage, what went which way, and what the long way tells of its last frame. */
function createWays(settings: Partial<PassageOptions> = {}) {
  const sent: string[] = []
  const late: string[] = []
  /** Texts of the slow path, and texts that the stages see late, in their order. */
  const order: string[] = []
  const clock = { ms: 0 }
  const last: { read: ReadFrame | undefined; written: DeltaPart | undefined } = { read: frame, written: delta('b') }
  const passage = createPassage({
    passes: () => true,
    lastRead: () => last.read,
    lastWritten: () => last.written,
    textFrame: () => ({ before: '{"out":"', after: '"}' }),
    send: (frames) => void sent.push(Buffer.from(frames, 'latin1').toString('utf8')),
    catchUp({ text }) {
      late.push(text)
      order.push(`late ${text}`)
    },
    now: () => clock.ms,
    ...settings,
  })
  /** @returns What of it went the long way, piece by piece. */
  function push(bytes: string | Buffer): string[] {
    const long: string[] = []
    passage.push(Buffer.from(bytes), false, (piece) => {
      long.push(piece.toString('utf8'))
      order.push(`long ${piece.toString('utf8')}`)
      return true
    })
    return long
  }
  return { passage, push, sent, late, order, clock, last }
}

/** The same after two frames that are alike, and came out as they went in. */
function known(settings: Partial<PassageOptions> = {}) {
  const ways = createWays(settings)
  ways.push(event('a'))
  ways.push(event('b'))
  ways.order.length = 0
  return ways
}

const event = (literal: string): string => `data: {"in":"${literal}","é":1}\n\n`
const other = 'data: {"other":1}\n\n'

describe('the fast path', () => {
  test('writes known events at once, and reports their text later, in one piece', () => {
    const { passage, push, sent, late } = known()
    expect(push(event('one '))).toEqual([])
    expect(push(event('zwei · 二 · 🎉 ') + event('three'))).toEqual([])
    expect(sent).toEqual(['data: {"out":"one "}\n\n', 'data: {"out":"zwei · 二 · 🎉 "}\n\ndata: {"out":"three"}\n\n'])
    expect(late).toEqual([])
    passage.settle()
    passage.settle()
    expect(late).toEqual(['one zwei · 二 · 🎉 three'])
  })

  test('writes names of events, and numbers only the events that it sends', () => {
    let number = 7
    let lets = true
    const textFrame = (): WrittenFrame => ({ event: 'text', before: '{"é":"', after: () => `","number":${number++}}` })
    const { push, sent } = known({ textFrame, passes: () => lets })
    push(event('one') + event('zwö'))
    lets = false
    push(event('three'))
    expect(number).toBe(9)
    expect(sent).toEqual(['event: text\ndata: {"é":"one","number":7}\n\nevent: text\ndata: {"é":"zwö","number":8}\n\n'])
  })

  test('reports text after a maximum length and a maximum time', () => {
    const { passage, push, late, clock } = known()
    for (let count = 0; count < 300; count++) push(event('twelve units'))
    expect(late.map(({ length }) => length)).toEqual([1032, 1032, 1032])
    passage.settle()
    expect(late.join('')).toBe('twelve units'.repeat(300))
    late.length = 0
    for (const ms of [5000, 5100, 5101, 5102]) {
      clock.ms = ms
      push(event(`${ms} `))
    }
    expect(late).toEqual(['5000 5100 5101 '])
  })

  test.each<[string, string | Buffer]>([
    ['something else is different', 'data: {"in":"a","é":2}\n\n'],
    ['there is an escape', event(String.raw`a\nb`)],
    ['there is a quote', event(String.raw`a\"b`)],
    ['a control character stands where none may', event('a\tb')],
    ['there is no text', event('')],
    ['it is cut', event('a').slice(0, -1)],
    ['it begins in the middle', event('a').slice(1)],
    ['a name comes with it', `event: x\n${event('a')}`],
    ['it is a comment', ':\n\n'],
    ['it is no UTF-8', Buffer.concat([Buffer.from('data: {"in":"a'), Buffer.from([0xff]), Buffer.from('","é":1}\n\n')])],
    ['a character is cut', Buffer.concat([Buffer.from('data: {"in":"'), Buffer.from('é').subarray(0, 1), Buffer.from('","é":1}\n\n')])],
  ])('leaves a read to the slow path if %s, after it reported earlier text', (_, bytes) => {
    const { push, sent, order, last } = known()
    push(event('before'))
    last.read = undefined
    const whole = Buffer.from(bytes).toString('utf8')
    expect(push(bytes)).toEqual([whole])
    expect(sent).toHaveLength(1)
    expect(order).toEqual(['late before', `long ${whole}`])
    expect(push(event('a'))).toEqual([event('a')])
  })

  test('does not join halves of a character from two events', () => {
    const { push, sent, last } = known()
    last.read = undefined
    const [first, second] = [Buffer.from('é').subarray(0, 1), Buffer.from('é').subarray(1)].map((half) =>
      Buffer.concat([Buffer.from('data: {"in":"'), half, Buffer.from('","é":1}\n\n')]),
    )
    expect(push(Buffer.concat([first!, second!]))).toEqual([first!.toString('utf8'), second!.toString('utf8')])
    expect(sent).toEqual([])
  })

  test.each([
    ['the next event has begun', 'data: {"in'],
    ['a different event follows', 'data: [DONE]\n\n'],
    ['one follows that is written otherwise', event(String.raw`a\nb`)],
  ])('writes the beginning of a read if %s, and reports it first', (_, rest) => {
    const more: boolean[] = []
    const { push, order, last } = known({ send: (...[, , , follows]) => void more.push(follows) })
    last.read = undefined
    push(event('a') + event('é') + rest)
    expect(order).toEqual(['late aé', `long ${rest}`])
    expect(more).toEqual([true])
    expect(push(event('a'))).toEqual([event('a')])
  })

  test('resumes within a read after other events', () => {
    const { passage, push, order } = known()
    expect(push(event('a') + event(String.raw`a\nb`) + event('c') + event('d'))).toEqual([event(String.raw`a\nb`)])
    passage.settle()
    expect(order).toEqual(['late a', `long ${event(String.raw`a\nb`)}`, 'late cd'])
  })

  test('scans a long read in pieces, wherever they end', () => {
    const { passage, push, sent, late } = known()
    const events = Array.from({ length: 3000 }, (_, index) => event(`word${index % 7} `)).join('')
    expect(push(events)).toEqual([])
    expect(sent.length).toBeGreaterThan(5)
    passage.settle()
    expect(late.join('')).toBe([...events.matchAll(/word\d /g)].join(''))
    // Longer than what is looked at at once.
    expect(push(event('x'.repeat(20_000)))).toHaveLength(1)
  })

  test('passes different events to the slow path, singly as long as that may help', () => {
    const { push, last } = known()
    last.read = undefined
    const five = [1, 2, 3, 4, 5].map((index) => `data: ${index}\n\n`)
    expect(push(`:\n\n:\n\n${five[0]}${five[1]}`)).toEqual([`:\n\n:\n\n${five[0]}`, five[1]])
    // Nothing came of four.
    expect(push(five.join(''))).toEqual([five[0], five[1], five.slice(2).join('')])
    last.read = frame
    push(event('a'))
    last.read = undefined
    expect(push(other + other)).toEqual([other, other])
  })

  test.each([[':\n\n:\n\n'], ['data: 1\n'], ['data: 1\ndata: 2']])('passes on incomplete events whole: %j', (bytes) => {
    expect(known().push(bytes)).toEqual([bytes])
  })

  test('passes the first events to the slow path together, because one may be an error', () => {
    const { push, last } = createWays()
    last.read = undefined
    const [first, second] = push('data: 1\n\n'.repeat(9))
    expect([first, second]).toEqual(['data: 1\n\n'.repeat(3), 'data: 1\n\n'])
  })

  test('stops reading an answer that the slow path has ended', () => {
    const { passage, sent } = known()
    const long: string[] = []
    passage.push(Buffer.from(other + event('a') + other), false, (bytes) => long.push(bytes.toString('utf8')) > 1)
    expect(long).toEqual([other])
    expect(sent).toEqual([])
  })

  test('tells the slow path for each piece whether more of the read follows', () => {
    const { passage, last } = known()
    last.read = undefined
    const follows: boolean[] = []
    for (const more of [false, true]) passage.push(Buffer.from(other + other), more, (_, behind) => follows.push(behind) > 0)
    expect(follows).toEqual([true, false, true, true])
  })

  test('asks passes() about all pending text, and leaves an event that does not pass', () => {
    const asked: string[] = []
    const { push, late } = known({ passes: ({ text }, own) => asked.push(`${text}|${own.text}`) < 3 })
    expect([event('a'), event('b'), event('c')].map((bytes) => push(bytes).length)).toEqual([0, 0, 1])
    expect(asked).toEqual(['a|a', 'ab|ab', 'abc|abc'])
    expect(late).toEqual(['ab'])
  })

  test('asks passes() once about many events if the first does not pass', () => {
    const asked: string[] = []
    const { push } = known({ passes: ({ text }) => asked.push(text) === 0 })
    expect(push(event('c') + event('d') + event('e'))).toEqual([event('c') + event('d') + event('e')])
    expect(asked).toEqual(['cde'])
  })

  test('reports pending text with its own part before it learns another frame', () => {
    const late: DeltaPart[] = []
    const { push, last } = known({ catchUp: (part) => void late.push(part) })
    push(event('one'))
    last.read = { ...frame, part: { ...delta('b'), block: 7 } }
    last.written = { ...delta('b'), block: 7 }
    push(other)
    expect(late).toEqual([delta('one')])
  })

  test('learns no frame if the text was held and another choice was written', () => {
    const { push, last } = known()
    last.read = { ...frame, part: { ...delta('b'), choice: 1 } }
    push(other)
    push(other)
    expect(push(event('a'))).toEqual([event('a')])
  })

  test('reports pending text and knows no frame after forget()', () => {
    const { passage, push, late } = known()
    push(event('one'))
    passage.forget()
    expect(late).toEqual(['one'])
    expect(push(event('a'))).toEqual([event('a')])
    expect(push(event('a'))).toEqual([event('a')])
    expect(push(event('a'))).toEqual([])
  })

  test('learns no frame from a single event, from changed text, or from varying output', () => {
    const once = known()
    once.last.read = { before: '{"other":', after: '"}', part: delta('b') }
    once.push(other)
    expect(once.push(event('a'))).toEqual([event('a')])
    const changed = known()
    changed.last.written = undefined
    changed.push(other)
    expect(changed.push(event('a'))).toEqual([event('a')])
    expect(known({ textFrame: () => undefined }).push(event('a'))).toEqual([event('a')])
  })
})

const text = fc.oneof(
  { weight: 8, arbitrary: fc.stringMatching(/^[a-z .,]{1,8}$/) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('<think>', '</think>', 'a <', '\n\n', '"', '\\', '`', '```\n', ' ', '<tool_call>', '<|im_end|>'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('<|channel|>analysis<|message|>', '<|end|>', '<|start|>assistant', '<|channel|>final<|message|>', '<|'),
  },
)
const frames = fc.array(
  fc.oneof(
    { weight: 10, arbitrary: fc.array(text, { minLength: 3, maxLength: 12 }).map((texts) => texts.map((one) => chunk({ content: one }))) },
    {
      weight: 10,
      arbitrary: fc.array(text, { minLength: 3, maxLength: 12 }).map((texts) => texts.map((one) => chunk({ reasoning_content: one }))),
    },
    { weight: 1, arbitrary: text.map((one) => [chunk({ content: one }, { index: 1 })]) },
    { weight: 1, arbitrary: text.map((one) => [chunk({ content: one }, { extra: 1 })]) },
    {
      weight: 1,
      arbitrary: fc.constant([chunk({ tool_calls: [{ index: 0, id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }] })]),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom([':\n\n'], ['data: broken\n\n'], [chunk({})], [chunk({ content: 'a' }).replaceAll('\n', '\r\n')]),
    },
  ),
  { minLength: 1, maxLength: 8 },
)

/** Events, cut into network reads. */
type Cutting = (events: readonly string[]) => readonly (string | Buffer)[]

/** With other ends of lines nothing is alike. */
const theLongWay: Cutting = (events) => [events.join('').replaceAll(/\r?\n/g, '\r\n')]
const oneByOne: Cutting = (events) => events
const atOnce: Cutting = (events) => [events.join('')]

/** @param sizes - In bytes, one after the other, and again. */
function cutInto(text: string, sizes: readonly number[]): Buffer[] {
  const bytes = Buffer.from(text)
  const pieces: Buffer[] = []
  for (let from = 0; from < bytes.length;) pieces.push(bytes.subarray(from, (from += 1 + sizes[pieces.length % sizes.length]!)))
  return pieces
}

describe('a stream', { timeout: 240_000 }, () => {
  const streams: [string, string, string[], { n?: number; ends?: boolean; api?: keyof typeof apis }?][] = [
    ['of a model of which nothing is known', 'some-model', []],
    ['of a model with tags', 'qwen3:8b', []],
    ['of a model that begins in its thought', 'deepseek-r1', []],
    ['of a model that speaks Harmony', 'gpt-oss-20b', []],
    ['of which the blank lines stay', 'some-model', ['--no-trim']],
    ['of which no reasoning is shown', 'some-model', ['--visibility', 'none']],
    ['whose budget ends in it', 'some-model', ['--session-budget', '40', '--budget-action', 'warn']],
    ['of two answers', 'some-model', [], { n: 2 }],
    ['that ends without saying so', 'some-model', [], { ends: false }],
    ['for a client of Messages', 'qwen3:8b', [], { api: 'messages' }],
    ['for a client of Messages that sees no reasoning', 'some-model', ['--visibility', 'none'], { api: 'messages' }],
    ['for a client of Responses', 'qwen3:8b', [], { api: 'responses' }],
    ['for a client of Responses that sees no reasoning', 'some-model', ['--visibility', 'none'], { api: 'responses' }],
  ]
  it.each(sample(streams, 3))(
    '%s is the same however it is cut, and so is what is counted and kept',
    async (_, model, flags, { n = 1, ends = true, api = 'chat' } = {}) => {
      let events: readonly string[] = []
      let cut: Cutting = atOnce
      let sizes: readonly number[] = []
      const anywhere: Cutting = (pieces) => cutInto(pieces.join(''), sizes)
      const ending = [...Array.from({ length: n }, (_, index) => chunk({}, { index, finish_reason: 'stop' })), done]
      const upstream = await startUpstream((_, response) => {
        sendStream(response)
        response.flushHeaders()
        const all = [...events, ...(ends ? ending : [])]
        void write(cut(all), response)
      })
      // How long text may be held for its format to show is no matter of how busy the machine is.
      const all = ['--upstream', upstream, '--decide-after', '60000', '--traces', 'sqlite', ...flags]
      const [reference, ...others] = await Promise.all(
        [theLongWay, oneByOne, atOnce, anywhere].map(async (cutting) => ({
          cutting,
          ...(await startGateway(...all, '--data-dir', folder())),
        })),
      )
      const { path, asked, read } = apis[api]
      const body = JSON.stringify({ model, stream: true, ...asked, ...(n > 1 && { n }) })
      let session = 0
      await fc.assert(
        fc.asyncProperty(frames, fc.array(fc.nat(400), { minLength: 1 }), async (drawn, drawnSizes) => {
          events = drawn.flat()
          sizes = drawnSizes
          const id = `s${session++}`
          const headers = { 'content-type': 'application/json', 'x-reason-session': id }
          const ask = async ({ cutting, url }: (typeof others)[number]) => {
            cut = cutting
            return read(await (await fetch(url + path, { method: 'POST', headers, body })).text())
          }
          const expected = await ask(reference!)
          for (const other of others) expect(await ask(other), other.cutting.name).toEqual(expected)
          const [trace, ...traces] = await Promise.all([reference!, ...others].map(({ url }) => kept(url, id)))
          for (const [index, other] of traces.entries()) expect(other, others[index]!.cutting.name).toEqual(trace)
        }),
        { numRuns: times(6, 25) },
      )
      const expected = await counted(reference!.url)
      for (const { url, cutting } of others) {
        const found = await counted(url)
        expect(found.others, cutting.name).toEqual(expected.others)
        // Held text, and the text that comes with it, counts once on the slow path.
        expect(found.gaps, cutting.name).toBeGreaterThanOrEqual(expected.gaps)
      }
    },
  )
})

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'reason-passage-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

const soon = { timeout: patienceMs, interval: 10 }

/** The text in the trace of a session's only generation. */
async function kept(url: string, session: string): Promise<unknown> {
  const items = await vi.waitUntil(async () => {
    const page = (await (await fetch(`${url}/api/traces?session=${session}`)).json()) as { items: { id: string }[] }
    return page.items.length > 0 && page.items
  }, soon)
  const trace = (await (await fetch(`${url}/api/traces/${items[0]!.id}`)).json()) as Record<string, unknown>
  return ['reasoningText', 'channels', 'boundaries', 'warnings', 'answerHash', 'outcome', 'redactions', 'reasoningTokens'].map(
    (name) => trace[name],
  )
}

async function write(pieces: readonly (string | Buffer)[], response: ServerResponse, ms?: number): Promise<void> {
  for (const piece of pieces) {
    response.write(piece)
    await (ms === undefined ? setImmediate() : setTimeout(ms))
  }
  response.end()
}

describe('text that is held until its format is known', () => {
  /** The text of each choice, from a gateway that waits half a second for held text. */
  async function said(events: readonly string[], fields: object): Promise<Record<string, string>> {
    const upstream = await startUpstream((_, response) => {
      sendStream(response)
      response.flushHeaders()
      void write(events, response, 10)
    })
    const gateway = await startGateway('--upstream', upstream, '--decide-after', '500')
    const stream = await (await gateway.chat({ model: 'some-model', stream: true, messages: question, ...fields })).text()
    expect(stream).not.toContain('"error"')
    const out: Record<string, string> = {}
    for (const line of stream.split('\n').filter((one) => one.startsWith('data: {'))) {
      const { choices } = JSON.parse(line.slice(6)) as { choices: { index: number; delta: Record<string, string> }[] }
      for (const { index, delta } of choices)
        for (const field of ['content', 'reasoning_content'])
          out[`${field} ${index}`] = (out[`${field} ${index}`] ?? '') + (delta[field] ?? '')
    }
    return out
  }
  const many = (field: string, index: number): string[] =>
    Array.from({ length: 100 }, (_, count) => chunk({ [field]: `word${count} ` }, { index }))
  const words = Array.from({ length: 100 }, (_, count) => `word${count} `).join('')

  test.each([
    ['shown', {}, words.trim()],
    ['not shown', { reasoning: { exclude: true } }, ''],
  ])('does not turn later reasoning into an answer, if reasoning is %s', async (_, fields, reasoning) => {
    const end = [chunk({ content: 'Done.' }), chunk({}, { finish_reason: 'stop' }), done]
    const answer = await said([chunk({ content: 'Sure. ' }), ...many('reasoning_content', 0), ...end], fields)
    expect(answer['content 0']).toBe('Sure. Done.')
    expect(answer['reasoning_content 0']!.trim()).toBe(reasoning)
  })

  test('does not fail if it is blank', async () => {
    const end = [chunk({}, { finish_reason: 'stop' }), done]
    const answer = await said([chunk({ content: ' ' }), ...many('reasoning_content', 0), ...end], {})
    expect(answer['reasoning_content 0']!.trim()).toBe(words.trim())
  })

  test('does not mix text of two choices', async () => {
    const end = [chunk({}, { finish_reason: 'stop' }), chunk({}, { index: 1, finish_reason: 'stop' }), done]
    const answer = await said([chunk({ content: 'ZERO' }), ...many('content', 1), ...end], { n: 2 })
    expect([answer['content 0'], answer['content 1']!.trim()]).toEqual(['ZERO', words.trim()])
  })
})

/** A stream as a client reads it: adjacent texts are joined, because the size of events may differ. */
function joined(stream: string): string[] {
  const out: string[] = []
  let open = ''
  let said = ''
  for (const line of stream.split('\n')) {
    if (!line.startsWith('data: ')) continue
    const place = line.replace(/"(content|reasoning_content)":"(?:[^"\\]|\\.)*"/, (field, name: string) => {
      if (open !== name) out.push(`${open}: ${said}`)
      if (open !== name) said = ''
      open = name
      said += JSON.parse(field.slice(name.length + 3)) as string
      return name
    })
    if (place === line) {
      out.push(`${open}: ${said}`, line)
      open = said = ''
    }
  }
  return out
}

/** The same of events with names, whose numbers follow one another. What is sealed, ids that the gateway makes and times differ. */
function joinedEvents(stream: string): [place: string, text: string][] {
  const out: [string, string][] = []
  let count = 0
  for (const event of stream.split('\n\n')) {
    const [, name, data] = /^event: (\S+)\ndata: ([^\n]*)$/.exec(event) ?? []
    if (data === undefined) continue
    const lasting = data
      .replaceAll(/"(signature|encrypted_content|created_at)":(?:"[^"]+"|\d+)/g, '"$1":"changes"')
      .replaceAll(/_[0-9a-f]{24}/g, '_made')
    const { sequence_number: number = count, ...value } = JSON.parse(lasting) as Record<string, unknown>
    expect([value['type'], number]).toEqual([name, count++])
    let text = ''
    const place = JSON.stringify(value, (field, one: unknown) => {
      if (typeof one !== 'string' || !(value['type'] as string).endsWith('delta') || !['delta', 'text', 'thinking'].includes(field))
        return one
      text += one
      return ''
    })
    if (text !== '' && out.at(-1)?.[0] === place) out.at(-1)![1] += text
    else out.push([place, text])
  }
  // An answer that says nothing may be an error, in one piece.
  return out.length === 0 ? [[stream, '']] : out
}

const apis = {
  chat: { path: '/v1/chat/completions', asked: { messages: question }, read: joined },
  messages: { path: '/v1/messages', asked: { max_tokens: 1000, messages: question }, read: joinedEvents },
  responses: { path: '/v1/responses', asked: { input: question }, read: joinedEvents },
} as const

/** Sums and numbers of things, and none of times. */
async function counted(url: string): Promise<{ gaps: number; others: string[] }> {
  const lines = (await (await fetch(`${url}/metrics`)).text()).split('\n')
  const others = lines.filter((line) => /^\w*(?:tokens_total|generations_total|_warnings?_total|leaks?_total)\{/.test(line))
  const gaps = lines.flatMap((line) => /gap_seconds_count\{.*\} (\d+)$/.exec(line)?.[1] ?? [])
  expect([others.some((line) => line.includes('tokens_total')), gaps.length]).toEqual([true, 1])
  return { gaps: Number(gaps[0]), others: others.toSorted() }
}
