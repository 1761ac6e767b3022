import { enabled, gatewayOnly, json, rowsOf, type SplitCase, type SplitRow } from './split-case.ts'

const rows: readonly SplitRow[] = [
  ['llama.cpp#27134', 'thinking off', 'Laguna-XS-2.1-Q4_K_M.gguf', 'Hello! How can I help?', '', 'Hello! How can I help?', enabled(false)],
  [
    'llama.cpp#27134',
    'thinking off',
    'Laguna-XS-2.1-Q4_K_M.gguf',
    '</think>Hello! How can I help?</assistant>',
    '',
    'Hello! How can I help?',
    enabled(false),
  ],
  [
    'ollama#18044',
    'off in vain',
    'deepseek-r1:8b-0528-qwen3-q4_K_M',
    '<think>\nThree words.\n</think>\n\nHello there, friend!',
    'Three words.',
    'Hello there, friend!',
    { ...gatewayOnly, request: { think: false } },
  ],
  [
    'ollama#18044',
    'off in vain',
    'qwen3:4b',
    'Three words, no more.\n</think>\n\nHello there, friend!',
    'Three words, no more.',
    'Hello there, friend!',
    { ...gatewayOnly, request: { think: false } },
  ],
  ['vllm#48863', 'JSON alone', 'Qwen/Qwen3-8B', '{"answer": 42}', '', '{"answer": 42}', json],
  ['sglang#4711', 'JSON alone', 'Qwen/QwQ-32B', '{"name": "Paris"}', '', '{"name": "Paris"}', json],
  ['variant', 'off', 'Qwen/Qwen3-8B', 'Four.', '', 'Four.', enabled(false)],
  ['variant', 'off, with an empty block', 'Qwen/Qwen3-8B', '<think>\n\n</think>\n\nFour.', '', 'Four.', enabled(false)],
  ['variant', 'off in vain', 'Qwen/Qwen3-8B', '<think>Add.</think>Four.', 'Add.', 'Four.', enabled(false)],
  ['variant', 'on', 'Qwen/Qwen3.5-9B', 'Add.</think>Four.', 'Add.', 'Four.', enabled(true)],
  ['variant', 'no effort', 'zai-org/GLM-4.6', 'Four.', '', 'Four.', { ...gatewayOnly, request: { reasoning_effort: 'none' } }],
  ['variant', 'JSON behind a thought', 'Qwen/Qwen3-8B', '<think>17.</think>{"a":17}', '17.', '{"a":17}', json],
  ['variant', 'JSON alone', 'Qwen/Qwen3.5-9B', '[1,2]', '', '[1,2]', json],
]

/** Switches of thinking, JSON by a grammar, and answers without a thought. */
export const switchCases: readonly SplitCase[] = rowsOf([...rows])
