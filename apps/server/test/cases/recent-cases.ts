import type { FieldCase } from './field-cases.ts'
import { rowsOf, type ReportedRow } from './reported-cases.ts'

const unknown = 'brand-new-7b'
const qwen = 'Qwen/Qwen3.6-35B-A3B'
const gemma = 'google/gemma-4-26b-a4b-it'
const gptOss = 'openai/gpt-oss-20b'
const kimi = 'moonshotai/Kimi-K3'
const gatewayOnly = { gatewayOnly: true } as const
const cut = { finish: 'length' } as const
const fields = (reasoning_content: string, content: string): string => JSON.stringify({ reasoning_content, content })
const m = ']<]minimax[>['

/** Calls in wrappers and with bodies that models mix up. */
const mixedCalls = [
  '<function_call>\n<invoke_name>f</invoke_name>\n<parameters>\n<a>1</a>\n</parameters>\n</function_call>',
  '<tool_call>\n<invoke_name>f</invoke_name>\n</tool_call>',
  '<tool_call>\n<invoke name="f">\n<parameter name="a">1</parameter>\n</invoke>\n</tool_call>',
  '<tool_calls>\n<invoke name="f">\n</invoke>\n</tool_calls>',
  '<function_invocation>\n<function=f>\n<parameter=a>\n1\n</parameter>\n</function>\n</function_invocation>',
  '<tool_invocation>\n{"name":"f"}\n</tool_invocation>',
  '<function><name>f</name><arguments>{"a":1}</arguments></function>',
].flatMap((call): ReportedRow[] => [
  ['lucebox#671, ollama#16383', 'a call in a thought', unknown, `<think>Look.\n${call}`, 'Look.', call],
  ['lucebox#671, ollama#16383', 'a call in a thought', 'qwen3.6:27b', `<think>Look.\n${call}`, 'Look.', call],
  ['lucebox#671, ollama#16383', 'a call behind a thought', unknown, `<think>Look.</think>\n${call}`, 'Look.', call],
])

/** Text in front of an opener of models whose prompts open the thought. No server has read the tags. */
const behindOpenPrompts = [qwen, 'zai-org/GLM-4.7', 'deepseek-ai/DeepSeek-R1'].flatMap((model): ReportedRow[] => [
  ['omlx#3048', 'a second opener', model, 'Add.<think>Again.</think>Four.', 'Add.<think>Again.', 'Four.', gatewayOnly],
  ['omlx#3048', 'an opener on its own line', model, 'Add.\n<think>Again.</think>\n\nFour.', 'Add.\n<think>Again.', 'Four.', gatewayOnly],
])

