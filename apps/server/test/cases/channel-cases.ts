import { fields, gatewayOnly, json, rowsOf, unknown, type SplitCase, type SplitRow } from './split-case.ts'

const gptOss = 'openai/gpt-oss-20b'
const long = 'Two and two are four, as anybody can count on a hand. '.repeat(16).trim()

const rows: readonly SplitRow[] = [
  [
    'llama.cpp#27720',
    'no channel',
    'gpt-oss-20b-MXFP4.gguf',
    '<|channel|>??<|end|><|start|>assistant<|channel|>analysis<|message|>Add.<|end|><|start|>assistant<|channel|>final<|message|>Four.',
    'Add.',
    'Four.',
  ],
  [
    'vllm#386 of tenstorrent',
    'a doubled role',
    'gpt-oss-120b',
    '<|channel|>analysis<|message|>Add.<|end|><|start|>assistantassistant<|channel|>final<|message|>Four.',
    'Add.',
    'Four.',
  ],
  [
    'mlx-lm#1867',
    'channels',
    'mlx-community/gpt-oss-20b-MXFP4-Q8',
    '<|channel|>analysis<|message|>Add.<|end|><|start|>assistant<|channel|>final<|message|>Four.',
    'Add.',
    'Four.',
  ],
  ['harmony#60', 'no header', 'openai/gpt-oss-20b', '<|channel|>analysis<|message|>Add.<|end|>Four.', 'Add.', 'Four.'],
  [
    'macprovider#743',
    'no tokens',
    'mlx-community/gpt-oss-20b-MXFP4-Q8',
    'analysisOne word.\nNo more.assistantfinalfour',
    'One word.\nNo more.',
    'four',
  ],
  [
    'vllm#35906',
    'no start token',
    'gpt-oss-120b',
    '<|channel|>analysis<|message|>Add.<|end|><|channel|>final<|message|>Four.',
    'Add.',
    'Four.',
  ],
  ['amx#372', 'a thought alone', 'gpt-oss:20b', '<|channel|>analysis<|message|>Add.<|end|>', 'Add.', ''],
  [
    'variant',
    'channel token damaged',
    'gpt-oss:20b',
    '<|channel>analysis<|message|>Add.<|end|><|start|>assistant<|channel|>final<|message|>Four.',
    'Add.',
    'Four.',
  ],
  [
    'variant',
    'channel token misspelt',
    'gpt-oss:20b',
    '<|chanel|>analysis<|message|>Add.<|end|><|start|>assistant<|channel|>final<|message|>Four.',
    'Add.',
    'Four.',
  ],
  [
    'variant',
    'two tokens damaged',
    'gpt-oss:20b',
    '<|start>assistant<|channel>analysis<|message|>Add.<|end|><|start|>assistant<|channel|>final<|message|>Four.',
    'Add.',
    'Four.',
  ],
  [
    'variant',
    'channel token cut',
    unknown,
    '<|channel|analysis<|message|>Add.<|end|><|start|>assistant<|channel|>final<|message|>Four.',
    'Add.',
    'Four.',
  ],
  ['variant', 'no tokens', 'gpt-oss:20b', 'ANALYSIS Add them. ASSISTANTFINAL Four.', 'Add them.', 'Four.'],
  ['variant', 'no tokens, and a grammar', 'gpt-oss:20b', 'analysisAdd.assistantfinal{"a":4}', 'Add.', '{"a":4}', json],
  ['variant', 'no tokens, colons', 'gpt-oss:20b', 'Analysis: Add. AssistantFinal: Four.', 'Add.', 'Four.'],
  ['variant', 'no tokens, glued', 'gpt-oss:20b', 'assistantanalysisAdd.assistantfinalFour.', 'Add.', 'Four.'],
  [
    'variant',
    'bars of another width',
    'gpt-oss:20b',
    '<｜channel｜>analysis<｜message｜>Add.<｜end｜><｜start｜>assistant<｜channel｜>final<｜message｜>Four.',
    'Add.',
    'Four.',
  ],
  [
    'variant',
    'bars alone',
    'gpt-oss:20b',
    '|channel|analysis|message|Add.|end||start|assistant|channel|final|message|Four.',
    'Add.',
    'Four.',
  ],
  ['variant', 'no bars', 'gpt-oss:20b', '<channel>analysis<message>Add.<end><start>assistant<channel>final<message>Four.', 'Add.', 'Four.'],
  [
    'variant',
    'blanks in tokens',
    'gpt-oss:20b',
    '<| channel |>analysis<| message |>Add.<| end |><| start |>assistant<| channel |>final<| message |>Four.',
    'Add.',
    'Four.',
  ],
  [
    'llama.cpp#27720',
    'header',
    'openai/gpt-oss-20b',
    '<|channel|>commentary to=assistant<|channel|>analysis<|message|>Add.<|end|><|start|>assistant<|channel|>final<|message|>Four.',
    'Add.',
    'Four.',
  ],
  [
    'harmony#38',
    'dashes',
    'openai/gpt-oss-20b',
    '<|channel|>analysis<|message|>Add.<|end|><|start|>assistant––commentary<|channel|>final<|message|>Four.',
    'Add.',
    'Four.',
  ],
  [
    'harmony#114',
    'constrain',
    'openai/gpt-oss-20b',
    '<|channel|>analysis<|message|>Add.<|end|><|start|>assistant<|channel|>final <|constrain|>control<|message|>Four.<|return|>',
    'Add.',
    'Four.',
  ],
  [
    'harmony#114',
    'role missing',
    'openai/gpt-oss-20b',
    '<|channel|>analysis<|message|>Add.<|end|><|start|>final<|message|>Four.<|return|>',
    'Add.',
    'Four.',
  ],
  [
    'harmony#114',
    'channel twice',
    'openai/gpt-oss-20b',
    '<|start|>assistant<|channel|>bash<|channel|>analysis<|message|>Add.<|end|><|start|>assistant<|channel|>final<|message|>Four.',
    'Add.',
    'Four.',
  ],
  ['vllm#23694', 'answer alone', 'openai/gpt-oss-20b', '<|channel|>final<|message|>{"issues":[]}<|return|>', '', '{"issues":[]}'],
  ['vllm#23694', 'answer alone', 'my-finetune', '<|channel|>final<|message|>{"issues":[]}<|return|>', '', '{"issues":[]}'],
  [
    'hermes-agent#84231',
    'a call without tokens',
    'openai/gpt-oss-20b',
    'to=functions.f {"a":1}',
    '',
    'to=functions.f {"a":1}',
    gatewayOnly,
  ],
]

