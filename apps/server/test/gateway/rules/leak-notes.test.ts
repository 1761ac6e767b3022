import { describe, expect, it } from 'vitest'
import { startGateway } from '../../support/gateway.ts'
import { chunk, completion, done, sendStream, startReadingUpstream, startUpstream } from '../../support/upstream.ts'
import { postJson } from '../../support/post.ts'

const thought =
  'The user wants the capital of a country that lies between two seas, so I compare the three largest towns there, one after another, and keep the one where the parliament meets.'

/** An upstream whose answer is its thought, or is not. */
async function upstreamOf(answer: string): Promise<string> {
  return startReadingUpstream((text, response) => {
    if (!text.includes('"stream":true')) return response.end(completion({ content: answer, reasoning_content: thought }))
    sendStream(response)
    response.write(chunk({ reasoning_content: thought }))
    for (const word of answer.split(/(?<= )/)) response.write(chunk({ content: word }))
    response.end(chunk({}, { finish_reason: 'stop' }) + done)
  })
}

const question = [{ role: 'user', content: 'Which is it?' }]
const apis = {
  'chat/completions': { messages: question },
  messages: { messages: question, max_tokens: 1000 },
  responses: { input: 'Which is it?' },
} as const

/** All that stands in our field `reason` of an answer, or of the events of a stream. */
async function told(url: string, path: keyof typeof apis, stream: boolean): Promise<object> {
  const response = await postJson(`${url}/v1/${path}`, { model: 'm', stream, ...apis[path] })
  const text = await response.text()
  expect(response.status, text).toBe(200)
  const bodies = stream ? [...text.matchAll(/^data: (\{.*)$/gm)].map(([, data]) => data!) : [text]
  return Object.assign({}, ...bodies.map((body) => (JSON.parse(body) as { reason?: object }).reason)) as object
}

const ways = (Object.keys(apis) as (keyof typeof apis)[]).flatMap((path) => [true, false].map((stream) => [path, stream] as const))

describe('a leak that is reported', () => {
  it.each(ways)('reaches the client of %s (stream: %s)', async (path, stream) => {
    const { url } = await startGateway('--upstream', await upstreamOf(`Well. ${thought} That is it.`))
    expect(await told(url, path, stream)).toEqual({ leak_detected: true })
  })

  it('reaches the client where a closer came after its thought', async () => {
    const upstream = await startUpstream((request, response) => {
      request.resume().on('end', () => {
        sendStream(response)
        for (const word of `${thought} ${thought} ${thought}</think>Rome.`.split(/(?<= )/)) response.write(chunk({ content: word }))
        response.end(chunk({}, { finish_reason: 'stop' }) + done)
      })
    })
    const { url } = await startGateway('--upstream', upstream)
    expect(await told(url, 'chat/completions', true)).toMatchObject({ leak_detected: true })
  })

  it.each(ways)('is no leak where there is none: %s (stream: %s)', async (path, stream) => {
    const { url } = await startGateway(
      '--upstream',
      await upstreamOf('It is the second of them, which has been so for three hundred years.'),
    )
    expect(await told(url, path, stream)).toEqual({})
  })

  it.each(ways)('is not told to who may not see reasoning: %s (stream: %s)', async (path, stream) => {
    const { url } = await startGateway('--upstream', await upstreamOf(`Well. ${thought} That is it.`), '--visibility', 'none')
    expect(await told(url, path, stream)).toEqual({})
  })
})