const rows: readonly ReportedRow[] = [
  ...mixedCalls,
  ...behindOpenPrompts,
  ['MiMo-Code#1493', 'a token first', 'google/gemma-3-27b-it', '<eos>Four.', '', 'Four.'],
  ['MiMo-Code#1493', 'a token first', unknown, '<eos>\nFour.', '', 'Four.'],
  ['MiMo-Code#1493', 'a token in a sentence', unknown, '<eos> ends a text.', '', '<eos> ends a text.'],
  ['openclaw#48593', 'an answer in a tag with attributes', unknown, '<think>Add.</think><final id="1">Four.</final>', 'Add.', 'Four.'],
  ['openclaw#48593', 'an answer in a tag with attributes', unknown, '<final id="1">Four.</final>', '', 'Four.', gatewayOnly],
  ['openclaw#754', 'an answer in doubled tags', unknown, '<think>Add.</think><final><final>Four.</final></final>', 'Add.', 'Four.'],
  ['imp#509', 'prose first', qwen, 'Thinking Process:\n1. Add.\n</think>\n\n4', 'Thinking Process:\n1. Add.', '4'],
  ['Rapid-MLX#573', 'prose, cut', qwen, "Here's a thinking process:\n\n1. **Add**", "Here's a thinking process:\n\n1. **Add**", '', cut],
  [
    'Rapid-MLX#208',
    'unclosed call',
    qwen,
    '<think>Look.</think><tool_call>\n{"name":"f","arguments":{}}',
    'Look.',
    '<tool_call>\n{"name":"f","arguments":{}}',
  ],
  ['Rapid-MLX#799', 'cut', qwen, '<think>Add two', 'Add two', '', cut],
  ['Rapid-MLX#799', 'cut', 'glm4.7-9b-4bit', '<think>Add two', 'Add two', '', cut],
  ['Rapid-MLX#799', 'cut', 'phi-4-mini-reasoning', '<think>Add two', 'Add two', '', cut],
  ['Rapid-MLX#799', 'cut', gemma, '<|channel>thought\nAdd two', 'Add two', '', cut],
  ['Rapid-MLX#799', 'cut', 'VibeThinker-3B', '<think>Add two', 'Add two', '', cut],
  ['koma#63', 'nbsp', unknown, '\u00a0<think>Add.</think>Four.', 'Add.', 'Four.'],
  ['koma#63', 'nbsp', qwen, '\u00a0\n<THINK>Add.</Think>Four.', 'Add.', 'Four.'],
  ['koma#63', 'orphan', unknown, fields('Add.', '</think>\n\nFour.'), 'Add.', 'Four.', gatewayOnly],
  ['turboquant#183', 'blank first', 'kimi-k2-thinking', '\n<think>Add.</think>Four.', 'Add.', 'Four.'],
  ['llama.cpp#24671', 'no opener', 'nex-n2', 'Add.\n</think>\n\nFour.', 'Add.', 'Four.'],
  ['llama.cpp#25292', 'tags', 'VibeThinker-3B-Q4_K_M.gguf', '<think>Add.</think>4', 'Add.', '4'],
  ['mini-ai-1c#187', 'mixed token', gemma, '<|channel|>thought\nAdd.<channel|>Four.', 'Add.', 'Four.'],
  ['mini-ai-1c#187', 'mixed token', unknown, '<|channel|>thought\nAdd.<channel|>Four.', 'Add.', 'Four.'],
  ['ollama#17626', 'label behind', gemma, '<|channel>thought\nOver.<channel|>thought\nIt is 42.', 'Over.', 'It is 42.'],
  ['ollama#17570', 'blanks', gemma, '<|channel>thought\n\nAdd.\n\n<channel|>\n\n\nFour.', 'Add.', 'Four.'],
  ['vmlx-swift#7', 'empty twice', gemma, '<|channel>thought\n<channel|><|channel>thought\n<channel|>Four.', '', 'Four.'],
  ['gemma', 'whole turn', gemma, '<|turn>model\n<|channel>thought\nAdd.<channel|>Four.<turn|>\n', 'Add.', 'Four.'],
  [
    'vllm#50367',
    'blanks in markers',
    kimi,
    '<|open|> think<|sep|>Add.<|close|> think<|sep|><|open|> response<|sep|>Four.<|close|> response<|sep|><|end_of_msg|>',
    'Add.',
    'Four.',
  ],
  [
    'vllm#50367',
    'blanks in markers',
    kimi,
    'Add.<|close|> think <|sep|><|open|> response <|sep|>Four.<|close|> response <|sep|><|close|> message <|sep|>',
    'Add.',
    'Four.',
  ],
  [
    'vllm#50367',
    'blanks in markers',
    unknown,
    '<|open|> think <|sep|>Add.<|close|> think <|sep|><|open|> response <|sep|>Four.<|close|> response <|sep|>',
    'Add.',
    'Four.',
  ],
  ['vllm#51400', 'end of message', kimi, 'Add.<|close|>think<|sep|>Four.<|close|>message<|sep|>', 'Add.', 'Four.'],
  ['openclaw#42173', 'role token', 'zai-org/GLM-5', '<think>Add.</think>It is 4.<|assistant|>', 'Add.', 'It is 4.'],
  ['openclaw#133287', 'role token', 'zai-org/GLM-5', '<think>Add.</think>Hello<|assistant|>.', 'Add.', 'Hello.'],
  ['openclaw#133287', 'role token', unknown, 'Hello<|assistant|>. It is 4.', '', 'Hello. It is 4.'],
  ['openclaw#42173', 'bos', 'deepseek-v3.2', '<｜begin▁of▁sentence｜>It is 4.', '', 'It is 4.'],
  ['openclaw#40573', 'list token', 'zai-org/GLM-5', '<think>Add.</think>It is 4.<|tool_list_end|>', 'Add.', 'It is 4.'],
  [
    'openclaw#144942',
    'call with separators',
    'MiniMax-M3',
    `<mm:think>Look.${m}<tool_call>\n${m}<invoke name="f">${m}</invoke>\n${m}</tool_call>`,
    'Look.',
    `${m}<tool_call>\n${m}<invoke name="f">${m}</invoke>\n${m}</tool_call>`,
  ],
  ['openclaw#101036', 'orphan', 'MiniMax-M3', '</mm:think>It is 4.', '', 'It is 4.'],
  ['openclaw#101036', 'orphan', 'deepinfra/minimax', 'Add.</mm:think>It is 4.', 'Add.', 'It is 4.'],
  [
    'llama.cpp#27720',
    'header',
    gptOss,
    '<|channel|>commentary to=assistant<|channel|>analysis<|message|>Add.<|end|><|start|>assistant<|channel|>final<|message|>Four.',
    'Add.',
    'Four.',
  ],
  [
    'harmony#38',
    'dashes',
    gptOss,
    '<|channel|>analysis<|message|>Add.<|end|><|start|>assistant––commentary<|channel|>final<|message|>Four.',
    'Add.',
    'Four.',
  ],
  [
    'harmony#114',
    'constrain',
    gptOss,
    '<|channel|>analysis<|message|>Add.<|end|><|start|>assistant<|channel|>final <|constrain|>control<|message|>Four.<|return|>',
    'Add.',
    'Four.',
  ],
  [
    'harmony#114',
    'role missing',
    gptOss,
    '<|channel|>analysis<|message|>Add.<|end|><|start|>final<|message|>Four.<|return|>',
    'Add.',
    'Four.',
  ],
  [
    'harmony#114',
    'channel twice',
    gptOss,
    '<|start|>assistant<|channel|>bash<|channel|>analysis<|message|>Add.<|end|><|start|>assistant<|channel|>final<|message|>Four.',
    'Add.',
    'Four.',
  ],
  ['vllm#23694', 'answer alone', gptOss, '<|channel|>final<|message|>{"issues":[]}<|return|>', '', '{"issues":[]}'],
  ['vllm#23694', 'answer alone', 'my-finetune', '<|channel|>final<|message|>{"issues":[]}<|return|>', '', '{"issues":[]}'],
  ['9router#2158', 'tags', 'kr/claude-opus-4.8', '<thinking>\nAdd.\n</thinking>\n\nFour.', 'Add.', 'Four.'],
  ['RooCode#7615', 'tags', 'gemini-2.5-pro', '<thinking>\nAdd.\n</thinking>\n\nFour.', 'Add.', 'Four.'],
  ['comhairle#880', 'misspelt', unknown, '<thnk>Add.</think>Four.', '<thnk>Add.', 'Four.'],
  ['openhuman#6184', 'tags', 'exaone-deep:2.4b', '<thought>\nAdd.\n</thought>\n\n\\boxed{4}', 'Add.', '\\boxed{4}'],
  ['vllm-mlx#599', 'tags', 'Ministral-3-3B-Reasoning-2512-4bit', '[THINK]Add.[/THINK]391', 'Add.', '391'],
  ['mistral', 'end token', 'mistral-small-4', '[THINK]Add.[/THINK]391</s>', 'Add.', '391'],
  ['Skywork-R1V#42', 'tags', 'Skywork/Skywork-R1V3-38B', '<think>\nAdd.\n</think>\nFour.', 'Add.', 'Four.'],
  ['opencode#43770', 'no opener', 'poolside/laguna-s-2.1', 'Add.</think>Four.', 'Add.', 'Four.', gatewayOnly],
  [
    'open-webui#24635',
    'details',
    unknown,
    '<details type="reasoning" done="true" duration="2">\n<summary>Thought for 2 seconds</summary>\n> Add.\n</details>\nFour.',
    '<summary>Thought for 2 seconds</summary>\n> Add.',
    'Four.',
  ],
  [
    'open-webui#24635',
    'details',
    qwen,
    '<details type="reasoning" done="false">\n<summary>Thinking…</summary>\n> Add.\n</details>\nFour.',
    '<summary>Thinking…</summary>\n> Add.',
    'Four.',
    gatewayOnly,
  ],
  ['vllm#48748', 'eos in thought', 'deepseek-v4-flash', '<think>Add.<｜end▁of▁sentence｜>', 'Add.', '', cut],
  ['two', 'two blocks', unknown, '<think>\n\n</think>\n\n<think>Add.</think>Four.', 'Add.', 'Four.'],
  ['r1-zero', 'trinity', 'arcee-ai/Trinity-Large-Thinking', 'Add.</think>Four.', 'Add.', 'Four.'],
  ['fence', 'channels in fence', gptOss, '<|channel|>final<|message|>Tokens:\n```\nhi\n```\nDone.', '', 'Tokens:\n```\nhi\n```\nDone.'],
  ['escaped', 'escaped tags', unknown, '&lt;think&gt;Add.&lt;/think&gt;Four.', 'Add.', 'Four.'],
  ['escaped', 'escaped tags', qwen, '&lt;think&gt;\nAdd.\n&lt;/think&gt;\n\nFour.', 'Add.', 'Four.', gatewayOnly],
  ['analysis', 'analysis alone', unknown, '<analysis>Add.</analysis>\n\nFour.', '', '<analysis>Add.</analysis>\n\nFour.'],
  ['glm', 'box', 'zai-org/GLM-5V-Turbo', '<think>Add.</think><|begin_of_box|>4<|end_of_box|>', 'Add.', '4'],
  ['glm', 'box', unknown, '<think>Add.</think><|begin_of_box|>4<|end_of_box|>', 'Add.', '4'],
  ['chatml', 'header', unknown, '<|im_start|>assistant\n<think>Add.</think>Four.<|im_end|>', 'Add.', 'Four.'],
  ['llama', 'header', unknown, '<|start_header_id|>assistant<|end_header_id|>\n\n<think>Add.</think>Four.<|eot_id|>', 'Add.', 'Four.'],
  ['qwen-coder', 'fim token', 'Qwen/Qwen3-Coder-30B', 'It is 4.<|fim_middle|>', '', 'It is 4.'],
  ['unknown', 'role at end', unknown, 'It is 4.<|user|>', '', 'It is 4.'],
  ['unknown', 'role at end', unknown, 'It is 4.<|human|>\n', '', 'It is 4.'],
  ['unsloth', 'working out', unknown, '<start_working_out>Add.<end_working_out>Four.', 'Add.', 'Four.'],
  ['unsloth', 'working out', unknown, 'Add.<end_working_out>Four.', 'Add.', 'Four.'],
  ['names', 'start and end', unknown, '<think_start>Add.<think_end>Four.', 'Add.', 'Four.'],
  ['names', 'start and end', unknown, '<start_of_thinking>Add.<end_of_thinking>Four.', 'Add.', 'Four.'],
  ['names', 'begin and end', unknown, '<begin_of_thought>Add.<end_of_thought>Four.', 'Add.', 'Four.'],
  ['names', 'lower brackets', unknown, '[think]Add.[/think]Four.', 'Add.', 'Four.'],
  ['names', 'brackets', unknown, '[THINKING]Add.[/THINKING]Four.', 'Add.', 'Four.'],
  ['names', 'antml', 'claude-sonnet-4.5', '<thinking>Add.</thinking>Four.', 'Add.', 'Four.'],
  ['names', 'line break in tag', unknown, '<think\n>Add.</think\n>Four.', 'Add.', 'Four.'],
  ['names', 'reasoning and answer', unknown, '<reasoning>Add.</reasoning><answer>4</answer>', 'Add.', '<answer>4</answer>'],
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
  ['ernie', 'response', 'baidu/ERNIE-4.5-21B-A3B-Thinking', 'Add.\n</think>\n\n<response>\nFour.\n</response>\n', 'Add.', 'Four.'],
  ['hy', 'response', 'tencent/Hunyuan-0.5B-Instruct', '<think>\nAdd.\n</think>\n<answer>\nFour.\n</answer>', 'Add.', 'Four.'],
]

