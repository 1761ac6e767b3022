import { gatewayOnly, json, rowsOf, unknown, type SplitCase, type SplitRow } from './split-case.ts'

const qwen = 'Qwen/Qwen3.6-35B-A3B'
const gptOss = 'openai/gpt-oss-20b'
const off = { ...gatewayOnly, request: { chat_template_kwargs: { enable_thinking: false } } } as const
const noEffort = { ...gatewayOnly, request: { reasoning_effort: 'none' } } as const
const fields = (reasoning_content: string, content: string | null = ''): string => JSON.stringify({ reasoning_content, content })

const object = '{"city":"Paris"}'
const fenced = `\`\`\`json\n${object}\n\`\`\``

/** Whole answers in a reasoning field. */
const inField = [unknown, qwen].flatMap((model): SplitRow[] => [
  ['SubtitleEdit#15010', 'JSON', model, fields(object), object, object, json],
  ['SubtitleEdit#15010', 'JSON, and no content', model, fields(object, null), object, object, json],
  ['SubtitleEdit#15010', 'JSON, and a blank', model, fields(object, '\n'), object, object, json],
  ['SubtitleEdit#15010', 'a list', model, fields('[1,2]'), '[1,2]', '[1,2]', json],
  ['SubtitleEdit#15010', 'JSON in a fence', model, fields(fenced), fenced, fenced, json],
  ['SubtitleEdit#15010', 'a thought', model, fields('Let me add. {"a":4}'), 'Let me add. {"a":4}', '', json],
  ['SubtitleEdit#15010', 'JSON that was cut', model, fields('{"a":4'), '{"a":4', '', { ...json, finish: 'length' }],
  ['SubtitleEdit#15010', 'JSON, and an answer', model, fields(object, '{"a":4}'), object, '{"a":4}', json],
  ['SubtitleEdit#15010', 'thinking off', model, fields('It is 4.'), 'It is 4.', 'It is 4.', off],
  ['SubtitleEdit#15010', 'no effort', model, fields('It is 4.', null), 'It is 4.', 'It is 4.', noEffort],
  ['SubtitleEdit#15010', 'thinking off in vain', model, fields('Add.</think>Four.'), 'Add.</think>Four.', 'Four.', off],
  ['SubtitleEdit#15010', 'thinking off, and cut', model, fields('It is'), 'It is', '', { ...off, finish: 'length' }],
  ['SubtitleEdit#15010', 'thinking off, and an answer', model, fields('Add.', 'Four.'), 'Add.', 'Four.', off],
  ['OpenWhispr#809', 'nothing was asked for', model, fields('It is 4.', null), 'It is 4.', '', gatewayOnly],
])

/** Templates without a switch. */
const noSwitch: readonly SplitRow[] = [
  ['SubtitleEdit#15010', 'no switch', gptOss, fields('Add.'), 'Add.', '', off],
  ['SubtitleEdit#15010', 'no switch', 'deepseek-ai/DeepSeek-R1', fields('Add.'), 'Add.', '', off],
  ['SubtitleEdit#15010', 'JSON', gptOss, fields(object), object, object, json],
]

const closers = ['/think>', '/thinking>', '\n/think>\n', ' /think>', '\n&lt;/think&gt;\n', '[/think]']

/** Closers without their first bracket, after the end of a sentence or a line. */
const slashed = closers.flatMap((closer) =>
  [unknown, qwen].flatMap((model): SplitRow[] => [
    ['slash', `${JSON.stringify(closer)} alone`, model, `Add.${closer}Four.`, 'Add.', 'Four.', gatewayOnly],
    ['slash', `${JSON.stringify(closer)} in a thought`, model, `<think>Add.${closer}No.</think>Four.`, `Add.${closer}No.`, 'Four.'],
  ]),
)

/** Closers without their first bracket, after an opener. A stream shows the answer in the thought, and repeats it at the end: streams are not searched for slashes. */
const opened = closers.flatMap((closer) =>
  [unknown, qwen].map((model): SplitRow => ['slash', JSON.stringify(closer), model, `<think>Add.${closer}Four.`, '', 'Four.']),
)

const paths = [unknown, qwen].flatMap((model): SplitRow[] => [
  ['slash', 'in a path', model, '<think>Run a/think>b.</think>Four.', 'Run a/think>b.', 'Four.'],
  ['slash', 'a command', model, 'Use /think>Four.', '', 'Use /think>Four.', gatewayOnly],
  ['slash', 'other words', model, '<think>See /thin and /thinkers.</think>Use a/b.', 'See /thin and /thinkers.', 'Use a/b.'],
])

