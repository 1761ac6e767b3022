import type { AssistantMessage, Conversation } from '@reason/core/conversation'
import type { Part } from '@reason/core/parts'
import type { Block, ToolCall } from '@reason/core/result'
import type { KeyRecord } from '@reason/keys'
import { createCallReferences, createSealer, digestOfSealed, type SealedRecord, type Sealer } from '@reason/seals'
import { expect, it } from 'vitest'
import { sealingOf } from '../../src/seals/seals.ts'
import { atOnce } from '@reason/wire-kit'
import { openaiChat } from '../../src/client-apis/chat-completions/chat-completions.ts'

const origin = { wire: 'openai-chat', model: 'm' }
const thought: Block = { type: 'block', channel: 'reasoning', text: 'Hm.', boundary: 'wire' }
const call: ToolCall = { type: 'tool-call', id: 'c1', name: 'f', arguments: '{}' }
const message: AssistantMessage = { role: 'assistant', items: [thought, call], origin }
const parts: readonly Part[] = [
  { type: 'block-start', block: 0, channel: 'reasoning' },
  { type: 'delta', block: 0, channel: 'reasoning', text: 'Hm.' },
  { type: 'block-end', block: 0, channel: 'reasoning', boundary: 'wire' },
  { type: 'tool-call-start', call: 0, name: 'f' },
  { type: 'tool-call-end', call: 0 },
  { type: 'finish', reason: 'tool-calls' },
]

const real = createSealer({ keys: ['a secret for this test, of 32 bytes or more'] })
const key = { id: 'abcdefghij', name: 'n', visibility: 'full', hash: `sha256:${'0'.repeat(64)}`, createdAt: 0 } as const

function session(tenant: Partial<Pick<KeyRecord, 'id' | 'team'>>) {
  const sealed: SealedRecord[] = []
  const values: string[] = []
  const sealer: Sealer = {
    open: real.open,
    seal(record, context) {
      sealed.push(record)
      const sealing = real.seal(record, context)
      if (sealing.ok) values.push(sealing.value)
      return sealing
    },
  }
  const sealing = sealingOf(
    { api: openaiChat, model: 'm', tools: ['f'], choices: 1 },
    'full',
    { ...key, ...tenant },
    {
      sealCarrier: 'field',
      callIds: 'whole',
      commentary: 'answer',
      givesSeals: false,
      references: createCallReferences(),
      placesOf: () => ({ areLost: true }),
      sealer: () => sealer,
      metrics: { sealsLost: () => {} },
    },
  )
  const step = (): SealedRecord => {
    const stage = sealing.attach(
      () => message,
      () => true,
    )
    for (const part of parts) stage.push(part)
    return sealed.at(-1)!
  }
  return { sealing, step, values }
}

/** A client's copy of a step whose seal has this value. */
const sentBack = (value: string): Conversation => ({
  messages: [
    {
      role: 'assistant',
      items: [
        {
          type: 'block',
          channel: 'reasoning',
          kind: 'hidden',
          text: '',
          boundary: 'wire',
          seals: [{ kind: 'encrypted', value, issuer: origin }],
        },
        call,
      ],
      origin,
    },
  ],
})

function sealedValue(tenant: Partial<Pick<KeyRecord, 'id' | 'team'>>): string {
  const { step, values } = session(tenant)
  step()
  return values[0]!
}

it('a step is sealed behind those before it that went to the model, and behind none that could not be opened', () => {
  const [value] = [sealedValue({})]
  const whole = session({})
  expect(atOnce(whole.sealing.reopen(sentBack(value))).messages[0]).toMatchObject({ items: [thought, call] })
  expect([whole.sealing.hasOpened(), whole.sealing.hasLost()]).toEqual([true, false])
  expect(whole.step().before).toBe(digestOfSealed(sentBack(value)))

  const damaged = `${value.slice(0, -4)}AAAA`
  const lost = session({})
  atOnce(lost.sealing.reopen(sentBack(damaged)))
  expect([lost.sealing.hasOpened(), lost.sealing.hasLost()]).toEqual([false, true])
  expect(digestOfSealed(sentBack(damaged))).toBeDefined()
  expect(lost.step().before).toBeUndefined()
})

it.each([
  ['its own key', {}, { id: 'jihgfedcba' }, false],
  ['its team', { team: 'red' }, { id: 'jihgfedcba', team: 'red' }, true],
  ['its own key, and no team of the same name', {}, { id: 'jihgfedcba', team: 'abcdefghij' }, false],
  ['its team and no other', { team: 'red' }, { team: 'blue' }, false],
])('what is sealed for a client is opened for %s', (_, sealer, opener, opens) => {
  const { sealing } = session(opener)
  atOnce(sealing.reopen(sentBack(sealedValue(sealer))))
  expect([sealing.hasOpened(), sealing.hasLost()]).toEqual([opens, !opens])
})
