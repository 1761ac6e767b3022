import { rowsOf, type ReportedRow } from './reported-cases.ts'

const unknown = 'brand-new-7b'
const finish = { finish: 'length' } as const
const gatewayOnly = { gatewayOnly: true } as const
const json = { gatewayOnly: true, request: { response_format: { type: 'json_object' } } } as const
const enabled = (enable_thinking: boolean) => ({ thinking: enable_thinking, request: { chat_template_kwargs: { enable_thinking } } })

const xmlCall = '<read_file>\n<path>a.md</path>\n</read_file>'
const call = '<tool_call>\n<function=run>\n<parameter=command>\nls\n</parameter>\n</function>\n</tool_call>'

const rows: readonly ReportedRow[] = [
  // Empty thoughts.
  ['openclaw#113164', 'a closed opener', unknown, '<think/>Here it is.', '', 'Here it is.'],
  ['openclaw#113164', 'a closed opener', 'Qwen/Qwen3-8B', '\n<thinking />\n\nHere it is.', '', 'Here it is.'],
  ['goose#8635', 'a closed opener, then a thought', 'Qwen/Qwen3-8B', '<think/><think>Add.</think>Four.', 'Add.', 'Four.'],
  ['goose#8635', 'a closed opener, where the template opens', 'deepseek-r1:8b', '<think/>\nFour.', '', 'Four.', gatewayOnly],
  ['goose#8635', 'longer names', unknown, 'Use <thinking-mode> or <thinking123>.', '', 'Use <thinking-mode> or <thinking123>.'],
  // Closers in odd spellings.
  ['sglang#36285', 'a doubled slash', 'Qwen/Qwen3-8B', '<think>Add.<//think>Four.', 'Add.', 'Four.'],
  [
    'sglang#36285',
    'a doubled slash',
    'deepseek-ai/DeepSeek-V3.2',
    'Add.<//think>Four.',
    'Add.',
    'Four.',
    { ...gatewayOnly, ...enabled(true) },
  ],
  ['sglang#36285', 'a slash with its escape', unknown, '<think>Add.<\\/think>Four.', 'Add.', 'Four.'],
  [
    'pi-free#239',
    'a closer of another tag, then a call',
    'xiaomi/mimo-v2.5',
    `Read it.\n</thinking>\n${xmlCall}`,
    'Read it.',
    xmlCall,
    gatewayOnly,
  ],
  ['pi-free#239', 'a closer first, then a call', 'xiaomi/mimo-v2.5', `</thinking>\n${xmlCall}`, '', xmlCall],
  ['hermes-agent#4286', 'a closer alone', 'kimi-k2.5', 'Some thinking.</think>The answer.', 'Some thinking.', 'The answer.'],
  ['hermes-agent#4286', 'a closer alone, then a pair', unknown, 'First.</think><think>Again.</think> Done.', 'First.Again.', 'Done.'],
  ['OpenWhispr#1801', 'capitals, and a closer first', unknown, '</Think>Meeting notes', '', 'Meeting notes'],
  ['ChatterUI#503', 'a doubled opener', 'GLM-4.7-TEE', '<think><think>Add. That is all.</think>Four.', 'Add. That is all.', 'Four.'],
  // Tags of other names.
  ['openclaw#61350', 'a name of a prompt', 'claude-sonnet-5', 'Sure. <antThinking>Add.</antThinking>Four.', 'Add.', 'Sure. Four.'],
  ['hermes-agent#4286', 'a name of a prompt', unknown, '<REASONING_SCRATCHPAD>Add.</REASONING_SCRATCHPAD>Four.', 'Add.', 'Four.'],
  ['qwen-code#10791', 'common tags', 'qwen3-coder-plus', '<thinking>A plan.</thinking>The code.', 'A plan.', 'The code.'],
  [
    'claude-code#20081',
    'common tags',
    'claude-opus-4-5',
    '<thinking>\nでも待って。\n</thinking>\n\n動いた！🎉',
    'でも待って。',
    '動いた！🎉',
  ],
  ['kernel-ai-assistant#946', 'tokens with bars', 'gemma-4-E4B', '<|think|>Add.<|/think|>Four.', 'Add.', 'Four.'],
  ['kernel-ai-assistant#946', 'tokens with bars', unknown, '<|thinking|>Add.<|/thinking|>Four.', 'Add.', 'Four.'],
  // Tokens without a meaning.
  ['private-mind#342', 'reserved tokens', 'gemma-4-vl-2b', 'A desk:<unused6226><unused6226> for work.', '', 'A desk: for work.'],
  ['private-mind#342', 'no reserved token', unknown, 'Call <unusedName> or <unused>.', '', 'Call <unusedName> or <unused>.'],
  ['omlx#1087', 'a token at the end', 'gemma-4-e4b-it-4bit', 'apple<eos>', '', 'apple'],
  ['omlx#1087', 'a token behind JSON', 'gemma-4-e4b-it-4bit', '{"fruit":"apple"}<eos>', '', '{"fruit":"apple"}', json],
  ['smg#1111', 'a token at the end', 'nvidia/Kimi-K2.5-NVFP4', 'Look.</think>It is sunny.<|im_end|>', 'Look.', 'It is sunny.'],
  [
    'smg#1111',
    'the header of a turn',
    'nvidia/Kimi-K2.5-NVFP4',
    'Look.</think>It is sunny.<|im_end|><|im_assistant|>assistant<|im_middle|>',
    'Look.',
    'It is sunny.',
  ],
  ['smg#1111', 'the header of a turn', 'nvidia/Kimi-K2.5-NVFP4', 'Look.</think>Sunny.<|im_system|>system<|im_middle|>', 'Look.', 'Sunny.'],
  // Answers that mention tags.
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
  ['nanobot#2623', 'a tag in code, never closed', unknown, 'Write `<think>` first, then go on.', '', 'Write `<think>` first, then go on.'],
  // Answers that begin late, or never.
  ['hermes-webui#327', 'blanks first', 'MiniMax-M2.7', '\n\n<think>\nAdd.\n</think>\nFour.', 'Add.', 'Four.'],
  ['opencode#21515', 'Chinese', unknown, '<think>用户问候。\n</think>\n\n你好！', '用户问候。', '你好！'],
  ['exo#2001', 'a thought that a limit cuts', 'Qwen3.6-27B-8bit', '<think>Add and ca', 'Add and ca', '', finish],
  ['sglang#37645', 'no thought', 'zai-org/GLM-5.2', 'Paris is the capital.', '', 'Paris is the capital.', gatewayOnly],
  ['qwen-code#10692', 'a call as text', 'qwen3-coder', call, '', call],
  // Channels.
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
]

/** Later reports than those of `reportedCases`. */
export const laterCases = rowsOf(rows)
