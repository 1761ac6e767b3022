import * as fc from 'fast-check'
import { runs } from '@reason/testkit/sampling'
import { expect, test } from 'vitest'
import { splitText } from '@reason/core'
import { harmony, parse, type HarmonyMessage } from '../src/index.ts'
import { spell, tokens } from '../src/tokens/tokens.ts'

const turn =
  '<|channel|>analysis<|message|>Look it up.<|end|><|start|>assistant<|channel|>commentary<|message|>One moment.<|end|>' +
  '<|start|>assistant to=functions.f<|channel|>commentary <|constrain|>json<|message|>{"a":1}<|call|>' +
  '<|start|>assistant<|channel|>final<|message|>It is four.<|return|>'

/** Texts of whole tokens. What follows a damaged one decides whether it is a token at all. */
const wholeTokens = fc
  .array(fc.constantFrom(...tokens.map(spell), 'assistant', 'user', 'analysis', 'final', ' to=functions.f', ' json', '{}', 'Hi. '), {
    maxLength: 14,
  })
  .map((pieces) => pieces.join(''))

/** Messages with a channel: the text after a message without one decides whether it is the answer. */
const ended = (messages: readonly HarmonyMessage[]) =>
  messages.filter(({ terminator, channel }) => terminator !== undefined && channel !== null)

test('a token inserted anywhere never changes the messages that were ended before it', () => {
  const insertion = fc.tuple(fc.oneof(fc.constant(turn), wholeTokens), fc.nat(), fc.constantFrom(...tokens.map(spell)))
  fc.assert(
    fc.property(insertion, ([text, place, token]) => {
      const at = place % (text.length + 1)
      // At the end of a text half a token ends a message, too.
      const before = ended(parse(text.slice(0, at).replace(/<\|?\w*\|?$/, '')))
      const after = parse(text.slice(0, at) + token + text.slice(at))
      expect(ended(after).slice(0, before.length)).toEqual(before)
    }),
    { numRuns: runs(1000) },
  )
})

test('a token inserted anywhere never moves reasoning into the answer', () => {
  const secret = 'Look it up.'
  for (let at = 0; at <= turn.length; at++) {
    for (const token of tokens.map(spell)) {
      const { answer, commentary } = splitText(turn.slice(0, at) + token + turn.slice(at), harmony())
      for (let from = 0; from + 4 <= secret.length; from++) {
        expect(`${answer}\n${commentary}`, `${token} at ${at}`).not.toContain(secret.slice(from, from + 4))
      }
    }
  }
})

test('two tokens inserted where tokens and words meet never do either', () => {
  const pieces =
    '<|start|>assistant<|channel|>analysis<|message|>XYZ<|end|><|start|>assistant<|channel|>final<|message|>ok<|return|>'.match(
      /<\|\w+\|>|./g,
    )!
  const inserted = pieces.flatMap((_, at) => tokens.map((token) => ({ at, text: spell(token) })))
  for (const first of inserted) {
    for (const second of inserted) {
      const text = pieces.map((piece, index) => [first, second].map(({ at, text }) => (at === index ? text : '')).join('') + piece).join('')
      const { answer, commentary } = splitText(text, harmony())
      if (/[XYZ]/.test(answer + commentary)) expect.fail(`${text}\nhas the answer ${JSON.stringify(answer)}`)
    }
  }
})

test('a token left out never moves reasoning into the answer', () => {
  const pattern = new RegExp(tokens.map((token) => `<\\|${token}\\|>`).join('|'), 'g')
  for (const { index, 0: token } of turn.matchAll(pattern)) {
    const { answer } = splitText(turn.slice(0, index) + turn.slice(index + token.length), harmony())
    expect(answer, `without ${token} at ${index}`).not.toMatch(/Look|up\./)
  }
})
