import type { Part } from '@reason/core'
import { openaiResponses } from '@reason/providers-openai'
import { describe, expect, it } from 'vitest'
import { requestOf, type ClientRequest } from '../../../src/client-apis/client-request.ts'
import { openaiResponses as api } from '../../../src/client-apis/responses/responses.ts'
import { createAnswerWriter } from '../../../src/relay/delivery/answer-writer.ts'
import type { ResponseSink } from '../../../src/relay/sink.ts'

const answer = (text: string): Part[] => [
  { type: 'start', id: 'r', model: 'm' },
  { type: 'block-start', block: 0, channel: 'answer' },
  { type: 'delta', block: 0, channel: 'answer', text },
  { type: 'block-end', block: 0, channel: 'answer', boundary: 'wire' },
  { type: 'finish', reason: 'stop' },
  { type: 'end' },
]

/** Whether a whole answer is written in turns, and its body. */
async function write(request: Partial<ClientRequest>, parts: readonly Part[]): Promise<[inTurns: boolean, body: string]> {
  let body = ''
  const sink: ResponseSink = {
    framing: 'response',
    isGone: () => false,
    isFull: () => false,
    onGone() {},
    written() {},
    destroy() {},
    send: (_status, _head, text) => void (body = String(text)),
    stream: () => {
      throw new Error('A whole answer is no stream.')
    },
  }
  const asked = { ...(requestOf(api, { model: 'm', input: 'q' }) as ClientRequest), ...request }
  const untold = { notes: () => undefined, news: () => undefined }
  const writer = createAnswerWriter(sink, {
    wire: openaiResponses(),
    request: asked,
    writing: { keepAlive: 0 },
    head: {},
    flow: { pause() {}, resume() {} },
    notes: untold,
  })
  writer.push(parts)
  const ended = writer.end()
  await ended
  return [ended !== undefined, body]
}

describe('a whole answer', () => {
  it.each<[string, Partial<ClientRequest>, string, boolean]>([
    ['that is short is written at once', {}, 'It is 51.', false],
    ['that is long is written in turns', {}, 'It is 51. '.repeat(30_000), true],
    ['to a long request, whose settings it repeats, is written in turns', { isLong: true }, 'It is 51.', true],
  ])('%s', async (_, request, text, inTurns) => {
    const [isInTurns, body] = await write(request, answer(text))
    expect(isInTurns).toBe(inTurns)
    expect(body).toContain(text)
  })
})