/** Words of headers without their tokens, beside a reasoning field. */
const leftOver: readonly SplitRow[] = [
  ...['assistantfinalIt is 4.', 'assistantfinal It is 4.', 'assistant final\nIt is 4.', 'assistantfinal: It is 4.'].map(
    (content): SplitRow => ['stripped', 'the header of an answer', gptOss, fields('Add.', content), 'Add.', 'It is 4.', gatewayOnly],
  ),
  ['stripped', 'prose', gptOss, fields('Add.', 'Analysis of it shows 4.'), 'Add.', 'Analysis of it shows 4.', gatewayOnly],
  ['stripped', 'prose', gptOss, fields('Add.', 'assistant is a role.'), 'Add.', 'assistant is a role.', gatewayOnly],
  ['stripped', 'prose', gptOss, fields('Add.', 'Final answer: 4'), 'Add.', 'Final answer: 4', gatewayOnly],
]

/** Unknown models whose words alone show that they write channels. */
const strippedUnknown: readonly SplitRow[] = [
  ['stripped', 'an unknown model', unknown, 'analysisAdd.assistantfinalFour.', 'Add.', 'Four.', gatewayOnly],
  ['stripped', 'an unknown model', unknown, `analysis${long}assistantfinalFour.`, long, 'Four.', gatewayOnly],
  ['stripped', 'beside a field', unknown, fields('Add.', 'assistantfinalFour.'), 'Add.', 'Four.', gatewayOnly],
  ['stripped', 'prose', unknown, 'Analysis of it shows 4.', '', 'Analysis of it shows 4.', gatewayOnly],
  [
    'stripped',
    'prose',
    unknown,
    `analysis of it: ${long} Ask the assistantfinal word.`,
    '',
    `analysis of it: ${long} Ask the assistantfinal word.`,
    gatewayOnly,
  ],
  ['stripped', 'prose', unknown, 'Finally, 4.', '', 'Finally, 4.', gatewayOnly],
]

/** Channels of Harmony: damaged headers and tokens, and texts without tokens. */
export const channelCases: readonly SplitCase[] = rowsOf([...rows, ...leftOver, ...strippedUnknown])
