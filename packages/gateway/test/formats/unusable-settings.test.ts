import { describe, expect, it } from 'vitest'
import { wireOf } from '../support/apis.ts'
import type { OurWire } from '../../src/wires.ts'

type Json = Record<string, unknown>

const question = [{ role: 'user', content: 'Is it colder in Oslo or in Bergen?' }]
const bodies = {
  'openai-chat': { model: 'm', messages: question },
  'openai-responses': { model: 'm', input: question },
  'anthropic-messages': { model: 'm', max_tokens: 9, messages: question },
} as const
type Client = keyof typeof bodies

function written(from: Client, settings: Json, to: OurWire, model: string) {
  const conversation = wireOf(from).readRequest!({ ...bodies[from], ...settings })
  const { body, notCarried, knobs } = wireOf(to).writeRequest!(conversation, { wire: to, model })
  return { body, notCarried, notes: knobs.notes }
}

const messages = { max_tokens: '100', temperature: '0', stop_sequences: 'X', tools: 't', system: 5 }
const told = [
  'max_tokens ("100" is no number)',
  'temperature ("0" is no number)',
  'stop_sequences ("X" is no list of texts)',
  'tools ("t" is no list)',
  'system (5 is no text and no list)',
]

const rows: [from: Client, settings: Json, to: OurWire, model: string, lost: string[]][] = [
  ['anthropic-messages', messages, 'openai-chat', 'm', told.map((one) => `${one} of anthropic-messages`)],
  ['anthropic-messages', messages, 'openai-responses', 'm', told.map((one) => `${one} of anthropic-messages`)],
  ['anthropic-messages', messages, 'gemini', 'm', told.map((one) => `the setting ${one}`)],
  ['anthropic-messages', messages, 'ollama', 'm', told.map((one) => `the setting ${one}`)],
  ['anthropic-messages', messages, 'bedrock-converse', 'm', told.map((one) => `the setting ${one}`)],
  ['openai-chat', { max_tokens: '100' }, 'anthropic-messages', 'claude-sonnet-4-5', ['the setting max_tokens ("100" is no number)']],
  [
    'openai-chat',
    { reasoning_effort: 'foo' },
    'anthropic-messages',
    'claude-sonnet-4-5',
    ['the setting reasoning_effort ("foo" is no effort that is known)'],
  ],
  [
    'openai-responses',
    { reasoning: { effort: 'ultra' } },
    'openai-chat',
    'm',
    ['reasoning.effort ("ultra" is no effort that is known) of openai-responses'],
  ],
  [
    'openai-responses',
    { reasoning: { effort: 5 }, max_output_tokens: 'x', temperature: 'hot' },
    'openai-chat',
    'm',
    [
      'reasoning.effort (5 is no effort that is known) of openai-responses',
      'max_output_tokens ("x" is no number) of openai-responses',
      'temperature ("hot" is no number) of openai-responses',
    ],
  ],
  ['openai-chat', { tool_choice: 'required' }, 'openai-responses', 'm', ['a choice of a tool where there is none']],
  ['openai-chat', { tool_choice: 'required' }, 'anthropic-messages', 'm', ['a choice of a tool where there is none']],
  ['openai-chat', { tool_choice: 'required' }, 'gemini', 'm', ['a choice of a tool where there is none']],
  ['openai-chat', { tool_choice: 'required' }, 'cohere', 'm', ['a choice of a tool where there is none']],
  ['anthropic-messages', { tool_choice: { type: 'any' } }, 'openai-chat', 'm', ['a choice of a tool where there is none']],
  ['openai-chat', { tool_choice: 'auto' }, 'openai-responses', 'm', []],
]

describe('a setting whose value says nothing', () => {
  it.each(rows)('of %s is told: %j to %s', (from, settings, to, model, lost) =>
    expect(written(from, settings, to, model).notCarried).toEqual(lost),
  )

  it('is no reason to say that there was none', () => {
    const { body, notes } = written('openai-chat', { max_tokens: '100' }, 'anthropic-messages', 'claude-sonnet-4-5')
    expect(body['max_tokens']).toBe(16_384)
    expect(notes).toEqual(['max_tokens is required, and was missing or invalid: it became 16384.'])
  })

  it('is a message among others, too, which is none', () => {
    for (const from of ['openai-chat', 'anthropic-messages'] as const) {
      const { notCarried } = written(from, { messages: ['Hi.', ...question] }, 'ollama', 'm')
      expect(notCarried).toEqual(['the setting messages (a list is no list of objects)'])
    }
    const { notCarried } = written('openai-responses', { input: ['Hi.', ...question] }, 'openai-chat', 'm')
    expect(notCarried).toEqual(['content that only openai-responses knows'])
  })
})
