import type { ServerResponse } from 'node:http'
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import { startGateway } from '../support/gateway.ts'
import { chunk, completion, done, sendStream, startReadingUpstream, startUpstream } from '../support/upstream.ts'
import { postJson } from '../support/post.ts'

type Json = Record<string, unknown>

const question = [{ role: 'user' as const, content: 'Q' }]
const [chat, messages, responses] = ['/v1/chat/completions', '/v1/messages', '/v1/responses'] as const
const bodies = { [chat]: { messages: question }, [messages]: { max_tokens: 2000, messages: question }, [responses]: { input: 'Q' } }

/** A model that thinks until `go` is called, and then answers. */
async function inFrontOfThinker(...flags: string[]) {
  let open: ServerResponse | undefined
  const url = await startReadingUpstream((body, response) => {
    const { stream } = JSON.parse(body) as { stream?: boolean }
    if (stream !== true) {
      return void response
        .setHeader('content-type', 'application/json')
        .end(completion({ reasoning_content: 'zebra quartz', content: 'Fine.' }))
    }
    sendStream(response)
    response.write(chunk({ role: 'assistant' }) + chunk({ reasoning_content: 'zebra ' }))
    open = response
  })
  const gateway = await startGateway('--upstream', url, ...flags)
  const ask = (path: keyof typeof bodies, stream: boolean): Promise<Response> =>
    postJson(gateway.url + path, { model: 'qwen3', stream, ...bodies[path] })
  const go = async (): Promise<void> => {
    await expect.poll(() => open).toBeDefined()
    open!.write(chunk({ reasoning_content: 'quartz' }) + chunk({ content: 'Fi' }) + chunk({ content: 'ne.' }))
    open!.end(chunk({}, { finish_reason: 'stop' }) + done)
    open = undefined
  }
  return { url: gateway.url, ask, go }
}

const dataOf = (text: string): Json[] => Array.from(text.matchAll(/^data: (\{.*\})$/gm), ([, json]) => JSON.parse(json!) as Json)

const over = { thinking: 'over', thinking_ms: expect.any(Number) as number }

describe('a client that may see that the model thinks', () => {
  it.each([
    [chat, { choices: [{ index: 0, delta: {}, finish_reason: null }] }],
    [messages, { type: 'ping' }],
  ])('is told so by %s while it does, and for how long before the answer', async (path, nothing) => {
    const { ask, go } = await inFrontOfThinker('--visibility', 'label')
    const response = await ask(path, true)
    const decoder = new TextDecoder()
    let text = ''
    for await (const bytes of response.body!) {
      text += decoder.decode(bytes as Uint8Array, { stream: true })
      if (text.includes('began') && !text.includes('over')) await go()
    }
    const events = dataOf(text)
    const told = events.filter(({ reason }) => reason !== undefined)
    expect(told).toMatchObject([
      { ...nothing, reason: { thinking: 'began' } },
      { ...nothing, reason: over },
    ])
    const answers = events.findIndex((event) => JSON.stringify(event).includes('Fi'))
    expect(events.indexOf(told[1]!)).toBeLessThan(answers)
    expect(text).not.toMatch(/zebra|quartz/)
  })

  it('is told by Responses, which has no event that says nothing, when the answer begins', async () => {
    const { ask, go } = await inFrontOfThinker('--visibility', 'label')
    const [response] = await Promise.all([ask(responses, true), go()])
    const events = dataOf(await response.text())
    const told = events.filter(({ reason }) => reason !== undefined)
    expect(told).toMatchObject([{ reason: over }])
    expect(events.indexOf(told[0]!)).toBeLessThan(events.findIndex(({ type }) => type === 'response.output_text.delta'))
  })

  it.each([chat, messages, responses])('is told by %s in a whole answer', async (path) => {
    const { ask } = await inFrontOfThinker('--visibility', 'label')
    const text = await (await ask(path, false)).text()
    expect(JSON.parse(text)).toMatchObject({ reason: { thinking: 'over' } })
    expect(text).not.toMatch(/zebra|quartz|thinking_ms/)
  })

  it('reads the answer with the official clients as if nothing had been said', async () => {
    const { url, go } = await inFrontOfThinker('--visibility', 'label')
    const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'k', maxRetries: 0 })
    const anthropic = new Anthropic({ baseURL: url, apiKey: 'k', maxRetries: 0 })
    const byChat = openai.chat.completions.stream({ model: 'qwen3', messages: question })
    byChat.once('chunk', () => void go())
    expect((await byChat.finalChatCompletion()).choices[0]!.message).toMatchObject({ content: 'Fine.' })
    const byMessages = anthropic.messages.stream({ model: 'qwen3', max_tokens: 2000, messages: question })
    byMessages.once('streamEvent', () => void go())
    expect((await byMessages.finalMessage()).content).toEqual([{ type: 'text', text: 'Fine.' }])
    const byResponses = openai.responses.stream({ model: 'qwen3', input: 'Q' })
    byResponses.once('event', () => void go())
    expect((await byResponses.finalResponse()).output_text).toBe('Fine.')
  })
})

