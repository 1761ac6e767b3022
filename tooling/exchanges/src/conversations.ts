import type { FullWireFormat } from '@reason/core/wire'
import type { Target } from '@reason/core/conversation'
import type { Loose } from '@reason/wire-kit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { conversationsFor, gistOf } from './well-formed.ts'

/** Targets of the conversations, and their rules. */
export interface Takers {
  targets: readonly [Target, ...Target[]]
  /** Returns the provider's rules that a body breaks. */
  faultsOf(body: Loose, target: Target): string[]
  /** True if the format keeps a model's plan beside its calls. Default: the plan is part of the text. */
  plansApart?: boolean
}

/** Tests that conversations of any kind become valid requests, and survive being read again. */
export function describeConversations(wire: FullWireFormat, { targets, faultsOf, plansApart = false }: Takers): void {
  const anyTarget = fc.constantFrom(...targets)

  describe('conversations of any kind', () => {
    test('are written as the provider takes them, and survive', () => {
      const asked = anyTarget.chain((target) => fc.tuple(fc.constant(target), conversationsFor(target)))
      fc.assert(
        fc.property(asked, ([target, conversation]) => {
          const { body } = wire.writeRequest(conversation, target)
          expect(faultsOf(body, target)).toEqual([])
          const read = wire.readRequest(JSON.parse(JSON.stringify(body)), target)
          expect(gistOf(read, plansApart)).toEqual(gistOf(conversation, plansApart))
          expect(wire.writeRequest(read, target).body).toEqual(body)
        }),
        { numRuns: Math.max(300, 100 * targets.length) },
      )
    })

    test('keep their beginning as they go on', () => {
      const any = conversationsFor(targets[0])
      fc.assert(
        fc.property(anyTarget, any, any, (target, one, other) => {
          const short = wire.replay(one, target).messages
          const more = other.messages.filter(({ role }) => role !== 'system')
          expect(wire.replay({ ...one, messages: [...one.messages, ...more] }, target).messages.slice(0, short.length)).toEqual(short)
        }),
      )
    })
  })
}
