import { checkInput } from '@reason/conformance'
import { createPipeline, splitText, type Part, type StreamContext } from '@reason/core'
import type { Ending } from '@reason/core/adapter'
import { describe, expect, test } from 'vitest'
import { harmony } from '../src/index.ts'

const analysis = '<|channel|>analysis<|message|>a'
const final = (text: string): string => `<|start|>assistant<|channel|>final<|message|>${text}`
const call = '<|start|>assistant<|channel|>commentary to=functions.f<|message|>{}'

/** Ends of turn found before the stream ended, and at its end. */
function turnEnds(text: string): { atOnce: string[]; atEnd: string[] } {
  const splitter = harmony().createSplitter()
  const of = (parts: ReturnType<typeof splitter.push>) => parts.flatMap((part) => (part.type === 'turn-end' ? [part.by] : []))
  return { atOnce: of([...text].flatMap((character) => splitter.push(character))), atEnd: of(splitter.end()) }
}

describe('the end of a turn', () => {
  test.each<[string, string[], string[]]>([
    [`${analysis}<|end|>${final('b')}<|return|>`, ['return'], []],
    [`${analysis}<|end|>${call}<|call|>`, ['call'], []],
    [`${analysis}<|end|>${call}<|call|>${call}<|call|>`, ['call', 'call'], []],
    [`${final('b')}<|return|>${final('c')}<|return|>${final('d')}`, ['return', 'return'], ['eof']],
    [`${final('b')}<|return|>${analysis}<|end|>`, ['return'], ['end']],
    [`${analysis}<|return|>`, ['return'], []],
    [`${analysis}<|end|>${final('b')}<|end|><|return|>`, ['return'], []],
    [`${analysis}<|end|>${call}<|end|><|call|>`, ['call'], []],
    [`${analysis}<|end|>${final('')}<|return|>`, ['return'], []],
    [`${analysis}<|end|><|start|>assistant<|channel|>final<|return|>`, ['return'], []],
    [`${analysis}<|end|><|start|>assistant<|call|>`, ['call'], []],
    ['<|channel|>commentary to=functions.f<|call|>', ['call'], []],
    [`${final('b')}<|return|><|return|>`, ['return'], []],
    [`${final('b')}<|return|`, [], ['return']],
    [`${final('b')}<|ret`, [], ['eof']],
    [`${final('b')}<|return>${final('c')}`, ['return'], ['eof']],
    // This token ends nothing: the answer is still to come.
    [`${analysis}<|end|><|return|>${final('b')}<|return|>`, ['return'], []],
    ['<|call|>', [], ['eof']],
    [`${final('b')}<|end|>`, [], ['end']],
  ])('%s', (text, atOnce, atEnd) => {
    expect(turnEnds(text)).toEqual({ atOnce, atEnd })
  })

  test('ends the generation where the pipeline is asked to stop there', () => {
    for (const [text, reason] of [
      [`${analysis}<|end|>${final('b')}<|return|>${final('late')}<|return|>`, 'stop'],
      [`${analysis}<|end|>${call}<|call|>${final('late')}<|return|>`, 'tool-calls'],
    ] as const) {
      const pipeline = createPipeline({ split: { adapter: harmony() }, stopAt: ['return', 'call'] })
      const delta = (character: string): Part => ({ type: 'delta', block: 0, channel: 'answer', text: character })
      const parts = [
        pipeline.push({ type: 'block-start', block: 0, channel: 'answer' }),
        ...[...text].map((one) => pipeline.push(delta(one))),
      ].flat()
      expect(JSON.stringify(parts)).not.toContain('late')
      expect(parts).toContainEqual(expect.objectContaining({ type: 'finish', reason }))
    }
  })

  test('is known for a whole text too', () => {
    expect(splitText(`${final('b')}<|end|><|return|>`, harmony()).stop).toBe('return')
  })
})

describe('the header of a call without a text, at the end of the stream', () => {
  const names = (text: string, ending: Ending): string[] => {
    const splitter = harmony().createSplitter({ origin: {} })
    const parts = [...[...text].flatMap((character) => splitter.push(character)), ...splitter.end(ending)]
    expect(parts.filter(({ type }) => type === 'tool-call-end')).toHaveLength(parts.filter(({ type }) => type === 'tool-call-start').length)
    return parts.flatMap((part) => (part.type === 'tool-call-start' ? [part.name] : []))
  }
  const left = call.slice(0, -2)

  test('is what a server left of a call that it sends in fields of its own', () => {
    expect(names(`${analysis}<|end|>${left}`, 'calls')).toEqual([])
    expect(names(`${analysis}<|end|>${call}<|call|>${left}`, 'calls')).toEqual(['functions.f'])
  })

  test('but a call that the text ends, or that no field brings, is a call', () => {
    for (const [text, ending] of [
      [`${left}<|call|>`, 'calls'],
      [call, 'calls'],
      [left, 'complete'],
      [left, 'cut'],
    ] as const)
      expect(names(`${analysis}<|end|>${text}`, ending), text).toEqual(['functions.f'])
  })
})

describe('a message of another role behind the answer', () => {
  const text = `${analysis}<|end|>${final('b')}<|end|><|start|>user<|message|>c<|end|>${final('d')}<|return|>`
  const answer = (context: StreamContext): string => {
    const splitter = harmony().createSplitter(context)
    const parts = [...[...text].flatMap((character) => splitter.push(character)), ...splitter.end()]
    return parts.map((part) => (part.type === 'delta' && part.channel === 'answer' ? part.text : '')).join('')
  }

  test('ends an answer that came over a wire', () => expect(answer({ origin: {} })).toBe('b'))
  test('but no text that is split as it is', () => expect(answer({})).toBe('bd'))
})

describe('half a token at the end of an answer from a server', () => {
  const half = ['<', '<|', '<|s', '<|start|', '<|im_end|', '<|x', '<|eom|><|', '<|eom|><|sta']

  test.each(half)('%j keeps every rule', (end) => {
    for (const before of ['', 'Four.', analysis, final('b'), `${analysis}<|end|><|start|>assistant<|channel|>commentary `]) {
      expect(checkInput(harmony(), before + end, { context: { origin: {} }, longestDelimiter: Number.POSITIVE_INFINITY })).toEqual([])
    }
  })

  test.each(['<|return|><|message|>', '   `<|channel|>`  final to=functions.fanalysis<|return|>I'])(
    '%j keeps every rule, with a grammar',
    (text) => {
      expect(checkInput(harmony(), text, { context: { grammar: true }, longestDelimiter: Number.POSITIVE_INFINITY })).toEqual([])
    },
  )
})
