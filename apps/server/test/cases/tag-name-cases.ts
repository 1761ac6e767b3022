import { enabled, gatewayOnly, rowsOf, unknown, type SplitCase, type SplitRow } from './split-case.ts'

const qwen = 'Qwen/Qwen3.6-35B-A3B'

const rows: readonly SplitRow[] = [
  [
    'vllm#46042',
    'a thought in tags of its own',
    'MiniMaxAI/MiniMax-M3',
    '<mm:think>The user wants a sum.</mm:think>It is 4.',
    'The user wants a sum.',
    'It is 4.',
  ],
  [
    'hermes-agent#8562',
    'common tags',
    'google/gemma-4-26b-a4b-it',
    '<thought>\nThe user greets.\n</thought>\n\nHello!',
    'The user greets.',
    'Hello!',
  ],
  ['HuatuoGPT-o1', 'headings', 'FreedomIntelligence/HuatuoGPT-o1-7B', '## Thinking\n\nAdd.\n\n## Final Response\n\nFour.', 'Add.', 'Four.'],
  ['OpenO1', 'a wrapper', 'O1-OPEN/OpenO1-Qwen-7B-v0.1', '<Thought>\nAdd.\n</Thought>\n<Output>\nFour.\n</Output>', 'Add.', 'Four.'],
  ['better-chatbot#107', 'triangles', 'moonshotai/kimi-vl-a3b-thinking:free', '◁think▷A picture.◁/think▷A cat.', 'A picture.', 'A cat.'],
  ['kelivo#450', 'common tags', 'gemini-3-flash', '<thought>Add.</thought>Four.', 'Add.', 'Four.'],
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
  ['variant', 'another suffix', 'tencent/Hy3', 'Add.</think:a1b2c3d4>Four.', 'Add.', 'Four.'],
  ['variant', 'a suffix at both', 'tencent/Hy4', '<think:zz9>Add.</think:zz9>Four.', 'Add.', 'Four.'],
  ['variant', 'no suffix', 'tencent/Hy3', 'Add.</think>Four.', 'Add.', 'Four.', enabled(true)],
  ['variant', 'a namespace', unknown, '<acme:think>Add.</acme:think>Four.', 'Add.', 'Four.'],
  ['variant', 'a prefix', unknown, '<acme_think>Add.</acme_think>Four.', 'Add.', 'Four.'],
  ['variant', 'brackets', unknown, '[THINK]Add.[/THINK]Four.', 'Add.', 'Four.'],
  ['variant', 'triangles', unknown, '◁think▷Add.◁/think▷Four.', 'Add.', 'Four.'],
  [
    'variant',
    'thought and solution',
    unknown,
    '<|begin_of_thought|>Add.<|end_of_thought|><|begin_of_solution|>Four.<|end_of_solution|>',
    'Add.',
    'Four.',
  ],
  [
    'variant',
    'tokens of Cohere',
    unknown,
    '<|START_THINKING|>Add.<|END_THINKING|><|START_RESPONSE|>Four.<|END_RESPONSE|>',
    'Add.',
    'Four.',
  ],
  ['variant', 'reserved tokens', unknown, '[unused16]Add.[unused17]Four.', 'Add.', 'Four.'],
  [
    'variant',
    'channels',
    unknown,
    '<|channel|>analysis<|message|>Add.<|end|><|start|>assistant<|channel|>final<|message|>Four.<|return|>',
    'Add.',
    'Four.',
  ],
  ['variant', 'bars', unknown, '<|think_start|>Add.<|think_end|>Four.', 'Add.', 'Four.'],
  ['variant', 'bars', unknown, '<|begin_of_thinking|>Add.<|end_of_thinking|>Four.', 'Add.', 'Four.'],
  ['variant', 'bars', unknown, '<|START_THOUGHT|>Add.<|END_THOUGHT|>Four.', 'Add.', 'Four.'],
  ['variant', 'bars of another width', unknown, '<｜thought:start｜>Add.<｜thought:end｜>Four.', 'Add.', 'Four.'],
  ['variant', 'bars and a tag', 'Qwen/Qwen3-8B', '<think>Add.<|/think|>Four.', 'Add.', 'Four.'],
  ['variant', 'bars, and no thought', unknown, 'The tokens <|image|> and <|rethink|> differ.'],
  ['variant', 'capitals', unknown, '<THINK>Add.</THINK>Four.', 'Add.', 'Four.'],
  ['variant', 'a capital', unknown, '<Thought>\nAdd.\n</Thought>\nFour.', 'Add.', 'Four.'],
  ['variant', 'two spellings', 'Qwen/Qwen3-8B', '<THINK effort="low">Add.</Think>Four.', 'Add.', 'Four.'],
  ['variant', 'a blank in the closer', unknown, '<think>Add.</think >Four.', 'Add.', 'Four.'],
  ['variant', 'attributes', unknown, '<think effort="high">Add.</think>Four.', 'Add.', 'Four.'],
  ['variant', 'blanks before it', unknown, '\n\n<think>\nAdd.\n</think>\n\nFour.', 'Add.', 'Four.'],
  ['variant', 'a component', unknown, 'Use the <Thinking/> component.'],
  ['variant', 'signs of mathematics', unknown, 'If a < b and c <thin then [x].'],
  ['variant', 'common tags', 'gemma-4-27b-it', '<reasoning>Add.</reasoning>Four.', 'Add.', 'Four.'],
  ['variant', 'common tags', 'command-a-reasoning-08-2025', '<think>Add.</think>Four.', 'Add.', 'Four.'],
  ['variant', 'common tags', 'magistral:24b', '<think>Add.</think>Four.', 'Add.', 'Four.'],
  ['variant', 'common tags', 'gpt-oss:20b', '<thinking>Add.</thinking>Four.', 'Add.', 'Four.'],
  ['llama.cpp#25292', 'tags', 'VibeThinker-3B-Q4_K_M.gguf', '<think>Add.</think>4', 'Add.', '4'],
  ['mini-ai-1c#187', 'mixed token', 'google/gemma-4-26b-a4b-it', '<|channel|>thought\nAdd.<channel|>Four.', 'Add.', 'Four.'],
  ['mini-ai-1c#187', 'mixed token', unknown, '<|channel|>thought\nAdd.<channel|>Four.', 'Add.', 'Four.'],
  ['9router#2158', 'tags', 'kr/claude-opus-4.8', '<thinking>\nAdd.\n</thinking>\n\nFour.', 'Add.', 'Four.'],
  ['RooCode#7615', 'tags', 'gemini-2.5-pro', '<thinking>\nAdd.\n</thinking>\n\nFour.', 'Add.', 'Four.'],
  ['openhuman#6184', 'tags', 'exaone-deep:2.4b', '<thought>\nAdd.\n</thought>\n\n\\boxed{4}', 'Add.', '\\boxed{4}'],
  ['vllm-mlx#599', 'tags', 'Ministral-3-3B-Reasoning-2512-4bit', '[THINK]Add.[/THINK]391', 'Add.', '391'],
  ['Skywork-R1V#42', 'tags', 'Skywork/Skywork-R1V3-38B', '<think>\nAdd.\n</think>\nFour.', 'Add.', 'Four.'],
  ['escaped', 'escaped tags', unknown, '&lt;think&gt;Add.&lt;/think&gt;Four.', 'Add.', 'Four.'],
  ['escaped', 'escaped tags', 'Qwen/Qwen3.6-35B-A3B', '&lt;think&gt;\nAdd.\n&lt;/think&gt;\n\nFour.', 'Add.', 'Four.', gatewayOnly],
  ['unsloth', 'working out', unknown, 'Add.<end_working_out>Four.', 'Add.', 'Four.'],
  ['names', 'start and end', unknown, '<start_of_thinking>Add.<end_of_thinking>Four.', 'Add.', 'Four.'],
  ['names', 'lower brackets', unknown, '[think]Add.[/think]Four.', 'Add.', 'Four.'],
  ['names', 'brackets', unknown, '[THINKING]Add.[/THINKING]Four.', 'Add.', 'Four.'],
  ['names', 'antml', 'claude-sonnet-4.5', '<thinking>Add.</thinking>Four.', 'Add.', 'Four.'],
  ['names', 'line break in tag', unknown, '<think\n>Add.</think\n>Four.', 'Add.', 'Four.'],
  ['openclaw#61350', 'a cut token', 'gemini-3.1-pro', '94>thought\nAdd.\n<unused95>Four.', '94>thought\nAdd.', 'Four.', gatewayOnly],
  ['ollama#15754', 'reserved tokens', 'medgemma1.5', '<unused94>thought\nAdd.\n<unused95>Four.', 'Add.', 'Four.'],
  ['ollama#15754', 'reserved tokens', unknown, '<unused94>thought\nAdd.\n<unused95>Four.', 'Add.', 'Four.'],
]

