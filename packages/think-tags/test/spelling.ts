import type { Spelling } from '@reason/conformance'

const call = '<tool_call>\n{"name": "f", "arguments": {"x": 1}}\n</tool_call>\n'

/** The most usual tags, as templates write them. */
export const spelling: readonly Spelling[] = [
  { open: '<think>\n', close: '\n</think>\n\n', call },
  { open: '<reasoning>', close: '</reasoning>' },
  { open: '[THINK]', close: '[/THINK]' },
]
