import type { ServerResponse } from 'node:http'
import type { DeltaPart } from '@reason/core'
import { describe, expect, it, test } from 'vitest'
import fc from 'fast-check'
import { createPassage, type PassageOptions } from '../../src/relay/passage.ts'
import { question, startGateway } from '../support/gateway.ts'
import { chunk, done, sendStream, startUpstream } from '../support/upstream.ts'

const delta = (text: string): DeltaPart => ({ type: 'delta', block: 0, channel: 'answer', text })

/** A passage that has seen two frames that are alike, and what came of it. */
function known(settings: Partial<PassageOptions> = {}) {
  const sent: string[] = []
  const late: string[] = []
  const passage = createPassage({
    passes: () => true,
    textFrame: () => ({ before: '{"out":"', after: '"}' }),
    send: (frames) => void sent.push(Buffer.from(frames, 'latin1').toString('utf8')),
    later: ({ text }) => void late.push(text),
    ...settings,
  })
  const read = { before: '{"in":"', after: '","é":1}', part: delta('b') }
  passage.learn(read, delta('a'))
  passage.learn(read, delta('b'))
  return { passage, sent, late, read }
}

const event = (literal: string): string => `data: {"in":"${literal}","é":1}\n\n`

describe('a passage', () => {
  test('writes what is alike at once, and tells of it later, in one piece', () => {
    const { passage, sent, late } = known()
    expect(passage.push(Buffer.from(event('one ')))).toBe(true)
    expect(passage.push(Buffer.from(event('zwei · 二 · 🎉 ') + event('three')))).toBe(true)
    expect(sent).toEqual(['data: {"out":"one "}\n\n', 'data: {"out":"zwei · 二 · 🎉 "}\n\ndata: {"out":"three"}\n\n'])
    expect(late).toEqual([])
    passage.settle()
    passage.settle()
    expect(late).toEqual(['one zwei · 二 · 🎉 three'])
  })

  test('does not wait for ever to tell', () => {
    const { passage, late } = known()
    for (let count = 0; count < 300; count++) passage.push(Buffer.from(event('twelve units')))
    expect(late.length).toBeGreaterThan(0)
    passage.settle()
    expect(late.join('')).toBe('twelve units'.repeat(300))
  })

  test.each<[string, string | Buffer]>([
    ['something else is different', 'data: {"in":"a","é":2}\n\n'],
    ['there is an escape', event(String.raw`a\nb`)],
    ['there is a quote', event(String.raw`a\"b`)],
    ['a control character stands where none may', event('a\tb')],
    ['there is no text', event('')],
    ['it is cut', event('a').slice(0, -1)],
    ['it begins in the middle', event('a').slice(1)],
    ['the next event has begun', `${event('a')}data: {"in`],
    ['a different event follows', `${event('a')}data: [DONE]\n\n`],
    ['a name comes with it', `event: x\n${event('a')}`],
    ['it is a comment', ':\n\n'],
    ['it is no UTF-8', Buffer.concat([Buffer.from('data: {"in":"a'), Buffer.from([0xff]), Buffer.from('","é":1}\n\n')])],
    ['a character is cut', Buffer.concat([Buffer.from('data: {"in":"'), Buffer.from('é').subarray(0, 1), Buffer.from('","é":1}\n\n')])],
  ])('leaves a read alone where %s, having told of all before it', (_, bytes) => {
    const { passage, sent, late } = known()
    passage.push(Buffer.from(event('before')))
    expect(passage.push(Buffer.from(bytes))).toBe(false)
    expect(sent).toHaveLength(1)
    expect(late).toEqual(['before'])
    // Nothing is known until two more were alike.
    expect(passage.push(Buffer.from(event('a')))).toBe(false)
  })

  test('asks about all that waits, and leaves alone what does not pass with it', () => {
    const asked: string[] = []
    const { passage, late } = known({ passes: ({ text }, own) => asked.push(`${text}|${own.text}`) < 3 })
    expect([event('a'), event('b'), event('c')].map((bytes) => passage.push(Buffer.from(bytes)))).toEqual([true, true, false])
    expect(asked).toEqual(['a|a', 'ab|ab', 'abc|abc'])
    expect(late).toEqual(['ab'])
  })

  test('knows nothing after one frame, one that did not come out as it was, or one that is not always written alike', () => {
    const other = { before: '{"other":"', after: '"}', part: delta('b') }
    const once = known()
    once.passage.learn(other, delta('c'))
    expect(once.passage.push(Buffer.from('data: {"other":"a"}\n\n'))).toBe(false)
    once.passage.learn(other, delta('c'))
    expect(once.passage.push(Buffer.from('data: {"other":"a"}\n\n'))).toBe(true)
    const changed = known()
    changed.passage.learn(changed.read, undefined)
    expect(changed.passage.push(Buffer.from(event('a')))).toBe(false)
    expect(known({ textFrame: () => undefined }).passage.push(Buffer.from(event('a')))).toBe(false)
  })
})

