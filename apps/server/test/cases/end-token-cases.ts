import { enabled, gatewayOnly, json, rowsOf, unknown, type SplitCase, type SplitRow } from './split-case.ts'

/** Text that is longer than the gateway holds to detect the format. */
const long = 'The quick brown fox jumps over the lazy dog. '.repeat(12)

const models = [unknown, 'Qwen/Qwen3-8B', 'google/gemma-4-31B-it'] as const
const modelAt = (at: number): string => models[at % models.length]!

const rows: readonly SplitRow[] = [
  ...[unknown, 'deepseek-v3.1:671b'].map((model): SplitRow => [
    'ends',
    'an invented result of a tool',
    model,
    'Sum: <｜tool▁outputs▁begin｜><｜tool▁output▁begin｜>4<｜tool▁output▁end｜><｜tool▁outputs▁end｜> That is all.',
    '',
    'Sum: 4 That is all.',
  ]),
  ['MiMo-Code#1493', 'a token first', 'google/gemma-3-27b-it', '<eos>Four.', '', 'Four.'],
  ['MiMo-Code#1493', 'a token first', unknown, '<eos>\nFour.', '', 'Four.'],
  ['MiMo-Code#1493', 'a token in a sentence', unknown, '<eos> ends a text.'],
  [
    'home-llm#247',
    'a turn behind the answer',
    'deepseek-r1-distill-llama-8b',
    '<think>Scattering.</think>Blue light scatters.<|im_start|>user\n',
    'Scattering.',
    'Blue light scatters.',
  ],
  ['private-mind#342', 'reserved tokens', 'gemma-4-vl-2b', 'A desk:<unused6226><unused6226> for work.', '', 'A desk: for work.'],
  ['private-mind#342', 'no reserved token', unknown, 'Call <unusedName> or <unused>.'],
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
  ['variant', 'header echoed', 'gemma-4-27b-it', '<|turn>model\n<|channel>thought\nAdd.<channel|>Four.<turn|>', 'Add.', 'Four.'],
  ['variant', 'header echoed', 'Qwen/Qwen3-8B', '<|im_start|>assistant\n<think>Add.</think>Four.', 'Add.', 'Four.'],
  [
    'variant',
    'header echoed',
    'llama-3.3-nemotron-super-49b',
    '<|start_header_id|>assistant<|end_header_id|>\n\n<think>Add.</think>Four.',
    'Add.',
    'Four.',
  ],
  ['variant', 'token at the end', 'Qwen/Qwen3-8B', '<think>Add.</think>Four.<|im_end|>', 'Add.', 'Four.'],
  ['variant', 'token at the end', 'llama-3.3-nemotron-super-49b', '<think>Add.</think>Four.<|eot_id|>', 'Add.', 'Four.'],
  ['variant', "another model's token at the end", unknown, '<think>Add.</think>Four.<|eot_id|>', 'Add.', 'Four.'],
  ['variant', "another model's token at the end", unknown, '<think>Add.</think>Four.<turn|>', 'Add.', 'Four.'],
  ['variant', 'header echoed', 'MiniMaxAI/MiniMax-M2.5', ']~b]ai\n<think>Add.</think>Four.', 'Add.', 'Four.'],
  ['variant', 'header echoed', 'MiniMaxAI/MiniMax-M2.5', ']~b]ai\nAdd.</think>Four.[e~[', 'Add.', 'Four.'],
  ['variant', 'header echoed', 'MiniMaxAI/MiniMax-M2.5', '<think>Add.</think>]~b]ai\nFour.', 'Add.', 'Four.'],
  ['variant', 'turn goes on', 'MiniMaxAI/MiniMax-M2.5', 'Add.</think>\n\nFour.[e~[\n]~b]user\n', 'Add.', 'Four.'],
  ['variant', 'turn goes on', 'Qwen/Qwen3-8B', '<think>Add.</think>Four.<|im_end|>\n<|im_start|>user\n', 'Add.', 'Four.'],
  ['variant', 'token at the end', 'mistralai/Magistral-Small-2509', '[THINK]Add.[/THINK]Four.</s>', 'Add.', 'Four.'],
  ['variant', 'token at the end', 'LGAI-EXAONE/EXAONE-4.0-32B', 'Add.</think>\nFour.[|endofturn|]', 'Add.', 'Four.', enabled(true)],
  ['variant', 'token at the end', 'moonshotai/Kimi-K2-Thinking', '<think>Add.</think>Four.[EOS]', 'Add.', 'Four.'],
  ['variant', 'token at the end', 'ByteDance-Seed/Seed-OSS-36B-Instruct', '<seed:think>Add.</seed:think>Four.<seed:eos>', 'Add.', 'Four.'],
  ['gemma', 'whole turn', 'google/gemma-4-26b-a4b-it', '<|turn>model\n<|channel>thought\nAdd.<channel|>Four.<turn|>\n', 'Add.', 'Four.'],
  ['openclaw#42173', 'role token', 'zai-org/GLM-5', '<think>Add.</think>It is 4.<|assistant|>', 'Add.', 'It is 4.'],
  ['openclaw#133287', 'role token', 'zai-org/GLM-5', '<think>Add.</think>Hello<|assistant|>.', 'Add.', 'Hello.'],
  ['openclaw#133287', 'role token', unknown, 'Hello<|assistant|>. It is 4.', '', 'Hello. It is 4.'],
  ['openclaw#42173', 'bos', 'deepseek-v3.2', '<｜begin▁of▁sentence｜>It is 4.', '', 'It is 4.'],
  ['openclaw#40573', 'list token', 'zai-org/GLM-5', '<think>Add.</think>It is 4.<|tool_list_end|>', 'Add.', 'It is 4.'],
  ['mistral', 'end token', 'mistral-small-4', '[THINK]Add.[/THINK]391</s>', 'Add.', '391'],
  ['glm', 'box', 'zai-org/GLM-5V-Turbo', '<think>Add.</think><|begin_of_box|>4<|end_of_box|>', 'Add.', '4'],
  ['glm', 'box', unknown, '<think>Add.</think><|begin_of_box|>4<|end_of_box|>', 'Add.', '4'],
  ['chatml', 'header', unknown, '<|im_start|>assistant\n<think>Add.</think>Four.<|im_end|>', 'Add.', 'Four.'],
  ['llama', 'header', unknown, '<|start_header_id|>assistant<|end_header_id|>\n\n<think>Add.</think>Four.<|eot_id|>', 'Add.', 'Four.'],
  ['qwen-coder', 'fim token', 'Qwen/Qwen3-Coder-30B', 'It is 4.<|fim_middle|>', '', 'It is 4.'],
  ['unknown', 'role at end', unknown, 'It is 4.<|user|>', '', 'It is 4.'],
  ['unknown', 'role at end', unknown, 'It is 4.<|human|>\n', '', 'It is 4.'],
  ['vllm#46224', 'bos in an answer', 'deepseek-v4-flash', '<think>Add.</think>Fo<｜begin▁of▁sentence｜>ur.', 'Add.', 'Four.'],
  [
    'mlx-vlm#1932',
    'the token of a role',
    'mlx-community/Kimi-VL-A3B-Thinking-2506-bf16',
    '◁think▷Add.◁/think▷Four.<|im_assistant|>',
    'Add.',
    'Four.',
  ],
  ['openchat#48', 'a token in the middle', unknown, 'See <|append_here|> now.'],
]

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

