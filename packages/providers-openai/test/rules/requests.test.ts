import type { Conversation, Target } from '@reason/core/conversation'
import type { Loose } from '@reason/wire-kit'
import fc from 'fast-check'
import { runs } from '@reason/testkit/sampling'
import { describe, expect, it } from 'vitest'
import { dialectNames, openaiChat, openaiResponses } from '../../src/index.ts'
import { chatFaults } from './chat-rules.ts'
import { conversations } from './conversations.ts'
import { responsesFaults } from './responses-rules.ts'

const chat = openaiChat()
const responses = openaiResponses()

const chatTargets: readonly [provider: string, model: string][] = [
  ['openai', 'gpt-5'],
  ['openai', 'gpt-4o'],
  ['deepseek', 'deepseek-v4-flash'],
  ['deepseek', 'deepseek-r1'],
  ['mistral', 'magistral-medium'],
  ['google', 'gemini-3-pro-preview'],
  ['openrouter', 'anthropic/claude-sonnet-4.5'],
  ['openrouter', 'google/gemini-3-pro-preview'],
  ['openrouter', 'openai/gpt-5'],
  ['moonshot', 'kimi-k2-thinking'],
  ['minimax', 'MiniMax-M2'],
  ['groq', 'openai/gpt-oss-20b'],
  ...dialectNames.map((name): [string, string] => [name, 'm']),
]
const responsesTargets: readonly [provider: string, model: string][] = [
  ['openai', 'gpt-5'],
  ['azure', 'gpt-5.1'],
  ['chatgpt', 'gpt-5-codex'],
  ['xai', 'grok-4'],
  ['deepseek', 'deepseek-v4-flash'],
  ['openrouter', 'anthropic/claude-sonnet-4.5'],
  ['llamacpp', 'qwen3'],
  ['lmstudio', 'openai/gpt-oss-20b'],
]

/** Undefined where the provider would refuse it for what the conversation asks: no writer can help that. */
function written(format: typeof chat, conversation: Conversation, target: Target): Loose | undefined {
  const { refusals } = format.replay(conversation, target)
  expect(refusals.filter((refusal) => /calls a tool|output of a call/.test(refusal))).toEqual([])
  return refusals.length > 0 ? undefined : format.writeRequest(conversation, target).body
}

describe.each(chatTargets)('a conversation of any origin for %s %s, in Chat Completions', (provider, model) => {
  const target = { provider, wire: 'openai-chat', model }
  it('is by the rules', () => {
    fc.assert(
      fc.property(conversations, (conversation) => {
        const body = written(chat, conversation, target)
        if (body !== undefined) expect(chatFaults(body, { provider, model })).toEqual([])
      }),
      { numRuns: 60 },
    )
  })
})

describe.each(responsesTargets)('a conversation of any origin for %s %s, in Responses', (provider, model) => {
  const target = { provider, wire: 'openai-responses', model }
  it('is by the rules', () => {
    fc.assert(
      fc.property(conversations, (conversation) => {
        const body = written(responses, conversation, target)
        if (body !== undefined) expect(responsesFaults(body, { provider })).toEqual([])
      }),
      { numRuns: runs(150) },
    )
  })
})
