import { gatewayOnly, rowsOf, unknown, type SplitCase, type SplitRow } from './split-case.ts'

const qwen = 'Qwen/Qwen3.6-35B-A3B'
const magistral = 'mistralai/Magistral-Small-2509'
const gptOss = 'openai/gpt-oss-20b'
const cut = { gatewayOnly: true, finish: 'length' } as const
const models = [unknown, qwen, magistral]

/** Brackets that close tags, and tags that close brackets. */
const mixed = models.flatMap((model): SplitRow[] => [
  ['mixed', 'a bracket closes a tag', model, '<think>Add.[/THINK]Four.', 'Add.', 'Four.'],
  ['mixed', 'a bracket closes another tag', model, '<reasoning>\nAdd.\n[/think]\nFour.', 'Add.', 'Four.'],
  ['mixed', 'a tag closes a bracket', model, '[THINK]Add.</think>Four.', 'Add.', 'Four.'],
  ['mixed', 'a triangle closes a tag', model, '<think>Add.◁/think▷Four.', 'Add.', 'Four.'],
  ['mixed', 'a thought that speaks of it', model, '<think>As [THINK]x[/THINK] is.</think>Four.', 'As [THINK]x[/THINK] is.', 'Four.'],
])

/** Closers with brackets that are damaged, or of another kind. */
const brackets = ['</think]', '</think|>', '</|think|>', '</|/think|>', '<|/think>', '</|thinking|>'].flatMap((closer) =>
  models.flatMap((model): SplitRow[] => [
    ['brackets', closer, model, `<think>Add.${closer}Four.`, 'Add.', 'Four.'],
    ['brackets', `${closer} on its line`, model, `<think>\nAdd.\n${closer}\n\nFour.`, 'Add.', 'Four.'],
    ['brackets', `${closer} in a thought that ends well`, model, `<think>See a${closer}b.</think>Four.`, `See a${closer}b.`, 'Four.'],
  ]),
)

/** Damaged closers without an opener. */
const alone = ['</think]', '</think|>', '</|think|>', '</|/think|>', '<|/think>'].flatMap((closer) =>
  [unknown, qwen].map((model): SplitRow => ['brackets', `${closer} alone`, model, `Add.\n${closer}\n\nFour.`, 'Add.', 'Four.']),
)

/** Misspelled closers, also joined to the answer. */
const slips = ['</thnik>', '</thinkk>', '</tinking>', '<\\think>', '</think', '</think ', '</reasoning'].flatMap((closer) =>
  models.flatMap((model): SplitRow[] => [
    ['slips', closer, model, `<think>Add.${closer}Four.`, 'Add.', 'Four.'],
    ['slips', `${closer}, in Chinese`, model, `<think>加。${closer}四。`, '加。', '四。'],
    ['slips', `${closer} in a thought that ends well`, model, `<think>See${closer}B.</think>Four.`, `See${closer}B.`, 'Four.'],
    ['slips', `${closer} of a longer name`, model, `<think>See ${closer}er>.</think>Four.`, `See ${closer}er>.`, 'Four.'],
  ]),
)

/** Closers without their first characters, in text that the gateway holds until its end. */
const lost = ['think>', '/think>', '/thinking>', '\\think>', '(/think)', '[/think]', '&lt;/think&gt;', '＜/think＞', 'Think>'].flatMap(
  (closer) => [unknown, qwen].map((model): SplitRow => ['lost', closer, model, `Add.\n${closer}\n\nFour.`, 'Add.', 'Four.', gatewayOnly]),
)

/** Closers without their first characters, after an opener. A stream does not repeat the closer or the answer. */
const lostInside = [
  'think>',
  '/think>',
  '/Think>',
  '(/think)',
  '&lt;/think&gt;',
  '＜/think＞',
  '\\think>',
  '{/think}',
  '/think',
  'think',
].flatMap((closer) =>
  models.flatMap((model): SplitRow[] => [
    ['lost', `${closer} behind an opener`, model, `<think>\nAdd.\n${closer}\n\nFour.`, 'Add.', 'Four.'],
    [
      'lost',
      `${closer} in a thought that ends well`,
      model,
      `<think>Add.\n${closer}\nMore.</think>Four.`,
      `Add.\n${closer}\nMore.`,
      'Four.',
    ],
  ]),
)

