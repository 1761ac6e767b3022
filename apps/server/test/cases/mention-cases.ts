import { gatewayOnly, rowsOf, unknown, type SplitRow } from './split-case.ts'

const qwen = 'Qwen/Qwen3-32B'
const llama = 'meta-llama/Llama-3.3-70B-Instruct'
const fields = (content: string): string => JSON.stringify({ reasoning_content: 'Add.', content })

/** Answers with tags between which no thought can be. */
const empty: readonly (readonly [string, string])[] = [
  ['a pair in a sentence', 'Write <think> and </think> around it.'],
  ['a pair in a German sentence', 'Schreibe <think> und </think> darum.'],
  ['a pair in a Chinese sentence', '请用<think>和</think>标签。'],
  ['an empty pair in a sentence', 'It adds an empty <think></think> block.'],
  ['dots in a pair', 'Use <think>…</think> for it.'],
  ['a regular expression', 'THINK = re.compile(r"<think>(.*?)</think>", re.S)'],
  ['a regular expression in prose', String.raw`The regex /<think>([\s\S]*?)<\/think>/g is lazy.`],
  ['a table', '| Qwen3 | <think> | </think> |\n| Nova | <thinking> | </thinking> |'],
  ['a placeholder', 'prompt = f"<think>{plan}</think>{answer}"'],
  ['a format', 'Use this:\n<think>...</think>\n<answer>...</answer>'],
  ['a list', 'Two pairs:\n1. <think>…</think> of Qwen\n2. [THINK]…[/THINK] of Mistral'],
  ['a prompt', 'First think in <thinking></thinking> tags, then answer.'],
  ['an opener in a compound', 'Das <think>-Tag fehlt.'],
  ['tokens in a sentence', 'It ends with <|im_start|>assistant and then <|im_end|> too.'],
  ['a list of tags', 'Tags such as <think>, <thinking> and </think> are common.'],
  ['several pairs', 'Use <think>/</think>, <thinking>/</thinking> or <thought>/</thought> there.'],
  ['a token that begins a string', String.raw`{{- '<|im_start|>assistant\n' }} is added.`],
  ['an escaped closer', String.raw`Try sed -n '/<\/think>/{n;p}' out.txt for it.`],
  ['an escaped closer in front of a class', String.raw`Replace /.*<\/think>\s*/s by nothing.`],
  ['a closer in front of escapes', String.raw`Add "</think>\n\n" to the template.`],
  ['a closer behind an escape', String.raw`{{- '\n</think>\n\n' }} closes it.`],
  ['a closer in a string with words', 'raise ValueError("no </think> found") ends it.'],
  ['a closer in a raw string', String.raw`text = re.split(r"</think>\s*", text)[-1]`],
  ['an opener in a Chinese sentence', '消息中包含字面量 <thinking> 时会误触发。只在开头检测。'],
  ['an opener in an Arabic sentence', 'يبدأ الوسم <think> التفكير في النص. بعد ذلك يأتي الجواب.'],
  ['an opener as a numbered item', 'Steps:\n1. <plan> opens the plan.\n2. <thinking> opens the thought.\n3. <result> opens the rest.'],
]

/** Answers whose tags are text if the client may see reasoning, or if no thought can be open any more. */
const certain: readonly (readonly [string, string])[] = [
  ['tags with text in JSON', '{"answer": "<think>literal</think>"}'],
  ['tags in strings', 'const A = "<think>", B = "</think>"'],
  ['tags in a query', "SELECT id FROM t WHERE a LIKE '%<think>%' AND a NOT LIKE '%</think>%';"],
  ['tags in French marks', 'Le modèle écrit « <think> » puis « </think> ». Voilà.'],
  ['tags in a table of TOML', '[reasoning]\nstart = "<think>"\nend = "</think>"'],
  ['a test', 'expect(split("<think>a</think>b")).toBe("b")'],
  ['a pair with text in a sentence', 'Use <think> to begin and </think> to end it.'],
  ['a closer in a sentence', 'The parser waits for the </think> tag. Then it goes on.'],
  ['a closer before a comma', 'It ended at the first </think>, even in a fence.'],
  ['a closer in a pattern', String.raw`sed "s/.*<\/think>//"`],
]

