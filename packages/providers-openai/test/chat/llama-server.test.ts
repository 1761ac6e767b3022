import { existsSync, readFileSync } from 'node:fs'
import type { Part } from '@reason/core'
import type { WriterOptions } from '@reason/core/wire'
import { createFrameDecoder, encodeSse } from '@reason/core/framing'
import { shared, sharedMissing, sharedPath } from '@reason/testkit/shared'
import { describe, expect, test } from 'vitest'
import { openaiChat } from '../../src/index.ts'
import { chunk, codesOf, outline, resultOf } from './chunks.ts'

const wire = openaiChat()

function readSse(text: string): Part[] {
  const reader = wire.createReader({ provider: 'llamacpp' })
  const decoder = createFrameDecoder('sse')
  return [...[...decoder.push(text), ...decoder.end()].flatMap((frame) => reader.pushFrame(frame)), ...reader.end()]
}

/** Recordings of a real server. `captures.test.ts` checks text, calls, finish and usage of all of them. */
function recorded(id: string): readonly Part[] {
  const stream = sharedPath('llama-server', 'captures', `${id}.sse`)
  if (existsSync(stream)) return readSse(readFileSync(stream, 'utf8'))
  return wire.readResponse(JSON.parse(readFileSync(sharedPath('llama-server', 'captures', `${id}.json`), 'utf8')), { provider: 'llamacpp' })
}

const count = (parts: readonly Part[], type: Part['type']): number => parts.filter((part) => part.type === type).length
const natives = (parts: readonly Part[], event: string) => parts.filter((part) => part.type === 'native' && part.event === event)

describe.skipIf(shared === undefined)(`streams of real servers (${sharedMissing})`, () => {
  test('a role frame for each step of progress is no new message', () => {
    const parts = recorded('qwen3-deepseek-verbose-timings-stream')
    expect([count(parts, 'start'), count(parts, 'finish'), count(parts, 'end')]).toEqual([1, 1, 1])
    expect(natives(parts, 'prompt_progress').length).toBeGreaterThan(0)
    expect(codesOf(parts)).toEqual([])
  })

  test('timings are native, on every frame or on the last; they hold no text', () => {
    expect(natives(recorded('qwen3-deepseek-verbose-timings-stream'), 'timings').length).toBeGreaterThan(5)
    const [timings] = natives(recorded('b6240-qwen3-deepseek-stream-no-usage'), 'timings')
    expect(timings).toMatchObject({ value: { predicted_n: expect.any(Number) } })
    expect(timings).not.toHaveProperty('channel')
  })

  test('verbose repeats prompt and reasoning: marked, and not written unless all is asked for', () => {
    const parts = recorded('qwen3-deepseek-verbose-timings-stream')
    expect(natives(parts, '__verbose')).toMatchObject([{ channel: 'reasoning' }])
    const written = (native?: 'all') => {
      const options: WriterOptions = native === undefined ? {} : { native }
      const writer = wire.createWriter(options)
      return parts
        .flatMap((part) => writer.push(part))
        .map(({ data }) => data)
        .join('')
    }
    expect(written()).toContain('"timings"')
    expect(written()).not.toContain('__verbose')
    expect(written('all')).toContain('__verbose')
  })

  test('log probabilities of tags and reasoning are marked as such', () => {
    const channels = natives(recorded('qwen3-deepseek-logprobs-stream'), 'choice.logprobs').map(
      (part) => part.type === 'native' && part.channel,
    )
    expect(channels.length).toBeGreaterThan(3)
    expect(new Set(channels)).toEqual(new Set(['reasoning']))
  })

  test('reasoning tokens are never counted apart', () => {
    const { usage } = resultOf(recorded('qwen3-deepseek-stream'))
    expect(usage?.output?.source).toBe('reported')
    expect(usage?.reasoning).toBeUndefined()
  })

  test('an unclosed thought that stops is a stop; one that runs out of tokens was never closed', () => {
    expect(resultOf(recorded('qwen3-deepseek-unclosed-stop-json'))).toMatchObject({ answer: '', finish: { reason: 'stop' } })
    expect(resultOf(recorded('qwen3-deepseek-length-in-reasoning-stream'))).toMatchObject({
      answer: '',
      closed: false,
      finish: { reason: 'reasoning-exhausted', native: 'length' },
    })
  })

  test('the raw text that stands in for unparsed fields stays content; the same streamed is nothing', () => {
    expect(outline(recorded('qwen3-deepseek-length-at-tag-json'))).toEqual(['answer: <think>'])
    expect(outline(recorded('qwen3-deepseek-length-at-tag-stream'))).toEqual([])
    expect(outline(recorded('qwen3-deepseek-nothing-json'))).toEqual(['answer: <think>\n\n</think>\n\n'])
    expect(outline(recorded('qwen3-deepseek-nothing-stream'))).toEqual([])
  })

  test('a failure in mid-stream, without [DONE]', () => {
    const parts = recorded('qwen3-error-midstream-stream')
    expect(resultOf(parts)).toMatchObject({ finish: { reason: 'error' }, errors: [{ code: 500, status: 500 }], closed: false })
    expect(resultOf(parts).reasoning).not.toBe('')
    expect(codesOf(parts)).toEqual([])
  })

  test('a failure in a field that readers of event streams ignore is no empty success', () => {
    const parts = recorded('b6240-qwen3-error-context-stream')
    expect(parts.map(({ type }) => type)).toEqual(['error', 'finish', 'end'])
    expect(resultOf(parts).errors).toMatchObject([{ code: 400, message: expect.stringContaining('context') }])
  })

  test('a body that the client cut inside a frame', () => {
    const parts = recorded('qwen3-deepseek-client-abort-stream')
    expect(resultOf(parts)).toMatchObject({ finish: { reason: 'aborted' }, closed: false })
    expect(codesOf(parts).toSorted()).toEqual(['invalid-json', 'missing-finish'])
  })

  test.each([
    'qwen3-error-no-messages',
    'qwen3-error-no-key',
    'qwen3-error-unknown-path',
    'qwen3-error-wrong-type',
    'b6240-qwen3-error-no-messages',
  ])('%s: the code is the status', (id) => {
    const [error] = resultOf(recorded(id)).errors
    expect(error?.status).toBe(error?.code)
    expect(error?.status).toBeGreaterThanOrEqual(400)
  })
})

test('keep-alive comments are nothing, before the first frame and between frames', () => {
  const frames = [chunk({ content: 'a' }), chunk({ content: 'b' }, 'stop')].map((value) => encodeSse({ data: JSON.stringify(value) }))
  const parts = readSse(`:\n\n:\n\n${frames.join(':\n\n')}:\n\ndata: [DONE]\n\n`)
  expect(outline(parts)).toEqual(['answer: ab'])
  expect(codesOf(parts)).toEqual([])
})