const long = 'Two and two are four, as anybody can count on a hand. '.repeat(16).trim()
const details = (thought: string): string => `<details type="reasoning" done="true" duration="2">\n${thought}\n</details>\n`

/** Blocks that are thoughts only at the beginning of a text, and texts that only resemble them. */
const leading: readonly ReportedRow[] = [
  ['details', 'long', unknown, `${details(long)}Four.`, long, 'Four.'],
  ['details', 'two', unknown, `${details('Add.')}${details('Again.')}Four.`, 'Add.\n\nAgain.', 'Four.'],
  ['details', 'behind a thought', unknown, `<think>Hm.</think>${details('Add.')}Four.`, 'Hm.\nAdd.', 'Four.'],
  ['details', 'in an answer', unknown, `So:\n${details('Add.')}Four.`, '', `So:\n${details('Add.')}Four.`],
  [
    'details',
    'of an answer',
    unknown,
    '<details>\n<summary>More</summary>\nFour.\n</details>',
    '',
    '<details>\n<summary>More</summary>\nFour.\n</details>',
  ],
  [
    'details',
    'of another type',
    unknown,
    '<details type="tool_calls">\nf\n</details>\nFour.',
    '',
    '<details type="tool_calls">\nf\n</details>\nFour.',
  ],
  ['details', 'cut', unknown, '<details type="reasoning" done="false">\nAdd', 'Add', '', cut],
  ['escaped', 'long', unknown, `&lt;think&gt;${long}&lt;/think&gt;Four.`, long, 'Four.'],
  ['escaped', 'another tag', unknown, '&lt;thinking&gt;Add.&lt;/thinking&gt;Four.', 'Add.', 'Four.'],
  ['escaped', 'no closer', unknown, '&lt;think&gt; is a tag.', '', '&lt;think&gt; is a tag.'],
  ['escaped', 'in an answer', unknown, 'Use &lt;think&gt;x&lt;/think&gt;.', '', 'Use &lt;think&gt;x&lt;/think&gt;.'],
  ['escaped', 'another element', unknown, '&lt;b&gt;Four.&lt;/b&gt;', '', '&lt;b&gt;Four.&lt;/b&gt;'],
  ['brackets', 'long', unknown, `[thinking]${long}[/thinking]Four.`, long, 'Four.'],
  ['brackets', 'no closer', unknown, '[thinking] Four.', '', '[thinking] Four.'],
  ['brackets', 'a link', unknown, '[think](https://example.org) of it.', '', '[think](https://example.org) of it.'],
  ['brackets', 'in an answer', unknown, 'So [think]x[/think].', '', 'So [think]x[/think].'],
]