/** Answers that say directly behind an opener what it is, or go to the next line, and answers that quote lines. No thought begins so. */
const explained: readonly (readonly [string, string])[] = [
  ['explained items', 'Two tags:\n\n- <think>: begins the thought\n- </think>: ends the thought\n\nThe rest is the answer.'],
  ['items with dashes', 'Two tags:\n* <think> – begins it\n* </think> – ends it'],
  ['settings of two lines', 'Set this:\n\nreasoning:\n  start: <think>\n  end: </think>\n\nand reload.'],
  ['a quoted log', 'The log says:\n\n> <think>Let me see</think>\n> 42\n\nSo the tag stayed.'],
  ['a quoted log without blanks', 'The log says:\n\n><think>Let me see</think>\n>42\n\nSo the tag stayed.'],
  ...['=', '→', '—', '：'].map(
    (sign) => [`items with ${sign}`, `Two tags:\n- <think> ${sign} begins it\n- </think> ${sign} ends it`] as const,
  ),
  ['a pair in a Japanese sentence', '先頭の <think> タグは思考の開始を示し、</think> タグは終了を示します。設定を確認してください。'],
  ['a pair in an Arabic sentence', 'يبدأ الوسم <think> التفكير وينهيه الوسم </think>. بعد ذلك يأتي الجواب.'],
]

/** Answers that display tags. Thoughts may end so, too, so the tags are text only behind a closed one. */
const displayed: readonly (readonly [string, string])[] = [
  ['labels in a list', '- Opener: <think>\n- Closer: </think>\n\nBoth are needed.'],
  ['labels in a line', 'Открытие: <think>, закрытие: </think>.'],
  ['Chinese labels', '- 开始：<think>\n- 结束：</think>\n\n完成。'],
  ['settings', 'start token = <think>\nend token = </think>\n\nSet both.'],
  ['numbered items', '1) <think> opens it\n2) </think> closes it'],
  ['a closer behind a label', 'log: got </think> twice\n\nSo it is doubled.'],
  ['a closer as the value of a label', 'Stop string: </think>\n\nThat is all.'],
  ['a closer in bold', 'Replace **</think>** by another tag.'],
  ['a closer in italics', 'The *</think>* tag is missing.'],
  ['a closer in braces', String.raw`Write \texttt{</think>} for it.`],
  ['items without labels', '1. <think> opens.\n2. </think> closes.\n3. Nothing else.'],
  ['closers as items', 'Remove:\n\n- </think>\n- </thinking>\n\nThen try.'],
  ['tags that lines name', 'fix: strip <think> blocks first\n\n- drop all up to </think>\n- keep the rest'],
  ['ends of items', '- It starts with <think>\n- It ends with </think>\n- Nothing else.'],
  ['ends of lines', '12:01 got <think>\n12:02 got </think>\n12:03 done'],
  ['tags in bold', 'Two:\n**<think>** opens.\n**</think>** closes.'],
  ['a quoted line', '> <think>a</think>b\n\nThat was it.'],
  ['a pair first', '<think> and </think> delimit it.\n\nNo more.'],
  ['openers as items', '- <thought>\n- <reasoning>\n- <step>'],
  ['openers as items of a longer text', 'Common tags:\n\n* <think>\n* <thinking>\n\nAdd yours.'],
  ['an element of a document', '<scene>\n  <think who="Ann">Where is he?</think>\n  <say>Here.</say>\n</scene>'],
  ['an element of several lines', '<scene>\n\t<think>\n\t\tWhere is he?\n\t</think>\n</scene>'],
  ['a closer in indented code', 'It sent:\n\n    </think>\n\nand nothing else.'],
  ['a pair as the beginning of a sentence', '<think> opens the thought and </think> closes it.\n\nNo more.'],
  ['a pair with arrows', '<think> → reasoning → </think> → answer'],
  ['a pair at the beginning of a Korean sentence', '<think> 태그는 추론의 시작을, </think> 태그는 추론의 끝을 나타냅니다.'],
  ['a pair in a Chinese sentence without blanks', '模型先输出<think>标签，然后是推理内容，最后输出</think>标签。'],
  ['a sentence in tags in JSON', 'It is {"role": "assistant", "content": "<think>Add.</think>4"} there.'],
  ['a token behind a label', 'ChatML has two tokens: <|im_start|> begins a turn and <|im_end|> ends it.'],
  ['tokens as items', '- <|im_start|>: begins a turn\n- <|im_end|>: ends it'],
]

