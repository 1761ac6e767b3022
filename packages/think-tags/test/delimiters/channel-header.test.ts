import { splitText } from '@reason/core'
import { thinkTags } from '@reason/think-tags'
import { expect, test } from 'vitest'

const final = '<|channel|>final<|message|>Four.'

test.each([
  ['an end, and the header of the answer', `<|end|><|start|>assistant${final}`],
  ['the same without the token in front of the role', `<|end|>assistant${final}`],
  ['the same without a role', `<|end|>${final}`],
  ['that header alone', `<|start|>assistant${final}`],
  ['the header without a role', final],
  ['damaged', '<|end><|start>assistant<channel|>final<message|>Four.'],
])('a thought under the header of a channel ends at %s, and nothing of it is left', (_, rest) => {
  const { reasoning, answer } = splitText(`<channel|>analysis<|message|>Add.${rest}`, thinkTags(), { model: 'qwen3' })
  expect({ reasoning, answer }).toEqual({ reasoning: 'Add.', answer: 'Four.' })
})
