import { collect, type Part, type StreamContext } from '@reason/core'
import { harmony } from '@reason/harmony'
import { describe, expect, test } from 'vitest'

const origin: StreamContext = { origin: { unclosed: 'hide', maxHeldChars: 400 } }

const adapter = harmony({ dialect: 'harmony' })

async function split(text: string, context: StreamContext, ending: 'complete' | 'calls' | 'cut' = 'complete', size = 3) {
  const splitter = adapter.createSplitter(context)
  const parts: Part[] = []
  for (let at = 0; at < text.length; at += size) parts.push(...splitter.push(text.slice(at, at + size)))
  const { reasoning, commentary, answer, warnings } = await collect([...parts, ...splitter.end(ending)])
  return { reasoning, commentary, answer, isGiven: warnings.some(({ code }) => code === 'unclosed-as-answer') }
}

const message = (channel: string, text: string): string => `<|channel|>${channel}<|message|>${text}<|end|><|start|>assistant`
const call = '<|channel|>commentary to=functions.f<|message|>{}<|call|>'

/** Channels of a text without an answer, and whether its last message is the answer: for a client that may see reasoning, or may not. */
const rows: readonly (readonly [kind: string, input: string, answer: string, answerIfGuarded: string])[] = [
  ['commentary alone', message('commentary', 'Four.'), 'Four.', 'Four.'],
  ['commentary behind a thought', message('analysis', 'Add.') + message('commentary', 'Four.'), 'Four.', 'Four.'],
  ['the last of two', message('commentary', 'I add.') + message('commentary', 'Four.'), 'Four.', 'Four.'],
  ['a channel that the model made up', message('analysis', 'Add.') + message('respond', 'Four.'), 'Four.', ''],
  ['a channel without a name', message('', 'Four.'), 'Four.', ''],
  ['a thought behind commentary', message('commentary', 'I add.') + message('analysis', 'Add.'), '', ''],
  ['a thought alone', message('analysis', 'Add.'), '', ''],
  ['commentary, then a call', message('commentary', 'I look.') + call, '', ''],
  ['an odd channel, then the answer', message('plan', 'Add.') + message('final', 'Four.'), 'Four.', 'Four.'],
  ['blanks', message('commentary', ' \n'), '', ''],
  ['a closer in a thought', message('analysis', 'Add.</think>Four.'), 'Four.', 'Four.'],
  ['a closer at the end of a thought', message('analysis', 'Add.</think>'), '', ''],
  ['a mentioned closer, and the answer', message('analysis', 'Not </think> here.') + message('final', 'Four.'), 'Four.', 'Four.'],
  ['another tag in a thought', message('analysis', 'Add <b> to </b> it.'), '', ''],
]

describe('a text whose last message may be its answer', () => {
  test.each(rows)('%s', async (_, input, answer, answerIfGuarded) => {
    for (const size of [1, 2, 7, 1000]) {
      expect((await split(input, origin, 'complete', size)).answer).toBe(answer)
      expect((await split(input, { ...origin, guarded: true }, 'complete', size)).answer).toBe(answerIfGuarded)
    }
  })

  test('keeps its channels, and has a warning', async () => {
    expect(await split(message('analysis', 'Add.') + message('commentary', 'Four.'), origin)).toEqual({
      reasoning: 'Add.',
      commentary: 'Four.',
      answer: 'Four.',
      isGiven: true,
    })
  })

  test('is not looked for where the text was cut off, goes on with calls, or came from no server', async () => {
    const input = message('commentary', 'Four.')
    for (const got of [await split(input, origin, 'cut'), await split(input, origin, 'calls'), await split(input, {})]) {
      expect(got).toMatchObject({ answer: '', isGiven: false })
    }
  })

  test.each([
    ['<|channel|>commentary<|message|>Four.<|return|>', true],
    ['<|channel|>respond<|message|>Four.<|return|>', false],
    [`${message('analysis', 'Add.')}<|channel|>respond<|message|>Four.<|return|>`, false],
    ['<|channel|>analysis<|message|>Add.</think>Four.<|return|>', true],
  ])('is given in front of the end of its turn, behind which a gateway reads nothing: %s', (text, isForAll) => {
    for (const guarded of isForAll ? [false, true] : [false])
      for (const size of [1, 1000]) {
        const splitter = adapter.createSplitter({ ...origin, guarded })
        const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size))
        const parts = [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.end('complete')]
        const end = parts.findIndex((part) => part.type === 'turn-end' && part.by === 'return')
        const answer = parts.slice(0, end).map((part) => (part.type === 'delta' && part.channel === 'answer' ? part.text : ''))
        expect({ guarded, size, answer: answer.join('') }).toEqual({ guarded, size, answer: 'Four.' })
      }
  })

  test('is not given a second time where it is long', async () => {
    expect(await split(message('commentary', 'x'.repeat(100_001)), origin, 'complete', 5000)).toMatchObject({ answer: '', isGiven: false })
    expect((await split(message('commentary', 'x'.repeat(100_000)), origin, 'complete', 5000)).answer).toHaveLength(100_000)
  })
})