it.each(['none', 'summary', 'full'])('a client of visibility %s is not told that the model thinks', async (visibility) => {
  const { ask, go } = await inFrontOfThinker('--visibility', visibility)
  for (const path of [chat, messages, responses]) {
    const [response] = await Promise.all([ask(path, true), go()])
    expect((await response.text()) + (await (await ask(path, false)).text())).not.toMatch(/"reason":|"(?:began|over)"/)
  }
})

describe('what is told of the thinking', () => {
  const thinks = (text: string, choice = {}): string => chunk({ reasoning_content: text }, choice)
  const stop = { finish_reason: 'stop' }

  async function told(path: keyof typeof bodies, pieces: readonly string[], wish: Json = {}): Promise<Json[]> {
    const upstream = await startUpstream((_, response) => {
      sendStream(response)
      let at = 0
      const next = (): void => {
        if (at === pieces.length) response.end(done)
        else response.write(pieces[at++]!, () => setTimeout(next, 20))
      }
      next()
    })
    const { url } = await startGateway('--upstream', upstream, '--visibility', 'label')
    const response = await postJson(url + path, { model: 'm', stream: true, ...bodies[path], ...wish })
    return dataOf(await response.text()).filter(({ reason, error }) => reason !== undefined || error !== undefined)
  }

  it('is the time of all of it', async () => {
    const pieces = [...Array<string>(5).fill(thinks('a')), chunk({ content: 'c' }), thinks('d'), chunk({ content: 'f' }), chunk({}, stop)]
    const times = (await told(chat, pieces)).map(({ reason }) => (reason as Json)['thinking_ms'] as number | undefined)
    expect(times).toEqual([undefined, expect.any(Number), undefined, expect.any(Number)])
    expect(times[3]).toBeGreaterThan(times[1]!)
    const atResponses = (await told(responses, pieces)).map(({ reason }) => reason as Json)
    expect(atResponses.map(({ thinking }) => thinking)).toEqual(['over', 'over'])
    expect(atResponses[1]!['thinking_ms']).toBeGreaterThan(atResponses[0]!['thinking_ms'] as number)
  })

  it('says of which choice', async () => {
    const second = { index: 1 }
    const pieces = [thinks('a'), thinks('a', second), chunk({ content: 'c' }), chunk({}, stop), chunk({ content: 'c' }, second)]
    const events = await told(chat, [...pieces, chunk({}, { ...second, ...stop })], { n: 2 })
    expect(events.map(({ choices, reason }) => [(choices as Json[])[0]!['index'], reason])).toEqual([
      [0, { thinking: 'began' }],
      [1, { thinking: 'began', choice: 1 }],
      [0, over],
      [1, { ...over, choice: 1 }],
    ])
  })

  it('is nothing, where it is left out', async () => {
    const pieces = [thinks('a'), chunk({ content: 'c' }), chunk({}, stop)]
    expect(await told(chat, pieces, { reasoning: { exclude: true } })).toEqual([])
  })

  it('comes before an error, and nothing behind that', async () => {
    const events = await told(chat, [thinks('a'), thinks('b'), 'data: {"error":{"message":"Overloaded.","code":503}}\n\n'])
    expect(events[0]).toMatchObject({ reason: { thinking: 'began' } })
    expect(events.at(-1)).toHaveProperty('error')
  })
})

it('a client at full learns once that its provider hides the reasoning, and not when it began', async () => {
  const upstream = await startUpstream((_, response) => {
    sendStream(response)
    response.write(chunk({ reasoning_details: [{ type: 'reasoning.encrypted', data: 'c2VhbA==', index: 0 }] }))
    response.end(chunk({ content: 'Fine.' }) + chunk({}, { finish_reason: 'stop' }) + done)
  })
  for (const [visibility, told] of [
    ['full', ['hidden']],
    ['label', ['began', 'over']],
  ] as const) {
    const { chat: ask } = await startGateway('--upstream', upstream, '--visibility', visibility)
    const text = await (await ask({ model: 'm', stream: true, messages: question })).text()
    expect(text).toContain('Fine.')
    expect(dataOf(text).flatMap(({ reason }) => (reason === undefined ? [] : [(reason as Json)['thinking']]))).toEqual(told)
  }
})

it('a client is told nothing of a model that does not think', async () => {
  const upstream = await startUpstream((_, response) => {
    sendStream(response)
    response.end(chunk({ content: 'Fine.' }) + chunk({}, { finish_reason: 'stop' }) + done)
  })
  const { chat: ask } = await startGateway('--upstream', upstream, '--visibility', 'label')
  const text = await (await ask({ model: 'm', stream: true, messages: question })).text()
  expect(text).toContain('Fine.')
  expect(text).not.toContain('"reason"')
})
