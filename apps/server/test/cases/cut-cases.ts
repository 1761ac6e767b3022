import { cut, rowsOf, unknown, type SplitCase, type SplitRow } from './split-case.ts'

const rows: readonly SplitRow[] = [
  ['exo#2001', 'a thought that a limit cuts', 'Qwen3.6-27B-8bit', '<think>Add and ca', 'Add and ca', '', cut],
  ['variant', 'closer cut', 'kimi-k3', 'Add them, all of them<|close|>thi', 'Add them, all of them', '', cut],
  ['variant', 'closer cut', 'Qwen/Qwen3-8B', '<think>Add.</thi', 'Add.', '', cut],
  ['variant', 'analysis and final, cut', unknown, '<analysis>Add.</analysis><final>Fou', 'Add.', 'Fou', cut],
  [
    'Rapid-MLX#573',
    'prose, cut',
    'Qwen/Qwen3.6-35B-A3B',
    "Here's a thinking process:\n\n1. **Add**",
    "Here's a thinking process:\n\n1. **Add**",
    '',
    cut,
  ],
  ['Rapid-MLX#799', 'cut', 'Qwen/Qwen3.6-35B-A3B', '<think>Add two', 'Add two', '', cut],
  ['Rapid-MLX#799', 'cut', 'glm4.7-9b-4bit', '<think>Add two', 'Add two', '', cut],
  ['Rapid-MLX#799', 'cut', 'phi-4-mini-reasoning', '<think>Add two', 'Add two', '', cut],
  ['Rapid-MLX#799', 'cut', 'google/gemma-4-26b-a4b-it', '<|channel>thought\nAdd two', 'Add two', '', cut],
  ['Rapid-MLX#799', 'cut', 'VibeThinker-3B', '<think>Add two', 'Add two', '', cut],
  ['vllm#48748', 'eos in thought', 'deepseek-v4-flash', '<think>Add.<｜end▁of▁sentence｜>', 'Add.', '', cut],
  ['cut', 'a closer of another form', 'google/gemma-4-31B-it', '<|channel>thought\nAdd.<channel|', 'Add.', '', cut],
  ['cut', 'a closer in brackets', 'magistral:24b', '[THINK]Add.[/THINK', 'Add.', '', cut],
  ['cut', 'a closer in triangles', unknown, '◁think▷Add.◁/thi', 'Add.', '', cut],
  ['cut', 'a token of another form', 'google/gemma-4-31B-it', '<|channel>thought\nAdd.<channel|>Four.<turn|', 'Add.', 'Four.', cut],
  ['ollama#15754', 'reserved tokens, and a limit', 'medgemma1.5', '<unused94>thought\nAdd.', 'Add.', '', cut],
  ['FastFlowLM#740', 'an opener alone', unknown, '<think', '', '', cut],
  ['FastFlowLM#740', 'an opener alone', 'Qwen/Qwen3-8B', '<thin', '', '', cut],
  ['variant', 'an opener behind an answer', unknown, '<think>Add.</think>Four.\n<think', 'Add.', 'Four.', cut],
  ['variant', 'a closer behind an answer', unknown, '<think>Add.</think>Four.\n</thi', 'Add.', 'Four.', cut],
  ['variant', 'a shorter tag', unknown, '<think>Add.</think><tr><th', 'Add.', '<tr><th', cut],
  ['variant', 'an opener in code', unknown, '<think>Add.</think>So:\n```\n<think', 'Add.', 'So:\n```\n<think', cut],
  ['variant', 'an opener, not cut', unknown, '<think>Add.</think>Four <think', 'Add.', 'Four <think'],
]

/** Thoughts and answers that a limit has cut. */
export const cutCases: readonly SplitCase[] = rowsOf([...rows])
