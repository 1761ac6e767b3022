import type { Part } from '@reason/core'
import { describe, expect, test } from 'vitest'
import { thinkTags } from '../../src/index.ts'

function split(input: string, cut: number): Record<'answer' | 'reasoning' | 'dropped' | 'all', string> & { warnings: string[] } {
  const splitter = thinkTags({ model: 'brand-new-7b' }).createSplitter({})
  const pieces = Array.from({ length: Math.ceil(input.length / cut) }, (_, at) => input.slice(at * cut, (at + 1) * cut))
  const parts: Part[] = [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.end()]
  const textOf = (fits: (part: Part) => boolean): string =>
    parts.flatMap((part) => ((part.type === 'delta' || part.type === 'markup') && fits(part) ? [part.text] : [])).join('')
  return {
    answer: textOf((part) => part.type === 'delta' && part.channel === 'answer'),
    reasoning: textOf((part) => part.type === 'delta' && part.channel === 'reasoning'),
    dropped: textOf((part) => part.type === 'markup' && part.of === 'dropped'),
    warnings: parts.flatMap((part) => (part.type === 'warning' ? [part.code] : [])),
    all: textOf(() => true),
  }
}

/** The model goes on with what a user, a tool or the system would say. */
const turns = [
  '<|im_end|>\n<|im_start|>user\n',
  '<|im_end|><|im_end|>\n\n<|im_start|>tool\n',
  '<|endoftext|><|im_start|>system\n',
  '<end_of_turn>\n<start_of_turn>user\n',
  '<|eot_id|><|start_header_id|>user<|end_header_id|>\n\n',
  '<|eot|><|header_start|>user<|header_end|>\n\n',
  '</s>[INST]',
  '</s><s>[INST] ',
  '<turn|>\n<|turn>user\n',
  '<｜end▁of▁sentence｜><｜User｜>',
  '<|end|><|user|>',
  '[e~[\n]~b]user\n',
  '<|END_OF_TURN_TOKEN|><|START_OF_TURN_TOKEN|><|USER_TOKEN|>',
  '[|endofturn|]\n[|user|]',
  '<|end_of_text|>\n<|start_of_role|>user<|end_of_role|>',
  '<seed:eos><seed:bos>user\n',
  '<|user|>\n',
  '<|observation|>',
  '\n<|im_start|>user\n',
]

describe('a turn of another role behind the answer', () => {
  test.each(turns)('is left out: %j', (turn) => {
    const input = `Four.${turn}And <think>x</think> five?<|im_end|>\n<|im_start|>assistant\nFive.`
    for (const cut of [1, 2, 3, 7, 1000]) {
      const { answer, dropped, warnings, all } = split(input, cut)
      expect({ cut, answer: answer.trim(), warnings, all }).toEqual({ cut, answer: 'Four.', warnings: ['foreign-role'], all: input })
      expect(dropped).toContain('And <think>x</think> five?<|im_end|>\n<|im_start|>assistant\nFive.')
    }
  })

  test.each([
    'Use `<|im_end|>\\n<|im_start|>user` here.',
    'Use "<|im_end|><|im_start|>user" here.',
    'Turns are parted by "<|im_end|>\n<|im_start|>user\n" there.',
    'Use „<|im_end|><|im_start|>user\n“ here.',
    'Llama has "</s>[INST] Hi [/INST]".',
    'So:\n```\nHi<|im_end|>\n<|im_start|>user\nNo.<|im_end|>\n```\nDone.',
    'The token </s> ends it.',
    'As </s> [1] is.',
    'A list <user> and </s> <user>.',
  ])('and this is text: %j', (text) => {
    for (const cut of [1, 2, 3, 7, 1000]) expect(split(text, cut)).toMatchObject({ answer: text, warnings: [] })
  })

  test.each(['It is "four."', 'Es ist „vier.“', 'Es ist »vier.«'])('a quotation that has ended quotes none: %s', (answer) => {
    for (const cut of [1, 3, 1000]) expect(split(`${answer}<|im_end|>\n<|im_start|>user\nFive?`, cut).answer).toBe(answer)
  })

  test('a stray token within a sentence ends nothing', () => {
    for (const cut of [1, 3, 1000]) expect(split('The <|user|> asked.', cut).answer).toBe('The  asked.')
  })

  test('nor does another message of the model', () => {
    for (const cut of [1, 3, 1000]) expect(split('Four.<|im_end|>\n<|im_start|>assistant\nFive.', cut).answer).toBe('Four.\nFive.')
  })
})

