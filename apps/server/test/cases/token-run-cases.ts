import { rowsOf, unknown, type SplitCase, type SplitRow } from './split-case.ts'

const kimi = 'moonshotai/Kimi-K3'

const rows: readonly SplitRow[] = [
  ['variant', 'separator cut', 'kimi-k3', 'Add.<|close|>think<|sep|<|open|>response<|sep|>Four.', 'Add.', 'Four.'],
  ['variant', 'separator tripled', 'kimi-k3', 'Add.<|close|>think<|sep|><|sep|><|sep|><|open|>response<|sep|>Four.', 'Add.', 'Four.'],
  ['variant', 'opener echoed', 'kimi-k3', '<|open|>think<|sep|>Add.<|close|>think<|sep|><|open|>response<|sep|>Four.', 'Add.', 'Four.'],
  [
    'variant',
    'opener of the answer damaged',
    'kimi-k3',
    'Add.<|close|>think<|sep|><|open|>response\nFour.<|close|>response<|sep|>',
    'Add.',
    'Four.',
  ],
  [
    'variant',
    'opener of the answer doubled',
    'kimi-k3',
    'Add.<|close|>think<|sep|><|open|>response<|sep|><|open|>response<|sep|>Four.',
    'Add.',
    'Four.',
  ],
  ['variant', 'closer doubled', 'Qwen/Qwen3-8B', '<think>Add.</think></think>Four.', 'Add.', 'Four.'],
  [
    'vllm#50367',
    'blanks in markers',
    'moonshotai/Kimi-K3',
    '<|open|> think<|sep|>Add.<|close|> think<|sep|><|open|> response<|sep|>Four.<|close|> response<|sep|><|end_of_msg|>',
    'Add.',
    'Four.',
  ],
  [
    'vllm#50367',
    'blanks in markers',
    'moonshotai/Kimi-K3',
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
  ['vllm#51400', 'end of message', 'moonshotai/Kimi-K3', 'Add.<|close|>think<|sep|>Four.<|close|>message<|sep|>', 'Add.', 'Four.'],
]

/** Tokens around a word, with blanks in them. */
const blanks = [
  ['<|close|> think<|sep|>', '<|close|> response<|sep|>'],
  ['<|close|>think <|sep|>', '<|close|>response <|sep|>'],
  ['<|close|> think <|sep|>', '<|close|> response <|sep|>\n<|close|> message <|sep|>'],
  ['<|close|>\nthink\n<|sep|>', '<|close|>\nresponse\n<|sep|><|end_of_msg|>'],
].flatMap(([closer = '', end = '']): SplitRow[] => {
  const opener = closer.replace('close', 'open')
  const answer = opener.replace('think', 'response')
  return [
    ['blanks', 'no opener', kimi, `Add.${closer}${answer}Four.${end}`, 'Add.', 'Four.'],
    ['blanks', 'an opener', kimi, `${opener}Add.${closer}${answer}Four.${end}`, 'Add.', 'Four.'],
    ['blanks', 'another model', unknown, `${opener}Add.${closer}${answer}Four.${end}`, 'Add.', 'Four.'],
    ['blanks', 'no answer opener', kimi, `${opener}Add.${closer}Four.`, 'Add.', 'Four.'],
  ]
})

/** Markers of several tokens. */
export const tokenRunCases: readonly SplitCase[] = rowsOf([...rows, ...blanks])
