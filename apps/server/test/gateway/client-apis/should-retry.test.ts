import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import { question, startGateway } from '../../support/gateway.ts'

const model = 'embedded/qwen3-tags'

/** The official clients as they come: they retry twice. */
function clientsOf(url: string, session?: string): { openai: OpenAI; anthropic: Anthropic; asked: () => number } {
  let count = 0
  const counted: typeof fetch = (...args) => ((count += 1), fetch(...args))
  const options = { apiKey: 'unused', fetch: counted, ...(session !== undefined && { defaultHeaders: { 'x-reason-session': session } }) }
  return {
    openai: new OpenAI({ baseURL: `${url}/v1`, ...options }),
    anthropic: new Anthropic({ baseURL: url, ...options }),
    asked: () => count,
  }
}

describe('the official clients do not repeat', () => {
  // Anthropic's would sleep until the budget is free again, a day later, without a word.
  it('what a budget refuses for longer than a program should wait', async () => {
    const { url } = await startGateway('--budgets', '{"session":{"tokens":1,"window":{"kind":"rolling","ms":86400000}}}')
    const { openai, anthropic, asked } = clientsOf(url, 'alice')
    await openai.chat.completions.create({ model, messages: [...question] })
    await settled(url)
    const before = asked()
    await expect(anthropic.messages.create({ model, max_tokens: 100, messages: [...question] })).rejects.toBeInstanceOf(
      Anthropic.RateLimitError,
    )
    await expect(openai.chat.completions.create({ model, messages: [...question] })).rejects.toBeInstanceOf(OpenAI.RateLimitError)
    expect(asked() - before).toBe(2)
  })

  it('what an upstream has no way to do', async () => {
    const { url } = await startGateway('--upstream', 'http://127.0.0.1:9', '--upstream-format', 'gemini')
    const { openai, asked } = clientsOf(url)
    await expect(openai.embeddings.create({ model, input: 'What?' })).rejects.toMatchObject({ status: 501 })
    expect(asked()).toBe(1)
  })
})

/** Counted behind the answer. */
async function settled(url: string): Promise<void> {
  for (;;) {
    const { budgets } = (await (await fetch(`${url}/api/sessions/alice/budget`)).json()) as {
      budgets: { used: number; reserved: number }[]
    }
    if (budgets[0] !== undefined && budgets[0].used > 0 && budgets[0].reserved === 0) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