describe('a turn behind a thought that nothing has closed', () => {
  const cuts = [1, 2, 3, 7, 1000]
  const others = turns.slice(0, -3)

  test.each(others)('is left out: %j', (turn) => {
    const input = `<think>Add.${turn}And five?<|im_end|>\n<|im_start|>assistant\nFive.`
    for (const cut of cuts) {
      const { reasoning, answer, warnings, all } = split(input, cut)
      expect({ cut, reasoning: reasoning.trim(), answer, all }).toEqual({ cut, reasoning: 'Add.', answer: '', all: input })
      expect(warnings).toEqual(['foreign-role', 'unclosed'])
    }
  })

  test.each(others)('is a part of the thought if that is closed behind it: %j', (turn) => {
    for (const cut of cuts) {
      const { reasoning, answer } = split(`<think>Add.${turn}And five?</think>Four.`, cut)
      expect({ cut, reasoning, answer }).toEqual({ cut, reasoning: `Add.${turn}And five?`, answer: 'Four.' })
    }
  })

  test.each([
    '<|im_end|>\n<|im_start|>assistant\n',
    '<|im_end|><|im_start|>assistant \n',
    '<end_of_turn>\n<start_of_turn>model\n',
    '<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n',
    '<turn|>\n<|turn>model\n',
    '<｜end▁of▁sentence｜><｜Assistant｜>',
    '<|END_OF_TURN_TOKEN|><|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>',
    '[e~[\n]~b]ai\n',
    '[|endofturn|]\n[|assistant|]',
    '<|end|><|assistant|>',
  ])('is the answer if it is of the model: %j', (turn) => {
    for (const cut of cuts) {
      const { reasoning, answer, all } = split(`<think>Add.${turn}Four.`, cut)
      expect({ cut, reasoning, answer: answer.trim(), all }).toEqual({
        cut,
        reasoning: 'Add.',
        answer: 'Four.',
        all: `<think>Add.${turn}Four.`,
      })
      expect(split(`<think>Add.${turn}Four.</think>Five.`, cut).answer).toBe('Five.')
      expect(split(`<think>Add.${turn}`, cut)).toMatchObject({ reasoning: 'Add.', answer: '' })
      expect(split(`<think>Behind "${turn}" it goes on.</think>Four.`, cut).answer).toBe('Four.')
    }
  })
})

describe('a header of the model in a thought, without the end of a message in front of it,', () => {
  const header = '<|im_start|>assistant\n'

  test.each(['Add.', 'Add!\n', 'Add: (2+2)', 'Add.” ', '加。'])('begins the answer behind a sentence: %j', (thought) => {
    for (const cut of [1, 2, 3, 7, 1000])
      expect({ cut, ...split(`<think>${thought}${header}Four.`, cut) }).toMatchObject({ cut, reasoning: thought, answer: 'Four.' })
  })

  test.each(['A message begins with ', 'It has ', 'the header: '])('is text of the thought within one: %j', (thought) => {
    const text = `${thought}${header}and goes on.`
    for (const cut of [1, 2, 3, 7, 1000]) {
      expect({ cut, ...split(`<think>${text}</think>Four.`, cut) }).toMatchObject({ cut, reasoning: text, answer: 'Four.' })
      expect({ cut, ...split(`<think>${text}`, cut) }).toMatchObject({ cut, reasoning: text, answer: '' })
    }
  })
})

test.each([
  ['<think>Add.<|im_end|></think>Four.', 'Add.'],
  ['<think>Add.<|end|>\n<|im_end|> </think>Four.', 'Add.'],
  ['<|think|>Add.<|end|><|begin|>assistant<|content|>Four.', 'Add.'],
  ['<|think|>Add.<|end|><|answer|>Four.', 'Add.'],
  ['<think>Add.<|eot_id|><|start|>assistant<|channel|>final<|message|>Four.', 'Add.'],
  ['<think>Behind <|im_end|> comes more.</think>Four.', 'Behind <|im_end|> comes more.'],
])('a token right before the end of a thought is no text of it: %j', (input, expected) => {
  for (const cut of [1, 2, 3, 7, 1000]) {
    const { reasoning, answer, all } = split(input, cut)
    expect({ cut, reasoning: reasoning.trimEnd(), answer, all }).toEqual({ cut, reasoning: expected, answer: 'Four.', all: input })
  }
})
