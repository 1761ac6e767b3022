import { describe, expect, it } from 'vitest'
import type { TraceRecord } from '@reason/trace-store'
import { conversationOf } from '@reason/gateway/src/client-apis/conversation-name'
import { question, startGateway } from '../../support/gateway.ts'
import { fakeUpstream, upstreams } from '../../support/several-upstreams.ts'

const id = '01a207e6-d267-7002-8678-5d7d0bdc7dd3'

describe('what clients call a conversation', () => {
  it.each([
    ['Claude Code', { 'x-claude-code-session-id': [id] }, {}],
    ['Codex', { 'session-id': [id], 'thread-id': ['other'] }, { cacheKey: 'other' }],
    ['Codex, earlier', { session_id: [id], conversation_id: ['other'] }, {}],
    ['opencode', { 'x-session-affinity': [id], 'x-session-id': ['other'] }, {}],
    ['Open WebUI', { 'x-openwebui-chat-id': [id], 'x-openwebui-user-id': ['other'] }, {}],
    ['the page of llama-server', { 'x-conversation-id': [id] }, {}],
    ['a client that names a cache of prompts', {}, { cacheKey: id }],
    ['one whose header is no name', { 'session-id': ['a', 'b'], 'x-session-id': [''] }, { cacheKey: id }],
  ])('%s', (_, headers: NodeJS.Dict<string[]>, request) => expect(conversationOf(request, headers)).toBe(id))

  it.each([
    ['a client that names none', {}, {}],
    ['a name that is too long', {}, { cacheKey: 'x'.repeat(257) }],
    ['users are no conversations', { 'x-openwebui-user-id': [id] }, {}],
  ])('nothing: %s', (_, headers: NodeJS.Dict<string[]>, request) => expect(conversationOf(request, headers)).toBeUndefined())
})

describe('a conversation that its client names', () => {
  const asked = { model: 'm', messages: question }
  const headers = (...more: [string, string][]) => ({ headers: { 'content-type': 'application/json', ...Object.fromEntries(more) } })

  it.each([
    ['by a header', asked, headers(['x-claude-code-session-id', id])],
    ['by the key of its cache', { ...asked, prompt_cache_key: id }, headers()],
  ])('%s, stays where it began', async (_, request, init) => {
    const all = await Promise.all(['a', 'b', 'c'].map((name) => fakeUpstream(name)))
    const { chat } = await startGateway(...upstreams(...all.map(({ name, url }) => ({ name, url }))))
    for (let count = 0; count < 6; count += 1) await (await chat(request, init)).text()
    expect(all.map(({ asked }) => asked.length).toSorted((a, b) => a - b)).toEqual([0, 0, 6])
  })

  it('is found by that name among the traces, unless a session is named, and counts against no budget', async () => {
    const { chat, url } = await startGateway('--traces', 'sqlite', '--session-budget', '1')
    const thinks = { model: 'embedded/qwen3-tags', messages: question }
    const named = headers(['session-id', id])
    for (let count = 0; count < 3; count += 1) expect((await chat(thinks, named)).status).toBe(200)
    expect((await chat(thinks, headers(['session-id', id], ['x-reason-session', 'alice']))).status).toBe(200)
    const tracesOf = async (session: string) =>
      ((await (await fetch(`${url}/api/traces?session=${session}`)).json()) as { items: TraceRecord[] }).items.length
    await expect.poll(() => tracesOf(id)).toBe(3)
    await expect.poll(() => tracesOf('alice')).toBe(1)
    expect((await chat(thinks, headers(['session-id', id], ['x-reason-session', 'alice']))).status).toBe(429)
    expect((await chat(thinks, named)).status).toBe(200)
  })
})