const versions = ['M2.7-think', 'M2.7-thinking', 'glm5-think'].flatMap((name) =>
  [unknown, qwen].flatMap((model): SplitRow[] => [
    ['versions', name, model, `<${name}>Add.</${name}>Four.`, 'Add.', 'Four.'],
    ['versions', `${name} alone`, model, `Add.</${name}>Four.`, 'Add.', 'Four.', gatewayOnly],
  ]),
)

const final = '<|start|>assistant<|channel|>final<|message|>Four.'
const thought = '<|channel|>analysis<|message|>Add.<|end|>'

/** Last messages whose header never ends. */
const headers: readonly SplitRow[] = [
  ['headers', 'a word', gptOss, `${thought}<|start|>assistant Four.`, 'Add.', 'Four.'],
  ['headers', 'a sentence', gptOss, `${thought}<|start|>assistant It is four.`, 'Add.', 'It is four.'],
  ['headers', 'a turn', gptOss, `${thought}<|start|>assistant Four.<|return|>`, 'Add.', 'Four.'],
  ['headers', 'a channel', gptOss, `${thought}<|start|>assistant<|channel|>final Four.`, 'Add.', 'Four.'],
  ['headers', 'cut', gptOss, `${thought}<|start|>assistant Four`, 'Add.', '', { finish: 'length' }],
  ['headers', 'nothing behind it', gptOss, `${thought}<|start|>assistant<|channel|>final`, 'Add.', ''],
]

/** Texts of channels without a header, or with one that never ends. */
const bare: readonly SplitRow[] = [
  ['bare', 'JSON', gptOss, '{"a":4}<|return|>', '', '{"a":4}', gatewayOnly],
  ['bare', 'another turn behind it', gptOss, 'Four.<|return|><|start|>user More', '', 'Four.', gatewayOnly],
  ...[gptOss, unknown].flatMap((model): SplitRow[] => [
    ['bare', 'a start', model, '<|start|>assistant It is four.<|end|>', '', 'It is four.', gatewayOnly],
    ['bare', 'a start on its line', model, '<|start|>assistant\nIt is four.<|return|>', '', 'It is four.', gatewayOnly],
    ['bare', 'an answer behind it', model, `Add.<|end|>${final}`, 'Add.', 'Four.', gatewayOnly],
    ['bare', 'cut', model, '<|start|>assistant It is', 'It is', '', { ...gatewayOnly, finish: 'length' }],
  ]),
]

/** Answers in the place of thoughts, and thoughts in the place of answers. */
export const misplacedCases: readonly SplitCase[] = rowsOf([
  ...inField,
  ...noSwitch,
  ...slashed,
  ...paths,
  ...versions,
  ...headers,
  ...bare,
])

/** Misplaced texts for a client that may see the thought. */
export const misplacedSeenCases: readonly SplitCase[] = rowsOf(
  [unknown, qwen, gptOss].flatMap((model): SplitRow[] => [
    ['field', 'a closer', model, fields('Add.</think>Four.'), 'Add.</think>Four.', 'Four.', gatewayOnly],
    ['field', 'a closer in code', model, fields('Say `</think>` first.'), 'Say `</think>` first.', '', gatewayOnly],
    ...[
      'The tag </think> ends it.',
      'Write </think>.',
      'It is </think>, then.',
      'Close.</think> is it.',
      'A list.\n- <think>\n- </think>\nDone.',
    ].map((text): SplitRow => ['field', 'a text of tags', model, fields('Add.', text), 'Add.', text, gatewayOnly]),
    ['field', 'a closer at the end', model, fields('Add.', 'Four.</think>'), 'Add.', 'Four.', gatewayOnly],
    ...['So:\n```\nx.\n</think>\nFour.\n```', 'So:\n```\n</think>\n```\nDone.'].map((text): SplitRow => [
      'field',
      'a closer in code',
      model,
      fields('Add.', text),
      'Add.',
      text,
      gatewayOnly,
    ]),
  ]),
)

/** Misplaced texts for a client that may not see the thought. */
export const misplacedHiddenCases: readonly SplitCase[] = rowsOf([
  ...opened,
  ...[unknown, qwen, gptOss].map((model): SplitRow => ['field', 'a closer', model, fields('Add.</think>Four.'), '', '', gatewayOnly]),
])