/** Sentences of thoughts that name a closer. */
const namedInThought = [
  'The parser cuts at </think>, which is wrong.',
  'It waits for the </think> tag and then goes on.',
  'It says </think> once, and </think> twice.',
].flatMap((thought) =>
  [unknown, qwen].flatMap((model): SplitRow[] => [
    ['mentions', 'a named closer in a thought', model, `<think>\n${thought}\n</think>\n\nFour.`, thought, 'Four.'],
    ['mentions', 'a named closer in a thought, no opener', model, `${thought}\n</think>\n\nFour.`, thought, 'Four.', gatewayOnly],
  ]),
)

const evaluation = (name: string): string =>
  `<evaluation>\n<${name}>\nThe answer is right, because two and two are \`4\`. It is short, too.\n</${name}>\n<score>4</score>\n</evaluation>`

/** Documents with elements named as the tags of thoughts. */
const documents: readonly string[] = [
  evaluation('reasoning'),
  evaluation('thought'),
  '<items>\n<item>\n  <thought>One.</thought>\n  <x>1</x>\n</item>\n<item>\n<thought>Two.</thought>\n<x>2</x>\n</item>\n</items>',
]

const behindThought = (text: string): string => `<think>Add.</think>\n\n${text}`

/** Answers that speak of tags. */
export const mentionCases = rowsOf([
  ...namedInThought,
  ['mentions', 'a quoted token in a thought', qwen, '<think>A "<|im_end|>" ends it.</think>Four.', 'A "<|im_end|>" ends it.', 'Four.'],
  ...documents.flatMap((text): SplitRow[] => [
    ['mentions', 'a document behind a thought', qwen, behindThought(text), 'Add.', text],
    ['mentions', 'a document behind a field', unknown, fields(text), 'Add.', text, gatewayOnly],
  ]),
  [
    'mentions',
    'a token that may begin a text, behind a mention',
    qwen,
    behindThought('Use <think>…</think> here.\n<s>Old</s> New.'),
    'Add.',
    'Use <think>…</think> here.\n<s>Old</s> New.',
  ],
  [
    'mentions',
    'the same, behind a document',
    qwen,
    behindThought('<a>\n<thought>One.</thought>\n<s>Old</s>\n</a>'),
    'Add.',
    '<a>\n<thought>One.</thought>\n<s>Old</s>\n</a>',
  ],
  ['mentions', 'another thought behind a tag', qwen, behindThought('<b>A</b>\n<thinking>Two.</thinking>\nB'), 'Add.Two.', '<b>A</b>\n\nB'],
  [
    'mentions',
    'a thought between tags',
    qwen,
    behindThought('<b>A</b>\n<think>Two.</think>\n<b>B</b>'),
    'Add.Two.',
    '<b>A</b>\n\n<b>B</b>',
  ],
  ['mentions', 'a closer in a string, of an unknown model', unknown, 'The answer is text.split("</think>")[1] then.'],
  ...['**Opening tag:** <think>\n**Closing tag:** </think>\n\nUse both.', '* <think> - opens\n* </think> - closes'].map(
    (text): SplitRow => ['mentions', 'tags in a list', qwen, behindThought(text), 'Add.', text],
  ),
  ...empty.flatMap(([kind, text]): SplitRow[] => [
    ['mentions', kind, unknown, text],
    ['mentions', `${kind}, behind a thought`, qwen, behindThought(text), 'Add.', text],
    ['mentions', `${kind}, behind a field`, unknown, fields(text), 'Add.', text, gatewayOnly],
  ]),
  ...[...certain, ...explained, ...displayed].flatMap(([kind, text]): SplitRow[] => [
    ['mentions', `${kind}, behind a thought`, qwen, behindThought(text), 'Add.', text],
    ['mentions', `${kind}, behind a field`, unknown, fields(text), 'Add.', text, gatewayOnly],
  ]),
  [
    'mentions',
    'a pair with text in a sentence behind a field',
    unknown,
    fields('Use <think>like this</think> in your prompt.'),
    'Add.',
    'Use <think>like this</think> in your prompt.',
    gatewayOnly,
  ],
  [
    'mentions',
    'tags in strings, of a model without thoughts',
    llama,
    'A = "<think>"\nB = "</think>"',
    '',
    'A = "<think>"\nB = "</think>"',
    gatewayOnly,
  ],
  [
    'mentions',
    'a thought behind a fence',
    unknown,
    '```sh\npwd\n```<think>\nAdd.\n</think>\nFour.',
    'Add.',
    '```sh\npwd\n```\nFour.',
    gatewayOnly,
  ],
  [
    'mentions',
    'a pattern in a thought',
    unknown,
    '<think>The regex `<think>(.*?)</think>` is lazy.</think>Four.',
    'The regex `<think>(.*?)</think>` is lazy.',
    'Four.',
  ],
  [
    'mentions',
    'a pattern in a channel',
    'openai/gpt-oss-20b',
    '<|channel|>analysis<|message|>Add.<|end|><|start|>assistant<|channel|>final<|message|>re.sub("<think>(.*?)</think>", "", s)<|return|>',
    'Add.',
    're.sub("<think>(.*?)</think>", "", s)',
    gatewayOnly,
  ],
  ...[
    'It is `/<think>([\\s\\S]*?)<\\/think>/g`, which is lazy. So.',
    String.raw`The template has '</think>\n\n' here, and the parser raises "no </think> found" then. So.`,
  ].map((thought): SplitRow => ['mentions', 'strings in a thought', unknown, `<think>${thought}</think>Four.`, thought, 'Four.']),
  ['mentions', 'JSON of a thought', unknown, '{"a": "Add.</think>Four."}', '{"a": "Add.', 'Four."}', gatewayOnly],
  [
    'mentions',
    'a thought that explains',
    unknown,
    'Tags:\n- <think>I add:\n- them </think>Four.',
    'I add:\n- them',
    'Tags:\n- Four.',
    gatewayOnly,
  ],
  ['mentions', 'a thought that ends in a label', unknown, 'The sum is: </think>\nFour.', 'The sum is:', 'Four.'],
  [
    'mentions',
    'a thought behind a label',
    qwen,
    '<think>Add.</think>Well: <think>Add again.</think>Four.',
    'Add.Add again.',
    'Well: Four.',
  ],
  ['mentions', 'bold text on both sides', qwen, '<think>**Add.**</think>**Four** it is.', '**Add.**', '**Four** it is.'],
  ['mentions', 'a brace in a thought', qwen, '<think>The set {</think>}Four.', 'The set {', '}Four.'],
  ['mentions', 'a thought in a sentence', unknown, 'Sure, <think>Add them.</think>it is four.', 'Add them.', 'Sure, it is four.'],
  ['mentions', 'an emoji in a pair', unknown, 'So <think>🧮</think>four.', '🧮', 'So four.'],
  [
    'mentions',
    'an opener first',
    qwen,
    behindThought('<think> tags are not closed.\n\nAdd it.'),
    'Add.',
    '<think> tags are not closed.\n\nAdd it.',
  ],
  ['mentions', 'an opener first, without a thought', unknown, '<think> so it is.</think>Four.', 'so it is.', 'Four.'],
  [
    'mentions',
    'a second thought of two lines',
    qwen,
    '<think>Add.</think>Well <think>\nso it is\n</think>\nFour.',
    'Add.\nso it is',
    'Well \nFour.',
  ],
  [
    'mentions',
    'a long second thought within a sentence',
    qwen,
    `<think>Add.</think>Well, <think> ${'so it goes on '.repeat(12)}</think>four.`,
    `Add. ${'so it goes on '.repeat(12)}`.trim(),
    'Well, four.',
  ],
  ['mentions', 'a second thought at once', qwen, '<think>Add.</think>\n<think>And again.</think>Four.', 'Add.And again.', 'Four.'],
  ['mentions', 'a second thought in a list', qwen, '<think>Add.</think>1. <think>Again.</think>Four.', 'Add.Again.', '1. Four.'],
  [
    'mentions',
    'a second thought in a line',
    qwen,
    '<think>Add.</think>Well, <think> so it is.\n</think>Four.',
    'Add. so it is.',
    'Well, Four.',
  ],
  [
    'mentions',
    'a second thought in small letters',
    qwen,
    '<think>Add.</think>Well.\n<think> and again</think> it is four.',
    'Add. and again',
    'Well.\n it is four.',
  ],
  [
    'mentions',
    'a second thought behind a quoted line',
    qwen,
    '<think>Add.</think>Log:\n>\n<think>Again.</think>Four.',
    'Add.Again.',
    'Log:\n>\nFour.',
  ],
  [
    'mentions',
    'a thought of several lines that begins with a mark',
    unknown,
    'Two:\n- <think>: I add\nand so on\n- </think>Four.',
    ': I add\nand so on\n-',
    'Two:\n- Four.',
    gatewayOnly,
  ],
  ['mentions', 'a token at the end, behind a label', qwen, '<think>Add.</think>The sum: <|im_end|>', 'Add.', 'The sum:'],
  ['mentions', 'a second thought, quoted', qwen, '<think>Add.</think>> <think>Again.</think>Four.', 'Add.Again.', '> Four.'],
  ['mentions', 'a second thought', qwen, '<think>Add.</think>Well. <think>Again.</think>Four.', 'Add.Again.', 'Well. Four.'],
])

