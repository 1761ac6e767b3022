import { describe, expect, it } from 'vitest'
import { apis, wireOf } from '../support/apis.ts'
import { ourWires } from '../../src/wires.ts'
import { forUpstream } from '../../src/upstreams/headers.ts'

describe('paths', () => {
  it.each([
    ['openai-chat', 'm', '/chat/completions', '/chat/completions'],
    ['openai-responses', 'm', '/responses', '/responses'],
    ['anthropic-messages', 'm', '/messages', '/messages'],
    ['gemini', 'gemini-3-pro', '/models/gemini-3-pro:streamGenerateContent?alt=sse', '/models/gemini-3-pro:generateContent'],
    ['gemini', 'models/gemini-3-pro', '/models/gemini-3-pro:streamGenerateContent?alt=sse', '/models/gemini-3-pro:generateContent'],
    ['gemini-interactions', 'm', '/interactions', '/interactions'],
    [
      'bedrock-converse',
      'us.amazon.nova-2-lite-v1:0',
      '/model/us.amazon.nova-2-lite-v1%3A0/converse-stream',
      '/model/us.amazon.nova-2-lite-v1%3A0/converse',
    ],
    ['cohere', 'm', '/chat', '/chat'],
    ['ollama', 'm', '/api/chat', '/api/chat'],
  ] as const)('of %s', (id, model, streamed, whole) => {
    expect([apis[id].path(model, true), apis[id].path(model, false)]).toEqual([streamed, whole])
  })

  it('stay where they are, whatever a client calls its model', () => {
    for (const model of ['..', '../../admin', 'a/b?c#d', '.', 'x:generateContent?key=1']) {
      for (const id of ['gemini', 'bedrock-converse'] as const) {
        const { pathname, search } = new URL(`http://h/base${apis[id].path(model, false)}`)
        expect(pathname.split('/')).toHaveLength(id === 'gemini' ? 4 : 5)
        expect(pathname).toMatch(/^\/base\/model/)
        expect(search).toBe('')
      }
    }
  })
})

describe('keys', () => {
  it.each(ourWires)('of clients go to %s in its own header', (id) => {
    const { keyHeader } = apis[id]
    const shown = keyHeader === 'authorization' ? 'Bearer theirs' : 'theirs'
    expect(forUpstream({ authorization: 'Bearer theirs' }, apis[id], undefined)[keyHeader]).toBe(shown)
    const ours = forUpstream({ authorization: 'Bearer theirs', 'api-key': 'theirs' }, apis[id], 'ours')
    expect(JSON.stringify(ours)).not.toContain('theirs')
    expect(ours[keyHeader]).toMatch(/^(?:Bearer )?ours$/)
  })

  it('that are none are no key', () => {
    expect(forUpstream({ authorization: 'Basic abc' }, apis.gemini, undefined)).not.toHaveProperty('x-goog-api-key')
  })
})

it('formats say whether their answers bring seals, which travel also where no tools are offered', () => {
  expect(ourWires.filter((id) => wireOf(id).capabilities.seals === true)).toEqual([
    'openai-responses',
    'anthropic-messages',
    'gemini',
    'gemini-interactions',
    'bedrock-converse',
  ])
})
