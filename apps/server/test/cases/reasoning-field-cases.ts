import { fields, gatewayOnly, rowsOf, unknown, type SplitCase, type SplitRow } from './split-case.ts'

const rows: readonly SplitRow[] = [
  [
    'variant',
    'another spelling beside a field',
    'qwen3:8b',
    fields('Look.', '<Think>x</Think> y'),
    'Look.',
    '<Think>x</Think> y',
    gatewayOnly,
  ],
  ['variant', 'an opener beside a field', 'qwen3:8b', fields('Add.', 'Use <think> tags.'), 'Add.', 'Use <think> tags.', gatewayOnly],
  [
    'variant',
    'two openers beside a field',
    'qwen3:8b',
    fields('Add.', '<think> or <thinking>?'),
    'Add.',
    '<think> or <thinking>?',
    gatewayOnly,
  ],
  ['variant', 'no thought', 'magistral', '{"content":"Paris."}', '', 'Paris.', gatewayOnly],
  ['variant', 'empty field', 'glm-4.7', fields('', 'Paris.'), '', 'Paris.', gatewayOnly],
  ['koma#63', 'orphan', unknown, fields('Add.', '</think>\n\nFour.'), 'Add.', 'Four.', gatewayOnly],
  ['both', 'field and tags', unknown, fields('Add.', '<think>Add.</think>Four.'), 'Add.', 'Four.', gatewayOnly],
  [
    'both',
    'another thought in tags',
    unknown,
    fields('Add.', '<think>Two each.</think>Four.'),
    'Add.\n\n#### Additional Reasoning\n\nTwo each.',
    'Four.',
    gatewayOnly,
  ],
]

/** Tags in an answer beside a reasoning field. */
export const reasoningFieldCases: readonly SplitCase[] = rowsOf([...rows])

/** Cases with a server that splits, for visibility `full` only. With other settings a closer may end a thought, so the text is hidden. */
export const seenFieldCases: readonly SplitCase[] = [
  ['a closer first', '</think>\n\nParis.', 'Paris.'],
  ['an empty block', '<think>\n\n</think>\n\nParis.', 'Paris.'],
  ['quoted tags', 'Put it between "<think>" and "</think>".'],
].map(([kind, content, answer = content]) => ({
  id: `${kind} in an answer that came split`,
  kind: kind!,
  model: 'qwen3:8b',
  input: JSON.stringify({ reasoning_content: 'Add.', content }),
  expected: { reasoning: 'Add.', answer: answer! },
  how: gatewayOnly,
}))
