import { describe, expect, it } from 'vitest'
import { wireOf } from '../support/apis.ts'

const targets = [
  ['anthropic-messages', 'anthropic', 'claude-sonnet-4-5'],
  ['bedrock-converse', 'bedrock', 'anthropic.claude-sonnet-4-5-20250929-v1:0'],
] as const

const turn = [
  { role: 'user', content: 'Who are you?' },
  { role: 'assistant', content: 'Claude.' },
]

describe.each(targets)('a message with nothing in it, before Claude (%s)', (wire, provider, model) => {
  const rolesOf = (messages: unknown[]): unknown => {
    const conversation = wireOf('openai-chat').readRequest({ model: 'm', messages })
    const { messages: written } = wireOf(wire).writeRequest(conversation, { wire, provider, model }).body as {
      messages: { role: string; content: unknown }[]
    }
    return written.map(({ role, content }) => [role, JSON.stringify(content).includes('(empty message)')])
  }

  it.each(['', ' \n', [], [{ type: 'text', text: '' }]])('makes no beginning of the answer before it: %j', (content) => {
    expect(rolesOf([...turn, { role: 'user', content }])).toEqual([
      ['user', false],
      ['assistant', false],
      ['user', true],
    ])
  })

  it('is left out where another message follows it', () => {
    expect(rolesOf([...turn, { role: 'user', content: '' }, { role: 'user', content: 'Go on.' }])).toEqual([
      ['user', false],
      ['assistant', false],
      ['user', false],
    ])
  })

  it('is none where the answer is begun on purpose', () => {
    expect(rolesOf(turn)).toEqual([
      ['user', false],
      ['assistant', false],
    ])
  })
})
