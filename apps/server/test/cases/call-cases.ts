import { gatewayOnly, opened, rowsOf, unknown, type SplitCase, type SplitRow } from './split-case.ts'

const qwen = 'Qwen/Qwen3.6-35B-A3B'
const kimi = 'moonshotai/Kimi-K3'
const callers = [unknown, 'Qwen/Qwen3-8B', 'Qwen/Qwen3.6-27B'] as const

const kimiCall = '<|tool_call_begin|>functions.ls:0<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_calls_section_end|>'
const kimiSpaced =
  '<|tool_calls_section_begin|> <|tool_call_begin|> functions.ls:0 <|tool_call_argument_begin|> {} <|tool_call_end|> <|tool_calls_section_end|>'
const plugin = '<|plugin|>\n{"name":"f","parameters":{}}<|action_end|>'
const hermesCall = '<tool_call>\n{"name":"f","arguments":{}}\n</tool_call>'

const dotsCall = '<dots_function_call>\n<invoke name="f">\n<parameter name="a">\n</think>\n</parameter>\n</invoke>\n</dots_function_call>'
const iquestCall = '<iquest_tool_call>f<arg_key>a</arg_key><arg_value></think></arg_value></iquest_tool_call>'
const apertus = 'swiss-ai/Apertus-8B-Instruct-2509'

const rows: readonly SplitRow[] = [
  ...[dotsCall, iquestCall].flatMap((call): SplitRow[] =>
    [unknown, 'IQuestLab/IQuest-Q1'].flatMap((model): SplitRow[] => [
      ['calls', "a maker's own tag, in an open thought", model, `<think>Look.\n${call}`, 'Look.', call],
      ['calls', "a maker's own tag, with a closer in it", model, `<think>Look.</think>\n${call}`, 'Look.', call],
      ['calls', "a maker's own tag, mentioned", model, '<think>Not <iquest_tool_call> now.</think>4.', 'Not <iquest_tool_call> now.', '4.'],
    ]),
  ),
  [
    'calls',
    'a token that a thought mentions',
    apertus,
    '<|inner_prefix|>No <|tools_prefix|> now.<|inner_suffix|>4.',
    'No <|tools_prefix|> now.',
    '4.',
  ],
  ['imp#793', 'a second thought, and no answer', qwen, 'Plan.</think>\n\n<think>Check.</think>\n', 'Plan.Check.', '', gatewayOnly],
  ['dynamo#5512', 'a second thought behind a call', qwen, `<think>Add.${hermesCall}\n<think>Again.`, 'Add.Again.', hermesCall, gatewayOnly],
  [
    'dynamo#5512',
    'a second thought behind a call',
    unknown,
    `<think>Add.${hermesCall}\n<think>Again.`,
    'Add.Again.',
    hermesCall,
    gatewayOnly,
  ],
  [
    'Kimi-K2#89',
    'a call in a thought',
    'kimi-k2-thinking',
    'Look. <|tool_calls_section_begin|><|tool_call_begin|>functions.ls:0<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_calls_section_end|>',
    'Look.',
    '<|tool_calls_section_begin|><|tool_call_begin|>functions.ls:0<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_calls_section_end|>',
  ],
  [
    'llxprt-code#749',
    'a call in a thought',
    'kimi-k2-thinking',
    '<think>Look. <|tool_calls_section_begin|><|tool_call_begin|>functions.ls:0<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_calls_section_end|>',
    'Look.',
    '<|tool_calls_section_begin|><|tool_call_begin|>functions.ls:0<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_calls_section_end|>',
  ],
  [
    'sglang#32539',
    'a call without its section',
    'deepseek-ai/DeepSeek-V4-Flash',
    '<think>Look.<｜DSML｜invoke name="f">\n</｜DSML｜invoke>',
    'Look.',
    '<｜DSML｜invoke name="f">\n</｜DSML｜invoke>',
  ],
  [
    'GenericAgent#804',
    'bars of another width',
    'deepseek-v4-flash',
    'Look.\n\n<‖DSML‖tool_calls>\n</‖DSML‖tool_calls>',
    'Look.',
    '<‖DSML‖tool_calls>\n</‖DSML‖tool_calls>',
    opened,
  ],
  [
    'GenericAgent#804',
    'doubled bars',
    'deepseek-v4-flash',
    'Look.\n\n<｜｜DSML｜｜tool_calls>\n</｜｜DSML｜｜tool_calls>',
    'Look.',
    '<｜｜DSML｜｜tool_calls>\n</｜｜DSML｜｜tool_calls>',
    opened,
  ],
  [
    'cline#13348',
    'plain bars',
    'deepseek-v4-flash',
    'Look.\n\n<|DSML|tool_calls>\n</|DSML|tool_calls>',
    'Look.',
    '<|DSML|tool_calls>\n</|DSML|tool_calls>',
    opened,
  ],
  [
    'flocks#687',
    'blanks around the bars',
    'deepseek-v4-flash',
    'Look.\n\n< | DSML | tool_calls>\n</ | DSML | tool_calls>',
    'Look.',
    '< | DSML | tool_calls>\n</ | DSML | tool_calls>',
    opened,
  ],
  [
    'vllm-ascend#13794',
    'a damaged name',
    'deepseek-v4-flash',
    'Widen it.<｜DSML｜toolcall>Read',
    'Widen it.',
    '<｜DSML｜toolcall>Read',
    opened,
  ],
  [
    'variant',
    'call in a thought',
    'Qwen/Qwen3-8B',
    '<think>Look.\n<tool_call>\n{"name":"f","arguments":{}}\n</tool_call>',
    'Look.',
    '<tool_call>\n{"name":"f","arguments":{}}\n</tool_call>',
  ],
  ['variant', 'call in a thought', 'magistral:24b', '[THINK]Look.[TOOL_CALLS]f[ARGS]{}', 'Look.', '[TOOL_CALLS]f[ARGS]{}'],
  [
    'Rapid-MLX#208',
    'unclosed call',
    'Qwen/Qwen3.6-35B-A3B',
    '<think>Look.</think><tool_call>\n{"name":"f","arguments":{}}',
    'Look.',
    '<tool_call>\n{"name":"f","arguments":{}}',
  ],
  [
    'openclaw#144942',
    'call with separators',
    'MiniMax-M3',
    '<mm:think>Look.]<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="f">]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    'Look.',
    ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="f">]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
  ],
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
  '<invoke name="f">\n  <command>ls</command>\n</invoke>',
  '<TOOLCALL>[{"name":"f","arguments":{}}]</TOOLCALL>',
  '<function=run_it>\n<parameter=a>\nls\n</parameter>\n</function>',
  '<function=run_it>\n<parameter=a>\nls\n</parameter>\n</function>\n</tool_call>',
  '<function name="f">\n<param name="a">1</param>\n</function>',
  '<|tool_call|>[{"name":"f","arguments":{}}]',
]

