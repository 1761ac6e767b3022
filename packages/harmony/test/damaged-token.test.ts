import { answer, commentary, reasoning, toolCall, type ExpectedPart, type Row } from '@reason/conformance'
import { describeConformance } from '@reason/conformance/vitest'
import { splitText } from '@reason/core'
import * as fc from 'fast-check'
import { runs } from '@reason/testkit/sampling'
import { describe, expect, test } from 'vitest'
import { harmony } from '../src/index.ts'
import { tokens } from '../src/tokens/tokens.ts'
import { hostileHarmony } from './hostile.ts'
import { spelling } from './spelling.ts'

const row = (name: string, input: string, parts: ExpectedPart[], warnings?: string[]): Row => ({
  name,
  input,
  parts,
  ...(warnings && { expect: { warnings } }),
})

const ok = '<|end|><|start|>assistant<|channel|>final<|message|>ok'

/** Headers that name analysis, whatever is left of their tokens. */
const hidden: Row[] = [
  '<|start|>assistant<|channel>analysis<|message|>',
  '<|start|>assistant<|channel|analysis<|message|>',
  '<|start|>assistant<channel|>analysis<|message|>',
  '<|start|>assistant<channel>analysis<|message|>',
  '<|start|>assistant|channel|>analysis<|message|>',
  '<|start|>assistant<|channelanalysis<|message|>',
  '<|start|>assistant<||channel||>analysis<|message|>',
  '<|start|>assistant<|CHANNEL|>ANALYSIS<|message|>',
  '<|start|>assistant<|chanel|>analysis<|message|>',
  '<|start|>assistant<｜channel｜>analysis<|message|>',
  '<|start|>assistant<|channel|>––analysis––<|message|>',
  '<|start|>assistant<|channel|>--analysis json--<|message|>',
  '<|start|>assistant:analysis<|message|>',
  '<|start|>assistant:my-analysis<|message|>',
  '<|start|>assistant – analysis –<|message|>',
  '<|start|>Assistant<|channel|>Analysis<|message|>',
  '<|start|>>assistant<channel>analysis<|message|>',
  '<|channel>analysis<|message|>',
  '<channel|>analysis<|message|>',
  'assistant:analysis<|message|>',
  '<|start>assistant<|channel>analysis<|message>',
  '<|channel|>final<|message|>Well.<|end><|start>assistant<|channel>analysis<|message|>',
].map((header) => ({
  name: `hides the message behind ${header}`,
  input: `${header}SECRET${ok}`,
  parts: header.includes('Well') ? [answer('Well.'), reasoning('SECRET'), answer('ok')] : [reasoning('SECRET'), answer('ok')],
}))

const read: Row[] = [
  ...['commentary', 'final'].map((channel) => {
    const shown = 'Wait.|end|>|start|>assistant|channel|>analysis'
    return row(
      `in ${channel}, a thought is hidden behind a header of which only the message token is whole`,
      `<|channel|>${channel}<|message|>${shown}<|message|>SECRET${ok}`,
      [channel === 'final' ? answer(shown) : commentary(shown), reasoning('SECRET'), answer('ok')],
      ['damaged-analysis'],
    )
  }),
  row(
    'a thought that ends in the word goes on',
    `<|channel|>analysis<|message|>We do analysis<|message|> again.${ok}`,
    [reasoning('We do analysis again.'), answer('ok')],
    ['stray-token'],
  ),
  row('a word that is not at the end hides nothing', '<|channel|>final<|message|>My analysis is done.<|message|> Yes.<|end|>', [
    answer('My analysis is done. Yes.'),
  ]),
  row(
    'a damaged channel token is reported as what it would have shown',
    '<|start|>assistant<|channel>analysis<|message|>a<|end|>',
    [reasoning('a')],
    ['damaged-analysis'],
  ),
  row('so is a channel between signs', '<|channel|>analysis––<|message|>a<|end|>', [reasoning('a')], ['damaged-analysis']),
  row('and a channel as the name of the role', '<|start|>assistant:analysis<|message|>a<|end|>', [reasoning('a')], ['damaged-analysis']),
  row('any other damage is a fault of the header', '<|channel|>analysis<|message>a<|end|>', [reasoning('a')], ['damaged-token']),
  row('an answer is not lost by it', '<|channel|>analysis<|message|>a<|end|><|start|>assistant<|channel>final<|message>b<|return>', [
    reasoning('a'),
    answer('b'),
  ]),
  row('nor by the case', '<|channel|>Analysis<|message|>a<|END|>\n<|START|>ASSISTANT<|CHANNEL|>FINAL<|MESSAGE|>b<|RETURN|>', [
    reasoning('a'),
    answer('b'),
  ]),
  row('nor where no token is whole', '<channel|>analysis<message|>a<end|><start|>assistant<channel|>final<message|>b', [
    reasoning('a'),
    answer('b'),
  ]),
  row(
    'a terminator ends the turn all the same',
    '<|channel|>final<|message|>b<|return>',
    [answer('b', { terminator: '<|return>' })],
    ['damaged-token'],
  ),
  row('also at the end of text that nothing labels, which stays hidden', 'Four.<return|>', [
    reasoning('Four.', { terminator: '<return|>' }),
  ]),
  row('and at the end of a message without its token', '<|channel|>final Four.<return|>\n', [answer('Four.', { terminator: '<return|>' })]),
  row(
    'a call is not lost',
    '<|channel>commentary to=functions.f <constrain|>json<|message>{"a":1}<|call><|start>assistant<|channel|>commentary to=functions.g<|message|>{}',
    [toolCall('functions.f', '{"a":1}', { contentType: 'json' }), toolCall('functions.g', '{}')],
  ),
  row('a preamble keeps its channel', '<|channel|>Commentary<|message|>One moment.<|end|>', [commentary('One moment.')], ['damaged-token']),
]

