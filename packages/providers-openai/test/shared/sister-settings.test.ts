import type { Conversation } from '@reason/core/conversation'
import { describe, expect, it } from 'vitest'
import { sisterSettings, withSisterMarks } from '../../src/shared/sister-settings.ts'

const chat = 'openai-chat'
const responses = 'openai-responses'

describe('sisterSettings', () => {
  const fields = { service_tier: 'flex', text: { verbosity: 'low', format: 'x' }, truncation: 'auto', user: null }

  it('renames what the other API of OpenAI has, and leaves the rest', () => {
    expect(sisterSettings({ wire: responses, fields }, chat, 'openai')).toEqual({
      settings: [
        ['service_tier', 'flex'],
        ['verbosity', 'low'],
      ],
      rest: { wire: responses, fields: { text: { format: 'x' }, truncation: 'auto', user: null } },
    })
    expect(sisterSettings({ wire: chat, fields: { verbosity: 'low' } }, responses, 'openai').settings).toEqual([['text.verbosity', 'low']])
  })

  it.each([
    ['another provider', responses, 'groq'],
    ['a provider that is not known', responses, undefined],
    ['fields of the same API', chat, 'openai'],
    ['fields of another maker', 'anthropic-messages', 'openai'],
  ])('takes nothing: %s', (_, wire, provider) => {
    expect(sisterSettings({ wire, fields }, chat, provider)).toEqual({ settings: [], rest: { wire, fields } })
  })

  it('takes nothing of a request without fields', () => {
    expect(sisterSettings(undefined, chat, 'openai')).toEqual({ settings: [], rest: undefined })
  })
})

describe('withSisterMarks', () => {
  const mark = { prompt_cache_breakpoint: { mode: 'explicit' } }
  const asked = (fields: Record<string, unknown>): Conversation => ({
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'q', extra: { wire: responses, fields } },
          { type: 'image', source: { type: 'url', url: 'https://x' }, extra: { wire: responses, fields } },
        ],
      },
    ],
    extra: { wire: responses, fields: {} },
  })
  const wires = (conversation: Conversation) =>
    conversation.messages.flatMap((message) =>
      message.role === 'user' ? message.content.map((piece) => 'extra' in piece && piece.extra?.wire) : [],
    )

  it('moves marks of texts and images to the other API, and no other values', () => {
    expect(wires(withSisterMarks(asked(mark), chat, 'openai'))).toEqual([chat, chat])
    expect(wires(withSisterMarks(asked({ prompt_cache_breakpoint: true }), chat, 'openai'))).toEqual([responses, responses])
  })

  it('leaves them for another provider', () => {
    const conversation = asked(mark)
    expect(withSisterMarks(conversation, chat, 'groq')).toBe(conversation)
  })
})