const called = calls.flatMap((call, at): SplitRow[] => {
  const model = callers[at % callers.length]!
  return [
    ['calls', 'in a thought', unknown, `<think>Look.${call}`, 'Look.', call],
    ['calls', 'in a thought, on a line of its own', model, `<think>\nLook.\n\n${call}`, 'Look.', call],
    ['calls', 'behind a thought', model, `<think>Look.</think>${call}`, 'Look.', call],
    ['calls', 'alone', unknown, call],
  ]
})

const shared = '<tool_call>\n{"name":"f","arguments":{}}\n</tool_call>'

const twice: readonly SplitRow[] = [
  ['calls', 'two in a thought', unknown, `<think>Look.${shared}\n${shared}`, 'Look.', `${shared}\n${shared}`],
  ['calls', 'two behind a thought', 'Qwen/Qwen3-8B', `<think>Look.</think>${shared}\n${shared}`, 'Look.', `${shared}\n${shared}`],
  ['calls', 'two alone', unknown, `${shared}\n${shared}`],
]

/** Thoughts that end in a call in text form. */
const lastCalls = [kimi, unknown, qwen].flatMap((model): SplitRow[] => [
  [
    'vllm#28543',
    'text in a section',
    model,
    `<think>Look.<|tool_calls_section_begin|> odd ${kimiCall}`,
    'Look.',
    `<|tool_calls_section_begin|> odd ${kimiCall}`,
  ],
  ['llxprt-code#749', 'a closer behind a call', model, `<think>Look. ${kimiSpaced}</think>`, 'Look.', kimiSpaced],
  ['llxprt-code#749', 'a closer behind a call', model, `<think>Look.\n${hermesCall}\n</think>\n`, 'Look.', hermesCall],
  [
    'vllm#34955',
    'no closer',
    model,
    `Look.<|tool_calls_section_begin|>${kimiCall}`,
    'Look.',
    `<|tool_calls_section_begin|>${kimiCall}`,
    gatewayOnly,
  ],
  ['sglang#14866', 'a blank in the opener', model, `<think>Look.</think><|action_start|> ${plugin}`, 'Look.', `<|action_start|> ${plugin}`],
  ['sglang#14866', 'in a thought', model, `<think>Look.<|action_start|>${plugin}`, 'Look.', `<|action_start|>${plugin}`],
])