/** Tokens around a word, with blanks in them. */
const blanks = [
  ['<|close|> think<|sep|>', '<|close|> response<|sep|>'],
  ['<|close|>think <|sep|>', '<|close|>response <|sep|>'],
  ['<|close|> think <|sep|>', '<|close|> response <|sep|>\n<|close|> message <|sep|>'],
  ['<|close|>\nthink\n<|sep|>', '<|close|>\nresponse\n<|sep|><|end_of_msg|>'],
].flatMap(([closer = '', end = '']): ReportedRow[] => {
  const opener = closer.replace('close', 'open')
  const answer = opener.replace('think', 'response')
  return [
    ['blanks', 'no opener', kimi, `Add.${closer}${answer}Four.${end}`, 'Add.', 'Four.'],
    ['blanks', 'an opener', kimi, `${opener}Add.${closer}${answer}Four.${end}`, 'Add.', 'Four.'],
    ['blanks', 'another model', unknown, `${opener}Add.${closer}${answer}Four.${end}`, 'Add.', 'Four.'],
    ['blanks', 'no answer opener', kimi, `${opener}Add.${closer}Four.`, 'Add.', 'Four.'],
  ]
})

/** Tokens whose names contain a beginning or an end. */
const named = ['think', 'thinking', 'thought', 'reasoning', 'working_out'].flatMap((word): ReportedRow[] =>
  [
    [`<${word}_start>`, `<${word}_end>`],
    [`<start_${word}>`, `<end_${word}>`],
    [`<begin_of_${word}>`, `<end_of_${word}>`],
    [`<|${word}_begin|>`, `<|${word}_end|>`],
  ].flatMap(([opener = '', closer = '']): ReportedRow[] => [
    ['names', `${opener} and ${closer}`, unknown, `${opener}Add.${closer}Four.`, 'Add.', 'Four.'],
    ['names', `${closer} alone`, qwen, `Add.${closer}Four.`, 'Add.', 'Four.'],
    ['names', `${opener} in code`, unknown, `Use \`${opener}\` here.`, '', `Use \`${opener}\` here.`],
  ]),
)

