import { describe, expect, test } from 'vitest'
import { thinkTags } from '../src/index.ts'

/** The answer that a client gets which may not see reasoning, from a server that may have split the text. */
function answerOf(text: string, model: string, size: number, whole: boolean): string {
  const splitter = thinkTags().createSplitter({ model, origin: {}, guarded: true, ...(whole && { whole }) })
  const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g'))!
  const parts = [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.end('complete')]
  return parts.map((part) => (part.type === 'delta' && part.channel === 'answer' ? part.text : '')).join('')
}

describe.each(['qwen3:8b', 'some-model'])(
  'a thought in another format behind the closer of a thought that the prompt opened: %s',
  (model) => {
    test.each([
      '<|channel|>analysis<|message|>Again.<|end|><|start|>assistant<|channel|>final<|message|>Four.',
      '<channel|>analysis<|message|>Again.<|end|>Four.',
      '< think >Again.</think>Four.',
      '<details type="reasoning" done="true">\nAgain.</details>\nFour.',
      '<|im_start|>think\nAgain.<|im_start|>answer\nFour.',
    ])('%j', (second) => {
      for (const between of ['', '\n\n'])
        for (const whole of [false, true])
          for (const size of [1, 3, 1000]) expect(answerOf(`Add.</think>${between}${second}`, model, size, whole).trim()).toBe('Four.')
    })

    test('but not behind text of the answer', () => {
      expect(answerOf('Add.</think>Write < think > here.', model, 3, false)).toBe('Write < think > here.')
    })
  },
)

describe.each(['deepseek-r1:8b', 'some-model'])(
  'a thought behind a call does not prove that the text before the call was the answer: %s',
  (model) => {
    const call = '<tool_call>{"name":"f","arguments":{}}</tool_call>'

    test.each([
      ['a thought, cut by the call', `Add.${call}<think>Again.</think>Four.`, `${call}Four.`],
      ['an empty one behind the call', `Add.${call}<think></think>Four.`, `${call}Four.`],
      ['an answer, behind a thought of its own', `<think>Add.</think>Look:${call}<think>Again.</think>Four.`, `Look:${call}Four.`],
    ])('%s', (_, text, expected) => {
      for (const whole of [false, true]) for (const size of [1, 3, 1000]) expect(answerOf(text, model, size, whole)).toBe(expected)
    })
  },
)
