import { enabled, fields, gatewayOnly, rowsOf, unknown, type SplitCase, type SplitRow } from './split-case.ts'

const rows: readonly SplitRow[] = [
  ['openclaw#48593', 'an answer in a tag with attributes', unknown, '<think>Add.</think><final id="1">Four.</final>', 'Add.', 'Four.'],
  ['openclaw#48593', 'an answer in a tag with attributes', unknown, '<final id="1">Four.</final>', '', 'Four.', gatewayOnly],
  ['openclaw#754', 'an answer in doubled tags', unknown, '<think>Add.</think><final><final>Four.</final></final>', 'Add.', 'Four.'],
  ['variant', 'wrapper of the answer', 'ERNIE-4.5-21B-A3B-Thinking', 'Add.\n</think>\n\n<response>\nFour.\n</response>', 'Add.', 'Four.'],
  [
    'variant',
    'wrapper of the answer',
    'ibm-granite/granite-3.3-8b-instruct',
    '<think>Add.</think><response>Four.</response>',
    'Add.',
    'Four.',
    enabled(true),
  ],
  ['variant', 'analysis and final', unknown, '<analysis>Add.</analysis><final>Four.</final>', 'Add.', 'Four.'],
  ['variant', 'analysis and final', 'Qwen/Qwen3-8B', '<analysis>\nAdd.\n</analysis>\n\n<final>\nFour.\n</final>', 'Add.', 'Four.'],
  ['variant', 'analysis and final', 'gpt-oss:20b', '<Analysis>Add.</Analysis><Final>Four.</Final>', 'Add.', 'Four.', gatewayOnly],
  ['variant', 'final alone', unknown, '<final>Four.</final>', '', 'Four.'],
  ['variant', 'final behind a thought', unknown, '<think>Add.</think><final>Four.</final>', 'Add.', 'Four.'],
  ['variant', 'final in prose', unknown, 'Use <final> for it.'],
  ['variant', 'analysis alone', unknown, '<analysis>Sales rose.</analysis>\nBuy.'],
  ['variant', 'analysis, never closed', unknown, '<analysis>Sales rose.'],
  [
    'variant',
    'analysis behind a thought',
    'Qwen/Qwen3-8B',
    '<think>Add.</think><analysis>Sales rose.</analysis><final>Buy.</final>',
    'Add.',
    '<analysis>Sales rose.</analysis><final>Buy.</final>',
  ],
  ['analysis', 'analysis alone', unknown, '<analysis>Add.</analysis>\n\nFour.'],
  ['analysis', 'analysis and answer', unknown, '<analysis>Add.</analysis><answer>4</answer>'],
  [
    'analysis',
    'analysis and answer beside a field',
    'Qwen/Qwen3-8B',
    fields('Look.', '<analysis>\nAdd.\n</analysis>\n\n<answer>4</answer>'),
    'Look.',
    '<analysis>\nAdd.\n</analysis>\n\n<answer>4</answer>',
    gatewayOnly,
  ],
  ['final', 'a closer alone', unknown, 'It is four.</final>', '', 'It is four.'],
  ['final', 'a closer alone behind a thought', unknown, '<think>Add.</think>It is four.\n</final>', 'Add.', 'It is four.'],
  ['final', 'a closer alone beside a field', unknown, fields('Add.', 'It is four.</final>'), 'Add.', 'It is four.', gatewayOnly],
  ['final', 'a closer on its own line', unknown, 'It is four.\n\n</final>\n', '', 'It is four.'],
  ['final', 'a pair in an answer', unknown, 'It wrote:\n<final>It is four.</final>'],
  ['final', 'a closer that an answer shows', unknown, 'Close it with:\n</final>'],
  ['final', 'a closer in code', unknown, 'So.\n```\nx.</final>\n```'],
  ['names', 'reasoning and answer', unknown, '<reasoning>Add.</reasoning><answer>4</answer>', 'Add.', '<answer>4</answer>'],
  ['ernie', 'response', 'baidu/ERNIE-4.5-21B-A3B-Thinking', 'Add.\n</think>\n\n<response>\nFour.\n</response>\n', 'Add.', 'Four.'],
  ['hy', 'response', 'tencent/Hunyuan-0.5B-Instruct', '<think>\nAdd.\n</think>\n<answer>\nFour.\n</answer>', 'Add.', 'Four.'],
]

/** Wrappers of an answer with ordinary names. */
const wrapped = [
  ['ibm-granite/granite-3.3-8b-instruct', 'response'],
  ['baidu/ERNIE-4.5-21B-A3B-Thinking', 'response'],
  ['tencent/Hunyuan-A13B-Instruct', 'answer'],
].flatMap(([model = unknown, name]): SplitRow[] => [
  ['wrappers', 'a wrapper in a thought', model, `<think>Add.<${name}>Four.</${name}>`, 'Add.', 'Four.'],
  ['wrappers', 'a wrapper in a thought, never closed', model, `<think>\nAdd.\n<${name}>\nFour.`, 'Add.', 'Four.'],
  ['wrappers', 'a wrapper in place of a thought', model, `<think><${name}>Four.</${name}>`, '', 'Four.'],
  [
    'wrappers',
    'a thought that speaks of it',
    model,
    `<think>I use <${name}> and </${name}>.</think><${name}>Four.</${name}>`,
    `I use <${name}> and </${name}>.`,
    'Four.',
  ],
])

/** Tags that a prompt asks for, and wrappers of an answer. */
export const promptedTagCases: readonly SplitCase[] = rowsOf([...rows, ...wrapped])
