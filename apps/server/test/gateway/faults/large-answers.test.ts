import { describe, expect, it } from 'vitest'
import { finalOf, postGenerate, streamed, textOf } from '../../support/generate.ts'
import { chunk, completion, done, sendStream } from '../../support/upstream.ts'
import { apis, pathOf, requestOf, understand } from './apis.ts'
import { startRig, well, type Behaviour } from './rig.ts'

const length = 50 * 1024 * 1024
const piece = 'x'.repeat(65_536)
const event = chunk({ content: piece })

/** A stream of one word, as long as the client reads it. */
const endless: Behaviour = (response) => {
  sendStream(response)
  const more = (): void => {
    while (!response.destroyed && response.write(event));
  }
  response.on('drain', more)
  more()
}

/** 50 MB of text, and then it ends as it should. */
const large: Behaviour = (response, _, stream) => {
  if (!stream) return void response.setHeader('content-type', 'application/json').end(completion({ content: 'x'.repeat(length) }))
  sendStream(response)
  let left = length / piece.length
  const more = (): void => {
    while (left > 0) if ((left--, !response.write(event))) return
    response.end(chunk({}, { finish_reason: 'stop' }) + done)
  }
  response.on('drain', more)
  more()
}

describe('an answer of 50 MB', () => {
  it.each([...apis.map((api) => ({ api, stream: false })), { api: 'anthropic-messages' as const, stream: true }])(
    'arrives, to the character: $api, stream $stream',
    async ({ api, stream }) => {
      const { upstream, ask, settled } = await startRig()
      upstream.behave(large)
      const { status, text, whole } = await ask(api, stream, 'large')
      expect([status, whole]).toEqual([200, true])
      const { answer, complete, error } = understand(api, stream, text)
      expect([answer.length, complete, error]).toEqual([length, true, undefined])
      upstream.behave(well)
      expect(understand(api, stream, (await ask(api, stream, 'next')).text).answer).toBe('Fine.')
      await settled({ large: ['stop'], next: ['stop'] })
    },
    60_000,
  )

  it('is more than may be kept where the limit says so', async () => {
    const { upstream, ask, settled } = await startRig('--answer-limit', '1000000')
    upstream.behave(large)
    for (const api of apis) {
      const { status, text } = await ask(api, false, api)
      expect([status, understand(api, false, text).error?.message]).toEqual([502, expect.stringMatching(/more than 1000000 bytes/)])
    }
    await settled(Object.fromEntries(apis.map((api) => [api, ['error']])))
  })
})

