import type { FieldCase } from './field-cases.ts'
import { rowsOf, type ReportedRow } from './reported-cases.ts'

const unknown = 'brand-new-7b'
const gatewayOnly = { gatewayOnly: true } as const
const finish = { finish: 'length' } as const
/** Text that is longer than the gateway holds to detect the format. */
const long = 'The quick brown fox jumps over the lazy dog. '.repeat(12)

const models = [unknown, 'Qwen/Qwen3-8B', 'google/gemma-4-31B-it'] as const
const modelAt = (at: number): string => models[at % models.length]!

/** Tokens that end a turn. */
const endTokens = [
  '<|im_end|>',
  '<|eot_id|>',
  '<|end|>',
  '<|endoftext|>',
  '<｜end▁of▁sentence｜>',
  '<end_of_turn>',
  '<turn|>',
  '<seed:eos>',
  '<longcat_s>',
  '[|endofturn|]',
  '[e~[',
  '[EOS]',
  '<eos>',
  '<end_of_utterance>',
  '<|end_of_turn|>',
  '<|message_end|>',
  '</s>',
]

const endings = endTokens.flatMap((token, at): ReportedRow[] => [
  ['tokens', `${token} behind a plain answer`, modelAt(at), `It is 4.${token}`, '', 'It is 4.'],
  ['tokens', `${token}, twice`, modelAt(at + 1), `It is 4.${token}\n${token}\n`, '', 'It is 4.'],
  ['tokens', `${token} behind a long answer`, unknown, `${long}${token}`, '', long.trim(), gatewayOnly],
  [
    'tokens',
    `${token} behind a field`,
    unknown,
    JSON.stringify({ reasoning_content: 'Add.', content: `It is 4.${token}` }),
    'Add.',
    'It is 4.',
    gatewayOnly,
  ],
  ['tokens', `${token} in code`, modelAt(at), `Use \`${token}\` here.`, '', `Use \`${token}\` here.`],
  [
    'tokens',
    `${token} in a fence`,
    modelAt(at + 1),
    `So:\n\`\`\`\nhi${token}\n\`\`\`\nDone.`,
    '',
    `So:\n\`\`\`\nhi${token}\n\`\`\`\nDone.`,
  ],
  ['tokens', `${token} in quotation marks`, modelAt(at + 2), `Use "${token}" here.`, '', `Use "${token}" here.`],
])

/** Pairs of tags and tokens. */
const pairs = [
  ['<think>', '</think>'],
  ['<|think|>', '<|/think|>'],
  ['[THINK]', '[/THINK]'],
  ['<|channel>', '<channel|>'],
  ['<|START_THINKING|>', '<|END_THINKING|>'],
] as const

