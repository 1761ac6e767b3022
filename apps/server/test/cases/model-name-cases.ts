import { cut, enabled, gatewayOnly, rowsOf, type SplitCase, type SplitRow } from './split-case.ts'

const rows: readonly SplitRow[] = [
  [
    'litellm#26326',
    'a point spelt p',
    'accounts/fireworks/models/kimi-k2p5',
    '<think>The user greets.</think>Hello!',
    'The user greets.',
    'Hello!',
  ],
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
].flatMap((model): SplitRow[] => [
  ['names', 'a pair', model, '<think>\nAdd.\n</think>\n\nFour.', 'Add.', 'Four.', gatewayOnly],
  ['names', 'a closer', model, 'Add.\n</think>\n\nFour.', 'Add.', 'Four.', gatewayOnly],
  ['names', 'no thought', model, 'Four.', '', 'Four.', gatewayOnly],
  ['names', 'a thought that was cut', model, '<think>\nAdd', 'Add', '', { ...gatewayOnly, ...cut }],
])

const long = 'I add two and two. '.repeat(40).trim()

/** Names that say that the model thinks, but not where its texts begin: a thought longer than the text that is held. */
const thinking = [
  'qwen4-70b-thinking',
  'some-7b-r1',
  'maker/Reasoning-34B-Think',
  'Kimi-K2-Thinking',
  'LLM360/K2-Horizon',
  'MiroThinker-v1.5-30B',
  'Qwen3VLThinking-8B.gguf',
  'nex-agi/Nex-N2-mini',
  'maker/Qwen3.5-2B-Reasoning-Distill',
].flatMap((model): SplitRow[] => [
  ['names', 'a long thought and a closer', model, `${long}</think>Four.`, long, 'Four.', gatewayOnly],
  ['names', 'a long thought that was cut', model, long, long, '', { ...gatewayOnly, ...cut }],
  ['names', 'a long thought in a pair', model, `<think>${long}</think>Four.`, long, 'Four.', gatewayOnly],
])

/** Sizes whose templates switch thinking off, unlike those of their family. */
const small = ['Qwen/Qwen3.5-2B', 'unsloth/Qwen3.5-0.8B-GGUF:Q8_0', 'qwen3.5:2b'].flatMap((model): SplitRow[] => [
  ['names', 'a long answer', model, long, '', long],
  ['names', 'a long answer, thinking switched off', model, long, '', long, enabled(false)],
  ['names', 'a thought that was asked for', model, `${long}\n</think>\n\nFour.`, long, 'Four.', enabled(true)],
  ['names', 'a thought that was not', model, 'Add.\n</think>\n\nFour.', 'Add.', 'Four.', gatewayOnly],
])

/** Names of models, as servers and services spell them. */
export const modelNameCases: readonly SplitCase[] = rowsOf([...rows, ...spelt, ...thinking, ...small])
