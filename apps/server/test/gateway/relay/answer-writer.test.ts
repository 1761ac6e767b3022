import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Part } from '@reason/core'
import type { DeltaPart } from '@reason/core/parts'
import { openaiChat } from '@reason/providers-openai'
import { expect, it, onTestFinished } from 'vitest'
import { requestOf } from '@reason/gateway/src/client-apis/client-request'
import { type ClientRequest, openaiChat as chatApi } from '@reason/gateway/client-apis'
import type { ClientNotes } from '@reason/gateway/src/generation/note'
import { type AnswerWriter, createAnswerWriter } from '@reason/gateway/src/relay/delivery/answer-writer'
import { createResponseSink } from '../../../src/listen/response-sink.ts'
import { question } from '../../support/gateway.ts'
import { eventsOf } from '../../support/sse.ts'

const asked = requestOf(chatApi, { model: 'm', stream: true, n: 2, messages: question }) as ClientRequest

const told = { notes: () => ({ told: true }), news: () => undefined }

/** The client's response to this answer. */
async function written(answer: (writer: AnswerWriter) => void, telling: Pick<ClientNotes, 'notes' | 'news'> = told): Promise<string[]> {
  const server = createServer((_, response) => {
    const writing = { keepAlive: 0, commentary: 'reasoning' as const }
    const flow = { pause() {}, resume() {} }
    const options = { wire: openaiChat(), request: asked, writing, head: {}, flow, notes: telling }
    answer(createAnswerWriter(createResponseSink(response, 10_000), options))
  })
  onTestFinished(() => void server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return eventsOf(await (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)).text())
}

const delta = (text: string, choice: number): DeltaPart => ({
  type: 'delta',
  block: choice,
  channel: 'answer',
  text,
  ...(choice > 0 && { choice }),
})
const said: Part[] = [0, 1].flatMap((choice): Part[] => [
  { type: 'block-start', block: choice, channel: 'answer', ...(choice > 0 && { choice }) },
  delta('a', choice),
])

it('promises nothing of how text is written while there is something to tell with it', async () => {
  const promised: boolean[] = []
  const events = await written((writer) => {
    writer.push([{ type: 'start', id: 'x', model: 'm', created: 7 }, ...said])
    promised.push(writer.textFrame(delta('b', 1)) !== undefined)
    // Nothing is written for it: the notes wait for the next event.
    writer.push([{ type: 'finish', reason: 'error' }])
    promised.push(writer.textFrame(delta('b', 1)) !== undefined)
    writer.push([delta('b', 1)])
    promised.push(writer.textFrame(delta('c', 1)) !== undefined)
    writer.push([delta('c', 1), { type: 'end' }])
    void writer.end()
  })
  expect(promised).toEqual([true, false, true])
  const found = events.find((event) => event.includes('"told"'))
  expect(JSON.parse(found!)).toMatchObject({ choices: [{ index: 1, delta: { content: 'b' } }], reason: { told: true } })
})

it('writes text as it promised', async () => {
  const frames: string[] = []
  const events = await written((writer) => {
    writer.push([{ type: 'start', id: 'x', model: 'm', created: 7 }, ...said])
    const { before, after } = writer.textFrame(delta('b', 1))!
    frames.push(`${before}b${String(after)}`)
    writer.push([delta('b', 1), { type: 'end' }])
    void writer.end()
  })
  expect(events).toContain(frames[0])
})

it('promises nothing either while news wait for an event, as their choice has ended', async () => {
  const promised: boolean[] = []
  const events = await written(
    (writer) => {
      writer.push([{ type: 'start', id: 'x', model: 'm', created: 7 }, ...said, { type: 'finish', reason: 'stop' }])
      writer.push([{ type: 'block-start', block: 2, channel: 'reasoning', kind: 'hidden' }])
      promised.push(writer.textFrame(delta('b', 1)) !== undefined)
      writer.push([delta('b', 1)])
      promised.push(writer.textFrame(delta('c', 1)) !== undefined)
      writer.push([{ type: 'end' }])
      void writer.end()
    },
    { notes: () => undefined, news: (part) => (part.type === 'block-start' && part.kind === 'hidden' ? { told: true } : undefined) },
  )
  expect(promised).toEqual([false, true])
  const found = events.find((event) => event.includes('"told"'))
  expect(JSON.parse(found!)).toMatchObject({ choices: [{ index: 1, delta: { content: 'b' } }], reason: { told: true } })
})