const text = fc.oneof(
  { weight: 8, arbitrary: fc.stringMatching(/^[a-z .,]{1,8}$/) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }) },
  { weight: 1, arbitrary: fc.constantFrom('<think>', '</think>', 'a <', '\n\n', '"', '\\', '`', '```\n', ' ', '<tool_call>') },
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

describe('a stream', { timeout: 120_000 }, () => {
  it.each([
    ['of a model of which nothing is known', 'some-model', []],
    ['of a model with tags', 'qwen3:8b', []],
    ['of a model that begins in its thought', 'deepseek-r1', []],
    ['of which the blank lines stay', 'qwen3:8b', ['--no-trim']],
    ['of which no reasoning is shown', 'qwen3:8b', ['--visibility', 'none']],
    ['whose budget ends in it', 'some-model', ['--session-budget', '40', '--budget-action', 'warn']],
  ])('%s is the same event by event as all at once, and so is what is counted', async (_, model, flags) => {
    let events: readonly string[] = []
    let atOnce = true
    const upstream = await startUpstream((_, response) => {
      sendStream(response)
      response.flushHeaders()
      const all = [...events, chunk({}, { finish_reason: 'stop' }), done]
      void write(atOnce ? [all.join('')] : all, response)
    })
    // How long text may be held for its format to show is no matter of how busy the machine is.
    const all = ['--upstream', upstream, '--decide-after', '60000', ...flags]
    const [one, other] = await Promise.all([startGateway(...all), startGateway(...all)])
    const body = { model, stream: true, messages: question }
    let session = 0
    await fc.assert(
      fc.asyncProperty(frames, async (drawn) => {
        events = drawn.flat()
        const headers = { 'content-type': 'application/json', 'x-reason-session': `s${session++}` }
        atOnce = true
        const whole = await (await one.chat(body, { headers })).text()
        atOnce = false
        const streamed = await (await other.chat(body, { headers })).text()
        expect(joined(streamed)).toEqual(joined(whole))
      }),
      { numRuns: 60 },
    )
    expect(await counted(other.url)).toEqual(await counted(one.url))
  })
})

async function write(pieces: readonly string[], response: ServerResponse): Promise<void> {
  for (const piece of pieces) {
    response.write(piece)
    await new Promise((resolve) => setImmediate(resolve))
  }
  response.end()
}

/** What a client makes of a stream: adjacent text is joined, as events may hold more of it or less. */
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

/** Sums and numbers of things, and none of times. */
async function counted(url: string): Promise<string[]> {
  const lines = (await (await fetch(`${url}/metrics`)).text()).split('\n')
  const found = lines.filter((line) =>
    /^\w*(?:tokens_total|generations_total|gap_seconds_count|_warnings?_total|leaks?_total)\{/.test(line),
  )
  expect(found.join()).toMatch(/gap_seconds_count.*tokens_total|tokens_total.*gap_seconds_count/)
  return found.toSorted()
}
