import { collect, type Part } from '@reason/core'
import type { Usage } from '@reason/core/parts'
import { addUsage, createAttempts } from '@reason/core/attempts'
import { describe, expect, it } from 'vitest'

const reported = (value: number): Usage['output'] => ({ value, source: 'reported' })
const usage = (output: number, raw: unknown = { output }): Part => ({ type: 'usage', usage: { output: reported(output)!, raw } })

const thought: Part[] = [
  { type: 'start', id: 'one', model: 'm' },
  { type: 'block-start', block: 0, channel: 'reasoning' },
  { type: 'delta', block: 0, channel: 'reasoning', text: 'on and on' },
  { type: 'block-end', block: 0, channel: 'reasoning', boundary: 'wire' },
  { type: 'finish', reason: 'reasoning-exhausted' },
  usage(100),
  { type: 'end' },
]
const answered: Part[] = [
  { type: 'start', id: 'two', model: 'm' },
  { type: 'block-start', block: 0, channel: 'reasoning' },
  { type: 'delta', block: 0, channel: 'reasoning', text: 'in short' },
  { type: 'block-end', block: 0, channel: 'reasoning', boundary: 'wire' },
  { type: 'block-start', block: 1, channel: 'answer' },
  { type: 'delta', block: 1, channel: 'answer', text: '51' },
  { type: 'block-end', block: 1, channel: 'answer', boundary: 'wire' },
  { type: 'tool-call-start', call: 0, id: 'c', name: 'f' },
  { type: 'tool-call-end', call: 0 },
  { type: 'finish', reason: 'stop' },
  usage(7),
  { type: 'end' },
]

describe('attempts', () => {
  it('are one generation: numbers go on, usage adds up, one start, one finish, one end', async () => {
    const attempts = createAttempts()
    const out = thought.flatMap((part) => attempts.push(part))
    expect(attempts.finish()).toMatchObject({ reason: 'reasoning-exhausted' })
    out.push(...attempts.next())
    expect(attempts.finish()).toBeUndefined()
    out.push(...answered.flatMap((part) => attempts.push(part)), ...attempts.conclude())
    expect(out.map(({ type }) => type).filter((type) => ['start', 'finish', 'end'].includes(type))).toEqual(['start', 'finish', 'end'])
    expect(out.flatMap((part) => (part.type === 'block-start' ? [part.block] : []))).toEqual([0, 1, 2])
    const result = await collect(out)
    expect(result).toMatchObject({ id: 'one', reasoning: 'on and onin short', answer: '51', finish: { reason: 'stop' } })
    expect(result.usage).toEqual({ output: reported(107), raw: [{ output: 100 }, { output: 7 }] })
  })

  it('are just the one, where none follows; its usage does not wait with its finish', () => {
    const attempts = createAttempts()
    const [finish, counted, end] = thought.slice(-3)
    expect([...thought.flatMap((part) => attempts.push(part)), ...attempts.conclude()]).toEqual([
      ...thought.slice(0, -3),
      counted,
      finish,
      end,
    ])
  })

  it('count what an earlier one used before a later one begins', () => {
    const attempts = createAttempts()
    expect(thought.flatMap((part) => attempts.push(part)).at(-1)).toEqual(usage(100))
  })

  it('end what is open where one is cut, and count on behind it', () => {
    const attempts = createAttempts()
    const out = [
      ...thought.slice(0, 3).flatMap((part) => attempts.push(part)),
      ...attempts.push({ type: 'tool-call-start', call: 0, name: 'f' }),
      ...attempts.next(),
      ...answered.flatMap((part) => attempts.push(part)),
    ]
    expect(out.slice(4, 7)).toEqual([
      { type: 'block-end', block: 0, channel: 'reasoning', boundary: 'limit' },
      { type: 'tool-call-end', call: 0, boundary: 'limit' },
      { type: 'block-start', block: 1, channel: 'reasoning' },
    ])
    expect(out).toContainEqual({ type: 'tool-call-start', call: 1, id: 'c', name: 'f' })
  })

  it('keep the usage of the first where the last one says nothing of its own', () => {
    const attempts = createAttempts()
    for (const part of thought) attempts.push(part)
    attempts.next()
    for (const part of answered.filter(({ type }) => type !== 'usage')) attempts.push(part)
    expect(attempts.conclude()).toEqual([
      { type: 'finish', reason: 'stop' },
      { type: 'usage', usage: { output: reported(100), raw: { output: 100 } } },
      { type: 'end' },
    ])
  })
})

it('a sum of usage is reported only where both counts are', () => {
  const one: Usage = { output: reported(1)!, reasoning: { value: 2, source: 'estimated' }, cached: reported(3)!, raw: 1 }
  const other: Usage = { output: reported(10)!, reasoning: reported(20)!, total: { value: 5, source: 'implausible' }, raw: 2 }
  expect(addUsage(one, other)).toEqual({
    output: reported(11),
    reasoning: { value: 22, source: 'estimated' },
    cached: { value: 3, source: 'estimated' },
    total: { value: 5, source: 'implausible' },
    raw: [1, 2],
  })
})