/** Calls in wrappers and with bodies that models mix up. */
const mixedCalls = [
  '<function_call>\n<invoke_name>f</invoke_name>\n<parameters>\n<a>1</a>\n</parameters>\n</function_call>',
  '<tool_call>\n<invoke_name>f</invoke_name>\n</tool_call>',
  '<tool_call>\n<invoke name="f">\n<parameter name="a">1</parameter>\n</invoke>\n</tool_call>',
  '<tool_calls>\n<invoke name="f">\n</invoke>\n</tool_calls>',
  '<function_invocation>\n<function=f>\n<parameter=a>\n1\n</parameter>\n</function>\n</function_invocation>',
  '<tool_invocation>\n{"name":"f"}\n</tool_invocation>',
  '<function><name>f</name><arguments>{"a":1}</arguments></function>',
].flatMap((call): SplitRow[] => [
  ['lucebox#671, ollama#16383', 'a call in a thought', unknown, `<think>Look.\n${call}`, 'Look.', call],
  ['lucebox#671, ollama#16383', 'a call in a thought', 'qwen3.6:27b', `<think>Look.\n${call}`, 'Look.', call],
  ['lucebox#671, ollama#16383', 'a call behind a thought', unknown, `<think>Look.</think>\n${call}`, 'Look.', call],
])

/** Arguments that quote tags, also the closer of their call. Without a closer of the call, the end of the JSON ends it. */
const quotingCalls = (
  [
    ['nvidia/Llama-3_3-Nemotron-Super-49B-v1', '<|python_tag|>{"name":"f","parameters":{"q":"a</think>b"}}'],
    ['nvidia/Llama-3_3-Nemotron-Super-49B-v1', '<|python_tag|>{"name":"f","parameters":{"q":"<think>a\\"</think>"}}; {"q":"<think>"}'],
    ['mistralai/Magistral-Small-2509', '[TOOL_CALLS]f[ARGS]{"q":"[THINK] and <think>"}[TOOL_CALLS]g[ARGS]{"q":"</think>"}'],
    ['ibm-granite/granite-3.3-8b-instruct', '<|tool_call|>[{"name":"f","arguments":{"q":"</response>"}},{"q":"<think>"}]'],
    ['Qwen/Qwen3-8B', '<tool_call>\n{"name":"f","arguments":{"q":"<tool_call>{}</tool_call> <think>a</think>"}}\n</tool_call>'],
    [unknown, '<tool_call>{"name":"f","arguments":{"q":"</tool_call><think>"}}</tool_call>'],
    [unknown, '[TOOL_CALLS][{"name":"f","arguments":{"q":"<think>a</think>"}}]'],
  ] as const
).flatMap(([model, call]): SplitRow[] => [
  ['calls', 'arguments quote tags', model, `<think>Look.</think>${call}`, 'Look.', call],
  ['calls', 'tags behind the arguments', model, `<think>Look.</think>${call}<think>More.</think>`, 'Look.More.', call],
])

/** Thoughts that speak of the opener of a call. */
const namedOpeners = [
  '<|tool_call_start|>',
  '<|tool_calls_section_begin|>',
  '[TOOL_CALLS]',
  '<｜tool▁calls▁begin｜>',
  '<|tool_call>',
  '<minimax:tool_call>',
  '<|python_tag|>',
  '<｜DSML｜function_calls>',
].flatMap((opener) =>
  callers.flatMap((model): SplitRow[] =>
    [
      `It looks for ${opener}. Fine.`,
      `It begins with ${opener}, then JSON.`,
      `The ${opener} token opens it.`,
      `Ends in ${opener}\nand more.`,
    ].flatMap((thought): SplitRow[] => [
      ['calls', 'a named opener', model, `<think>\n${thought}\n</think>\n\nFour.`, thought, 'Four.'],
      ['calls', 'a named opener, and no other', model, `${thought}\n</think>\n\nFour.`, thought, 'Four.', gatewayOnly],
    ]),
  ),
)

