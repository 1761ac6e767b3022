import type { FieldCase } from './field-cases.ts'

const finish = { finish: 'length' } as const
const gatewayOnly = { gatewayOnly: true } as const
const json = { gatewayOnly: true, request: { response_format: { type: 'json_object' } } } as const
const enabled = (enable_thinking: boolean) => ({ thinking: enable_thinking, request: { chat_template_kwargs: { enable_thinking } } })

const call = '<tool_call>\n{"name":"f","arguments":{}}\n</tool_call>'

type Row = readonly [kind: string, model: string, input: string, reasoning: string, answer: string, how?: FieldCase['how']]

const unknown = 'brand-new-7b'

/** A thought and an answer in channels, with another spelling of the tokens. */
const channelsOf = (spell: (name: string) => string): string =>
  ['channel', 'analysis', 'message', 'Add.', 'end', 'start', 'assistant', 'channel', 'final', 'message', 'Four.']
    .map((word) => (['channel', 'message', 'end', 'start'].includes(word) ? spell(word) : word))
    .join('')

const rows: readonly Row[] = [
  // A marker of several tokens is damaged, doubled or cut.
  ['separator cut', 'kimi-k3', 'Add.<|close|>think<|sep|<|open|>response<|sep|>Four.', 'Add.', 'Four.'],
  ['separator tripled', 'kimi-k3', 'Add.<|close|>think<|sep|><|sep|><|sep|><|open|>response<|sep|>Four.', 'Add.', 'Four.'],
  ['opener echoed', 'kimi-k3', '<|open|>think<|sep|>Add.<|close|>think<|sep|><|open|>response<|sep|>Four.', 'Add.', 'Four.'],
  ['opener of the answer damaged', 'kimi-k3', 'Add.<|close|>think<|sep|><|open|>response\nFour.<|close|>response<|sep|>', 'Add.', 'Four.'],
  [
    'opener of the answer doubled',
    'kimi-k3',
    'Add.<|close|>think<|sep|><|open|>response<|sep|><|open|>response<|sep|>Four.',
    'Add.',
    'Four.',
  ],
  ['closer cut', 'kimi-k3', 'Add them, all of them<|close|>thi', 'Add them, all of them', '', finish],
  ['closer doubled', 'Qwen/Qwen3-8B', '<think>Add.</think></think>Four.', 'Add.', 'Four.'],
  // Thoughts with a label or a channel.
  ['label of the answer, unclosed', 'gemma-4-27b-it', '<|channel>thought\nAdd.<channel|><|channel>response\nFour.', 'Add.', 'Four.'],
  ['no label', 'gemma-4-27b-it', '<|channel>\nAdd.<channel|>Four.', 'Add.', 'Four.'],
  ['two thoughts', 'gemma-4-27b-it', '<|channel>thought\nA.<channel|>One. <|channel>thought\nB.<channel|>Two.', 'A.B.', 'One. Two.'],
  ['header echoed', 'gemma-4-27b-it', '<|turn>model\n<|channel>thought\nAdd.<channel|>Four.<turn|>', 'Add.', 'Four.'],
  ['header echoed', 'Qwen/Qwen3-8B', '<|im_start|>assistant\n<think>Add.</think>Four.', 'Add.', 'Four.'],
  [
    'header echoed',
    'llama-3.3-nemotron-super-49b',
    '<|start_header_id|>assistant<|end_header_id|>\n\n<think>Add.</think>Four.',
    'Add.',
    'Four.',
  ],
  // Tags with names of a vendor.
  ['another suffix', 'tencent/Hy3', 'Add.</think:a1b2c3d4>Four.', 'Add.', 'Four.'],
  ['a suffix at both', 'tencent/Hy4', '<think:zz9>Add.</think:zz9>Four.', 'Add.', 'Four.'],
  ['no suffix', 'tencent/Hy3', 'Add.</think>Four.', 'Add.', 'Four.', enabled(true)],
  ['a namespace', unknown, '<acme:think>Add.</acme:think>Four.', 'Add.', 'Four.'],
  ['a prefix', unknown, '<acme_think>Add.</acme_think>Four.', 'Add.', 'Four.'],
  ['brackets', unknown, '[THINK]Add.[/THINK]Four.', 'Add.', 'Four.'],
  ['triangles', unknown, '◁think▷Add.◁/think▷Four.', 'Add.', 'Four.'],
  [
    'thought and solution',
    unknown,
    '<|begin_of_thought|>Add.<|end_of_thought|><|begin_of_solution|>Four.<|end_of_solution|>',
    'Add.',
    'Four.',
  ],
  ['tokens of Cohere', unknown, '<|START_THINKING|>Add.<|END_THINKING|><|START_RESPONSE|>Four.<|END_RESPONSE|>', 'Add.', 'Four.'],
  ['reserved tokens', unknown, '[unused16]Add.[unused17]Four.', 'Add.', 'Four.'],
  [
    'channels',
    unknown,
    '<|channel|>analysis<|message|>Add.<|end|><|start|>assistant<|channel|>final<|message|>Four.<|return|>',
    'Add.',
    'Four.',
  ],
  // Tokens that no table has, in a form that only templates write.
  ['bars', unknown, '<|think_start|>Add.<|think_end|>Four.', 'Add.', 'Four.'],
  ['bars', unknown, '<|begin_of_thinking|>Add.<|end_of_thinking|>Four.', 'Add.', 'Four.'],
  ['bars', unknown, '<|START_THOUGHT|>Add.<|END_THOUGHT|>Four.', 'Add.', 'Four.'],
  ['bars of another width', unknown, '<｜thought:start｜>Add.<｜thought:end｜>Four.', 'Add.', 'Four.'],
  ['bars and a tag', 'Qwen/Qwen3-8B', '<think>Add.<|/think|>Four.', 'Add.', 'Four.'],
  ['bars, and no thought', unknown, 'The tokens <|image|> and <|rethink|> differ.', '', 'The tokens <|image|> and <|rethink|> differ.'],
  // A tag in another spelling.
  ['capitals', unknown, '<THINK>Add.</THINK>Four.', 'Add.', 'Four.'],
  ['a capital', unknown, '<Thought>\nAdd.\n</Thought>\nFour.', 'Add.', 'Four.'],
  ['two spellings', 'Qwen/Qwen3-8B', '<THINK effort="low">Add.</Think>Four.', 'Add.', 'Four.'],
  ['a blank in the closer', unknown, '<think>Add.</think >Four.', 'Add.', 'Four.'],
  ['attributes', unknown, '<think effort="high">Add.</think>Four.', 'Add.', 'Four.'],
  ['blanks before it', unknown, '\n\n<think>\nAdd.\n</think>\n\nFour.', 'Add.', 'Four.'],
  ['a component', unknown, 'Use the <Thinking/> component.', '', 'Use the <Thinking/> component.'],
  ['signs of mathematics', unknown, 'If a < b and c <thin then [x].', '', 'If a < b and c <thin then [x].'],
  // Common tags in place of a model's own.
  ['common tags', 'gemma-4-27b-it', '<reasoning>Add.</reasoning>Four.', 'Add.', 'Four.'],
  ['common tags', 'command-a-reasoning-08-2025', '<think>Add.</think>Four.', 'Add.', 'Four.'],
  ['common tags', 'magistral:24b', '<think>Add.</think>Four.', 'Add.', 'Four.'],
  ['common tags', 'gpt-oss:20b', '<thinking>Add.</thinking>Four.', 'Add.', 'Four.'],
  // An opener of the answer ends a thought.
  ['answer in a thought', 'upstage/Solar-Open-100B', '<|think|>Add.<|content|>Four.<|flush|>', 'Add.', 'Four.'],
  ['answer in a thought', 'OpenThinker-32B', '<|begin_of_thought|>Add.<|begin_of_solution|>Four.<|end_of_solution|>', 'Add.', 'Four.'],
  ['answer in a thought', 'thinkingmachines/Inkling', '<|content_thinking|>Add.<|content_text|>Four.<|end_message|>', 'Add.', 'Four.'],
  ['wrapper of the answer', 'ERNIE-4.5-21B-A3B-Thinking', 'Add.\n</think>\n\n<response>\nFour.\n</response>', 'Add.', 'Four.'],
  [
    'wrapper of the answer',
    'ibm-granite/granite-3.3-8b-instruct',
    '<think>Add.</think><response>Four.</response>',
    'Add.',
    'Four.',
    enabled(true),
  ],
  // Tokens that end a turn.
  ['token at the end', 'Qwen/Qwen3-8B', '<think>Add.</think>Four.<|im_end|>', 'Add.', 'Four.'],
  ['token at the end', 'llama-3.3-nemotron-super-49b', '<think>Add.</think>Four.<|eot_id|>', 'Add.', 'Four.'],
  ["another model's token at the end", unknown, '<think>Add.</think>Four.<|eot_id|>', 'Add.', 'Four.'],
  ["another model's token at the end", unknown, '<think>Add.</think>Four.<turn|>', 'Add.', 'Four.'],
  ['token cut', unknown, '<think>Add.</think>Four.<|im_e', 'Add.', 'Four.', finish],
  // Channels with a damaged token, or without tokens.
  [
    'channel token damaged',
    'gpt-oss:20b',
    '<|channel>analysis<|message|>Add.<|end|><|start|>assistant<|channel|>final<|message|>Four.',
    'Add.',
    'Four.',
  ],
  [
    'channel token misspelt',
    'gpt-oss:20b',
    '<|chanel|>analysis<|message|>Add.<|end|><|start|>assistant<|channel|>final<|message|>Four.',
    'Add.',
    'Four.',
  ],
  [
    'two tokens damaged',
    'gpt-oss:20b',
    '<|start>assistant<|channel>analysis<|message|>Add.<|end|><|start|>assistant<|channel|>final<|message|>Four.',
    'Add.',
    'Four.',
  ],
  [
    'channel token cut',
    unknown,
    '<|channel|analysis<|message|>Add.<|end|><|start|>assistant<|channel|>final<|message|>Four.',
    'Add.',
    'Four.',
  ],
  ['no tokens', 'gpt-oss:20b', 'ANALYSIS Add them. ASSISTANTFINAL Four.', 'Add them.', 'Four.'],
  // A closer of another tag ends a thought that its own does not end.
  ['closer of another tag', unknown, '<think>Add.</thinking>Four.', 'Add.', 'Four.'],
  ['closer of another tag', 'Qwen/Qwen3-8B', '<think>\nAdd.\n</thinking>\n\nFour.', 'Add.', 'Four.'],
  ['closer of another tag', unknown, '<thinking>Add.</think>Four.', 'Add.', 'Four.'],
  ['closer of another tag', 'us.amazon.nova-pro-v1:0', '<thinking> Add. </thought> Four.', 'Add.', 'Four.'],
  ['closer of another tag', 'Qwen/Qwen3.5-9B', 'Add.</thinking>Four.', 'Add.', 'Four.', enabled(true)],
  ['closer of another tag', 'deepseek-ai/DeepSeek-R1', 'Add.\n</thinking>\n\nFour.', 'Add.', 'Four.'],
  ['closer of another tag', 'ByteDance-Seed/Seed-OSS-36B-Instruct', '<seed:think>Add.</think>Four.', 'Add.', 'Four.'],
  ['closer of another tag', 'ByteDance-Seed/Seed-OSS-36B-Instruct', '<think>Add.</seed:think>Four.', 'Add.', 'Four.'],
  ['closer of another tag', 'MiniMaxAI/MiniMax-M3', '<think>Add.</mm:think>Four.', 'Add.', 'Four.'],
  ['closer of another tag', 'magistral:24b', '[THINK]Add.</think>Four.', 'Add.', 'Four.'],
  ['closer of another tag', 'magistral:24b', '<think>Add.[/THINK]Four.', 'Add.', 'Four.'],
  ['closer of another tag', 'google/gemma-4-31B-it', '<think>Add.<channel|>Four.', 'Add.', 'Four.'],
  ['closer of another tag', 'google/gemma-4-31B-it', '<|channel>thought\nAdd.</think>Four.', 'Add.', 'Four.'],
  ['closer of another tag', 'moonshotai/Kimi-K3', 'Add.</think>Four.', 'Add.', 'Four.'],
  ['closer of another tag', 'tencent/Hy4', '<think:ab12>Add.</think>Four.', 'Add.', 'Four.'],
  ['closer of another tag', 'LLM360/K2-V2-Instruct', '<think_fast>Add.</think>Four.', 'Add.', 'Four.'],
  ['closer of another tag, then a call', 'Qwen/Qwen3-8B', `<think>Look.</thinking>\n${call}`, 'Look.', call],
  ['another tag in a thought', unknown, '<think>The tag </thinking> is odd.</think>Four.', 'The tag </thinking> is odd.', 'Four.'],
  [
    'another tag in a thought',
    'Qwen/Qwen3-8B',
    '<think>I write <reasoning>x</reasoning>.</think>Four.',
    'I write <reasoning>x</reasoning>.',
    'Four.',
  ],
  [
    'another tag in a thought, twice',
    unknown,
    '<thinking>As in <think>x</think> and <think>y</think>.</thinking>Four.',
    'As in <think>x</think> and <think>y</think>.',
    'Four.',
  ],
  ['closer in quotes in a thought', 'zai-org/GLM-4.7', 'It ends with "</think>".</think>Four.', 'It ends with "</think>".', 'Four.'],
  ['closer in quotes in a thought', unknown, '<think>它以“</think>”结束。</think>四。', '它以“</think>”结束。', '四。'],
  ['quoted tags behind a block', 'Qwen/Qwen3-8B', '<think>Add.</think>Not "<think>".', 'Add.', 'Not "<think>".'],
  ['quotes on both sides of a closer', unknown, '<think>I say "Four."</think>"Four."', 'I say "Four."', '"Four."'],
  // Openers that are doubled, cut, or have blanks in them.
  ['opener doubled', unknown, '<think><think>Add.</think>Four.', 'Add.', 'Four.'],
  ['opener doubled', 'Qwen/Qwen3-8B', '<think>\n<think>\nAdd.\n</think>\nFour.', 'Add.', 'Four.'],
  ['pair doubled', 'deepseek-r1:8b', '<think>\n<think>\nAdd.\n</think>\n</think>\n\nFour.', 'Add.', 'Four.'],
  ['blanks in tags', unknown, '< think >Add.</ think >Four.', 'Add.', 'Four.'],
  ['blanks in a closer', 'Qwen/Qwen3-8B', '<think >Add.< /think>Four.', 'Add.', 'Four.'],
  ['a line break in a closer', 'Qwen/Qwen3-8B', '<think>Add.</\nthink>Four.', 'Add.', 'Four.'],
  ['a comparison', unknown, 'a < think > b', '', 'a < think > b'],
  ['closer cut', 'Qwen/Qwen3-8B', '<think>Add.</thi', 'Add.', '', finish],
  // Some prompts ask for an analysis and a final answer. An analysis alone is the answer.
  ['analysis and final', unknown, '<analysis>Add.</analysis><final>Four.</final>', 'Add.', 'Four.'],
  ['analysis and final', 'Qwen/Qwen3-8B', '<analysis>\nAdd.\n</analysis>\n\n<final>\nFour.\n</final>', 'Add.', 'Four.'],
  ['analysis and final', 'gpt-oss:20b', '<Analysis>Add.</Analysis><Final>Four.</Final>', 'Add.', 'Four.', gatewayOnly],
  ['analysis and final, cut', unknown, '<analysis>Add.</analysis><final>Fou', 'Add.', 'Fou', finish],
  ['final alone', unknown, '<final>Four.</final>', '', 'Four.'],
  ['final behind a thought', unknown, '<think>Add.</think><final>Four.</final>', 'Add.', 'Four.'],
  ['final in prose', unknown, 'Use <final> for it.', '', 'Use <final> for it.'],
  ['analysis alone', unknown, '<analysis>Sales rose.</analysis>\nBuy.', '', '<analysis>Sales rose.</analysis>\nBuy.'],
  ['analysis, never closed', unknown, '<analysis>Sales rose.', '', '<analysis>Sales rose.'],
  [
    'analysis behind a thought',
    'Qwen/Qwen3-8B',
    '<think>Add.</think><analysis>Sales rose.</analysis><final>Buy.</final>',
    'Add.',
    '<analysis>Sales rose.</analysis><final>Buy.</final>',
  ],
  // Headers and tokens of the model itself.
  ['header echoed', 'MiniMaxAI/MiniMax-M2.5', ']~b]ai\n<think>Add.</think>Four.', 'Add.', 'Four.'],
  ['header echoed', 'MiniMaxAI/MiniMax-M2.5', ']~b]ai\nAdd.</think>Four.[e~[', 'Add.', 'Four.'],
  ['header echoed', 'MiniMaxAI/MiniMax-M2.5', '<think>Add.</think>]~b]ai\nFour.', 'Add.', 'Four.'],
  ['turn goes on', 'MiniMaxAI/MiniMax-M2.5', 'Add.</think>\n\nFour.[e~[\n]~b]user\n', 'Add.', 'Four.'],
  ['turn goes on', 'Qwen/Qwen3-8B', '<think>Add.</think>Four.<|im_end|>\n<|im_start|>user\n', 'Add.', 'Four.'],
  ['token at the end', 'mistralai/Magistral-Small-2509', '[THINK]Add.[/THINK]Four.</s>', 'Add.', 'Four.'],
  ['token at the end', 'LGAI-EXAONE/EXAONE-4.0-32B', 'Add.</think>\nFour.[|endofturn|]', 'Add.', 'Four.', enabled(true)],
  ['token at the end', 'moonshotai/Kimi-K2-Thinking', '<think>Add.</think>Four.[EOS]', 'Add.', 'Four.'],
  ['token at the end', 'ByteDance-Seed/Seed-OSS-36B-Instruct', '<seed:think>Add.</seed:think>Four.<seed:eos>', 'Add.', 'Four.'],
  // Channels without tokens, or with all of them damaged.
  ['no tokens, and a grammar', 'gpt-oss:20b', 'analysisAdd.assistantfinal{"a":4}', 'Add.', '{"a":4}', json],
  ['no tokens, colons', 'gpt-oss:20b', 'Analysis: Add. AssistantFinal: Four.', 'Add.', 'Four.'],
  ['no tokens, glued', 'gpt-oss:20b', 'assistantanalysisAdd.assistantfinalFour.', 'Add.', 'Four.'],
  ['bars of another width', 'gpt-oss:20b', channelsOf((name) => `<｜${name}｜>`), 'Add.', 'Four.'],
  ['bars alone', 'gpt-oss:20b', channelsOf((name) => `|${name}|`), 'Add.', 'Four.'],
  ['no bars', 'gpt-oss:20b', channelsOf((name) => `<${name}>`), 'Add.', 'Four.'],
  ['blanks in tokens', 'gpt-oss:20b', channelsOf((name) => `<| ${name} |>`), 'Add.', 'Four.'],
  // Other languages.
  ['Chinese', 'zai-org/GLM-4.7-Flash', '用户在问候。</think>你好！', '用户在问候。', '你好！'],
  ['Arabic', unknown, '<think>فكر</think>باريس', 'فكر', 'باريس'],
  ['surrogates', unknown, '<think>🤔🧮</think>🎉', '🤔🧮', '🎉'],
  // A call in a thought.
  ['call in a thought', 'Qwen/Qwen3-8B', `<think>Look.\n${call}`, 'Look.', call],
  ['call in a thought', 'magistral:24b', '[THINK]Look.[TOOL_CALLS]f[ARGS]{}', 'Look.', '[TOOL_CALLS]f[ARGS]{}'],
  // A tag in code is text.
  ['tags in code', 'Qwen/Qwen3-8B', '<think>Add.</think>Write `<think>` and `</think>`.', 'Add.', 'Write `<think>` and `</think>`.'],
  ['tags in a fence', 'Qwen/Qwen3-8B', '<think>Add.</think>\n```xml\n<THINK>x</THINK>\n```', 'Add.', '```xml\n<THINK>x</THINK>\n```'],
  // Switches.
  ['off', 'Qwen/Qwen3-8B', 'Four.', '', 'Four.', enabled(false)],
  ['off, with an empty block', 'Qwen/Qwen3-8B', '<think>\n\n</think>\n\nFour.', '', 'Four.', enabled(false)],
  ['off in vain', 'Qwen/Qwen3-8B', '<think>Add.</think>Four.', 'Add.', 'Four.', enabled(false)],
  ['on', 'Qwen/Qwen3.5-9B', 'Add.</think>Four.', 'Add.', 'Four.', enabled(true)],
  ['no effort', 'zai-org/GLM-4.6', 'Four.', '', 'Four.', { ...gatewayOnly, request: { reasoning_effort: 'none' } }],
  // Servers that split reasoning.
  [
    'another spelling beside a field',
    'qwen3:8b',
    '{"reasoning_content":"Look.","content":"<Think>x</Think> y"}',
    'Look.',
    '<Think>x</Think> y',
    gatewayOnly,
  ],
  [
    'an opener beside a field',
    'qwen3:8b',
    '{"reasoning_content":"Add.","content":"Use <think> tags."}',
    'Add.',
    'Use <think> tags.',
    gatewayOnly,
  ],
  [
    'two openers beside a field',
    'qwen3:8b',
    '{"reasoning_content":"Add.","content":"<think> or <thinking>?"}',
    'Add.',
    '<think> or <thinking>?',
    gatewayOnly,
  ],
  ['no thought', 'magistral', '{"content":"Paris."}', '', 'Paris.', gatewayOnly],
  ['empty field', 'glm-4.7', '{"reasoning_content":"","content":"Paris."}', '', 'Paris.', gatewayOnly],
  // A grammar.
  ['JSON behind a thought', 'Qwen/Qwen3-8B', '<think>17.</think>{"a":17}', '17.', '{"a":17}', json],
  ['JSON alone', 'Qwen/Qwen3.5-9B', '[1,2]', '', '[1,2]', json],
]

/** Variants of reported output, for other families and in other spellings. */
export const siblingCases: readonly FieldCase[] = rows.map(([kind, model, input, reasoning, answer, how]) => ({
  id: `${kind}: ${model}: ${JSON.stringify(input.slice(0, 60))}`,
  kind,
  model,
  input,
  expected: { reasoning, answer },
  ...(how !== undefined && { how }),
}))

/** Cases with a server that splits, for visibility `full` only. With other settings a closer may end a thought, so the text is hidden. */
export const splitCases: readonly FieldCase[] = [
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