/** Text that only resembles a damaged closer. */
const text = models.flatMap((model): SplitRow[] => [
  ['text', 'a path', model, 'Run a/think> b', '', 'Run a/think> b', gatewayOnly],
  ['text', 'a switch on its line', model, 'Say\n\n/think\n\nor /no_think.', '', 'Say\n\n/think\n\nor /no_think.', gatewayOnly],
  ['text', 'a switch', model, 'Say (/think) or /no_think.', '', 'Say (/think) or /no_think.', gatewayOnly],
  ['text', 'a quotation', model, 'I think > 4.\nthinking > doing', '', 'I think > 4.\nthinking > doing', gatewayOnly],
  ['text', 'escaped tags', model, 'Use &lt;/think&gt; here.', '', 'Use &lt;/think&gt; here.', gatewayOnly],
  ['text', 'nothing behind it', model, 'Four.\nthink>', '', 'Four.\nthink>', gatewayOnly],
])

const final = '<|start|>assistant<|channel|>final<|message|>Four.'

/** Channels without their first token, or without several tokens. */
const channels = [gptOss, unknown].flatMap((model): SplitRow[] => [
  ['channels', 'no header', model, `<|message|>Add.<|end|>${final}`, 'Add.', 'Four.'],
  ['channels', 'no header, and an end', model, `<|message|>Add.<|end|>${final}<|return|>`, 'Add.', 'Four.'],
  ['channels', 'a blank first', model, ` <|message|>Add.<|end|>${final}`, 'Add.', 'Four.'],
  ['channels', 'no header, no start', model, '<|message|>Add.<|end|><|channel|>final<|message|>Four.', 'Add.', 'Four.'],
  ['channels', 'no header, no end', model, '<|message|>Add.<|channel|>final<|message|>Four.', 'Add.', 'Four.'],
  ['channels', 'no header, a glued one', model, '<|message|>Add.<|end|><|start|>assistantfinal<|message|>Four.', 'Add.', 'Four.'],
  ['channels', 'no channel token', model, `analysis<|message|>Add.<|end|>${final}`, 'Add.', 'Four.'],
  ['channels', 'no channel token, a capital', model, `Analysis <|message|>Add.<|end|>${final}`, 'Add.', 'Four.'],
  ['channels', 'no start token', model, `assistant<|channel|>analysis<|message|>Add.<|end|>${final}`, 'Add.', 'Four.'],
  ['channels', 'an answer', model, '<|message|>Four.<|return|>', '', 'Four.'],
  ['channels', 'an answer, not ended', model, '<|message|>Four.', '', 'Four.'],
  ['channels', 'cut off', model, '<|message|>Add', 'Add', '', cut],
])

/** First texts without a header, from a model with channels. They are thoughts if an answer follows. */
const bareThoughts = ['', '<|start|>assistant', '<|start|>assistant '].flatMap((start) =>
  [
    ['Add.<|end|>Four.', 'Add.', 'Four.'],
    ['Add.<|end|>It is four.<|return|>', 'Add.', 'It is four.'],
    ['Let me add.<|channel|>final<|message|>Four.', 'Let me add.', 'Four.'],
    ['Add.<|end|>\n\nFour.', 'Add.', 'Four.'],
    ['Add.<|end|><|start|>assistant Four.<|return|>', 'Add.', 'Four.'],
    ['Add.<|end|>assistantfinalFour.', 'Add.', 'Four.'],
    ['Add.<|end|>assistantanalysisMore.', 'Add.More.', ''],
    ['Four.<|end|>', '', 'Four.'],
    ['It is four.<|return|>', '', 'It is four.'],
  ].map(([text, reasoning, answer]): SplitRow => ['channels', 'no header', gptOss, start + text, reasoning!, answer!, gatewayOnly]),
)