/** Words of headers without their tokens, beside a reasoning field. */
const leftOver: readonly ReportedRow[] = [
  ...['assistantfinalIt is 4.', 'assistantfinal It is 4.', 'assistant final\nIt is 4.', 'assistantfinal: It is 4.'].map(
    (content): ReportedRow => ['stripped', 'the header of an answer', gptOss, fields('Add.', content), 'Add.', 'It is 4.', gatewayOnly],
  ),
  ['stripped', 'prose', gptOss, fields('Add.', 'Analysis of it shows 4.'), 'Add.', 'Analysis of it shows 4.', gatewayOnly],
  ['stripped', 'prose', gptOss, fields('Add.', 'assistant is a role.'), 'Add.', 'assistant is a role.', gatewayOnly],
  ['stripped', 'prose', gptOss, fields('Add.', 'Final answer: 4'), 'Add.', 'Final answer: 4', gatewayOnly],
]

const spoken = '<|start|>assistant<|channel|>analysis<|message|>Hi<|end|>'

/** Tokens of channels in code. */
const fenced = ['```', '~~~', '````md'].flatMap((fence): ReportedRow[] => {
  const block = `${fence}\n${spoken}\n${fence.replace('md', '')}\n`
  return [`Tokens:\n${block}Done.`, `${block}Done.`, `${long}\n${block}Done.`, `So:\n${fence}\n<|channel|> and\n<|return|>`].map((text) => [
    'channels',
    'in a fence',
    unknown,
    text,
    '',
    text,
  ])
})

