import type { Part } from '@reason/core'
import { describe, expect, test } from 'vitest'
import { thinkTags } from '../../src/index.ts'

const cutUp = (text: string, cut: number): string[] =>
  Array.from({ length: Math.ceil(text.length / cut) }, (_, at) => text.slice(at * cut, (at + 1) * cut))

function split(input: string, cut: number, start?: 'reasoning' | 'unknown') {
  const splitter = thinkTags({ model: 'brand-new-7b' }).createSplitter({ ...(start && { start }) })
  const parts: Part[] = [...cutUp(input, cut).flatMap((piece) => splitter.push(piece)), ...splitter.end()]
  const textOf = (fits: (part: Part) => boolean): string =>
    parts.flatMap((part) => ((part.type === 'delta' || part.type === 'markup') && fits(part) ? [part.text] : [])).join('')
  return {
    reasoning: textOf((part) => part.type === 'delta' && part.channel === 'reasoning'),
    answer: textOf((part) => part.type === 'delta' && part.channel === 'answer'),
    all: textOf(() => true),
  }
}

const cuts = [1, 2, 3, 7, 1000]

describe('a token that begins a text', () => {
  test.each([
    '<s>',
    '<s> ',
    '<s><s>',
    '<bos>',
    '<sos>',
    '<cls>',
    '<pad><pad>',
    '<seed:bos>',
    '<longcat_s>',
    '<BOS_TOKEN>',
    '<beginning_of_sentence>',
    '[gMASK]<sop>',
    '[BOS]',
    '[CLS]',
    ']~!b[',
    '<|begin_of_text|>',
    '<|startoftext|>',
    '<|start_of_text|>',
    '<|bos|>',
    '<|hy_begin_of_sentence|>',
    '<|plamo:bos|>',
    '<｜begin▁of▁sentence｜>',
    '<|endoftext|>',
  ])('is in no answer and no thought: %j', (token) => {
    for (const cut of cuts) {
      for (const [text, start] of [
        [`${token}<think>Add.</think>Four.`],
        [`<think>${token}Add.</think>${token}Four.`],
        [`${token}Add.</think>Four.`, 'reasoning'],
        [`${token}Add.</think>Four.`, 'unknown'],
        [`${token}< think >Add.</think>Four.`, 'unknown'],
      ] as const) {
        const { reasoning, answer, all } = split(text, cut, start)
        expect({ text, cut, reasoning: reasoning.trim(), answer: answer.trim(), all }).toEqual({
          text,
          cut,
          reasoning: 'Add.',
          answer: 'Four.',
          all: text,
        })
      }
      expect(split(`${token}Four.`, cut).answer.trim()).toBe('Four.')
    }
  })

  test.each([
    '<s>old</s> is struck out.',
    '<s>Old price</s> is four.',
    '<s> is a token.',
    '[CLS] begins a text.',
    '<bos>, as it is called.',
    '"<s>" begins it.',
    'Use <s>old</s>, or <bos> and [BOS] here.',
    '`<|startoftext|>` begins it.',
    '[PAD]/[CLS]',
  ])('is text where it is spoken of: %j', (text) => {
    for (const cut of cuts) expect(split(text, cut)).toMatchObject({ answer: text, reasoning: '' })
  })

  test('is one where its counterpart ends the text', () => {
    for (const cut of cuts) expect(split('<s>Four.</s>', cut).answer).toBe('Four.')
  })
})
