import { describe, expect, it } from 'vitest'
import { wireOf } from '../support/apis.ts'

const messages = [{ role: 'user', content: 'Hi' }]
const fromChat = (fields: object) => wireOf('openai-chat').readRequest({ model: 'm', messages, ...fields })
const fromOllama = (options: object) => wireOf('ollama').readRequest({ model: 'm', messages, options })
const chatFor = (provider: string | undefined) => ({ wire: 'openai-chat', model: 'm', ...(provider !== undefined && { provider }) })

describe('what samplers of open models have', () => {
  it.each([
    { min_p: 0.05, repetition_penalty: 1.1 },
    { min_p: 0.05, repeat_penalty: 1.1 },
  ])('goes from Chat Completions to Ollama: %j', (fields) => {
    const { body, notCarried } = wireOf('ollama').writeRequest(fromChat({ ...fields, top_k: 20 }), { wire: 'ollama', model: 'm' })
    expect(body).toMatchObject({ options: { min_p: 0.05, repeat_penalty: 1.1, top_k: 20 } })
    expect(body).not.toHaveProperty('min_p')
    expect(notCarried).toEqual([])
  })

  it.each([
    [undefined, { min_p: 0.05, repetition_penalty: 1.1 }],
    ['vllm', { min_p: 0.05, repetition_penalty: 1.1 }],
    ['openrouter', { min_p: 0.05, repetition_penalty: 1.1 }],
    ['llamacpp', { min_p: 0.05, repeat_penalty: 1.1 }],
  ])('goes from Ollama to Chat Completions, under its name there: %s', (provider, expected) => {
    const { body, notCarried } = wireOf('openai-chat').writeRequest(fromOllama({ min_p: 0.05, repeat_penalty: 1.1 }), chatFor(provider))
    const names = Object.entries(body as object).filter(([name]) => /min_p|repe/.test(name))
    expect(Object.fromEntries(names)).toEqual(expected)
    expect(notCarried).toEqual([])
  })

  it('is not sent to who refuses it, and that is said', () => {
    const { body, notCarried } = wireOf('openai-chat').writeRequest(fromOllama({ min_p: 0.05, repeat_penalty: 1.1 }), chatFor('openai'))
    expect(JSON.stringify(body)).not.toMatch(/min_p|repe/)
    expect(notCarried).toEqual(['minP', 'repetitionPenalty'])
  })

  it.each([
    [{ min_p: 0.05, repetition_penalty: 1.1 }, ['min-p', 'a repetition penalty']],
    // As clients send them that show a slider for each.
    [{ min_p: 0, repetition_penalty: 1 }, []],
  ])('is said to be lost where a format has none: %j', (fields, lost) => {
    const { notCarried } = wireOf('gemini').writeRequest(fromChat(fields), { wire: 'gemini', model: 'gemini-2.5-pro' })
    expect(notCarried).toEqual(lost)
  })

  it('stays as it was written in its own format', () => {
    const chat = { model: 'm', messages, min_p: 0.05, repeat_penalty: 1.1 }
    expect(wireOf('openai-chat').writeRequest(wireOf('openai-chat').readRequest(chat), chatFor('vllm')).body).toEqual(chat)
  })
})