const headersOfThoughts = [
  '<|channel|>analysis<|message|>',
  '<channel|>analysis<|message|>',
  '<|channel>analysis<|message|>',
  '<|channel|analysis<|message|>',
  '<channel>analysis<|message|>',
  '<|channel|> analysis <|message|>',
  '<|channel|>analysis<message|>',
  '<|channel>analysis<message|>',
]
const everyModel = [gptOss, unknown, qwen, 'google/gemma-4-26b-a4b-it', 'deepseek-ai/DeepSeek-V3.2', 'moonshotai/Kimi-K2.5']

/** Channel headers from models without channels. */
const headers = headersOfThoughts.flatMap((header, at): SplitRow[] => {
  const others = [everyModel[(at % 2) + 1]!, everyModel[(at % 3) + 3]!]
  return [gptOss, ...others].flatMap((model): SplitRow[] => [
    ['paperclip#7719', header, model, `${header}Add.<|end|>${final}`, 'Add.', 'Four.', gatewayOnly],
    ['paperclip#7719', `${header}, cut`, model, `${header}Add`, 'Add', '', cut],
  ])
})

/** Headers that a text quotes. */
const marks = ['``', '""', "''", '“”', '„“', '«»', '»«', '「」']
const spokenOf = (headers: readonly string[], of: readonly string[]): SplitRow[] =>
  of.flatMap((mark) =>
    [gptOss, unknown, qwen].flatMap((model) =>
      headers.map((header): SplitRow => {
        const text = `Use ${mark.charAt(0)}${header}${mark.charAt(1)} here.`
        return ['text', `${header} in ${mark}`, model, text, '', text, gatewayOnly]
      }),
    ),
  )
const otherHeaders = [
  '<|channel|>analysis<|message|>',
  '<|channel|>commentary<|message|>',
  '<|start|>assistant<|channel|>analysis<|message|>',
  '<|channel|>analysis',
]
const answerHeaders = ['<|start|>assistant<|channel|>final<|message|>', '<|channel|>final<|message|>']

/** Texts in which both headers are damaged. */
const bothHeaders = everyModel.flatMap((model): SplitRow[] => [
  [
    'paperclip#7719',
    'both',
    model,
    '<channel|>analysis<|message|>Add.<|end|><|start|>assistant<channel|>final<|message|>Four.',
    'Add.',
    'Four.',
    gatewayOnly,
  ],
  ['paperclip#7719', 'a start', model, `<|start|>assistant<channel|>analysis<|message|>Add.<|end|>${final}`, 'Add.', 'Four.', gatewayOnly],
  ['channels', 'the header of the answer alone', model, `Add.\n${final}`, 'Add.', 'Four.', gatewayOnly],
  ['channels', 'the same behind an opener', model, `<think>Add.${final}`, 'Add.', 'Four.', gatewayOnly],
  ['channels', 'the same, and no thought', model, final, '', 'Four.', gatewayOnly],
  ['LTEngine#28', 'a label with a blank', model, '<|channel>thought Add.<channel|>Four.', 'Add.', 'Four.', gatewayOnly],
])

/** Delimiters that the model or a server damaged. */
export const damagedCases: readonly SplitCase[] = rowsOf([
  ...mixed,
  ...brackets,
  ...alone,
  ...slips,
  ...lost,
  ...lostInside,
  ...text,
  ...channels,
  ...bareThoughts,
  ['channels', 'no channel token', gptOss, '<|message|>Add.<|end|>Four.', 'Add.', 'Four.', gatewayOnly],
  ...headers,
  ...spokenOf(otherHeaders, marks),
  ...spokenOf(answerHeaders, marks.slice(0, 1)),
  ...bothHeaders,
])

/** Cases for a client that may not see the thought. Other clients see the whole text as a thought, and then the answer again. */
export const damagedHiddenCases: readonly SplitCase[] = rowsOf(
  // The thought has no header, and a stream that shows it cannot wait for the header of the answer.
  ['We add.assistantfinalFour.', 'We add.\n\nassistantfinal\n\nFour.'].map((text): SplitRow => [
    'stripped',
    'no first header',
    gptOss,
    text,
    '',
    'Four.',
    gatewayOnly,
  ]),
)

/** For clients that may see reasoning. For other clients, even a quoted closer hides the text before it: a user can have the model write the quotes. */
export const damagedSeenCases: readonly SplitCase[] = rowsOf(spokenOf(answerHeaders, marks.slice(1)))
