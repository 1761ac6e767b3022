import type { Part } from '@reason/core'
import type { Seal } from '@reason/core/parts'

/** One piece of a model's turn. */
export type Said =
  | { thought: string; seal: string }
  | { text: string }
  | { refusal: string }
  | { call: string; id: string; args: Readonly<Record<string, unknown>> }

/** Image that the first tool result has. */
export const image = 'iVBORw0KGgo='

/** Turns of the model: parallel calls, a call without arguments, a thought between two calls, a refusal, text before a call, and an answer. */
export const turns: readonly (readonly Said[])[] = [
  [
    { thought: 'First thought.', seal: 'U0VBTDE' },
    { call: 'read', id: 'c1', args: { path: 'a "b"\n' } },
    { call: 'list', id: 'c2', args: {} },
  ],
  [
    { thought: 'Second thought.', seal: 'U0VBTDI' },
    { call: 'read', id: 'c3', args: { path: 'ü' } },
    { thought: 'Third thought.', seal: 'U0VBTDM' },
    { call: 'read', id: 'c4', args: { path: '' } },
  ],
  [{ refusal: 'I cannot do that.' }],
  [
    { thought: 'Fourth thought.', seal: 'U0VBTDQ' },
    { text: 'Looking.' },
    { call: 'read', id: 'c5', args: { lines: [1, null, { all: true }] } },
  ],
  [{ thought: 'Fifth thought.', seal: 'U0VBTDU' }, { text: 'Done.' }],
]

export const callsOf = (turn: readonly Said[]) => turn.flatMap((one) => ('call' in one ? [one] : []))

/** Which items carry the provider's seals: its thoughts, or the call after each thought, as Gemini does. */
export type Sealing = { kind: Seal['kind']; on: 'thought' | 'call' } | undefined

/** Writes a turn as parts, from which a wire format makes the provider's answer. */
export function partsOf(turn: readonly Said[], sealing: Sealing, issuer: Seal['issuer']): Part[] {
  let waiting: string | undefined
  let blocks = 0
  let calls = 0
  const sealsOf = (value: string | undefined) =>
    sealing === undefined || value === undefined ? {} : { seals: [{ kind: sealing.kind, value, issuer, item: `rs_${value}` }] }

  const parts = turn.flatMap((one): Part[] => {
    if ('call' in one) {
      const call = calls++
      const seal = waiting
      waiting = undefined
      return [
        { type: 'tool-call-start', call, id: one.id, name: one.call },
        { type: 'tool-call-delta', call, text: JSON.stringify(one.args) },
        { type: 'tool-call-end', call, boundary: 'wire', ...sealsOf(seal) },
      ]
    }
    const block = blocks++
    const isThought = 'thought' in one
    if (isThought && sealing?.on === 'call') waiting = one.seal
    const channel = isThought ? 'reasoning' : 'answer'
    const kind = 'refusal' in one ? 'refusal' : isThought && issuer.wire === 'openai-responses' ? 'summary' : undefined
    const text = isThought ? one.thought : 'refusal' in one ? one.refusal : one.text
    return [
      { type: 'block-start', block, channel, ...(kind !== undefined && { kind }) },
      { type: 'delta', block, channel, text },
      { type: 'block-end', block, channel, boundary: 'wire', ...(isThought && sealing?.on === 'thought' && sealsOf(one.seal)) },
    ]
  })
  const reason = calls > 0 ? 'tool-calls' : turn.some((one) => 'refusal' in one) ? 'refusal' : 'stop'
  return [{ type: 'start', id: 'answer_1', model: 'm', created: 1 }, ...parts, { type: 'finish', reason }, { type: 'end' }]
}
