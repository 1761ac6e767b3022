import assert from 'node:assert/strict'
import { ReasonError } from '@reason/core'
import type { Conversation, Issuer, Message, Target } from '@reason/core/conversation'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyConversation } from '@reason/exchanges/any-conversation'
import { gptOss, kimi, nova2, opus47, sonnet37, sonnet46, wire } from './conversations.ts'
import { brokenRules } from './rules.ts'

const fable: Target = { ...sonnet37, model: 'us.anthropic.claude-fable-5' }
/** Which types of thinking each refuses. */
const targets: readonly [Target, { refuses: readonly string[]; claude: boolean }][] = [
  [sonnet37, { refuses: ['adaptive'], claude: true }],
  [sonnet46, { refuses: [], claude: true }],
  [opus47, { refuses: ['enabled'], claude: true }],
  [fable, { refuses: ['enabled', 'disabled'], claude: true }],
  [nova2, { refuses: [], claude: false }],
  [gptOss, { refuses: [], claude: false }],
  [kimi, { refuses: [], claude: false }],
]
const issuers: readonly Issuer[] = [
  ...targets.map(([target]) => target),
  { provider: 'anthropic', wire: 'anthropic-messages', model: 'claude-3-7-sonnet' },
  { provider: 'openai', wire: 'openai-responses', model: 'gpt-5' },
]
const asked = fc.tuple(anyConversation(issuers), fc.constantFrom(...targets))

/** Undefined: it is refused, for a reason that no request could get around. */
function write(conversation: Conversation, target: Target) {
  try {
    return wire.writeRequest(conversation, target).body
  } catch (error) {
    assert(ReasonError.is(error))
    expect(error.message).toContain('always thinks, and a tool choice that forces a call')
    expect(target).toBe(fable)
    return undefined
  }
}

/** What the messages say, whoever wrote them down: texts, calls and results. */
function gist(messages: readonly Message[]): unknown[] {
  const texts = (value: string) => (value.trim() === '' ? [] : [value])
  return messages.flatMap((message): unknown[] => {
    if (message.role === 'assistant')
      return message.items.flatMap((item): unknown[] => {
        if (item.type === 'tool-call') return [['call', item.name.replaceAll(/[^\w-]/g, '_')]]
        return item.type === 'block' && item.channel === 'answer' ? texts(item.text).map((text) => ['said', text]) : []
      })
    const said = message.content.flatMap((piece) => (piece.type === 'text' ? texts(piece.text) : []))
    return message.role === 'tool' ? [['result', said, message.failed]] : said.map((text) => [message.role, text])
  })
}

describe('any conversation that is in order', () => {
  test('becomes a request that keeps the rules', () => {
    fc.assert(
      fc.property(asked, ([conversation, [target, limits]]) => {
        const body = write(conversation, target)
        if (body === undefined) return
        expect(brokenRules(body, limits)).toEqual([])
        assert.deepStrictEqual(JSON.parse(JSON.stringify(body)), body)
      }),
      { numRuns: 400 },
    )
  })

  test('still says what it said', () => {
    fc.assert(
      fc.property(asked, ([conversation, [target]]) => {
        const body = write(conversation, target)
        if (body !== undefined) expect(gist(wire.readRequest(body).messages)).toEqual(gist(conversation.messages))
      }),
      { numRuns: 200 },
    )
  })

  test('is read and written again as it is', () => {
    fc.assert(
      fc.property(asked, ([conversation, [target]]) => {
        const body = write(conversation, target)
        if (body !== undefined) assert.deepStrictEqual(wire.writeRequest(wire.readRequest(body, target), target).body, body)
      }),
      { numRuns: 200 },
    )
  })

  test('begins like what was sent of it before, while thinking is set alike', () => {
    fc.assert(
      fc.property(asked, ([conversation, [target]]) => {
        const { messages } = conversation
        const long = write(conversation, target)
        const settingOf = (body: Record<string, unknown> | undefined) => JSON.stringify(body?.additionalModelRequestFields)
        // Up to each message that the assistant answered.
        const ends = messages.flatMap(({ role }, at) => (role !== 'assistant' && messages[at + 1]?.role === 'assistant' ? [at + 1] : []))
        for (const end of ends) {
          const short = write({ ...conversation, messages: messages.slice(0, end) }, target)
          if (short === undefined || long === undefined || settingOf(short) !== settingOf(long)) continue
          if (settingOf(short)?.includes('disabled') === true) continue
          const sent = short.messages as unknown[]
          expect((long.messages as unknown[]).slice(0, sent.length)).toEqual(sent)
        }
      }),
      { numRuns: 150 },
    )
  })
})