/** In a body, only what does the work of a token is one. */
const quoted: Row[] = [
  'Gemma writes <|channel>thought before it thinks.',
  'It ends with <|end> and goes on.',
  'Press <|start> now.',
  '<|en|> is a language, and <|all|> are many.',
  'if (a <| b) return <|start',
  '<message>Hi</message><channel>1</channel><end>',
].map((text) => ({
  name: `leaves text as it is: ${text}`,
  input: `<|channel|>final<|message|>${text}`,
  parts: [answer(text)],
  expect: { warnings: [] },
}))

describeConformance(harmony, [...hidden, ...read, ...quoted], {
  name: 'damaged tokens',
  arbitrary: hostileHarmony,
  delimiters: ['<|channel>analysis', '<|end>', '<channel|>'],
  runs: runs(200),
  spelling,
})

const turn =
  '<|channel|>analysis<|message|>Look it up.<|end|><|start|>assistant<|channel|>commentary<|message|>One moment.<|end|>' +
  '<|start|>assistant<|channel|>analysis<|message|>QUITE VAST<|end|>' +
  '<|start|>assistant to=functions.f<|channel|>commentary <|constrain|>json<|message|>{"a":1}<|call|>' +
  '<|start|>assistant<|channel|>final<|message|>It is four.<|return|>'
const secrets = ['Look it up.', 'QUITE VAST']
const places = [...turn.matchAll(new RegExp(tokens.map((token) => `<\\|${token}\\|>`).join('|'), 'g'))].map(({ index, 0: token }) => ({
  index,
  token,
}))

/** Every way to damage one character. */
function* damagesOfOne(token: string): Generator<string, void, void> {
  for (let at = 0; at < token.length; at++) {
    const put = (character: string): string => token.slice(0, at) + character + token.slice(at + 1)
    const character = token.charAt(at)
    yield put('')
    yield put(character + character)
    if (character.toUpperCase() !== character) yield put(character.toUpperCase())
  }
}

function* damages(token: string): Generator<string, void, void> {
  yield* damagesOfOne(token)
  yield token.toUpperCase()
  yield token.slice(2, -2)
  yield token.replaceAll('|', '')
  yield token.replaceAll('|', '｜')
}

function expectNoSecret(text: string): void {
  const result = splitText(text, harmony())
  for (const secret of secrets) {
    for (let from = 0; from + 4 <= secret.length; from++) {
      const piece = secret.slice(from, from + 4)
      if (`${result.answer}\n${result.commentary}`.includes(piece)) expect.fail(`${text}\nshows ${JSON.stringify(piece)}`)
    }
  }
}

describe('a damaged token', () => {
  test.each(places)('never moves reasoning into the answer: $token at $index', ({ index, token }) => {
    for (const damaged of damages(token)) expectNoSecret(turn.slice(0, index) + damaged + turn.slice(index + token.length))
  })

  test('never does so together with others', () => {
    const damage = fc.record({ place: fc.nat(places.length - 1), kind: fc.nat() })
    fc.assert(
      fc.property(fc.uniqueArray(damage, { minLength: 2, maxLength: 4, selector: ({ place }) => place }), (chosen) => {
        let text = turn
        for (const { place, kind } of chosen.toSorted((a, b) => b.place - a.place)) {
          const { index, token } = places[place]!
          const all = [...damages(token)]
          text = text.slice(0, index) + all[kind % all.length]! + text.slice(index + token.length)
        }
        expectNoSecret(text)
      }),
      { numRuns: runs(3000) },
    )
  })

  test('leaves the answer and the call of a turn where one character is damaged', () => {
    const lost: string[] = []
    for (const { index, token } of places) {
      for (const damaged of damagesOfOne(token)) {
        const text = turn.slice(0, index) + damaged + turn.slice(index + token.length)
        const { answer: said, toolCalls } = splitText(text, harmony())
        if (!said.includes('It is four.') || toolCalls[0]?.name !== 'functions.f') lost.push(`${damaged} at ${index}`)
      }
    }
    expect(lost).toEqual([])
  })
})
