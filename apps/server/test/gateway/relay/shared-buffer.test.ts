import type { ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startGateway } from '../../support/gateway.ts'
import { textOf } from '../../support/sse.ts'
import { chunk, done, sendStream, startUpstream } from '../../support/upstream.ts'

/** Says what it is asked for, to all at the same time and each in words of its own: one piece of every answer after the other. */
async function startSpeakers(count: number, piecesOf: (who: string, response: ServerResponse) => readonly Buffer[]): Promise<string> {
  const waiting: { response: ServerResponse; pieces: readonly Buffer[] }[] = []
  return startUpstream((request, response) => {
    let asked = ''
    request.setEncoding('utf8').on('data', (text: string) => void (asked += text))
    request.on('end', () => {
      const { messages } = JSON.parse(asked) as { messages: { content: string }[] }
      waiting.push({ response, pieces: piecesOf(messages.at(-1)!.content, response) })
      if (waiting.length === count) void speak(waiting)
    })
  })
}

async function speak(all: readonly { response: ServerResponse; pieces: readonly Buffer[] }[]): Promise<void> {
  for (let index = 0; all.some(({ pieces }) => index < pieces.length); index++) {
    for (const { response, pieces } of all) {
      if (index < pieces.length) response.write(pieces[index])
      // The other side has read.
      await setImmediate()
      await setImmediate()
    }
  }
  for (const { response } of all) response.end()
}

/** Cut in the middle of everything: of events, of names, of characters. */
function cut(text: string, lengths: readonly number[]): Buffer[] {
  const bytes = Buffer.from(text)
  const pieces: Buffer[] = []
  for (let from = 0, index = 0; from < bytes.length; index++) pieces.push(bytes.subarray(from, (from += lengths[index % lengths.length]!)))
  return pieces
}

const who = ['é', '二', '🎉', 'ж', 'ö', 'क', '🤔', 'x']
const words = (one: string): string => Array.from({ length: 40 }, (_, index) => `${one.repeat(1 + (index % 5))}${index} `).join('')

test.each<[string, string[]]>([
  ['a model of which nothing is known', ['some-model']],
  ['a model with tags', ['qwen3:8b']],
])('clients that are answered at the same time get what is theirs, of %s', async (_, [model]) => {
  const upstream = await startSpeakers(who.length, (one, response) => {
    sendStream(response)
    const said = words(one).split(/(?<= )/)
    const events = [...said.map((word) => chunk({ reasoning_content: word })), ...said.map((word) => chunk({ content: word }))]
    const at = who.indexOf(one)
    return cut(events.join('') + chunk({}, { finish_reason: 'stop' }) + done, [97 + at, 211 + at, 160, 1, 173])
  })
  const gateway = await startGateway('--upstream', upstream, '--decide-after', '60000')
  const said = await Promise.all(
    who.map(async (content) => {
      const answer = await (await gateway.chat({ model, stream: true, messages: [{ role: 'user', content }] })).text()
      return [textOf(answer, 'reasoning_content').trim(), textOf(answer, 'content').trim()]
    }),
  )
  expect(said).toEqual(who.map((one) => [words(one).trim(), words(one).trim()]))
})

test('clients that are refused at the same time get the reason that is theirs', async () => {
  const upstream = await startSpeakers(who.length, (one, response) => {
    response.writeHead(400, { 'content-type': 'application/json' })
    const error = JSON.stringify({ error: { message: words(one), type: 'invalid_request_error', code: null } })
    return cut(error, [150 + who.indexOf(one), 73, 41])
  })
  const gateway = await startGateway('--upstream', upstream)
  const said = await Promise.all(
    who.map(async (content) => {
      const response = await gateway.chat({ model: 'some-model', stream: true, messages: [{ role: 'user', content }] })
      return ((await response.json()) as { error: { message: string } }).error.message
    }),
  )
  expect(said).toEqual(who.map((one) => expect.stringContaining(words(one).trim())))
})