describe('an answer of events that the format does not know', () => {
  const unknown = `data: {"x":[${'[],'.repeat(5000)}1]}\n\n`
  const behaviour: Behaviour = (response) => {
    sendStream(response)
    response.end(unknown.repeat(400) + chunk({ content: 'late' }) + chunk({}, { finish_reason: 'stop' }) + done)
  }

  it.each([
    ['a whole one', false, apis],
    ['a stream that is repeated at its end', true, ['openai-responses'] as const],
  ])('fails where all of them would be kept: %s', async (_, stream, asked) => {
    const { upstream, ask, settled } = await startRig()
    upstream.behave(behaviour)
    for (const api of asked) expect((await ask(api, stream, api)).text).toContain('more than 4000000 values in all events')
    await settled(Object.fromEntries(asked.map((api) => [api, ['error']])))
  })

  it('fails in a stream that is sealed', async () => {
    const { upstream, url } = await startRig('--visibility', 'none')
    upstream.behave(behaviour)
    const tools = [{ type: 'function', function: { name: 'f', parameters: {} } }]
    const body = JSON.stringify({ ...requestOf('openai-chat', true), tools })
    const response = await fetch(url + pathOf('openai-chat'), { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    expect(await response.text()).toContain('more than 4000000 values in all events')
  })

  it('arrives in a stream that keeps none', async () => {
    const { upstream, ask, settled } = await startRig()
    upstream.behave(behaviour)
    for (const api of ['openai-chat', 'anthropic-messages'] as const) {
      const { answer, complete } = understand(api, true, (await ask(api, true, api)).text)
      expect([answer, complete]).toEqual(['late', true])
    }
    await settled({ 'openai-chat': ['stop'], 'anthropic-messages': ['stop'] })
  })
})

/** Much for a splitter, at once. */
const pairs = 950
const tags = chunk({ content: '<think>thought</think>answer '.repeat(pairs) })

describe('much that comes at once', () => {
  it.each(apis.map((api) => ({ api })))('reaches the client before what came behind it: $api', async ({ api }) => {
    const { upstream, ask, settled } = await startRig()
    upstream.behave((response) => {
      sendStream(response)
      response.end(tags + event + chunk({ content: 'last' }) + chunk({}, { finish_reason: 'stop' }) + done)
    })
    const { answer, complete } = understand(api, true, (await ask(api, true, 'much')).text)
    expect([answer === `${'answer '.repeat(pairs)}${piece}last`, complete]).toEqual([true, true])
    await settled({ much: ['stop'] })
  })

  it.each(apis.map((api) => ({ api })))('reaches it before the failure behind it: $api', async ({ api }) => {
    const { upstream, ask, settled } = await startRig()
    upstream.behave((response, socket) => {
      sendStream(response)
      response.write(tags + event, () => socket.end())
    })
    const { answer, complete, error } = understand(api, true, (await ask(api, true, 'broken')).text)
    expect([answer === `${'answer '.repeat(pairs)}${piece}`, complete, error === undefined]).toEqual([true, false, false])
    await settled({ broken: ['error'] })
  })

  it('is not read to its end where the client has left', async () => {
    const { upstream, url, settled } = await startRig()
    upstream.behave((response) => {
      sendStream(response)
      for (let count = 0; count < 100; count++) response.write(chunk({ content: '<think>'.repeat(20_000) }))
    })
    const leaving = new AbortController()
    const body = JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: 'Q' }] })
    const headers = { 'content-type': 'application/json', 'x-reason-session': 'left' }
    const asked = fetch(`${url}/v1/chat/completions`, { method: 'POST', headers, body, signal: leaving.signal }).catch(() => undefined)
    await expect.poll(() => upstream.busy()).toBe(1)
    leaving.abort()
    await asked
    await settled({ left: ['aborted'] })
  })

  it('lets others have their turn', async () => {
    const { upstream, ask } = await startRig()
    upstream.behave((response) => {
      sendStream(response)
      response.end(chunk({ content: '<think>'.repeat(100_000) }) + chunk({}, { finish_reason: 'stop' }) + done)
    })
    let turns = 0
    let isOver = false
    const count = (): void => {
      turns++
      if (!isOver) setImmediate(count)
    }
    const answered = ask('openai-chat', true)
    setImmediate(count)
    await answered
    isOver = true
    // Text of 700,000 characters, of which a slice takes some thousand.
    expect(turns).toBeGreaterThan(40)
  })
})

describe('a stream without end, whose last event would have all of it', () => {
  it('of our own events ends at the limit, with what was said', async () => {
    const { url, upstream } = await startRig('--answer-limit', '1000000')
    upstream.behave(endless)
    const events = await streamed(url, { model: 'm', prompt: 'Q', session: 'endless' })
    const { answer, finish_reason: reason } = finalOf(events)
    expect(reason).toBe('aborted')
    expect(answer.length).toBeGreaterThan(900_000)
    expect(answer.length).toBeLessThan(1_200_000)
    expect(textOf(events, 'token')).toBe(answer)
    expect(events).toContainEqual({ type: 'warning', code: 'aborted', message: '"answer-limit" ended the generation.' })
    const whole = await postGenerate(url, { model: 'm', prompt: 'Q', session: 'whole' })
    expect([whole.status, await whole.text()]).toEqual([502, expect.stringContaining('--answer-limit')])
    await expect.poll(() => upstream.busy()).toBe(0)
  })

  it('of Responses, too', async () => {
    const { ask, upstream, settled } = await startRig('--answer-limit', '1000000')
    upstream.behave(endless)
    const { status, text, whole } = await ask('openai-responses', true, 'endless')
    expect([status, whole]).toEqual([200, true])
    const { answer, complete } = understand('openai-responses', true, text)
    expect(complete).toBe(false)
    expect(answer.length).toBeGreaterThan(900_000)
    expect(answer.length).toBeLessThan(1_200_000)
    expect(text).toContain('ended before it was complete')
    await settled({ endless: ['aborted'] })
  })
})
