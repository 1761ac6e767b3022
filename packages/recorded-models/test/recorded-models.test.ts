import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { readRecording, recordedModels, recordings } from '../src/index.ts'
import { cutTurn, writeStream, writeWhole, type Script } from '../src/script/index.ts'

const address = 'http://recorded/v1'
const ask = (fetch: typeof globalThis.fetch, body: object, init: RequestInit = {}) =>
  fetch(`${address}/chat/completions`, { method: 'POST', body: JSON.stringify(body), ...init })
const question = [{ role: 'user', content: 'Begin.' }]

it('a tokenizer splits a delimiter into tokens where the script says so', () => {
  const script = JSON.parse(new TextDecoder().decode(readRecording('nemotron-spelt.script.json'))) as Script
  const cut = (spelt: boolean) => cutTurn({ ...script, spelt }, [['markup', '<think>']]).tokens.map(({ text }) => text)
  expect([cut(true), cut(false)]).toEqual([['<', 'think', '>'], ['<think>']])
})

describe('a recording', () => {
  it.each(Object.entries(recordings))('%s comes byte for byte, streamed and whole', async (model, recording) => {
    const fetch = recordedModels({ pace: 0 })
    const streamed = await ask(fetch, { model, stream: true, messages: question })
    const whole = await ask(fetch, { model, messages: question })
    expect([streamed.headers.get('content-type'), whole.headers.get('content-type')]).toEqual([
      'text/event-stream',
      'application/json; charset=utf-8',
    ])
    const bodies = [await streamed.text(), await whole.text()]
    const textOf = (file: string): string => new TextDecoder().decode(readRecording(file))
    if ('script' in recording) {
      const script = JSON.parse(textOf(recording.script)) as Script
      const turn = cutTurn(script, script.turns[0]!)
      expect(bodies).toEqual([
        writeStream(script, turn)
          .map(({ text }) => text)
          .join(''),
        writeWhole(script, turn),
      ])
    } else expect(bodies).toEqual([textOf(recording.stream), textOf(recording.whole)])
  })

  it('comes in one piece per turn of the event loop', async () => {
    let turn = 0
    let next = setImmediate(function count() {
      turn++
      next = setImmediate(count)
    })
    onTestFinished(() => clearImmediate(next))
    const turns: number[] = []
    const { body } = await ask(recordedModels({ pace: 0 }), { model: 'embedded/qwen3-tags', stream: true })
    for await (const _ of body!) turns.push(turn)
    expect(turns.length).toBeGreaterThan(10)
    expect(turns).toEqual([...new Set(turns)])
  })

  it('ends with the request', async () => {
    const controller = new AbortController()
    const { body } = await ask(
      recordedModels({ pace: 60_000 }),
      { model: 'embedded/qwen3-tags', stream: true },
      { signal: controller.signal },
    )
    const reader = body!.getReader()
    await reader.read()
    const second = reader.read()
    controller.abort()
    await expect(second).rejects.toThrow('aborted')
  })
})

describe('a script', () => {
  const model = 'embedded/o4-mini-sealed'
  const recording = recordings[model]!
  const script = JSON.parse(new TextDecoder().decode(readRecording('script' in recording ? recording.script : ''))) as Script

  it.each([
    { pace: 20, times: 1 },
    { pace: 5, times: 0.25 },
  ])('comes in its own time at a pace of 20, and in $times of it at $pace', async ({ pace, times }) => {
    vi.useFakeTimers({ now: 0 })
    onTestFinished(() => void vi.useRealTimers())
    const seen: number[] = []
    const over = ask(recordedModels({ pace }), { model, stream: true, messages: question }).then(async ({ body }) => {
      for await (const _ of body!) seen.push(Date.now())
    })
    await vi.runAllTimersAsync()
    await over
    const events = writeStream(script, cutTurn(script, script.turns[0]!))
    const all = events.reduce((sum, { afterMs }) => sum + afterMs, 0) * times
    expect(seen[0]).toBe(script.firstMs * times)
    // Timers have whole milliseconds.
    expect(Math.abs(seen.at(-1)! - all)).toBeLessThan(events.length)
  })
})

describe('what there is no recording of', () => {
  const fetch = recordedModels({ pace: 0 })
  it.each([
    ['another model', { model: 'gpt-5' }, 404, /"gpt-5".*embedded\/gpt-oss-raw, /],
    ['no model', {}, 404, /no recording of undefined/],
    ['several answers', { model: 'embedded/qwen3-tags', n: 2 }, 400, /n is 2/],
  ])('%s is refused with a reason', async (_, body, status, message) => {
    const response = await ask(fetch, body)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error', message: expect.stringMatching(message) } })
  })

  it('a body that is no JSON is refused', async () => {
    const response = await fetch(`${address}/chat/completions`, { method: 'POST', body: '{' })
    expect(response.status).toBe(404)
  })

  it('another API is refused', async () => {
    expect((await fetch(`${address}/embeddings`, { method: 'POST', body: '{}' })).status).toBe(400)
  })
})

it('lists the models', async () => {
  const list = (await (await recordedModels()(`${address}/models`)).json()) as { data: { id: string }[] }
  expect(list.data.map(({ id }) => id)).toEqual(Object.keys(recordings))
})
