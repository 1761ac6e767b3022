import { asList, asObject, type Json } from '@reason/gateway/json'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startScripted } from '../../matrix/upstream.ts'
import { startGateway } from '../../support/gateway.ts'

const thinking = {
  type: 'thinking',
  thinking: 'T',
  signature: 'EqQBCkYIAxgCKkBAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
}
const unthought = [
  { type: 'text', text: 'I look.' },
  { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'q' } },
  { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
  { type: 'server_tool_use', id: 'srvtoolu_2', name: 'web_search', input: { query: 'r' } },
]
const content = [thinking, ...unthought]
const answer = (blocks: readonly Json[], stop: string) => ({
  type: 'application/json',
  body: Buffer.from(
    JSON.stringify({
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-opus-4-8',
      content: blocks,
      stop_reason: stop,
      usage: { input_tokens: 1, output_tokens: 1 },
    }),
  ),
})
const model = 'claude-opus-4-8'
const user = (text: string) => ({ role: 'user', content: text })

/** The conversation of each API, with the answer as it came. */
const conversations: Readonly<Record<string, (whole: Json | undefined, more: readonly Json[]) => Json>> = {
  '/v1/chat/completions': (whole, more) => {
    const said = whole === undefined ? [] : [asObject(asObject(asList(whole['choices'])[0])['message'])]
    return { model, messages: [user('x'), ...said, ...more] }
  },
  '/v1/responses': (whole, more) => ({ model, input: [user('x'), ...asList(whole?.['output']), ...more] }),
  '/v1/messages': (whole, more) => {
    const said = whole === undefined ? [] : [{ role: 'assistant', content: whole['content'] }]
    return { model, max_tokens: 100, messages: [user('x'), ...said, ...more] }
  },
}

describe.each(Object.keys(conversations))('a turn that Anthropic paused, at %s', (path) => {
  /** The answer's part in the next request to Anthropic. */
  async function next(visibility: string, more: readonly Json[], paused: readonly Json[] = content): Promise<unknown> {
    const upstream = await startScripted()
    onTestFinished(() => upstream.close())
    const flags = ['--upstream', upstream.origin, '--upstream-format', 'anthropic-messages', '--visibility', visibility]
    const { url } = await startGateway(...flags)
    upstream.play([answer(paused, 'pause_turn'), answer([{ type: 'text', text: 'ok' }], 'end_turn')])
    const ask = async (body: Json): Promise<Json> => {
      const headers = { 'content-type': 'application/json', 'anthropic-version': '2023-06-01' }
      return (await (await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json()) as Json
    }
    const whole = await ask(conversations[path]!(undefined, []))
    await ask(conversations[path]!(whole, more))
    return asObject(asList(upstream.seen[1]!['messages'])[1])['content']
  }

  it.each(['full', 'none'])('goes on with all that is in it (%s)', async (visibility) => {
    expect(await next(visibility, [])).toEqual(content)
  })

  it.each(['full', 'none'])('goes on where nothing was thought (%s)', async (visibility) => {
    expect(await next(visibility, [], unthought)).toEqual(unthought)
  })

  // A client of Messages that sees the call closes it itself.
  const seen = path === '/v1/messages' ? ['none'] : ['full', 'none']
  it.each(seen)('is closed where the user says something else (%s)', async (visibility) => {
    expect(await next(visibility, [user('Stop.')])).toEqual(content.slice(0, -1))
    expect(await next(visibility, [user('Stop.')], unthought)).toEqual(unthought.slice(0, -1))
  })
})