/** Tokens whose names contain a beginning or an end. */
const named = ['think', 'thinking', 'thought', 'reasoning', 'working_out'].flatMap((word): SplitRow[] =>
  [
    [`<${word}_start>`, `<${word}_end>`],
    [`<start_${word}>`, `<end_${word}>`],
    [`<begin_of_${word}>`, `<end_of_${word}>`],
    [`<|${word}_begin|>`, `<|${word}_end|>`],
  ].flatMap(([opener = '', closer = '']): SplitRow[] => [
    ['names', `${opener} and ${closer}`, unknown, `${opener}Add.${closer}Four.`, 'Add.', 'Four.'],
    ['names', `${closer} alone`, qwen, `Add.${closer}Four.`, 'Add.', 'Four.'],
    ['names', `${opener} in code`, unknown, `Use \`${opener}\` here.`],
  ]),
)

/** Tags with the name of a model before them, and names that only resemble them. */
const prefixed = ['M2_7think', 'M2_7reasoning', 'deepseek_thought', 'minimax_thinking', 'glm5_reasoning', 'Qwen3.6-thinking'].flatMap(
  (name) =>
    [unknown, 'MiniMaxAI/MiniMax-M2.7'].flatMap((model): SplitRow[] => [
      ['hermes-agent#75094', name, model, `<${name}>Add.</${name}>Four.`, 'Add.', 'Four.'],
      ['hermes-agent#75094', `${name} alone`, model, `Add.</${name}>Four.`, 'Add.', 'Four.', gatewayOnly],
      ['hermes-agent#75094', `${name} and another closer`, model, `<${name}>Add.</thinking>Four.`, 'Add.', 'Four.'],
    ]),
)

const otherNames = ['overthink', 'rethinking', 'MyThinking', 'my-think', 'clinical_reasoning', 'step_1_thought', 'chain_of_thought'].map(
  (name): SplitRow => ['hermes-agent#42906', name, unknown, `<${name}>x</${name}> is odd.`],
)

/** Names, marks and spellings of the tags around a thought. */
export const tagNameCases: readonly SplitCase[] = rowsOf([...rows, ...named, ...prefixed, ...otherNames])
