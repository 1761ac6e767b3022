import { expect, it } from 'vitest'
import type { Conversation, ReplayPlan } from '@reason/core/conversation'
import { renderPlan } from '../src/render/plan.ts'

const conversation: Conversation = {
  messages: [
    { role: 'user', content: [{ type: 'text', text: 'hello' }] },
    {
      role: 'assistant',
      items: [
        { type: 'block', channel: 'reasoning', text: 'a', boundary: 'wire' },
        { type: 'tool-call', name: 'look\u001B[2J', arguments: '{}' },
      ],
    },
  ],
}
const target = { wire: 'openai-chat', model: 'm', provider: 'p' }

it('a plan shows decisions with what they are about, refusals, and the messages without their long texts', () => {
  const plan: ReplayPlan = {
    messages: [
      { role: 'user', content: 'hello' },
      { role: 'assistant', signature: 'x'.repeat(2000) },
    ],
    decisions: [
      { message: 1, item: 0, action: 'downgraded', reason: 'without its seal' },
      { message: 1, item: 1, action: 'kept', reason: 'as it is' },
      { message: 1, action: 'added', reason: 'an empty reasoning' },
    ],
    refusals: ['Message 1 has no reasoning.'],
  }
  expect(renderPlan({ conversation, target, plan, from: 'ollama', guessed: true })).toBe(
    `read as  ollama (by its shape; --from names another)
sent to  openai-chat, m, p

What was decided:
  message 1, item 0 (reasoning)  downgraded  without its seal
  message 1, item 1 (look␛[2J)   kept        as it is
  message 1                      added       an empty reasoning

It would be refused: Message 1 has no reasoning.

Messages that are sent:
  {"role":"user","content":"hello"}
  {"role":"assistant","signature":"${'x'.repeat(50)}… (2000 characters)"}
`,
  )
})

it('a plan without decisions says so', () => {
  const plan: ReplayPlan = { messages: [], decisions: [], refusals: [] }
  const text = renderPlan({ conversation, target: { wire: 'gemini', model: 'm' }, plan, from: 'gemini', guessed: false })
  expect(text).toBe(
    'read as  gemini\nsent to  gemini, m\n\nThe conversation has no reasoning, so all of it is sent unchanged.\n\nMessages that are sent:\n',
  )
})