const endings = endTokens.flatMap((token, at): SplitRow[] => [
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
  ['tokens', `${token} in code`, modelAt(at), `Use \`${token}\` here.`],
  ['tokens', `${token} in a fence`, modelAt(at + 1), `So:\n\`\`\`\nhi${token}\n\`\`\`\nDone.`],
  ['tokens', `${token} in quotation marks`, modelAt(at + 2), `Use "${token}" here.`],
])

/** Answers without a thought, where only the end of the answer is marked. */
const answerEnds = [
  ['moonshotai/Kimi-K3', '<|close|>think<|sep|>', '<|close|>response<|sep|><|close|>message<|sep|><|end_of_msg|>'],
  ['moonshotai/Kimi-K3', '<|close|>think<|sep|>', '<|close|>response<|sep|>'],
  [unknown, '<|close|>think<|sep|>', '<|close|>response<|sep|><|close|>message<|sep|>'],
  ['command-a-reasoning-08-2025', '<|END_THINKING|>', '<|END_RESPONSE|><|END_OF_TURN_TOKEN|>'],
  ['CohereLabs/North-Mini-Code-1.0', '<|END_THINKING|>', '<|END_TEXT|><|END_OF_TURN_TOKEN|>'],
] as const

const ended = answerEnds.flatMap(([model, closer, end]): SplitRow[] => [
  ['sglang#33995', 'the end of an answer, and no thought', model, `It is 4.${end}`, '', 'It is 4.', gatewayOnly],
  ['smg#2007', 'the same on a line of its own', model, `It is 4.\n${end}`, '', 'It is 4.', gatewayOnly],
  ['sglang#33995', 'the end of an answer behind a thought', model, `Add.${closer}It is 4.${end}`, 'Add.', 'It is 4.', gatewayOnly],
])

/** Tokens at the end of a turn, headers of turns, and other tokens of a vocabulary. */
export const endTokenCases: readonly SplitCase[] = rowsOf([...rows, ...endings, ...ended])
