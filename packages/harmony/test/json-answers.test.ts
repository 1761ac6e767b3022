import { collect, type Part, type StreamContext } from '@reason/core'
import { harmony } from '@reason/harmony'
import { describe, expect, test } from 'vitest'

async function split(text: string, size: number, context: StreamContext) {
  const splitter = harmony({ dialect: 'harmony' }).createSplitter(context)
  const parts: Part[] = []
  for (let at = 0; at < text.length; at += size) parts.push(...splitter.push(text.slice(at, at + size)))
  const { reasoning, answer } = await collect([...parts, ...splitter.end()])
  return { reasoning, answer }
}

const final = '<|channel|>final<|message|>'
const analysis = '<|channel|>analysis<|message|>'
const thought = `${analysis}Add.<|end|><|start|>assistant`

const rows: readonly (readonly [kind: string, input: string, reasoning: string, answer: string])[] = [
  ['a token in a string', `${thought}${final}{"a":"<|end|>"}<|return|>`, 'Add.', '{"a":"<|end|>"}'],
  ['a whole message in a string', `${thought}${final}{"a":"${analysis}x<|end|>"}`, 'Add.', `{"a":"${analysis}x<|end|>"}`],
  ['a damaged token in a string', `${thought}${final}{"a":"<|channel>analysis"}<|return|>`, 'Add.', '{"a":"<|channel>analysis"}'],
  ['a token in a list', `${thought}${final}["<|start|>" , "<|call|>"]<|end|>`, 'Add.', '["<|start|>" , "<|call|>"]'],
  [
    'a token in a string in a fence',
    `${thought}${final}\`\`\`json\n{"a":"<|end|>"}\n\`\`\`<|return|>`,
    'Add.',
    '```json\n{"a":"<|end|>"}\n```',
  ],
  ['a token behind what is no fence', `${thought}${final}\`x\` {"a":"<|end|>`, 'Add.', '`x` {"a":"'],
  ['JSON without channels', '{"a":"<|call|>"}', '', '{"a":"<|call|>"}'],
  // The message has ended within the string, and a thought follows.
  ['a string that breaks off', `${final}{"a":"x<|end|><|start|>assistant${analysis}S<|end|>`, 'S', '{"a":"x'],
  ['a string that goes on as prose', `${final}{"a":"x<|end|><|start|>assistant${analysis}"S" T<|end|>`, '"S" T', '{"a":"x'],
  ['a terminator in the string, at the end', `${final}{"a":"x<|return|>`, '', '{"a":"x'],
  ['JSON in a thought', `${analysis}{"a":"<|end|><|start|>assistant${final}{}`, '{"a":"', '{}'],
]

const call = `${thought}<|channel|>commentary to=functions.f <|constrain|>json<|message|>`

describe('the arguments of a call', () => {
  test.each([
    ['a message in a string', `{"a":"<|start|>assistant${analysis}S<|end|>","b":"<|call|>"}`],
    ['a token between escaped quotes', '{"a":[1,{"b":"x\\"<|end|>\\"y"}]}'],
    ['a damaged token in a string', '{"a":"x <|channel>analysis"}'],
    ['a quoted token in a string', '{"a":"`<|end|>`, then <|return|> x"}'],
  ])('have tokens of their strings as text: %s', (_, args) => {
    for (const size of [1, 2, 3, 5, 64, 10_000]) {
      const splitter = harmony().createSplitter({})
      const text = `${call}${args}<|call|>`
      const parts: Part[] = []
      for (let at = 0; at < text.length; at += size) parts.push(...splitter.push(text.slice(at, at + size)))
      const given = [...parts, ...splitter.end()].map((part) => (part.type === 'tool-call-delta' ? part.text : ''))
      expect({ size, args: given.join('') }).toEqual({ size, args })
    }
  })

  test('end with their message in a string that breaks off', async () => {
    const text = `${call}{"a":"x<|end|><|start|>assistant${analysis}"S" T<|end|><|start|>assistant${final}Four.`
    for (const size of [1, 3, 10_000]) expect(await split(text, size, {})).toEqual({ reasoning: 'Add."S" T', answer: 'Four.' })
  })
})

describe('a final message that a grammar binds to JSON', () => {
  test.each(rows)('%s', async (_, input, reasoning, answer) => {
    for (const guarded of [false, true]) {
      for (const size of [1, 2, 3, 5, 64, 10_000]) {
        const got = await split(input, size, { grammar: true, ...(guarded && { guarded }) })
        expect({ guarded, size, ...got }).toEqual({ guarded, size, reasoning, answer })
      }
    }
  })

  test('waits for the end of a string no longer than is held', async () => {
    const splitter = harmony({ dialect: 'harmony', maxHeldChars: 256 }).createSplitter({ grammar: true })
    const text = `${final}{"a":"<|end|><|start|>assistant${analysis}${'S'.repeat(300)}"}`
    const { reasoning, answer } = await collect([...splitter.push(text), ...splitter.end()])
    expect({ reasoning, answer }).toEqual({ reasoning: `${'S'.repeat(300)}"}`, answer: '{"a":"' })
  })

  test('has its tokens where no grammar binds it', async () => {
    expect(await split(`${final}{"a":"b<|end|>"}`, 3, {})).toEqual({ reasoning: '', answer: '{"a":"b' })
  })
})
