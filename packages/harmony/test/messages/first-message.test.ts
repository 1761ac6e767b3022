import { collect, type Part, type StreamContext } from '@reason/core'
import { harmony } from '@reason/harmony'
import { describe, expect, test } from 'vitest'

const adapter = harmony({ dialect: 'harmony' })

async function split(text: string, context: StreamContext = {}, ending: 'complete' | 'stopped' | 'cut' = 'complete', size = 3) {
  const splitter = adapter.createSplitter(context)
  const parts: Part[] = []
  for (let at = 0; at < text.length; at += size) parts.push(...splitter.push(text.slice(at, at + size)))
  const { reasoning, answer, toolCalls } = await collect([...parts, ...splitter.end(ending)])
  return { reasoning, answer, calls: toolCalls.length }
}

const headless = '<|message|>Add.'
const start = '<|start|>assistant'
const call = '<|channel|>commentary to=functions.f<|message|>{}<|call|>'

const rows: readonly (readonly [kind: string, input: string, reasoning: string, answer: string, calls?: number])[] = [
  ['alone', headless, '', 'Add.'],
  ['that ends the turn', `${headless}<|return|>`, '', 'Add.'],
  ['that ends, and nothing follows', `${headless}<|end|>`, '', 'Add.'],
  ['in front of an answer', `${headless}<|end|>${start}<|channel|>final<|message|>4.<|return|>`, 'Add.', '4.'],
  ['with a role', `${start}${headless}<|end|>${start}<|channel|>final<|message|>4.<|return|>`, 'Add.', '4.'],
  ['in front of one without a start token', `${headless}<|end|><|channel|>final<|message|>4.`, 'Add.', '4.'],
  ['never ended', `${headless}<|channel|>final<|message|>4.`, 'Add.', '4.'],
  ['in front of a call', `${headless}<|end|>${start}${call}`, 'Add.', '', 1],
  ['in front of a thought', `${headless}<|end|>${start}<|channel|>analysis<|message|>Hm.<|end|>`, 'Add.Hm.', ''],
  ['that is a header', `<|message|>analysis<|message|>Add.<|end|>${start}<|channel|>final<|message|>4.`, 'Add.', '4.'],
  ['behind a thought', `<|channel|>analysis<|message|>Hm.<|end|>${start}${headless}<|end|>`, 'Hm.', 'Add.'],
  ['in front of a user', `${headless}<|end|><|start|>user<|message|>And?<|end|>`, '', 'Add.'],
]

describe('a first message without a channel', () => {
  test.each(rows.map(([kind, input, reasoning, answer, calls = 0]) => [kind, input, reasoning, answer, calls] as const))(
    '%s',
    async (_, input, reasoning, answer, calls) => {
      for (const size of [1, 2, 7, 1000]) {
        expect(await split(input, {}, 'complete', size)).toEqual({ reasoning, answer, calls })
      }
    },
  )

  test('goes on as soon as its turn has ended', () => {
    const splitter = adapter.createSplitter({})
    const said = (parts: readonly Part[]): string[] => parts.flatMap((part) => (part.type === 'delta' ? [part.text] : []))
    expect(said(splitter.push(headless))).toEqual([])
    expect(said(splitter.push('<|return|>'))).toEqual(['Add.'])
  })

  test('that a limit has cut is a thought', async () => {
    expect(await split(headless, {}, 'cut')).toEqual({ reasoning: 'Add.', answer: '', calls: 0 })
    expect(await split(`${headless}<|end|>`, {}, 'cut')).toEqual({ reasoning: '', answer: 'Add.', calls: 0 })
  })

  test('up to a stop sequence is an answer, but not for a client that may see no thought', async () => {
    const served = { origin: { wire: 'openai-chat' } } as StreamContext
    expect(await split(headless, served, 'stopped')).toEqual({ reasoning: '', answer: 'Add.', calls: 0 })
    // Cut, the same would be half of a header.
    expect(await split(`${start}<|channel|>final Four`, {}, 'stopped')).toEqual({ reasoning: '', answer: 'Four', calls: 0 })
    expect(await split(headless, { ...served, guarded: true }, 'stopped')).toEqual({ reasoning: 'Add.', answer: '', calls: 0 })
  })

  test('that a limit has cut behind a text without any header is a thought, and the answer else', async () => {
    const served = { origin: { wire: 'openai-chat' } } as StreamContext
    expect(await split('Add.<|end|>', served, 'cut')).toEqual({ reasoning: 'Add.', answer: '', calls: 0 })
    expect(await split('Add.<|end|>', served)).toEqual({ reasoning: '', answer: 'Add.', calls: 0 })
  })

  test('that is too long to wait is hidden from a client that may see no thought', async () => {
    const long = `<|message|>${'x'.repeat(20_000)}<|end|>${start}<|channel|>final<|message|>4.`
    const bounded = harmony({ dialect: 'harmony', maxHeldChars: 1000 })
    for (const guarded of [true, false]) {
      const splitter = bounded.createSplitter({ guarded })
      const parts: Part[] = []
      for (let at = 0; at < long.length; at += 100) parts.push(...splitter.push(long.slice(at, at + 100)))
      const { reasoning, answer } = await collect([...parts, ...splitter.end()])
      expect({ hidden: reasoning?.length ?? 0, shown: answer.length }).toEqual(
        guarded ? { hidden: 20_000, shown: 2 } : { hidden: 0, shown: 20_002 },
      )
    }
  })
})
