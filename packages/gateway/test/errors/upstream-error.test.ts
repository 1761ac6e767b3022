import { describe, expect, it } from 'vitest'
import { errorFromParts, errorFromUpstream } from '../../src/errors/upstream-error.ts'
import { apis } from '../support/apis.ts'
import type { OurWire } from '../../src/wires.ts'

const at = (id: OurWire) => ({ name: 'http://h', api: apis[id] })

describe('what providers say when they refuse', () => {
  it.each<[OurWire, string, Record<string, unknown>]>([
    ['openai-chat', '{"error":{"message":"No.","type":"t","code":"c","param":"p"}}', { type: 't', code: 'c', param: 'p' }],
    ['anthropic-messages', '{"type":"error","error":{"type":"overloaded_error","message":"No."}}', { type: 'overloaded_error' }],
    ['gemini', '{"error":{"code":400,"message":"No.","status":"INVALID_ARGUMENT"}}', { code: 400, more: { status: 'INVALID_ARGUMENT' } }],
    ['gemini', '[{"error":{"code":400,"message":"No.","status":"INVALID_ARGUMENT"}}]', { code: 400 }],
    ['bedrock-converse', '{"message":"No."}', { type: 'upstream_error' }],
    ['bedrock-converse', '{"Message":"No."}', { type: 'upstream_error', more: {} }],
    ['cohere', '{"id":"1","message":"No."}', { more: { id: '1' } }],
    ['ollama', '{"error":"No."}', { type: 'upstream_error', code: null }],
    ['openai-chat', '{"success":false,"errors":[{"message":"No.","code":5006}],"result":null}', { code: 5006 }],
    ['openai-chat', '{"error_code":"BAD_REQUEST","message":"No."}', { code: 'BAD_REQUEST' }],
    ['openai-chat', 'data: {"error":{"message":"No.","code":"c"}}\n\n', { code: 'c' }],
    ['openai-chat', '{"error":{"message":"No.","detail":{"message":"Other."}}}', {}],
    ['openai-chat', '{"error":null,"message":"No."}', {}],
    ['openai-chat', '{"statusCode":400,"message":"No.","error":"Bad Request"}', { code: null }],
    ['openai-chat', '{"base_resp":{"status_code":2013,"status_msg":"No."}}', { code: 2013 }],
    ['openai-chat', '{"message":{"detail":[{"msg":"No."}]},"type":"invalid_request_error"}', { type: 'invalid_request_error' }],
    ['openai-chat', '{"errorMessage":"No.","errorCode":"X1"}', { code: 'X1' }],
  ])('%s: %s', (id, body, error) => {
    expect(errorFromUpstream(418, {}, Buffer.from(body), at(id))).toMatchObject({ status: 418, message: 'No.', ...error })
  })

  it.each([
    ['text/plain', 'Slow down', 'nothing', ': Slow down.'],
    ['text/plain', 'Slow down', 'output', ': Slow down.'],
    ['text/plain', '<!DOCTYPE html><html><head><title>Slow down</title></head></html>', 'nothing', ': Slow down.'],
    ['text/html', '<p>Slow down</p>', 'nothing', 'HTTP 429.'],
    ['text/plain', 'It thinks of zebras', 'history', ': It thinks of zebras.'],
  ] as const)('is found in %s %j, for who may see %s', (type, text, secret, ending) => {
    const { message } = errorFromUpstream(429, { 'content-type': type }, Buffer.from(text), at('openai-chat'), secret)
    expect(message.endsWith(ending)).toBe(true)
  })

  it('is no refusal of a proxy for the client, which its `fetch` would hide', () => {
    const error = errorFromUpstream(407, {}, Buffer.from('No.'), at('openai-chat'))
    expect(error).toMatchObject({ status: 502, message: expect.stringMatching(/HTTP 407\)\. Set user name/) as unknown })
  })

  it('has a status that a client can read', () => {
    const error = errorFromUpstream(999, {}, Buffer.from('{"error":{"message":"Who are you?"}}'), at('openai-chat'))
    expect(error).toMatchObject({
      status: 502,
      message: 'The answer of the upstream http://h has the status 999, which HTTP does not have.',
    })
    expect(() => new Response(null, { status: error.status })).not.toThrow()
  })

  it('is not quoted from a text that a model may have written', () => {
    const { message } = errorFromUpstream(500, {}, Buffer.from('It thinks of zebras'), at('openai-chat'), 'output')
    expect(message).toMatch(/HTTP 500\.$/)
  })

  it('is not said twice, where it is a bare text', () => {
    expect(errorFromUpstream(418, {}, Buffer.from('{"error":"No.","at":1}'), at('ollama')).more).toEqual({ at: 1 })
  })

  it('is said with the path that was asked for, where they say nothing', () => {
    const paths = [at('openai-chat'), at('gemini')].map((origin) => errorFromUpstream(404, {}, Buffer.alloc(0), origin).message)
    expect(paths[0]).toContain('the gateway asks for /chat/completions under it')
    expect(paths[1]).toContain('the gateway asks for /models/MODEL:generateContent under it')
  })
})

describe('an answer that is none', () => {
  it('makes one think of the format', () => {
    const cut = [{ type: 'finish', reason: 'aborted' } as const]
    const garbled = (id: OurWire, begun = false): string | undefined =>
      errorFromParts(cut, at(id), { warnings: new Set(['unknown-event']), stream: false, begun })?.message
    expect(garbled('openai-chat')).toContain('is no chat completion')
    expect(garbled('ollama')).toContain('is not in the format ollama')
    // Its last event was cut.
    expect(garbled('openai-chat', true)).toContain('is empty or was cut')
    expect(errorFromParts(cut, at('ollama'), { warnings: new Set(), stream: false, begun: true })?.message).toContain('is empty or was cut')
  })

  it('keeps the message that the format found, if the event has none in a known field', () => {
    const error = { message: 'No.', native: { type: 'message-end', delta: { error: 'No.' } } }
    expect(errorFromParts([{ type: 'error', error }], at('cohere'), { warnings: new Set(), stream: true, begun: true })).toMatchObject({
      message: 'No.',
      status: 502,
    })
  })

  it('keeps the message and code that the format found, if the event nests too deeply', () => {
    const native: unknown = JSON.parse(`{"message":"No.","why":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)
    const error = { message: 'No.', code: 'c', status: 503, native }
    expect(errorFromParts([{ type: 'error', error }], at('openai-chat'), { warnings: new Set(), stream: true, begun: true })).toEqual({
      type: 'upstream_error',
      code: 'c',
      message: 'No.',
      status: 503,
    })
  })

  it('came with HTTP 200, whatever status stands for it, where its own words are not told', () => {
    const error = { message: 'Overloaded', code: 'overloaded_error', status: 529 }
    const told = errorFromParts([{ type: 'error', error }], at('anthropic-messages'), {
      warnings: new Set(),
      stream: true,
      begun: false,
      secret: 'output',
    })
    expect(told).toMatchObject({ status: 529, message: expect.stringMatching(/failed inside its answer\./) })
  })

  it('is not what a governor of ours has ended', () => {
    const ended = [{ type: 'finish', reason: 'aborted' } as const]
    expect(errorFromParts(ended, at('openai-chat'), { warnings: new Set(['aborted']), stream: false, begun: true })).toBeUndefined()
  })
})
