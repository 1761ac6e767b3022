import { describe, expect, it } from 'vitest'
import { passedOn } from './passed-on.ts'

const messages = [
  { role: 'developer', content: 'Be brief.', name: 'x' },
  { role: 'user', content: 'q' },
]

describe('instructions of a developer in Chat Completions', () => {
  it.each([
    [undefined, 'system'],
    ['llamacpp', 'system'],
    ['vllm', 'system'],
    ['sglang', 'system'],
    ['lmstudio', 'system'],
    ['ollama', 'system'],
    ['deepseek', 'system'],
    ['mistral', 'system'],
    ['openai', 'developer'],
    ['azure', 'developer'],
    ['groq', 'developer'],
    ['openrouter', 'developer'],
  ])('reach %s as those of the %s', async (provider, role) => {
    expect(await passedOn(provider, { model: 'qwen3-8b', messages })).toEqual([{ ...messages[0], role }, messages[1]])
  })
})
