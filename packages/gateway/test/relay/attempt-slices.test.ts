import { setImmediate as immediate } from 'node:timers/promises'
import type { Part } from '@reason/core'
import { describe, expect, it } from 'vitest'
import { openaiChat } from '../../src/client-apis/chat-completions/chat-completions.ts'
import { requestOf, type ClientRequest } from '../../src/client-apis/client-request.ts'
import type { Destination } from '../../src/generation/destination.ts'
import { internalError } from '../../src/errors/api-error.ts'
import { createPassage, type Passage } from '../../src/fast-path/passage.ts'
import { startAttempt } from '../../src/relay/attempt/attempt.ts'
import type { Attempt, AttemptListener } from '../../src/relay/attempt/attempt-contract.ts'
import { createFormats } from '../../src/upstreams/formats.ts'
import type { AnswerListener } from '../../src/upstreams/upstream.ts'

const { wire, registry } = createFormats({ reasoningField: 'reasoning_content', upstreamFormat: 'openai-chat' })

interface Settings {
  stream?: boolean
  adapter?: string
  stopsAtTurnEnd?: boolean
  passage?: Passage
  answerLimit?: number
}

/** An attempt whose upstream does what the test says, and all that its listener hears. */
function start({ stream = true, adapter = 'think-tags', stopsAtTurnEnd = false, passage, answerLimit = 1e9 }: Settings = {}) {
  const request = requestOf(openaiChat, { model: 'qwen3-8b', stream, messages: [{ role: 'user', content: 'Q' }] }) as ClientRequest
  const resolution = registry.resolve({ model: 'qwen3-8b', hints: { adapter } })
  const upstream = { name: 'up', provider: undefined, api: { framing: 'sse' } }
  const starts = { origin: () => ({}), meet: () => false, note: () => undefined, doubt: () => undefined }
  const backend = { upstream, wire: wire('openai-chat'), choose: () => resolution, starts }
  const heard: string[] = []
  const parts: Part[] = []
  let upstreamSays: AnswerListener
  const listener: AttemptListener = {
    onBegin: () => heard.push('begin'),
    onParts: (some, more) => {
      parts.push(...some)
      heard.push(more ? 'more parts' : 'parts')
    },
    onIdle: () => undefined,
    onHeld: () => undefined,
    onRefused: () => heard.push('refused'),
    onFailed: ({ message }) => heard.push(`failed: ${message}`),
    onEnd: (end) => {
      passage?.settle()
      parts.push(...end())
      heard.push('end')
    },
    onFault: (error) => heard.push(`fault: ${String(error)}`),
  }
  const attempt: Attempt = startAttempt(
    (given) => {
      upstreamSays = given
      return { pause: () => heard.push('pause'), resume: () => heard.push('resume'), abort: () => heard.push('abort') }
    },
    {
      destination: { backend, request, bytes: {} } as unknown as Destination,
      settings: { answerLimit },
      isWhole: !stream,
      choices: 1,
      stopsAtTurnEnd,
      secret: () => 'nothing',
      channels: () => [],
      passage,
    },
    listener,
  )
  upstreamSays!.onHead(200, { 'content-type': stream ? 'text/event-stream' : 'application/json' })
  return {
    attempt,
    heard,
    parts,
    answer: () => textIn(parts, 'answer'),
    upstream: upstreamSays!,
    /** The network reads into the same memory again. */
    says(text: string) {
      const bytes = Buffer.from(text)
      upstreamSays!.onData(bytes, false)
      bytes.fill(0)
    },
  }
}

const textIn = (parts: readonly Part[], channel: string): string =>
  parts.map((part) => (part.type === 'delta' && part.channel === channel ? part.text : '')).join('')

async function turns(isOver: () => boolean): Promise<void> {
  for (let turn = 0; turn < 2000 && !isOver(); turn++) await immediate()
}

const event = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
const said = (content: string): string => event({ content })
const last = `${event({}, 'stop')}data: [DONE]\n\n`
/** More than others wait for. */
const long = 'A long text. '.repeat(20_000)