/** Unknown models whose words alone show that they write channels. */
const strippedUnknown: readonly ReportedRow[] = [
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

const lines: readonly ReportedRow[] = [
  ['lines', 'CRLF', unknown, '<think>\r\nAdd.\r\n</think>\r\n\r\nFour.', 'Add.', 'Four.'],
  ['lines', 'CRLF behind a label', gemma, '<|channel>thought\r\nAdd.\r\n<channel|>Four.', 'Add.', 'Four.'],
  ['lines', 'CRLF behind a label', unknown, '<|channel>thought\r\nAdd.\r\n<channel|>Four.', 'Add.', 'Four.'],
  ['lines', 'another label', gemma, '<|channel>thinking\nAdd.<channel|>Four.', 'Add.', 'Four.'],
  ['lines', 'a closer without its bracket', qwen, '<think>Add.</think\n\nFour.', 'Add.', 'Four.'],
  ['lines', 'a closer without its bracket', unknown, '<think>\nAdd.\n</think\n\nFour.', 'Add.', 'Four.'],
  ['lines', 'no opener either', unknown, 'Add.\n</thinking\nFour.', 'Add.', 'Four.'],
  ['lines', 'a closer over two lines', unknown, '<think>Add.</think\n>Four.', 'Add.', 'Four.'],
  ['lines', 'in code', unknown, 'So:\n```\n</think\n```\nDone.', '', 'So:\n```\n</think\n```\nDone.'],
]

/** Names of recent models, as servers and services spell them. */
const spelt = [
  'hf.co/unsloth/Qwen3.6-35B-A3B-GGUF:UD-Q4_K_XL',
  'openrouter/z-ai/glm-5.1:free',
  'accounts/fireworks/models/glm-5p1',
  'moonshotai.kimi-k2-thinking',
  'nvidia/nemotron-3-super-120b-a12b:free',
  'DeepSeek-V4-Flash-W8A8',
  'MiniMax-M2.7-highspeed',
  'step-3.7-flash',
  'Nanbeige4.1-3B',
  'mimo-v2.5-pro',
  'Hermes-4.3-36B',
  'K-EXAONE-236B',
  'gpt-oss-safeguard-20b',
  'muse-glimmer',
].flatMap((model): ReportedRow[] => [
  ['names', 'a pair', model, '<think>\nAdd.\n</think>\n\nFour.', 'Add.', 'Four.', gatewayOnly],
  ['names', 'a closer', model, 'Add.\n</think>\n\nFour.', 'Add.', 'Four.', gatewayOnly],
  ['names', 'no thought', model, 'Four.', '', 'Four.', gatewayOnly],
  ['names', 'a thought that was cut', model, '<think>\nAdd', 'Add', '', { ...gatewayOnly, ...cut }],
])

/** Tags with the name of a model before them, and names that only resemble them. */
const prefixed = ['M2_7think', 'M2_7reasoning', 'deepseek_thought', 'minimax_thinking', 'glm5_reasoning', 'Qwen3.6-thinking'].flatMap(
  (name) =>
    [unknown, 'MiniMaxAI/MiniMax-M2.7'].flatMap((model): ReportedRow[] => [
      ['hermes-agent#75094', name, model, `<${name}>Add.</${name}>Four.`, 'Add.', 'Four.'],
      ['hermes-agent#75094', `${name} alone`, model, `Add.</${name}>Four.`, 'Add.', 'Four.', gatewayOnly],
      ['hermes-agent#75094', `${name} and another closer`, model, `<${name}>Add.</thinking>Four.`, 'Add.', 'Four.'],
    ]),
)
const otherNames = ['overthink', 'rethinking', 'MyThinking', 'my-think', 'clinical_reasoning', 'step_1_thought', 'chain_of_thought'].map(
  (name): ReportedRow => ['hermes-agent#42906', name, unknown, `<${name}>x</${name}> is odd.`, '', `<${name}>x</${name}> is odd.`],
)

const kimiCall = '<|tool_call_begin|>functions.ls:0<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_calls_section_end|>'
const kimiSpaced =
  '<|tool_calls_section_begin|> <|tool_call_begin|> functions.ls:0 <|tool_call_argument_begin|> {} <|tool_call_end|> <|tool_calls_section_end|>'
const plugin = '<|plugin|>\n{"name":"f","parameters":{}}<|action_end|>'
const hermesCall = '<tool_call>\n{"name":"f","arguments":{}}\n</tool_call>'

/** Thoughts that end in a call in text form. */
const lastCalls = [kimi, unknown, qwen].flatMap((model): ReportedRow[] => [
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

const further: readonly ReportedRow[] = [
  ['vllm#46224', 'bos in an answer', 'deepseek-v4-flash', '<think>Add.</think>Fo<｜begin▁of▁sentence｜>ur.', 'Add.', 'Four.'],
  ['livekit#6942', 'prose', gemma, 'thoughtful people think.', '', 'thoughtful people think.', gatewayOnly],
  ['livekit#6942', 'prose', gemma, 'thought is free.', '', 'thought is free.', gatewayOnly],
  ['openclaw#61350', 'a cut token', 'gemini-3.1-pro', '94>thought\nAdd.\n<unused95>Four.', '94>thought\nAdd.', 'Four.', gatewayOnly],
  ['hermes-agent#84231', 'a call without tokens', gptOss, 'to=functions.f {"a":1}', '', 'to=functions.f {"a":1}', gatewayOnly],
]

/** Output that people reported in public in 2026, with the thread of the report. The words are our own. */
export const recentCases: readonly FieldCase[] = rowsOf([
  ...rows,
  ...leading,
  ...blanks,
  ...named,
  ...leftOver,
  ...fenced,
  ...strippedUnknown,
  ...lines,
  ...spelt,
  ...prefixed,
  ...otherNames,
  ...lastCalls,
  ...further,
])
