import assert from 'node:assert/strict'
import { ReasonError } from '@reason/core'
import type { FullWireFormat } from '@reason/core/wire'
import type { Conversation, Issuer, Message, Target } from '@reason/core/conversation'
import { fitToolName } from '@reason/wire-kit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyConversation } from './any-conversation.ts'

/** A format in which Claude is asked, and whom conversations are written for in it. */
export interface ClaudeRequests<Limits> {
  targets: readonly (readonly [Target, Limits])[]
  /** The one of them that never stops thinking. */
  alwaysThinking: Target
  /** Who wrote in these conversations beside the targets. */
  others: readonly Issuer[]
  /** Of the provider: which of them a body breaks. */
  brokenRules(body: Record<string, unknown>, limits: Limits): unknown[]
  /** What a body says of thinking. */
  thinkingIn(body: Record<string, unknown>): unknown
  /** What is left of a result in this format. */
  resultOf(texts: readonly string[], failed: boolean | undefined): unknown
}

/** Tests that conversations, whoever wrote in them, become requests by the rules that still say what was said. */
export function describeClaudeRequests<Limits>(wire: FullWireFormat, given: ClaudeRequests<Limits>): void {
  const { targets, alwaysThinking, others, brokenRules, thinkingIn, resultOf } = given
  const asked = fc.tuple(anyConversation([...targets.map(([target]) => target), ...others]), fc.constantFrom(...targets))

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
          // Up to each message that the assistant answered.
          const ends = messages.flatMap(({ role }, at) => (role !== 'assistant' && messages[at + 1]?.role === 'assistant' ? [at + 1] : []))
          for (const end of ends) {
            const short = write({ ...conversation, messages: messages.slice(0, end) }, target)
            if (short === undefined || long === undefined) continue
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

  /** Undefined: it is refused, for a reason that no request could get around. */
  function write(conversation: Conversation, target: Target): Record<string, unknown> | undefined {
    try {
      return wire.writeRequest(conversation, target).body
    } catch (error) {
      assert(ReasonError.is(error))
      expect(error.message).toContain('always thinks, and a tool choice that forces a call')
      expect(target).toBe(alwaysThinking)
      return undefined
    }
  }

  /** What the messages say, whoever wrote them down: texts, calls and results. */
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
