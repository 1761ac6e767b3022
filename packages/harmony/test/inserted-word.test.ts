import * as fc from 'fast-check'
import { runs } from '@reason/testkit/sampling'
import { expect, test } from 'vitest'
import { splitText } from '@reason/core'
import { harmony } from '../src/index.ts'

/** Headers that say `analysis`, and one that does not. Hidden bodies are letters that no word of a header has. */
const pieces =
  '<|channel|>analysis<|message|>XYZ<|end|><|start|>assistant<|channel|>analysis<|message|>XYZ<|end|><|start|>assistant<|channel|>final<|message|>ok<|return|>'.match(
    /<\|\w+\|>|\w+/g,
  )!
const inHeader = pieces.flatMap((piece, at) => (/^(?:<\|(?:start|channel|message)\|>|assistant|analysis|final)$/.test(piece) ? [at] : []))
const words = ['analysis', 'commentary', 'final', 'json', 'assistant', 'to=functions.f', 'to=assistant', 'to=', 'to =f', '?']
const spaced = [
  // Glued to the front of `analysis` it would be the name of a schema.
  ' We ',
  '<|constrain|>We ',
  ...words.flatMap((word) => [word, ` ${word}`, `${word} `, ` ${word} `, `<|constrain|>${word}`]),
]
const insertion = fc.tuple(fc.constantFrom(...inHeader), fc.constantFrom(...spaced))

const insert = (insertions: readonly (readonly [number, string])[]) =>
  pieces
    .map((piece, index) => {
      const before = insertions.flatMap(([at, word]) => (at === index ? [word] : []))
      return before.join('') + piece
    })
    .join('')

test('words inserted into headers never show a body whose header says analysis', () => {
  const glued: [number, string][] = [
    [8, 'commentary'],
    [8, '<|constrain|>final'],
    [9, 'to =f'],
  ]
  const constrained: [number, string][] = [
    [8, 'commentary '],
    [8, '<|constrain|>commentary'],
    [8, '?'],
  ]
  const addressed: [number, string][] = [
    [1, ' final '],
    [1, '?'],
    [1, 'to=assistant'],
  ]
  const typed: [number, string][] = [
    [9, 'json'],
    [9, 'to=functions.f '],
    [8, 'commentary '],
  ]
  expect(splitText(insert(typed), harmony())).toMatchObject({ answer: 'ok', commentary: '' })
  expect(splitText(insert(addressed), harmony())).toMatchObject({ answer: 'ok', commentary: '' })
  expect(splitText(insert(constrained), harmony())).toMatchObject({ answer: 'ok', commentary: '' })
  expect(splitText(insert(glued), harmony())).toMatchObject({ answer: 'ok', commentary: '' })
  fc.assert(
    fc.property(fc.array(insertion, { minLength: 1, maxLength: 3 }), (insertions) => {
      const text = insert(insertions)
      const { answer, commentary } = splitText(text, harmony())
      expect(answer + commentary, text).not.toMatch(/[XYZ]/)
    }),
    { numRuns: runs(4000) },
  )
})

test('nor does one word anywhere in them, whatever the marker of its channel became', () => {
  for (const at of inHeader) {
    for (const word of spaced) {
      for (const gone of [
        undefined,
        ...pieces.flatMap((piece, index) => (piece === '<|channel|>' || piece === 'assistant' ? [index] : [])),
      ]) {
        const text = pieces.map((piece, index) => (index === at ? word : '') + (index === gone ? '' : piece)).join('')
        expect(splitText(text, harmony()).answer, text).not.toMatch(/[XYZ]/)
      }
    }
  }
})

test('analysis inserted between the words of any header hides its body', () => {
  const header = fc.array(
    fc.constantFrom('commentary', 'final', 'json', 'code', 'assistant', 'to=user', 'to=', '<|constrain|>', '<|channel|>'),
    {
      maxLength: 5,
    },
  )
  fc.assert(
    fc.property(header, header, fc.constantFrom('<|message|>', ' XYZ <|message|>', ' XYZ<|end|>'), (before, after, end) => {
      const text = `<|start|>assistant<|channel|>final ${[...before, 'analysis', ...after].join(' ')} ${end} XYZ<|end|>`
      const { answer, commentary } = splitText(text, harmony())
      expect(answer + commentary, text).not.toMatch(/[XYZ]/)
    }),
    { numRuns: runs(2000) },
  )
})

test('nor does it matter on which side of the message token the words stand', () => {
  const word = fc.constantFrom('commentary', 'final', 'json', 'code', 'assistant', 'to=user', 'to=')
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 2 }),
      fc.array(word, { maxLength: 2 }),
      fc.constantFrom('final', 'commentary'),
      (before, after, channel) => {
        const text = `<|start|>assistant<|channel|>${channel}<|message|>${[...before, 'analysis', ...after].join(' ')}<|message|>XYZ<|end|>`
        const { answer, commentary } = splitText(text, harmony())
        expect(answer + commentary, text).not.toMatch(/[XYZ]/)
      },
    ),
    { numRuns: runs(1000) },
  )
})
