import { expect, it, onTestFinished, vi } from 'vitest'
import { longestRefusal } from '../../src/dispatch/held-refusal.ts'
import { resendAfterRefusal } from '../../src/dispatch/resend-after-refusal.ts'
import type { AnswerListener, UpstreamCall, Send } from '../../src/upstreams/upstream.ts'

/** An upstream whose answers are given by hand, and what its client hears. */
function rig(again: (refusal: readonly Buffer[]) => Send | undefined) {
  const asked: AnswerListener[] = []
  const heard: string[] = []
  const send =
    (name: string): Send =>
    (listener) => {
      asked.push(listener)
      const heardBy = (what: string) => (): void => void heard.push(`${name} ${what}`)
      return { pause: heardBy('pause'), resume: heardBy('resume'), abort: heardBy('abort') }
    }
  const call: UpstreamCall = resendAfterRefusal(
    send('first'),
    (status) => status === 400 || status === 200,
    again,
  )({
    onHead: (status) => void heard.push(`head ${status}`),
    onData: (bytes, more) => void heard.push(`${bytes.toString().slice(0, 10)}${more ? '…' : ''}`),
    onEnd: () => void heard.push('end'),
    onFailure: ({ message }) => void heard.push(message),
  })
  return { asked, heard, call, send }
}

const refuse = ({ onHead, onData }: AnswerListener, text = 'no'): void => {
  onHead(400, {})
  onData(Buffer.from(text), false)
}

it('asks again in place of a refusal, whose client hears nothing of it', () => {
  const rigged = rig((refusal) => (Buffer.concat(refusal).toString() === 'no' ? rigged.send('second') : undefined))
  const { asked, heard, call } = rigged
  refuse(asked[0]!)
  asked[0]!.onEnd()
  asked[1]!.onHead(200, {})
  call.pause()
  asked[1]!.onEnd()
  expect(heard).toEqual(['head 200', 'second pause', 'end'])
})

it('gives the refusal where nothing mends it', () => {
  const { asked, heard } = rig(() => undefined)
  refuse(asked[0]!)
  asked[0]!.onEnd()
  expect(heard).toEqual(['head 400', 'no', 'end'])
})

it('does not ask again for a client that has left', () => {
  const rigged = rig(() => rigged.send('second'))
  const { asked, heard, call } = rigged
  refuse(asked[0]!)
  call.abort()
  asked[0]!.onEnd()
  expect([asked.length, heard]).toEqual([1, ['first abort', 'head 400', 'no', 'end']])
})

it('holds no more than a refusal has: what is longer goes on as it comes', () => {
  const rigged = rig(() => rigged.send('second'))
  const { asked, heard } = rigged
  refuse(asked[0]!)
  asked[0]!.onData(Buffer.alloc(longestRefusal, 'x'), true)
  asked[0]!.onData(Buffer.from('y'), false)
  asked[0]!.onEnd()
  expect([asked.length, heard]).toEqual([1, ['head 400', 'no…', 'xxxxxxxxxx…', 'y', 'end']])
})

it('gives the refusal that has come where the connection breaks', () => {
  const { asked, heard } = rig(() => undefined)
  refuse(asked[0]!)
  asked[0]!.onFailure({ status: 502, message: 'broken' } as Parameters<AnswerListener['onFailure']>[0])
  expect(heard).toEqual(['head 400', 'no', 'broken'])
})

it.each([
  ['a long answer', 'x'.repeat(2001), 1],
  ['blanks, with which a server shows that it is working', ' \n', 1],
  ['a short body', '{"error": "no"}', 2],
])('with HTTP 200, holds no answer: %s', (_, text, requests) => {
  const rigged = rig(() => rigged.send('second'))
  const { asked, heard } = rigged
  asked[0]!.onHead(200, {})
  asked[0]!.onData(Buffer.from(text), true)
  expect(heard.length).toBe(requests === 1 ? 2 : 0)
  asked[0]!.onEnd()
  expect(asked).toHaveLength(requests)
})

const answer = 'data: {"choices":[]}\n\n'
const error = 'event: error\ndata: {"error":{"message":"no"}}\n\n'
const announced = `event: response.created\ndata: {"type":"response.created","response":{"error":null,"instructions":"${'x'.repeat(3000)}"}}\n\n`
const progress = 'data: {"type": "response.in_progress","response":{"error":null}}\n\n'
const failed = 'data: {"type":"response.failed","response":{"error":{"message":"no"}}}\n\n'

it.each([
  ['an answer', [answer], 1],
  ['an answer in pieces', ['event: message_start\n', 'data: {"type":"message_start","message":{"content":[]}}\n\n'], 1],
  ['a comment', [': wait\n\n', error], 1],
  ['an answer before an error', [answer, error], 1],
  ['a long answer', [`data: "${'x'.repeat(2001)}`], 1],
  ['an error', [error], 2],
  ['an error in pieces', ['event: error\r\n', 'data: {"error":{"mess', 'age":"no"}}\r\n\r\n', 'data: [DONE]\n\n'], 2],
  ['an error that begins like an answer', ['data: {"choices":[],"er', 'ror":{"message":"no"}}\n\n'], 2],
  ['an error beside choices', ['data: {"choices":[],"error":{"message":"no"}}\n\n'], 2],
  ['an error after a comment, in one read', [`: wait\n\n${error}`], 2],
  ['an error behind announcements', [announced, progress, failed], 2],
  ['an error behind a long announcement, in pieces', [announced.slice(0, 99), announced.slice(99), `event: error\n${error}`], 2],
  ['an answer behind an announcement', [announced, 'data: {"type":"response.output_item.added"}\n\n', failed], 1],
])('holds the first event of a stream while it may be an error: %s', (_, reads, requests) => {
  const rigged = rig(() => rigged.send('second'))
  const { asked, heard } = rigged
  asked[0]!.onHead(200, { 'content-type': 'text/event-stream' })
  for (const read of reads) asked[0]!.onData(Buffer.from(read), false)
  expect(heard.length > 0).toBe(requests === 1)
  asked[0]!.onEnd()
  expect(asked).toHaveLength(requests)
})

it('holds a stream without an event for a moment only, and none whose client has left', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const [silent, left] = [rig(() => undefined), rig(() => undefined)]
  for (const { asked } of [silent, left]) asked[0]!.onHead(200, { 'content-type': 'text/event-stream' })
  left.call.abort()
  vi.advanceTimersByTime(1000)
  silent.asked[0]!.onData(Buffer.from(error), false)
  expect([silent.heard, left.heard]).toEqual([['head 200', 'event: err'], ['first abort']])
})
