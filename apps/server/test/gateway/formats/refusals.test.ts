import { describe, expect, it } from 'vitest'
import { asList, asObject, type Json } from '@reason/gateway/json'
import { startScripted } from '../../matrix/upstream.ts'
import { startGateway } from '../../support/gateway.ts'
import { eventsOf } from '../../support/sse.ts'
import { onTestFinished } from 'vitest'
import { postJson } from '../../support/post.ts'

const explanation = 'This request could help somebody to break into a system.'
const usage = { input_tokens: 3, output_tokens: 1 }
const details = (category: string) => ({ type: 'refusal', category, explanation })
const head = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-sonnet-5', content: [], stop_sequence: null, usage }

const whole = (category: string): Json => ({ ...head, stop_reason: 'refusal', stop_details: details(category) })
const events = (category: string): Json[] => [
  { type: 'message_start', message: { ...head, stop_reason: null } },
  { type: 'message_delta', delta: { stop_reason: 'refusal', stop_sequence: null, stop_details: details(category) }, usage },
  { type: 'message_stop' },
]

/** Text and ending of an answer, in the words of each API. */
const readers: Readonly<Record<string, (whole: Json, events: readonly Json[]) => unknown>> = {
  '/v1/chat/completions': (body, stream) => {
    const all = [body, ...stream].flatMap((one) => asList(one['choices']).map(asObject))
    const messages = all.map(({ message, delta }) => asObject(message ?? delta))
    return {
      content: messages.map(({ content }) => (content as string | null | undefined) ?? '').join(''),
      refusal: messages.map(({ refusal }) => (refusal as string | null | undefined) ?? '').join(''),
      finish: all.map((choice) => choice['finish_reason']).findLast((reason) => reason !== null),
    }
  },
  '/v1/responses': (body, stream) => {
    const response = stream.length > 0 ? asObject(stream.at(-1)!['response']) : body
    const parts = asList(response['output']).flatMap((item) => asList(asObject(item)['content']).map(asObject))
    return { parts: parts.map(({ type, refusal }) => ({ type, refusal })), status: response['status'] }
  },
  '/v1/messages': (body, stream) => {
    const last = stream.length > 0 ? asObject(stream.find(({ type }) => type === 'message_delta')!['delta']) : body
    return { stop: last['stop_reason'], details: last['stop_details'] }
  },
  '/v1/generate': (body, stream) => {
    const final = stream.length > 0 ? stream.at(-1)! : body
    return { finish: final['finish_reason'], refusal: final['refusal'] }
  },
}

const expected = (path: string, shown: string, refusal: Json, ofMessages: Json | undefined): unknown =>
  ({
    '/v1/chat/completions': { content: '', refusal: shown, finish: 'content_filter' },
    '/v1/responses': { parts: [{ type: 'refusal', refusal: shown }], status: 'completed' },
    '/v1/messages': { stop: 'refusal', details: ofMessages },
    '/v1/generate': { finish: 'refusal', refusal },
  })[path]

describe.each(Object.keys(readers))('a refusal that comes as an answer, at %s', (path) => {
  it.each([
    ['full', false],
    ['full', true],
    ['none', false],
    ['none', true],
  ] as const)('has its category, and its explanation for who may see all (%s, stream: %s)', async (visibility, stream) => {
    const upstream = await startScripted()
    onTestFinished(() => upstream.close())
    const gateway = await startGateway('--upstream', upstream.origin, '--upstream-format', 'anthropic-messages', '--visibility', visibility)
    const ask = async (category: string): Promise<unknown> => {
      const body = stream
        ? events(category)
            .map((event) => `event: ${String(event['type'])}\ndata: ${JSON.stringify(event)}\n\n`)
            .join('')
        : JSON.stringify(whole(category))
      upstream.play([{ type: stream ? 'text/event-stream' : 'application/json', body: Buffer.from(body) }])
      const messages = { messages: [{ role: 'user', content: 'x' }] }
      const input = path === '/v1/responses' ? { input: 'x' } : path === '/v1/generate' ? { prompt: 'x' } : messages
      const response = await postJson(gateway.url + path, { model: 'claude-sonnet-5', max_tokens: 100, stream, ...input })
      const text = await response.text()
      expect(response.status).toBe(200)
      if (!stream) return readers[path]!(JSON.parse(text) as Json, [])
      const data = eventsOf(text.replaceAll(/^event: .*\n/gm, '')).filter((one) => one !== '[DONE]')
      return readers[path]!(
        {},
        data.map((one) => JSON.parse(one) as Json),
      )
    }
    const bare = 'The model refused to answer (category: cyber).'
    if (visibility === 'full') {
      expect(await ask('cyber')).toEqual(
        expected(path, `${explanation} (category: cyber)`, { category: 'cyber', explanation }, details('cyber')),
      )
      return
    }
    const known = { type: 'refusal', category: 'cyber', explanation: null }
    expect(await ask('cyber')).toEqual(expected(path, bare, { category: 'cyber' }, known))
    // A value that is no category of a list may be anything.
    const unsaid =
      path === '/v1/generate' ? { finish: 'refusal', refusal: undefined } : expected(path, 'The model refused to answer.', {}, undefined)
    expect(await ask('my secret thought')).toEqual(unsaid)
  })
})