describe('an answer that arrives faster than the attempt reads it', () => {
  it('pauses the upstream, and loses no data that still arrives', async () => {
    const { says, upstream, heard, answer } = start()
    says(said(long))
    says(said('one, '))
    says(said('two.') + last)
    upstream.onEnd()
    expect(heard).toContain('pause')
    await turns(() => heard.includes('end'))
    expect(answer() === `${long}one, two.`).toBe(true)
    expect(heard.filter((what) => what === 'end')).toEqual(['end'])
    expect(heard.at(-1)).toBe('end')
  })

  it.each([
    ['stream', true, said(long) + last, false],
    ['whole answer', false, JSON.stringify({ choices: [{ index: 0, message: { content: long }, finish_reason: 'stop' }] }), false],
    ['short stream', true, said('Hi.') + last, undefined],
  ])('returns at the end of its body whether slices are still unread: a %s', (_, stream, body, isRead) => {
    const { says, upstream } = start({ stream })
    says(body)
    expect(upstream.onEnd()).toBe(isRead)
  })

  it('resumes the upstream when all slices are read', async () => {
    const { says, heard } = start()
    says(said(long))
    expect(heard).not.toContain('resume')
    await turns(() => heard.includes('resume'))
    expect(heard.at(-1)).toBe('resume')
  })

  it('gives all text before a failure', async () => {
    const { says, upstream, heard, answer } = start()
    says(said(long))
    upstream.onFailure({ ...internalError, message: 'It broke.' })
    await turns(() => heard.some((what) => what.startsWith('failed')))
    expect(answer() === long).toBe(true)
    expect(heard.at(-1)).toBe('failed: It broke.')
  })

  it('waits for a slow client', async () => {
    const { says, attempt, heard, parts, answer } = start()
    says(said(long))
    attempt.pause()
    const before = parts.length
    await turns(() => false)
    expect(parts.length).toBe(before)
    expect(heard).not.toContain('resume')
    attempt.resume()
    await turns(() => heard.includes('resume'))
    expect(answer() === long).toBe(true)
  })

  it('gives no parts after an abort', async () => {
    const { says, attempt, heard, parts } = start()
    says(said(long))
    attempt.abort()
    const before = parts.length
    await turns(() => false)
    expect(parts.length).toBe(before)
    expect(heard.at(-1)).toBe('abort')
  })

  it('marks the last parts of a read', async () => {
    const { says, heard } = start()
    says(said(long) + said('one'))
    await turns(() => heard.includes('resume'))
    const slices = heard.filter((what) => what.endsWith('parts'))
    expect(slices.length).toBeGreaterThan(4)
    expect(slices.slice(0, -1)).not.toContain('parts')
  })

  it('is not undecided about its format while slices are unread', async () => {
    const { says, attempt, heard } = start()
    says(said(`<think>Add.\n/think>\n${long.slice(0, 40_000)}`))
    expect(attempt.isUndecided()).toBe(false)
    await turns(() => heard.includes('resume'))
    expect(attempt.isUndecided()).toBe(true)
  })

  it('keeps the rest of a read that the fast path started before later reads', async () => {
    const passage = createPassage({
      passes: () => false,
      lastRead: () => undefined,
      lastWritten: () => undefined,
      textFrame: () => undefined,
      send: () => undefined,
      catchUp: () => undefined,
    })
    const run = start({ passage })
    // The first events go the long way together, and are long.
    run.says(said(long) + said('one, ') + said('two, ') + said('three, ') + said('four, '))
    run.says(said('five.') + last)
    run.upstream.onEnd()
    await turns(() => run.heard.includes('end'))
    expect(run.answer() === `${long}one, two, three, four, five.`).toBe(true)
  })
})

