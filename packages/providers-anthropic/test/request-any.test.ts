import assert from 'node:assert/strict'
import type { Conversation, Issuer, Message, Target } from '@reason/core/conversation'
import { ReasonError } from '@reason/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyConversation } from '@reason/exchanges/any-conversation'
import { opus47, sonnet4, sonnet46, wire } from './conversations.ts'
import { brokenRules } from './rules.ts'

const fable: Target = { ...sonnet4, model: 'claude-fable-5' }
/** Which types of thinking each refuses. */
const targets: readonly [Target, readonly string[]][] = [
  [sonnet4, ['adaptive']],
  [sonnet46, []],
  [opus47, ['enabled']],
  [fable, ['enabled', 'disabled']],
]
const issuers: readonly Issuer[] = [
  ...targets.map(([target]) => target),
  { provider: 'bedrock', wire: 'bedrock-converse', model: sonnet4.model },
  { ...sonnet4, provider: 'vertex' },
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
    if (message.role === 'tool') return [['result', said.length === 0 && message.failed === true ? ['The tool failed.'] : said]]
    return said.map((text) => [message.role, text])
  })
}

describe('any conversation that is in order', () => {
  test('becomes a request that keeps the rules', () => {
    fc.assert(
      fc.property(asked, ([conversation, [target, refuses]]) => {
        const body = write(conversation, target)
        if (body === undefined) return
        expect(brokenRules(body, { refuses })).toEqual([])
        assert.deepStrictEqual(JSON.parse(JSON.stringify(body)), body)
      }),
      { numRuns: 400 },
    )
  })

  test('still says what it said', () => {
    fc.assert(
      fc.property(asked, ([conversation, [target]]) => {
        const body = write(conversation, target)
        if (body === undefined) return
        const read = wire.readRequest(body)
        expect(gist(read.messages)).toEqual(gist(conversation.messages))
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
        // Up to each message that the assistant answered.
        const ends = messages.flatMap(({ role }, at) => (role !== 'assistant' && messages[at + 1]?.role === 'assistant' ? [at + 1] : []))
        for (const end of ends) {
          const short = write({ ...conversation, messages: messages.slice(0, end) }, target)
          if (short === undefined || long === undefined || JSON.stringify(short.thinking) !== JSON.stringify(long.thinking)) continue
          if ((short.thinking as { type?: string } | undefined)?.type === 'disabled') continue
          const sent = short.messages as unknown[]
          expect((long.messages as unknown[]).slice(0, sent.length)).toEqual(sent)
        }
      }),
      { numRuns: 150 },
    )
  })
})
