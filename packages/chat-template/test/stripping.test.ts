import { expect, test } from 'vitest'
import { readTemplate } from '../src/index.ts'

/** Cuts what stands between two marks out of earlier answers, and opens nothing in its prompt. */
const template = (open: string, close: string): string =>
  `{%- macro strip(text) -%}{%- for part in text.split('${close}') -%}{{ part.split('${open}')[0] if '${open}' in part else part }}{%- endfor -%}{%- endmacro -%}
{%- for m in messages -%}<|turn>{{ m.role }}\n{{ strip(m.content) if m.role == 'assistant' else m.content }}<turn|>\n{%- endfor -%}
{%- if add_generation_prompt -%}<|turn>model\n{%- endif -%}`

test.each([
  ['<|channel>', '<channel|>'],
  ['<think>', '</think>'],
  ['[THINK]', '[/THINK]'],
])('a pair that stands in a macro alone is one, and no service token: %s', (open, close) => {
  const { pairs, shape, serviceTokens } = readTemplate(template(open, close))
  expect({ pairs, shape, serviceTokens }).toEqual({ pairs: [{ open, close }], shape: 'tags', serviceTokens: ['<|turn>', '<turn|>'] })
})

test('a pair of calls that is cut out is none of a thought', () => {
  expect(readTemplate(template('<tool_call>', '</tool_call>')).pairs).toEqual([])
})