const atem =
  '<atem:function_calls>\n<atem:invoke name="get_it">\n<atem:parameter name="a">1</atem:parameter>\n</atem:invoke>\n</atem:function_calls>'
const toTool = `assistant to=get_it<|message|>${atem}`

/** Calls of Muse Glimmer, whose header names the tool. */
const addressed: readonly SplitRow[] = ['muse-glimmer:30b', 'meta-models/Muse-Glimmer-30B'].flatMap((model): SplitRow[] => [
  ['vllm muse_glimmer', 'behind a thought', model, ` to=self<|message|>Look.<|eom|><|start|>${toTool}<|eot|>`, 'Look.', atem],
  ['vllm muse_glimmer', 'alone', model, ` to=web.get-it_2<|message|>${atem}<|eot|>`, '', atem],
  ['vllm muse_glimmer', 'in an open thought', model, ` to=self<|message|>Look. to=get_it<|message|>${atem}<|eot|>`, 'Look.', atem],
  ['vllm muse_glimmer', 'in an open thought, with its token', model, ` to=self<|message|>Look.<|start|>${toTool}<|eot|>`, 'Look.', atem],
  [
    'vllm muse_glimmer',
    'twice, and a thought between',
    model,
    ` to=self<|message|>A.<|eom|><|start|>${toTool}<|eom|><|start|>assistant to=self<|message|>B.<|eom|><|start|>${toTool}<|eot|>`,
    'A.B.',
    atem + atem,
  ],
  [
    'vllm muse_glimmer',
    'named in a sentence',
    model,
    ' to=user<|message|>It begins with to=get_it here.<|eot|>',
    '',
    'It begins with to=get_it here.',
  ],
  [
    'vllm muse_glimmer',
    'quoted',
    model,
    ' to=user<|message|>Write `to=get_it<|message|>` first.<|eot|>',
    '',
    'Write `to=get_it<|message|>` first.',
  ],
])

/** Calls in text form, alone, behind a thought and in it. */
export const callCases: readonly SplitCase[] = rowsOf([
  ...rows,
  ...called,
  ...twice,
  ...lastCalls,
  ...mixedCalls,
  ...quotingCalls,
  ...namedOpeners,
  ...addressed,
])

const begun = '<tool_call>\n{"name":"f"'
const ended = '}\n</tool_call>'
const closed = `${begun}${ended}`

/** Cases for a client that may not see the thought. A call is part of the thought unless it ends the thought. */
export const hiddenCallCases: readonly SplitCase[] = rowsOf(
  callers.flatMap((model): SplitRow[] => [
    ['calls', 'never closed, in a thought', model, `<think>Look. ${begun} Hmm, no.</think>It is 4.`, '', 'It is 4.'],
    ['calls', 'never closed, and no opener', model, `Look. ${begun} Hmm, no.</think>It is 4.`, '', 'It is 4.'],
    ['calls', 'never closed, then one that is', model, `<think>Look. ${begun} No.</think>4.${begun}${ended}`, '', `4.${begun}${ended}`],
    ...['', '<think>'].flatMap((opener): SplitRow[] => [
      ['calls', 'behind which a thought goes on', model, `${opener}Look. ${closed} It is 4.</think>Four.`, '', 'Four.'],
      ['calls', 'two in a thought', model, `${opener}Look.\n${closed}\n${closed}\nBoth.\n</think>\n\nFour.`, '', 'Four.'],
      ['calls', 'a draft, then the call', model, `${opener}So: ${closed}. Yes.</think>${closed}`, '', closed],
    ]),
    ['calls', 'a draft, then the last one', model, `So: ${closed}. Yes.${closed}</think>`, '', closed],
    ['calls', 'with a closer in it', model, `<think>Look.${begun},"a":"</think>"${ended}`, '', `${begun},"a":"</think>"${ended}`],
    ['calls', 'with a closer in it, alone', model, `${begun},"a":"</think>"${ended}`],
  ]),
)
