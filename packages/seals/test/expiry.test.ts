import { describe, expect, it } from 'vitest'
import type { Message } from '@reason/core/conversation'
import { createSealer, digestOfSealed, reopen } from '../src/index.ts'
import { answer, call, carrier, context, conversation, keys, result, sealed, sent, thought, user } from './samples.ts'

const hour = 60 * 60 * 1000

/** A conversation of steps, each sealed at its hour, and what is left of them when it comes back at another. */
function left(steps: readonly number[], at: number, edit: (messages: Message[]) => Message[] = (messages) => messages): string[] {
  let now = 0
  const sealer = createSealer({ keys, now: () => now })
  let messages: Message[] = [user]
  for (const [step, hours] of steps.entries()) {
    now = hours * hour
    const { reports } = reopen(conversation(...messages), { sealer, context })
    // As a gateway does: what it could not open was not before this step either.
    const isWhole = reports.every(({ outcome }) => outcome !== 'lost')
    const digest = isWhole ? digestOfSealed(conversation(...messages)) : undefined
    const record = { ...sealed(thought, answer(`Step ${step}.`), call(`call_${step}`)), ...(digest !== undefined && { before: digest }) }
    const sealing = sealer.seal(record, context)
    if (!sealing.ok) throw new Error(sealing.reason)
    messages = [...messages, sent(answer(`Step ${step}.`), call(`call_${step}`), carrier(sealing.value)), result(`call_${step}`)]
  }
  now = at * hour
  return reopen(conversation(...edit(messages)), { sealer, context }).reports.map(({ outcome, reason }) => reason ?? outcome)
}

describe('sealed values of one conversation expire together', () => {
  it.each<[steps: number[], at: number, expected: string[]]>([
    [[0], 23, ['restored']],
    [[0], 25, ['expired']],
    [[0, 20], 25, ['restored', 'restored']],
    [[0, 20, 40, 60], 80, ['restored', 'restored', 'restored', 'restored']],
    [[0, 20], 45, ['expired', 'expired']],
    // The second step was made without what the first one had sealed, and goes on without.
    [[0, 30], 40, ['expired', 'restored']],
  ])('sealed at %j h, back at %i h: %j', (steps, at, expected) => {
    expect(left(steps, at)).toEqual(expected)
  })

  it('not those of another conversation, or of one that was cut', () => {
    const cut = (messages: Message[]) => messages.toSpliced(1, 2)
    expect(left([0, 10, 20], 30, cut)).toEqual(['restored', 'restored'])
    expect(left([0, 2, 20], 30, cut)).toEqual(['expired', 'restored'])
  })
})
