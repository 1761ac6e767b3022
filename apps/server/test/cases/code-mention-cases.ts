import { gatewayOnly, rowsOf, unknown, type SplitCase, type SplitRow } from './split-case.ts'

/** Text that is longer than the gateway holds to detect the format. */
const long = 'The quick brown fox jumps over the lazy dog. '.repeat(12)

const spoken = '<|start|>assistant<|channel|>analysis<|message|>Hi<|end|>'

const rows: readonly SplitRow[] = [
  ['LifeOS#568', 'a block in code', unknown, 'Use `<think>draft</think>` as the example.'],
  [
    'llama.cpp#27661',
    'a closer in code in a thought',
    'unsloth/Qwen3.8-27B-GGUF:UD-Q5_K_XL',
    'The block ends with `</think>`, which I must not write.\n</think>\n\nDone.',
    'The block ends with `</think>`, which I must not write.',
    'Done.',
  ],
  [
    'lmstudio-bug-tracker#1592',
    'openers in code in a thought',
    'qwen/qwen3.5-35b-a3b',
    'Tags are `<thought>`, `<reasoning>` and <step>.\n</think>\n\n* `<thought>`\n* `<reasoning>`',
    'Tags are `<thought>`, `<reasoning>` and <step>.',
    '* `<thought>`\n* `<reasoning>`',
  ],
  [
    'hermes-webui#2152',
    'tags in code',
    'Qwen3.6-27B',
    '<think>Plan.</think>`<think>` begins and `</think>` ends.',
    'Plan.',
    '`<think>` begins and `</think>` ends.',
  ],
  [
    'vllm#48971',
    'an opener in quotation marks',
    'allenai/Olmo-3-32B-Think',
    'Plan.</think>The tag "<think>" is text.',
    'Plan.',
    'The tag "<think>" is text.',
  ],
  ['nanobot#2623', 'a tag in code, never closed', unknown, 'Write `<think>` first, then go on.'],
  [
    'variant',
    'tags in code',
    'Qwen/Qwen3-8B',
    '<think>Add.</think>Write `<think>` and `</think>`.',
    'Add.',
    'Write `<think>` and `</think>`.',
  ],
  [
    'variant',
    'tags in a fence',
    'Qwen/Qwen3-8B',
    '<think>Add.</think>\n```xml\n<THINK>x</THINK>\n```',
    'Add.',
    '```xml\n<THINK>x</THINK>\n```',
  ],
  [
    'fence',
    'channels in fence',
    'openai/gpt-oss-20b',
    '<|channel|>final<|message|>Tokens:\n```\nhi\n```\nDone.',
    '',
    'Tokens:\n```\nhi\n```\nDone.',
  ],
]

/** Pairs of tags and tokens. */
const pairs = [
  ['<think>', '</think>'],
  ['<|think|>', '<|/think|>'],
  ['[THINK]', '[/THINK]'],
  ['<|channel>', '<channel|>'],
  ['<|START_THINKING|>', '<|END_THINKING|>'],
] as const

/** Mentions of tags by an unknown model, late in the text or beside a reasoning field. */
const mentions = pairs.flatMap(([opener, closer]): SplitRow[] => {
  const code = `Use \`${opener}\` and \`${closer}\`.`
  const fence = `So:\n\`\`\`\n${opener}x${closer}y\n\`\`\`\nDone.`
  return [
    ['mentions', `${opener} in code, late`, unknown, `${long}${code}`],
    ['mentions', `${opener} in a fence, late`, unknown, `${long}\n${fence}`],
    ['mentions', `${opener} alone in code, late`, unknown, `${long}Use \`${opener}\`.`],
    [
      'mentions',
      `${opener} in code behind a field`,
      unknown,
      JSON.stringify({ reasoning_content: 'Add.', content: code }),
      'Add.',
      code,
      gatewayOnly,
    ],
    [
      'mentions',
      `${opener} in a fence behind a field`,
      unknown,
      JSON.stringify({ reasoning_content: 'Add.', content: fence }),
      'Add.',
      fence,
      gatewayOnly,
    ],
  ]
})

const channels: readonly SplitRow[] = [
  ['mentions', 'tokens of channels in code', unknown, 'Use `<|channel|>` and `<|message|>`.'],
  ['mentions', 'tokens of channels in quotation marks', unknown, 'Say "<|start|>" first.'],
  ['mentions', 'tokens of channels in code, late', unknown, `${long}Use \`<|channel|>\`.`],
]

/** Tokens of channels in code. */
const fenced = ['```', '~~~', '````md'].flatMap((fence): SplitRow[] => {
  const block = `${fence}\n${spoken}\n${fence.replace('md', '')}\n`
  return [`Tokens:\n${block}Done.`, `${block}Done.`, `${long}\n${block}Done.`, `So:\n${fence}\n<|channel|> and\n<|return|>`].map((text) => [
    'channels',
    'in a fence',
    unknown,
    text,
  ])
})

/** Answers and thoughts that mention tags and tokens in code or quotation marks. */
export const codeMentionCases: readonly SplitCase[] = rowsOf([...rows, ...mentions, ...channels, ...fenced])
