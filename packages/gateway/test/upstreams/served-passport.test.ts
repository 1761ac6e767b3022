import { readTemplate } from '@reason/chat-template'
import { expect, test } from 'vitest'
import { servedPassport } from '../../src/upstreams/served-passport.ts'

/** A template that sets a thought of its history between two texts. */
const between = (open: string, close: string): string =>
  `{% for m in messages %}<|turn|>{{ m.role }}\n{% if m.reasoning_content %}${open}{{ m.reasoning_content }}${close}{% endif %}{{ m.content }}<|eot|>{% endfor %}{% if add_generation_prompt %}<|turn|>assistant\n{% endif %}`

test.each([
  ['<|plan|>', '<|done|>', true],
  ['⟨T⟩', '⟨/T⟩', true],
  ['<|思考|>', '<|/思考|>', true],
  ['@@think@@', '@@done@@', true],
  // A bracket alone stands in any answer.
  ['[', ']', false],
  // In any answer these words may stand.
  ['Thought: ', '<|done|>', false],
  ['<|plan|>', '\nAnswer: ', false],
])('the delimiters %j and %j of a server count: %s', (open, close, isTold) => {
  const passport = servedPassport([readTemplate(between(open, close))])
  expect(passport?.flags !== undefined).toBe(isTold)
  expect(passport?.serviceTokens).toContain('<|eot|>')
})