it('ends a stream after the pending text of the fast path', async () => {
  let run: ReturnType<typeof start> | undefined
  const passage = createPassage({
    passes: () => true,
    lastRead: () => run!.attempt.textFrame(),
    lastWritten: () => run!.parts.findLast((part) => part.type === 'delta'),
    textFrame: () => ({ before: '{"text":"', after: '"}' }),
    send: () => run!.heard.push('sent'),
    catchUp: (part) => run!.parts.push(...run!.attempt.catchUp(part)),
  })
  run = start({ passage })
  const { says, upstream, heard, parts, answer } = run
  const begun = 'x'.repeat(15_000)
  for (const text of [begun, begun]) says(said(text))
  for (let count = 0; count < 300; count++) says(said('word '))
  upstream.onEnd()
  await turns(() => heard.includes('end'))
  expect(heard).toContain('sent')
  expect(answer() === begun + begun + 'word '.repeat(300)).toBe(true)
  expect(parts.slice(parts.findIndex(({ type }) => type === 'block-end')).map(({ type }) => type)).not.toContain('delta')
})

describe('a whole answer that takes long to read at its end', () => {
  const whole = (content: string): string =>
    JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }] })

  it('comes in slices, none of which is marked as last before the end', async () => {
    const { says, upstream, heard, answer } = start({ stream: false })
    says(whole(long))
    upstream.onEnd()
    expect(heard).not.toContain('end')
    await turns(() => heard.includes('end'))
    expect(answer() === long).toBe(true)
    expect(heard).not.toContain('parts')
  })

  it('gives no end after an abort', async () => {
    const { says, upstream, attempt, heard } = start({ stream: false })
    says(whole(long))
    upstream.onEnd()
    attempt.abort()
    await turns(() => false)
    expect(heard).not.toContain('end')
  })
})

describe('an answer whose last event was read', () => {
  const usage = `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 } })}\n\n`
  const counted = `${event({}, 'stop')}${usage}data: [DONE]\n\n`

  it('ends with its last parts, before its body', () => {
    const { says, heard, answer } = start()
    says(said('Hi.'))
    says(counted)
    expect(answer()).toBe('Hi.')
    expect(heard.slice(-2)).toEqual(['more parts', 'end'])
  })

  it('ends after the text that waits for its slice', async () => {
    const { says, heard, answer } = start()
    says(said(long) + counted)
    expect(heard).not.toContain('end')
    await turns(() => heard.includes('end'))
    expect(answer() === long).toBe(true)
    expect(heard.filter((what) => what === 'end')).toEqual(['end'])
  })

  it('ends once if its upstream breaks off while slices are unread', async () => {
    const { says, upstream, heard, answer } = start()
    says(said(long) + said('more') + counted)
    upstream.onFailure({ ...internalError, message: 'It broke.' })
    await turns(() => heard.includes('end'))
    expect(answer() === `${long}more`).toBe(true)
    expect(heard.at(-1)).toBe('end')
  })
})

describe('an upstream that goes on after its finish', () => {
  const late = said('late '.repeat(400)).repeat(20)

  it.each([
    ['one read', 1, ''],
    ['more reads than are handled', 2, ''],
    ['a read with the finish again', 1, event({}, 'stop')],
  ])('is not read to its end, if each turn brings %s', async (_, reads, repeated) => {
    const { says, heard } = start()
    says(said('Hi.') + event({}, 'stop'))
    for (let count = 0; count < 200 && !heard.includes('end'); count++) {
      for (let read = 0; read < reads; read++) says(late.repeat(2) + repeated)
      await immediate()
    }
    expect(heard.at(-1)).toBe('end')
  })

  it('keeps what it adds to a text of usual length', () => {
    const { says, upstream, heard, answer } = start()
    says(said('Hi.') + event({}, 'stop'))
    for (let count = 0; count < 20; count++) says(said(' More.'))
    expect(heard).not.toContain('end')
    upstream.onEnd()
    expect(answer()).toBe(`Hi.${' More.'.repeat(20)}`)
  })
})

describe('a turn that ends by a token in its text', () => {
  const final = (text: string): string => `<|channel|>final<|message|>${text}<|return|>`

  it('ends after the text before the token, and drops the text after it', async () => {
    const { says, heard, answer } = start({ adapter: 'harmony', stopsAtTurnEnd: true })
    says(said(final(long)) + said('<|start|>assistant') + said(final('More.')))
    await turns(() => heard.includes('end'))
    expect(answer() === long).toBe(true)
    expect(heard.slice(-2)).toEqual(['abort', 'end'])
  })
})
