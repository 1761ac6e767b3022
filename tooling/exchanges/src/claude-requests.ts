import assert from 'node:assert/strict'
import type { FullWireFormat } from '@reason/core/wire'
import type { Conversation, Issuer, Message, Target } from '@reason/core/conversation'
import { fitToolName } from '@reason/wire-kit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyConversation } from './any-conversation.ts'

/** Test cases for a format with requests to Claude. */
export interface ClaudeRequests<Limits> {
  targets: readonly (readonly [Target, Limits])[]
  /** Other origins of messages in the conversations, besides the targets. */
  others: readonly Issuer[]
  /** Returns the provider's rules that a body breaks. */
  brokenRules(body: Record<string, unknown>, limits: Limits): unknown[]
  /** Returns the setting for thinking in a body. */
  thinkingIn(body: Record<string, unknown>): unknown
  /** Returns a tool result as this format preserves it. */
  resultOf(texts: readonly string[], failed: boolean | undefined): unknown
}

/** Tests that conversations of any origin become valid requests, and keep their texts, calls and results. */
export function describeClaudeRequests<Limits>(wire: FullWireFormat, given: ClaudeRequests<Limits>): void {
  const { targets, others, brokenRules, thinkingIn, resultOf } = given
  const asked = fc.tuple(anyConversation([...targets.map(([target]) => target), ...others]), fc.constantFrom(...targets))

  describe('any conversation that is in order', () => {
    test('becomes a request that keeps the rules', () => {
      fc.assert(
        fc.property(asked, ([conversation, [target, limits]]) => {
          const body = write(conversation, target)
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
          expect(gist(wire.readRequest(body).messages)).toEqual(gist(conversation.messages))
        }),
        { numRuns: 200 },
      )
    })

    test('is read and written again as it is', () => {
      fc.assert(
        fc.property(asked, ([conversation, [target]]) => {
          const body = write(conversation, target)
          assert.deepStrictEqual(wire.writeRequest(wire.readRequest(body, target), target).body, body)
        }),
        { numRuns: 200 },
      )
    })

    test('begins like what was sent of it before, while thinking is set alike', () => {
      fc.assert(
        fc.property(asked, ([conversation, [target]]) => {
          const { messages } = conversation
          const long = write(conversation, target)
          // The conversation is cut before each turn of the assistant.
          const ends = messages.flatMap(({ role }, at) => (role !== 'assistant' && messages[at + 1]?.role === 'assistant' ? [at + 1] : []))
          for (const end of ends) {
            const short = write({ ...conversation, messages: messages.slice(0, end) }, target)
            const thinking = JSON.stringify(thinkingIn(short))
            if (thinking !== JSON.stringify(thinkingIn(long)) || thinking?.includes('"disabled"') === true) continue
            const sent = short.messages as unknown[]
            expect((long.messages as unknown[]).slice(0, sent.length)).toEqual(sent)
          }
        }),
        { numRuns: 150 },
      )
    })
  })

  const write = (conversation: Conversation, target: Target): Record<string, unknown> => wire.writeRequest(conversation, target).body

  /** Summary of messages that must survive any format: texts, calls and results. */
  function gist(messages: readonly Message[]): unknown[] {
    const texts = (value: string) => (value.trim() === '' ? [] : [value])
    return messages.flatMap((message): unknown[] => {
      if (message.role === 'assistant')
        return message.items.flatMap((item): unknown[] => {
          if (item.type === 'tool-call') return [['call', fitToolName(item.name, 64)]]
          return item.type === 'block' && item.channel === 'answer' ? texts(item.text).map((text) => ['said', text]) : []
        })
      const said = message.content.flatMap((piece) => (piece.type === 'text' ? texts(piece.text) : []))
      return message.role === 'tool' ? [['result', resultOf(said, message.failed)]] : said.map((text) => [message.role, text])
    })
  }
}