/** For clients that may see reasoning, where nothing is known of the server, or the server has split the text. */
export const mentionSeenCases = rowsOf([
  ...certain.map(([kind, text]): SplitRow => ['mentions', kind, unknown, text, '', text, gatewayOnly]),
  ...explained.map(([kind, text]): SplitRow => ['mentions', kind, unknown, text, '', text]),
  ...['<b>Hi.</b> <think>Where is he?</think>\nSay it.', 'Put <think>What I see.</think> in it.\n\nThen go on.'].map((text): SplitRow => [
    'mentions',
    'a pair with a sentence behind a field',
    unknown,
    fields(text),
    'Add.',
    text,
    gatewayOnly,
  ]),
])

/** Closers between marks, in front of which no thought ends. */
const enclosed = [
  'Models end with "</think>" before the answer.',
  'const A = "<think>", B = "</think>"',
  "SELECT id FROM t WHERE a LIKE '%<think>%' AND a NOT LIKE '%</think>%';",
  'Le modèle écrit « <think> » puis « </think> ». Voilà.',
  '| tag | use |\n| --- | --- |\n| </think> | end of a thought |',
  'The closing tag (</think>) ends it.',
]

/** For clients that may not: the same texts may be those of an open thought, unless no thought can end there. */
export const mentionHiddenCases = rowsOf([
  ...enclosed.flatMap((text): SplitRow[] => [
    ['mentions', 'a closer between marks', unknown, text, '', text, gatewayOnly],
    ['mentions', 'a closer between marks', 'Qwen/Qwen3.6-27B', text, '', text, gatewayOnly],
    ['mentions', 'a closer between marks in a thought', unknown, `${text} So.</think>Four.`, '', 'Four.', gatewayOnly],
    ['mentions', 'a closer between marks in a thought', 'Qwen/Qwen3.6-27B', `${text} So.\n</think>\n\nFour.`, '', 'Four.', gatewayOnly],
  ]),
  ['mentions', 'a quotation at the end of a thought', unknown, 'I say "yes"</think>"Yes."', '', '"Yes."', gatewayOnly],
  ['mentions', 'a table at the end of a thought', unknown, '| a | b |</think>| c | d |', '', '| c | d |', gatewayOnly],
  ['mentions', 'a thought in quotation marks', unknown, 'He says "<think>Add them.</think>Four".', '', 'He says "Four".', gatewayOnly],
  ['mentions', 'a quoted closer', unknown, 'Add them "</think>" Four.', '', 'Add them "</think>" Four.', gatewayOnly],
  ['mentions', 'a closer in a sentence', unknown, 'Add them and </think> it is four.', '', 'it is four.', gatewayOnly],
  ['mentions', 'a thought within a sentence', unknown, 'So <think> add them </think> four.', '', 'So  four.', gatewayOnly],
])