/** Mentions of tags by an unknown model, late in the text or beside a reasoning field. */
const mentions = pairs.flatMap(([opener, closer]): ReportedRow[] => {
  const code = `Use \`${opener}\` and \`${closer}\`.`
  const fence = `So:\n\`\`\`\n${opener}x${closer}y\n\`\`\`\nDone.`
  return [
    ['mentions', `${opener} in code, late`, unknown, `${long}${code}`, '', `${long}${code}`],
    ['mentions', `${opener} in a fence, late`, unknown, `${long}\n${fence}`, '', `${long}\n${fence}`],
    ['mentions', `${opener} alone in code, late`, unknown, `${long}Use \`${opener}\`.`, '', `${long}Use \`${opener}\`.`],
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

const channels: readonly ReportedRow[] = [
  ['mentions', 'tokens of channels in code', unknown, 'Use `<|channel|>` and `<|message|>`.', '', 'Use `<|channel|>` and `<|message|>`.'],
  ['mentions', 'tokens of channels in quotation marks', unknown, 'Say "<|start|>" first.', '', 'Say "<|start|>" first.'],
  ['mentions', 'tokens of channels in code, late', unknown, `${long}Use \`<|channel|>\`.`, '', `${long}Use \`<|channel|>\`.`],
]

/** Calls in text form, in the manner of many families. */
const calls = [
  '<tool_call>\n{"name":"f","arguments":{}}\n</tool_call>',
  '<tool_call>\n<function=f>\n<parameter=a>\n1\n</parameter>\n</function>\n</tool_call>',
  '<tool_call>f<arg_key>a</arg_key><arg_value>1</arg_value></tool_call>',
  '<tool_call>f\n<arg_key>a</arg_key>\n<arg_value>1</arg_value>\n</tool_call>',
  '<tool_call>get_time</tool_call>',
  '<tool_calls>[{"name":"f","arguments":{}}]</tool_calls>',
  '<function_calls>\nf(a=1)\n</function_calls>',
  '<function_calls>\n<invoke name="f">\n<parameter name="a">1</parameter>\n</invoke>\n</function_calls>',
  '<invoke name="f">\n<parameter name="a">1</parameter>\n</invoke>',
  '<TOOLCALL>[{"name":"f","arguments":{}}]</TOOLCALL>',
  '<function=run_it>\n<parameter=a>\nls\n</parameter>\n</function>',
  '<function=run_it>\n<parameter=a>\nls\n</parameter>\n</function>\n</tool_call>',
  '<function name="f">\n<param name="a">1</param>\n</function>',
  '<|tool_call|>[{"name":"f","arguments":{}}]',
]
const callers = [unknown, 'Qwen/Qwen3-8B', 'Qwen/Qwen3.6-27B'] as const

const called = calls.flatMap((call, at): ReportedRow[] => {
  const model = callers[at % callers.length]!
  return [
    ['calls', 'in a thought', unknown, `<think>Look.${call}`, 'Look.', call],
    ['calls', 'in a thought, on a line of its own', model, `<think>\nLook.\n\n${call}`, 'Look.', call],
    ['calls', 'behind a thought', model, `<think>Look.</think>${call}`, 'Look.', call],
    ['calls', 'alone', unknown, call, '', call],
  ]
})

const shared = '<tool_call>\n{"name":"f","arguments":{}}\n</tool_call>'
const twice: readonly ReportedRow[] = [
  ['calls', 'two in a thought', unknown, `<think>Look.${shared}\n${shared}`, 'Look.', `${shared}\n${shared}`],
  ['calls', 'two behind a thought', 'Qwen/Qwen3-8B', `<think>Look.</think>${shared}\n${shared}`, 'Look.', `${shared}\n${shared}`],
  ['calls', 'two alone', unknown, `${shared}\n${shared}`, '', `${shared}\n${shared}`],
]

/** Wrappers of an answer with ordinary names. */
const wrapped = [
  ['ibm-granite/granite-3.3-8b-instruct', 'response'],
  ['baidu/ERNIE-4.5-21B-A3B-Thinking', 'response'],
  ['tencent/Hunyuan-A13B-Instruct', 'answer'],
].flatMap(([model = unknown, name]): ReportedRow[] => [
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

const odd: readonly ReportedRow[] = [
  ['cut', 'a closer of another form', 'google/gemma-4-31B-it', '<|channel>thought\nAdd.<channel|', 'Add.', '', finish],
  ['cut', 'a closer in brackets', 'magistral:24b', '[THINK]Add.[/THINK', 'Add.', '', finish],
  ['cut', 'a closer in triangles', unknown, '◁think▷Add.◁/thi', 'Add.', '', finish],
  ['cut', 'a token of another form', 'google/gemma-4-31B-it', '<|channel>thought\nAdd.<channel|>Four.<turn|', 'Add.', 'Four.', finish],
  ['closed', 'a stray closer behind the answer', 'Qwen/Qwen3.6-27B', '<think>Add.</think>It is 4.\n</think>\n', 'Add.', 'It is 4.'],
  [
    'closed',
    'a header of the answer in a thought',
    'upstage/Solar-Open-100B',
    '<|think|>Add.<|begin|>assistant<|content|>Four.<|flush|>',
    'Add.',
    'Four.',
  ],
  [
    'closed',
    'the same',
    'thinkingmachines/Inkling',
    '<|content_thinking|>Add.<|message_model|><|content_text|>Four.<|end_message|>',
    'Add.',
    'Four.',
  ],
  ['ollama#15754', 'reserved tokens', 'medgemma1.5', '<unused94>thought\nAdd.\n<unused95>Four.', 'Add.', 'Four.'],
  ['ollama#15754', 'reserved tokens', unknown, '<unused94>thought\nAdd.\n<unused95>Four.', 'Add.', 'Four.'],
  ['ollama#15754', 'reserved tokens, and a limit', 'medgemma1.5', '<unused94>thought\nAdd.', 'Add.', '', finish],
  [
    'mlx-vlm#1932',
    'the token of a role',
    'mlx-community/Kimi-VL-A3B-Thinking-2506-bf16',
    '◁think▷Add.◁/think▷Four.<|im_assistant|>',
    'Add.',
    'Four.',
  ],
  ['openchat#48', 'a token in the middle', unknown, 'See <|append_here|> now.', '', 'See <|append_here|> now.'],
  ['empty', 'a tag with a namespace', unknown, '<acme:think/>Four.', '', 'Four.'],
  ['empty', 'a tag of its own', 'ByteDance-Seed/Seed-OSS-36B-Instruct', '<seed:think />Four.', '', 'Four.'],
]

/** Answers without a thought, where only the end of the answer is marked. */
const answerEnds = [
  ['moonshotai/Kimi-K3', '<|close|>think<|sep|>', '<|close|>response<|sep|><|close|>message<|sep|><|end_of_msg|>'],
  ['moonshotai/Kimi-K3', '<|close|>think<|sep|>', '<|close|>response<|sep|>'],
  [unknown, '<|close|>think<|sep|>', '<|close|>response<|sep|><|close|>message<|sep|>'],
  ['command-a-reasoning-08-2025', '<|END_THINKING|>', '<|END_RESPONSE|><|END_OF_TURN_TOKEN|>'],
  ['CohereLabs/North-Mini-Code-1.0', '<|END_THINKING|>', '<|END_TEXT|><|END_OF_TURN_TOKEN|>'],
] as const

const ended = answerEnds.flatMap(([model, closer, end]): ReportedRow[] => [
  ['sglang#33995', 'the end of an answer, and no thought', model, `It is 4.${end}`, '', 'It is 4.', gatewayOnly],
  ['smg#2007', 'the same on a line of its own', model, `It is 4.\n${end}`, '', 'It is 4.', gatewayOnly],
  ['sglang#33995', 'the end of an answer behind a thought', model, `Add.${closer}It is 4.${end}`, 'Add.', 'It is 4.', gatewayOnly],
])

/** Kinds of output that a search of all families found, with variants of each. */
export const kindCases: readonly FieldCase[] = rowsOf([
  ...endings,
  ...mentions,
  ...channels,
  ...called,
  ...twice,
  ...ended,
  ...wrapped,
  ...odd,
])

const opened = '<tool_call>\n{"name":"f"'
const closed = '}\n</tool_call>'

/** Cases for a client that may not see the thought. The apparent call is part of the thought. */
export const hiddenCases: readonly FieldCase[] = rowsOf(
  callers.flatMap((model): ReportedRow[] => [
    ['calls', 'never closed, in a thought', model, `<think>Look. ${opened} Hmm, no.</think>It is 4.`, '', 'It is 4.'],
    ['calls', 'never closed, and no opener', model, `Look. ${opened} Hmm, no.</think>It is 4.`, '', 'It is 4.'],
    [
      'calls',
      'never closed, then one that is',
      model,
      `<think>Look. ${opened} No.</think>4.${opened}${closed}`,
      '',
      `4.${opened}${closed}`,
    ],
    ['calls', 'with a closer in it', model, `<think>Look.${opened},"a":"</think>"${closed}`, '', `${opened},"a":"</think>"${closed}`],
    ['calls', 'with a closer in it, alone', model, `${opened},"a":"</think>"${closed}`, '', `${opened},"a":"</think>"${closed}`],
  ]),
)
