import { rowsOf, type SplitRow } from './split-case.ts'

const gptOss = 'openai/gpt-oss-20b'
const thought = '<|channel|>analysis<|message|>Add.<|end|><|start|>assistant'
const final = '<|channel|>final<|message|>'
const call = '<|channel|>commentary to=functions.f <|constrain|>json<|message|>{"q":"x"}<|call|>'
const fence = '```'

/** Texts that mention tokens of their own format. */
const mentions: readonly (readonly [string, string])[] = [
  ['code', 'The token `<|end|>` closes a message, `<|return|>` the turn.'],
  ['code with a header', 'It begins with `<|start|>assistant<|channel|>final<|message|>` and goes on.'],
  ['code with a message', 'Write `<|start|>user<|message|>Hi<|end|>` first.'],
  ['code that ends in a token', 'Write `Hi<|end|>` there.'],
  ['quotation marks', 'The tokens "<|start|>" and “<|end|>” frame it, as \'<|call|>\' does.'],
  ['brackets', 'The end (<|end|>) and [<|return|>] differ.'],
  ['bold text', 'The token **<|call|>** ends a call.'],
  ['a table', '| token | use |\n| --- | --- |\n| <|end|> | end of a message |\n| `<|start|>` | header |\n\nThat is all.'],
  ['a sentence', 'A message ends with <|end|>, a turn with <|return|>; then the <|start|> token comes.'],
  ['a list', 'Tokens:\n- <|start|>: begins a header\n- <|end|> – ends a message\n- <|call|> calls'],
  ['a Chinese sentence', '用 <|end|> 结束消息。'],
  ['a fence', `Like this:\n${fence}\n<|start|>assistant${final}Hi<|return|>\n${fence}\nThat is all.`],
  ['a fence with several messages', `So:\n${fence}text\n${thought}${final}Hi<|return|>\n${fence}\nDone.`],
  ['an indented fence', `- So:\n  ${fence}\n  <|start|>user<|message|>Hi<|end|>\n  ${fence}\nDone.`],
  ['a fence with strings', `${fence}python\nstop = ["<|return|>", "<|call|>"]\nend = '<|end|>'  # ends\n${fence}\nDone.`],
  ['a fence with an end alone', `${fence}\n<|end|> ends it\n${fence}\nDone.`],
  ['two fences', `${fence}\na\n${fence}\nand\n${fence}\n<|channel|>analysis\n${fence}\nDone.`],
]

/** Ends of messages that look like mentions. */
const ends: readonly (readonly [string, string])[] = [
  ['a quotation', 'She said "yes"'],
  ['code', 'Run `ls`'],
  ['a fence', `${fence}\nls\n${fence}`],
  ['an open fence', `${fence}\nls`],
  ['an open fence and a line', `${fence}\nls\n`],
  ['a table', '| a | b |'],
  ['a bracket', 'It is four (or five)'],
  ['a blank', 'It is four '],
]

const tagged = ['<think>Add.</think>', '<think>Add.', '<thinking>Add.</thinking>\n'].flatMap((text): SplitRow[] => [
  ['harmony', `a call behind ${text.trim()}`, gptOss, text + call, 'Add.', ''],
  ['harmony', `a call behind ${text.trim()} and a role`, gptOss, `${text}<|start|>assistant${call}`, 'Add.', ''],
  ['harmony', `an answer behind ${text.trim()}`, gptOss, `${text}${final}Four.<|return|>`, 'Add.', 'Four.'],
  [
    'harmony',
    `a thought and an answer behind ${text.trim()}`,
    gptOss,
    `${text}${thought.replace('Add', 'Sum')}${final}Four.`,
    'Add.Sum.',
    'Four.',
  ],
])

/** Texts in channels that mention channels, or begin with a thought in tags. */
export const harmonyCases = rowsOf([
  ...mentions.flatMap(([kind, text]): SplitRow[] => [
    ['harmony', `an answer with ${kind}`, gptOss, `${thought}${final}${text}<|return|>`, 'Add.', text],
    ['harmony', `an answer with ${kind}, alone`, gptOss, `${final}${text}`, '', text],
    ['harmony', `a thought with ${kind}`, gptOss, `${thought.replace('Add.', text)}${final}Four.<|return|>`, text, 'Four.'],
  ]),
  ...ends.flatMap(([kind, text]): SplitRow[] => [
    ['harmony', `an answer that ends in ${kind}`, gptOss, `${thought}${final}${text}<|return|>`, 'Add.', text.trim()],
    // A thought behind the answer belongs to no answer of the client.
    [
      'harmony',
      `an answer that ends in ${kind}, and a thought`,
      gptOss,
      `${final}${text}<|end|><|start|>assistant${thought}`,
      '',
      text.trim(),
      { gatewayOnly: true },
    ],
    ['harmony', `a thought that ends in ${kind}`, gptOss, `${thought.replace('Add.', text)}${final}Four.`, text.trim(), 'Four.'],
    [
      'harmony',
      `a thought that ends in ${kind}, and a header without its first token`,
      gptOss,
      `${thought.replace('Add.', text).replace('<|start|>', '')}${final}Four.`,
      text.trim(),
      'Four.',
    ],
    [
      'harmony',
      `a thought that ends in ${kind}, and a line`,
      gptOss,
      `${thought.replace('Add.', text).replace('<|end|>', '<|end|>\n')}${final}Four.`,
      text.trim(),
      'Four.',
    ],
  ]),
  ...tagged,
]).map((row) => (row.kind.startsWith('a call ') ? { ...row, expected: { ...row.expected, toolCalls: ['f'] } } : row))
