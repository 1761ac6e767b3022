import type { Part } from '@reason/core'
import { describe, expect, it } from 'vitest'
import type { GenerateEvent } from '@reason/gateway-api/generate'
import { recordings } from '@reason/recorded-models'
import { startGateway } from '../../../support/gateway.ts'
import { connectGenerate, finalOf, postGenerate, streamed, textOf } from '../../../support/generate.ts'
import { keyFile } from '../../../support/key-file.ts'
import { contentTypeOf, recordedAnswers, recordedBody } from '../../../support/recorded.ts'
import { chunk, done, sendStream, startUpstream } from '../../../support/upstream.ts'

const model = 'embedded/gpt-oss-raw'

const wires = (events: readonly GenerateEvent[]): string[] => events.flatMap((event) => (event.type === 'wire' ? [event.text] : []))
const parts = (events: readonly GenerateEvent[]): Part[] => events.flatMap((event) => (event.type === 'part' ? [event.part as Part] : []))
const answerOf = (events: readonly GenerateEvent[]) => events.filter(({ type }) => type !== 'wire' && type !== 'part')

/** The last event without what is random: ids, also those that the gateway gives to calls, and the time. */
const comparable = (events: readonly GenerateEvent[]): unknown =>
  JSON.parse(JSON.stringify({ ...finalOf(events), id: '', created: 0 }).replaceAll(/"call_[0-9a-f]{24}"/g, '"call"'))

describe('what the upstream sends, beside what is made of it', () => {
  it.each(Object.keys(recordings))('is shown for %s, and the answer is the same', async (name) => {
    const { url } = await startGateway()
    const plain = await streamed(url, { model: name, prompt: 'Q' })
    const events = await streamed(url, { model: name, prompt: 'Q', wire: true })
    const all = parts(events)
    expect(wires(events).length).toBeGreaterThan(3)
    // A comment keeps some connections alive.
    for (const text of wires(events)) expect(text).toMatch(/^(?:data)?: /)
    for (const type of ['analysis', 'token', 'commentary'] as const) expect(textOf(events, type)).toBe(textOf(plain, type))
    expect(comparable(events)).toEqual(comparable(plain))
    expect(all.at(-1)).toEqual({ type: 'end' })
    const reasoning = all.map((part) => (part.type === 'delta' && part.channel === 'reasoning' ? part.text : '')).join('')
    expect(reasoning.trim()).toBe(textOf(plain, 'analysis').trim())
  })

  it('stands before what was made of it, also where several events come in one read', async () => {
    const upstream = await startUpstream((_, response) => {
      sendStream(response)
      response.end(
        [
          chunk({ reasoning_content: 'one' }),
          chunk({ reasoning_content: 'two' }),
          ': still here\n\n',
          chunk({ content: 'three' }),
          chunk({}, { finish_reason: 'stop' }),
          done,
        ].join(''),
      )
    })
    const { url } = await startGateway('--upstream', upstream)
    const events = await streamed(url, { model: 'm', prompt: 'Q', wire: true })
    const order = events.flatMap((event) => {
      if (event.type === 'wire') return [`wire ${/"(?:reasoning_)?content":"(\w+)"/.exec(event.text)?.[1] ?? event.text.slice(0, 12)}`]
      if (event.type === 'part' && event.part.type === 'delta') return [`part ${String(event.part['text'])}`]
      return event.type === 'analysis' || event.type === 'token' ? [`${event.type} ${event.text}`] : []
    })
    expect(order).toEqual([
      'wire one',
      'part one',
      'analysis one',
      'wire two',
      'part two',
      'analysis two',
      'wire : still here',
      'wire three',
      'part three',
      'token three',
      'wire data: {"id":',
      'wire data: [DONE]',
    ])
    const times = events.flatMap((event) => (event.type === 'wire' ? [event.ms] : []))
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  })

  it('is for who sees all of the reasoning, and for no other', async () => {
    const { path, make } = keyFile()
    const full = await make({ visibility: 'full' })
    const less = await make({ visibility: 'summary' })
    const { url } = await startGateway('--keys', path, '--require-keys')
    const ask = (key: string, more: object = {}): Promise<Response> =>
      postGenerate(url, { model, prompt: 'Q', stream: true, wire: true, ...more }, { authorization: `Bearer ${key}` })
    expect((await ask(full.text)).status).toBe(200)
    for (const refused of [await ask(less.text), await ask(full.text, { visibility: 'label' })]) {
      expect(refused.status).toBe(403)
      expect(await refused.json()).toMatchObject({ error: { code: 'not_allowed', param: 'wire' } })
    }
    const quiet = await startGateway('--delivery', 'off')
    expect((await postGenerate(quiet.url, { model, prompt: 'Q', stream: true, wire: true })).status).toBe(403)
    const hidden = await startGateway('--visibility', 'none')
    expect((await postGenerate(hidden.url, { model, prompt: 'Q', stream: true, wire: true })).status).toBe(403)
  })

  it('is for streams, also over a WebSocket', async () => {
    const { url } = await startGateway()
    const refused = await postGenerate(url, { model, prompt: 'Q', wire: true })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ error: { param: 'wire', message: expect.stringContaining('"stream": true') as string } })
    const connection = await connectGenerate(url)
    connection.send({ model, prompt: 'Q', wire: true })
    expect(wires(await connection.rest()).length).toBeGreaterThan(3)
  })

  it('ends where the upstream breaks off', async () => {
    const upstream = await startUpstream((_, response) => {
      sendStream(response)
      response.write(chunk({ content: 'half' }) + 'data: {"half', () => response.destroy())
    })
    const { url } = await startGateway('--upstream', upstream)
    const events = await streamed(url, { model: 'm', prompt: 'Q', wire: true })
    expect(wires(events)).toEqual([chunk({ content: 'half' }).trim()])
    expect(answerOf(events).at(-1)).toMatchObject({ type: 'error' })
  })
})

const apis = ['anthropic-messages', 'ollama', 'bedrock-converse', 'gemini', 'openai-responses'] as const

describe.each(apis)('an upstream that speaks %s (needs the shared recordings)', (api) => {
  const recorded = recordedAnswers(api).find(({ streaming }) => streaming)

  it.skipIf(recorded === undefined)('is shown as it came', async () => {
    const upstream = await startUpstream((_, response) => {
      response.writeHead(200, { 'content-type': contentTypeOf(recorded!) }).end(recordedBody(recorded!))
    })
    const { url } = await startGateway('--upstream', upstream, '--upstream-format', api)
    const events = await streamed(url, { model: recorded!.model, prompt: 'Q', wire: true })
    const first = events.findIndex(({ type }) => type === 'wire')
    expect(first).toBe(0)
    expect(wires(events)).not.toEqual([])
    const body = recordedBody(recorded!).toString('utf8')
    if (api !== 'bedrock-converse') for (const text of wires(events)) expect(body).toContain(text)
    expect(parts(events).at(-1)).toEqual({ type: 'end' })
  })
})
