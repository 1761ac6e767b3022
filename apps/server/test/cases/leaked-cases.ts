import { cut, fields, gatewayOnly, json, rowsOf, unknown, type SplitRow } from './split-case.ts'

const qwen = 'Qwen/Qwen3.6-35B-A3B'
const gptOss = 'openai/gpt-oss-20b'
const giga = 'ai-sage/GigaChat3.5-432B-A28B-Reasoning'

/** Part of the names of tokens that Doubao's vocabulary has in reserve. */
const reserve = 'never_used_51bce0c785ca2f68081bfa7d91973934'

/** Tokens at the end of an answer. */
const endings = [
  `<[EOS_${reserve}]>`,
  `<[PLHD21_${reserve}]>`,
  '<reserved_107>',
  '<ctrl99>',
  '<0x0A>',
  '<end_of_image>',
  '<image_soft_token>',
  '[/INST]',
  '\n</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜tool_calls>',
  '\n</｜GCML｜tool_calls>',
].flatMap((token): SplitRow[] => [
  ['tokens', token, unknown, `It is 4.${token}`, '', 'It is 4.'],
  ['tokens', `${token} behind a thought`, qwen, `<think>Add.</think>It is 4.${token}`, 'Add.', 'It is 4.'],
  ['tokens', `${token} behind a field`, unknown, fields('Add.', `It is 4.${token}`), 'Add.', 'It is 4.', gatewayOnly],
  ['tokens', `${token} in code`, qwen, `<think>Add.</think>Use \`${token.trim()}\`.`, 'Add.', `Use \`${token.trim()}\`.`],
  ['tokens', `${token} in a sentence`, unknown, `It has ${token.trim()} in it.`],
])

const doubao = ['doubao-seed-1.6-thinking', unknown, qwen].flatMap((model): SplitRow[] => [
  ['SoloCoder', 'a pair', model, `<think_${reserve}>Add.</think_${reserve}>Four.`, 'Add.', 'Four.'],
  ['SoloCoder', 'a closer', model, `<think>Add.</think_${reserve}>Four.`, 'Add.', 'Four.'],
  ['SoloCoder', 'no opener', model, `Add.</think_${reserve}>Four.`, 'Add.', 'Four.', gatewayOnly],
  ['SoloCoder', 'behind a field', model, fields('Add.', `</think_${reserve}>Four.`), 'Add.', 'Four.', gatewayOnly],
  ['SoloCoder', 'a header', model, `<[BOS_${reserve}]>assistant\n<think>Add.</think>Four.`, 'Add.', 'Four.', gatewayOnly],
])

const gcml = '<｜GCML｜tool_calls>\n<｜GCML｜invoke name="f">\n</｜GCML｜invoke>\n</｜GCML｜tool_calls>'
const calls: readonly SplitRow[] = [
  ['vllm GigaChat', 'a call behind a thought', giga, `Look.</think>\n\n${gcml}`, 'Look.', gcml],
  ['vllm GigaChat', 'a call in a thought', giga, `Look.\n\n${gcml}`, 'Look.', gcml],
  ['vllm GigaChat', 'no call', giga, 'Add.</think>\n\nFour.<|message_sep|>', 'Add.', 'Four.'],
  ['vllm GigaChat', 'an unknown name', unknown, `<think>Look.\n\n${gcml}`, 'Look.', gcml],
  ['vllm GigaChat', 'bars of another width', unknown, `<think>Look.${gcml.replaceAll('｜', '|')}`, 'Look.', gcml.replaceAll('｜', '|')],
  [
    'vllm GigaChat',
    'one call of two',
    unknown,
    '<think>Look.<｜ACML｜invoke name="f">\n</｜ACML｜invoke>',
    'Look.',
    '<｜ACML｜invoke name="f">\n</｜ACML｜invoke>',
  ],
  ['vllm GigaChat', 'other tokens', unknown, 'The tokens <|HTML|> and <|YAML|> differ.'],
]

/** Text beside a field that should be JSON. */
const grammars = [unknown, qwen].flatMap((model): SplitRow[] => [
  [
    'tt-inference-server#4386',
    'an early split',
    model,
    fields('The sum', ' is 4.\n</think>{"a":4}'),
    'The sum\n\n#### Additional Reasoning\n\nis 4.',
    '{"a":4}',
    json,
  ],
  [
    'tt-inference-server#4386',
    'a line break',
    model,
    fields('The sum', ' is 4.\n</think>\n\n[4]'),
    'The sum\n\n#### Additional Reasoning\n\nis 4.',
    '[4]',
    json,
  ],
  ['tt-inference-server#4386', 'an answer in prose', model, fields('Add.', 'Sorry, it is 4.'), 'Add.', 'Sorry, it is 4.', json],
  ['tt-inference-server#4386', 'a closer alone', model, fields('Add.', '\n</think>\n{"a":4}'), 'Add.', '{"a":4}', json],
  ['tt-inference-server#4386', 'blanks', model, fields('Add.', '\n\n{"a":4}'), 'Add.', '{"a":4}', json],
  ['tt-inference-server#4386', 'a fence', model, fields('Add.', '```json\n{"a":4}\n```'), 'Add.', '```json\n{"a":4}\n```', json],
  ['tt-inference-server#4386', 'nothing but blanks', model, fields('Add.', '\n\n'), 'Add.', '', json],
])

/** Turns of the model itself without a closer. */
const turns: readonly SplitRow[] = [
  ['turns', 'a second message', qwen, 'Add.<|im_end|>\n<|im_start|>assistant\nFour.', 'Add.', 'Four.'],
  ['turns', 'with its end', qwen, 'Add.<|im_end|>\n<|im_start|>assistant\nFour.<|im_end|>', 'Add.', 'Four.'],
  [
    'turns',
    'a longer thought',
    'deepseek-ai/DeepSeek-R1',
    'Add.\nAnd on.<｜end▁of▁sentence｜><｜Assistant｜>Four.',
    'Add.\nAnd on.',
    'Four.',
  ],
  ['turns', 'a model that does not think', unknown, 'Four.<|im_end|>\n<|im_start|>assistant\nFive.', '', 'Four.\nFive.'],
  [
    'turns',
    'tokens in code',
    qwen,
    'Write `<|im_end|>` and `<|im_start|>assistant`.',
    '',
    'Write `<|im_end|>` and `<|im_start|>assistant`.',
    gatewayOnly,
  ],
]

const channels: readonly SplitRow[] = [
  ['channels', 'glued', gptOss, '<|start|>assistantanalysisAdd.<|end|><|start|>assistantfinalFour.', 'Add.', 'Four.'],
  ['channels', 'glued, and an end', gptOss, '<|start|>assistantanalysisAdd.<|end|><|start|>assistantfinalFour.<|return|>', 'Add.', 'Four.'],
  [
    'channels',
    'a glued answer',
    gptOss,
    '<|channel|>analysis<|message|>Add.<|end|><|start|>assistantfinalFour.<|return|>',
    'Add.',
    'Four.',
  ],
  [
    'channels',
    'a glued answer in bold',
    gptOss,
    '<|channel|>analysis<|message|>Add.<|end|><|start|>assistantfinal**Four.**',
    'Add.',
    '**Four.**',
  ],
]

/** Tokens of other vocabularies, which end messages in channels. */
const inChannels = ['<|im_end|>', '<|eot_id|>', '<|endoftext|>', '<|fim_suffix|>', '<|im_end|>\n<|eot_id|>'].flatMap(
  (token): SplitRow[] => {
    const thought = '<|channel|>analysis<|message|>Add.<|end|><|start|>assistant<|channel|>final<|message|>'
    return [gptOss, unknown].flatMap((model): SplitRow[] => [
      ['vllm#23694', token, model, `${thought}Four.${token}`, 'Add.', 'Four.', gatewayOnly],
      ['vllm#23694', `${token} in front of the end`, model, `${thought}Four.${token}<|return|>`, 'Add.', 'Four.', gatewayOnly],
      ['vllm#23694', `${token} in code`, model, `${thought}Use \`${token}\`.`, 'Add.', `Use \`${token}\`.`, gatewayOnly],
      ['vllm#23694', `${token} behind words`, model, `${thought}It is "${token}"`, 'Add.', `It is "${token}"`, gatewayOnly],
    ])
  },
)

const toSelf = [' to=self', 'to=self', '<|start|>assistant to=self'].map((header): SplitRow => [
  'mlx-dspark#34',
  'a thought to itself',
  unknown,
  `${header}<|message|>Add.<|eom|><|start|>assistant to=user<|message|>Four.<|eot|>`,
  'Add.',
  'Four.',
  gatewayOnly,
])

const pairs = [unknown, qwen].flatMap((model): SplitRow[] => [
  ['hindsight#2195', 'bars without brackets', model, '|startthink|Add.|endthink|Four.', 'Add.', 'Four.', gatewayOnly],
  ['hindsight#2195', 'no closer', model, '|startthink| is a token.', '', '|startthink| is a token.', gatewayOnly],
  [
    'Apriel',
    'another name',
    model,
    'Here are my reasoning steps:\nAdd.\n[BEGIN FINAL RESPONSE]\nFour.\n[END FINAL RESPONSE]\n<|end|>',
    'Add.',
    'Four.',
    gatewayOnly,
  ],
  [
    'Apriel',
    'prose',
    model,
    'Here are my reasoning steps:\n1. Add.\n2. Four.',
    '',
    'Here are my reasoning steps:\n1. Add.\n2. Four.',
    gatewayOnly,
  ],
])

/** Right before, too. */
const others: readonly SplitRow[] = [
  [
    'openclaw#87712',
    'a final tag in a thought',
    'google/gemini-3.5-flash',
    '<think>I build it…<final>老板，四。</final>',
    'I build it…',
    '老板，四。',
  ],
  ['ai#12054', 'an empty block behind a thought', unknown, '<think>Add.</think>Before.<think></think>After.', 'Add.', 'Before.After.'],
  ['TensorRT-LLM#19230', 'a closer last', 'nvidia/NVIDIA-Nemotron-3-Nano-30B-A3B', 'Add.</think>', 'Add.', ''],
  [
    'textgen#7374',
    'a sign behind an emoji',
    gptOss,
    'analysisUser says "Hi!" Greet.assistantfinalHello! 👋',
    'User says "Hi!" Greet.',
    'Hello! 👋',
  ],
  ['vllm#58127', 'the end of a wrapper', 'tencent/Hunyuan-A13B-Instruct', fields('Add.', 'Four.\n</answer>'), 'Add.', 'Four.', gatewayOnly],
  ['OpenTranscribe#439', 'a closer first', 'google/gemma-4-E4B-it', fields('Add.', '<channel|>Four.'), 'Add.', 'Four.', gatewayOnly],
  ['pi#5808', 'a closer first', 'MiniMax-M3', fields('Add.', '</mm:think>Four.'), 'Add.', 'Four.', gatewayOnly],
  ['qwen-code#6007', 'an empty field', 'glm-5.2', fields('', 'Add.</think>Four.'), 'Add.', 'Four.', gatewayOnly],
]

/** Ends of turns that count only behind a sentence. */
const named = [
  '</assistant>',
  '</turn>',
  '<mask>',
  '<EOS>',
  '<eos_token>',
  '<endoftext>',
  '<end_of_answer>',
  '<message_end>',
  '<tool_call_end>',
  '<reserved_special_token_12>',
  '[EOT]',
  '[/ASST]',
  '<｜end of sentence｜>',
  '<|end of text|>',
  '</arg_value:6124c78e>',
  ']<]minimax[>[',
].flatMap((token): SplitRow[] => [
  ['ends', token, unknown, `It is 4.${token}`, '', 'It is 4.'],
  ['ends', `${token} behind a thought`, unknown, `<think>Add.</think>It is 4.\n${token}\n`, 'Add.', 'It is 4.'],
  ['ends', `${token} behind a field`, unknown, fields('Add.', `It is 4.${token}`), 'Add.', 'It is 4.', gatewayOnly],
  ['ends', `${token} in code`, unknown, `Use \`${token}\`.`],
])
const asked = ['I write </assistant>', 'Fill the <mask>', '[DONE]', 'It is 4.\n<END>', 'Use <assistant>x</assistant>'].map(
  (text): SplitRow => ['ends', 'a word of the prompt', unknown, text],
)

/** Calls in a thought that nothing closes, in envelopes of other makers. */
const openCalls = [
  '<start_function_call>call:f{}<end_function_call>',
  '<xai:function_call name="f">\n<parameter name="a">1</parameter>\n</xai:function_call>',
  '<|python_start|>f()<|python_end|>',
  '<|assistant_tool_call|>{"name":"f"}',
  '<|plugin|>{"name":"f"}<|/plugin|>',
  '<|tool|>{"name":"f"}<|/tool|>',
  '<|tool_call|>[{"name":"f"}]<|/tool_call|>',
  '[TOOL_CALL]{"name":"f"}[/TOOL_CALL]',
  '<tool_call name="f">{"a":1}</tool_call>',
  '<tool_use>\n<server>x</server>\n</tool_use>',
  '<tool_code>\nf()\n</tool_code>',
  '<functioncall>{"name":"f"}</functioncall>',
  '<action>{"name":"f"}</action>',
].flatMap((call): SplitRow[] => [
  ['calls', call, unknown, `<think>Look.\n${call}`, 'Look.', call],
  ['calls', call, qwen, `<think>Look.\n${call}`, 'Look.', call],
  ['calls', `${call} behind a thought`, unknown, `<think>Look.</think>\n${call}`, 'Look.', call],
  ...(/^(?:<(?:tool_(?:call n|use|code)|functioncall|action))/.test(call)
    ? [['calls', `${call} in a closed thought`, qwen, `<think>Look.\n${call}\nNo.</think>Four.`, `Look.\n${call}\nNo.`, 'Four.'] as const]
    : []),
])

const m3Call = ['<tool_call>\n', '<invoke name="f">', '<path>x', '</path>', '</invoke>\n', '</tool_call>']
  .map((tag) => `]<]minimax[>[${tag}`)
  .join('')
/** Tokens of MiniMax in front of each tag of a call. */
const minimaxCalls: readonly SplitRow[] = [
  ['MiniMax-M3#31', 'behind a field', unknown, fields('Look.', `Let me read.${m3Call}`), 'Look.', `Let me read.${m3Call}`, gatewayOnly],
  ['MiniMax-M3#31', 'behind a field', 'MiniMax-M3', fields('Look.', `I read.${m3Call}`), 'Look.', `I read.${m3Call}`, gatewayOnly],
  ['MiniMax-M3#31', 'behind a thought', 'MiniMax-M3', `<mm:think>Look.</mm:think>I read.${m3Call}`, 'Look.', `I read.${m3Call}`],
  ['MiniMax-M3#31', 'in a thought', 'MiniMax-M3', `<mm:think>Look.${m3Call}`, 'Look.', m3Call],
]

/** Tags that a sentence of an answer is about, and thoughts in the middle of an answer. */
const mentionedTags: readonly SplitRow[] = [
  ['prose', 'a generic type', unknown, 'Generic: List<Think> and Map<String, Thought>.'],
  ['prose', 'attributes', unknown, 'A <thinking cap> is a hat.'],
  ['prose', 'capitals', unknown, 'Use <THINK> to open a thought.'],
  ['prose', 'cut', unknown, 'Use <Thought> to open', '', 'Use <Thought> to open', gatewayOnly],
  [
    'prose',
    'a thought in a sentence',
    unknown,
    'So <think> two and two</think> it is four.',
    'two and two',
    'So  it is four.',
    gatewayOnly,
  ],
  ['prose', 'a thought behind a sentence', unknown, 'So. <think> two and two</think>Four.', 'two and two', 'So. Four.', gatewayOnly],
  ['prose', 'an open thought behind a sentence', unknown, 'Four. <think>Is it', 'Is it', 'Four.', gatewayOnly],
]

/** A tag of calls that a thought only mentions, and calls in that tag. */
const mentioned = ['glm-5.2', 'nvidia/nemotron-3-ultra', 'step-3.7-flash', 'qwen3-8b', unknown].flatMap((model): SplitRow[] => [
  ['calls', 'a mentioned tag', model, '<think>I could use <tool_call> here.</think>Four.', 'I could use <tool_call> here.', 'Four.'],
  ...['f{"a":1}', 'f(a=1)', 'f', '\n<function=f>\n</function>\n', 'f\n<arg_key>a</arg_key>\n<arg_value>1</arg_value>\n'].map((call) => {
    const written = `<tool_call>${call}</tool_call>`
    return ['calls', written, model, `<think>Look.${written}`, 'Look.', written] as const
  }),
])

/** What a server that cut a closer in two, or escaped it, leaves in front of an answer. */
const cutClosers = ['/think>', 'think>\n\n', '/thinking>', '&lt;/think&gt;\n', 'assistant\n</think>\n'].flatMap((rest) =>
  [unknown, qwen].map((model): SplitRow => ['vllm#14170', rest, model, fields('Add.', `${rest}Four.`), 'Add.', 'Four.', gatewayOnly]),
)
const noClosers = ['/think about it.', 'think again.', 'thinking> is odd, as a prompt.', '& more.'].map((text): SplitRow => [
  'vllm#14170',
  'prose',
  unknown,
  fields('Add.', text),
  'Add.',
  text,
  gatewayOnly,
])

const off = { gatewayOnly: true, request: { chat_template_kwargs: { enable_thinking: false } } } as const
/** Closers without an answer behind them. */
const lastClosers = [unknown, qwen, 'glm-4.7'].flatMap((model): SplitRow[] => [
  ['thinking off', 'a closer last', model, 'Four.</think>', '', 'Four.', off],
  ['thinking off', 'a closer and a token last', model, 'Four.\n</think>\n<|im_end|>', '', 'Four.', off],
  ['thinking off', 'a closer last, cut', model, 'Add.</think>', 'Add.', '', { ...off, ...cut }],
  ['JSON', 'a closer last', model, '{"a":4}</think>', '', '{"a":4}', json],
  ['JSON', 'a closer last, and blanks', model, '{"a":4}\n</think>\n\n', '', '{"a":4}', json],
  ['cut', 'an answer behind a pair', model, '<think>Add.</think>Fo', 'Add.', 'Fo', cut],
  ['cut', 'a token behind a pair', model, '<think>Add.</think>Four.<|im_e', 'Add.', 'Four.', cut],
])

/** Channels that OpenAI did not name, in the tokens of Harmony and of ChatML. */
const otherChannels = [unknown, qwen].flatMap((model): SplitRow[] => [
  [
    'channels',
    'thinking',
    model,
    '<|channel|>thinking<|message|>Add.<|end|><|start|>assistant<|channel|>final<|message|>Four.<|return|>',
    'Add.',
    'Four.',
  ],
  [
    'channels',
    'reasoning and answer',
    model,
    '<|channel|>reasoning<|message|>Add.<|end|><|start|>assistant<|channel|>answer<|message|>Four.<|return|>',
    'Add.',
    'Four.',
  ],
  [
    'channels',
    'in ChatML',
    model,
    '<|im_start|>analysis\nAdd.<|im_end|>\n<|im_start|>final\nFour.<|im_end|>',
    'Add.',
    'Four.',
    gatewayOnly,
  ],
])

const harmonyRests = [unknown, gptOss].flatMap((model): SplitRow[] => [
  ['harmony', 'the rest of a header', model, fields('Add.', 'final<|message|>Four.'), 'Add.', 'Four.', gatewayOnly],
  ['harmony', 'the rest of a header', model, fields('Add.', 'final<|message|>Four.<|return|>'), 'Add.', 'Four.', gatewayOnly],
  ['harmony', 'with its role', model, fields('Add.', 'assistant<|channel|>final<|message|>Four.'), 'Add.', 'Four.', gatewayOnly],
  ['harmony', 'prose', model, fields('Add.', 'final <b>words</b>'), 'Add.', 'final <b>words</b>', gatewayOnly],
])
const labels: readonly SplitRow[] = [
  ['labels', 'one line', gptOss, 'analysis: Add.\nfinal: Four.', 'Add.', 'Four.'],
  ['labels', 'an empty line', gptOss, 'analysis: Add.\nMore.\n\nfinal: Four.', 'Add.\nMore.', 'Four.'],
  ['labels', 'with its role', gptOss, 'analysis: Add.\nassistant final: Four.', 'Add.', 'Four.'],
  ['labels', 'the last of two', gptOss, 'analysis: Add.\nfinal: Three.\nNo.\nfinal: Four.', 'Add.\nfinal: Three.\nNo.', 'Four.'],
  ['labels', 'prose', gptOss, 'Analysis: it rose.\nFinal: it fell.'],
]

/** Labels and characters in front of a text. */
const fronts = [
  'thought[]',
  'thought() ',
  'thought\n',
  'thought',
  '\u200b',
  '\0',
  'assistant<|role_sep|>\n',
  'assistant<|im_sep|>',
  '<｜begin of sentence｜>',
].flatMap((front): SplitRow[] => [
  ['livekit#6942', JSON.stringify(front), unknown, `${front}Four of them.`, '', 'Four of them.', gatewayOnly],
  ['livekit#6942', JSON.stringify(front), 'gemini-3.5-flash', `${front}Four of them.`, '', 'Four of them.', gatewayOnly],
])
const noFronts = ['thoughts matter.', 'thought is free.', 'thought(s) count.', 'Thought\nFour.'].map((text): SplitRow => [
  'livekit#6942',
  'prose',
  unknown,
  text,
  '',
  text,
  gatewayOnly,
])

const marks = [
  '{think} {/think}',
  '(think) (/think)',
  '⟦think⟧ ⟦/think⟧',
  '＜think＞ ＜/think＞',
  '《think》 《/think》',
  '（think） （/think）',
  '〈think〉 〈/think〉',
  '｛think｝ ｛/think｝',
  '［think］ ［/think］',
  '&#60;think&#62; &#60;/think&#62;',
  '&#x3c;think&#x3e; &#x3c;/think&#x3e;',
  '<think1> </think1>',
  '<think-start> <think-end>',
].flatMap((pair) => {
  const [opener = '', closer = ''] = pair.split(' ')
  return [
    ['marks', pair, unknown, `${opener}Add.${closer}Four.`, 'Add.', 'Four.'],
    ['marks', `${pair} on lines`, unknown, `${opener}\nAdd.\n${closer}\n\nFour.`, 'Add.', 'Four.'],
  ] satisfies SplitRow[]
})

const ernie = ['baidu/ERNIE-5.0-Thinking', 'ernie-5.0-thinking-preview'].flatMap((model): SplitRow[] => [
  ['ernie', 'a pair', model, '<think>\nAdd.\n</think>\n\n<response>\nFour.\n</response>\n', 'Add.', 'Four.'],
  ['ernie', 'beside a field', model, fields('Add.', '<response>\nFour.\n</response>'), 'Add.', 'Four.', gatewayOnly],
  ['ernie', 'a plain answer', model, 'Four.', '', 'Four.', gatewayOnly],
])

/** Output that people reported in public, of late. The words are our own. */
/** Openers that an answer quotes or shows as code, and never closes. */
const quotedOpeners = [
  'The prompt: "<think> step by step". Many write it.',
  'The prompt: “<think> Step by step”. Many write it.',
  'He said "<thinking> hard" again.',
  'The template ends with\n\n    <think>\n\nso the model never writes it.',
  '- The end:\n\n\t<think>\n\nThen more.',
  'Use **<think>** to open.\n\nThen close it.',
  'Use *<think>* first.',
  'Output:\n\n<pre>&lt;think&gt;…&lt;/think&gt;</pre>',
  'Output:\n\n&lt;think&gt;\nHm.\n&lt;/think&gt;\n\nSo.',
].flatMap((text) => [unknown, qwen, 'qwen3-8b'].map((model): SplitRow => ['quotes', 'an open tag', model, text, '', text, gatewayOnly]))

const quotedPairs = [unknown, 'Qwen/Qwen3-8B'].flatMap((model): SplitRow[] => [
  ['quotes', 'a thought behind one', model, 'Yes. "Four."<think>Add.</think>Five.', 'Add.', 'Yes. "Four."Five.', gatewayOnly],
  ['quotes', 'a thought on its line', model, 'Look.\n<think>Add.</think>Five.', 'Add.', 'Look.\nFive.', gatewayOnly],
])

/** Tags that lost their bracket. */
const cutTags = [unknown, qwen, 'qwen3-8b'].flatMap((model): SplitRow[] => [
  ['cut tags', 'an opener', model, '<think\nAdd.\n</think>\nFour.', 'Add.', 'Four.'],
  ['cut tags', 'a closer at the end', model, '<think>Add.</think', 'Add.', ''],
  ['cut tags', 'the same, and a line', model, '<think>Add.</think\n', 'Add.', ''],
  ['cut tags', 'an opener in a sentence', model, 'Write <think\nand so on.', '', 'Write <think\nand so on.', gatewayOnly],
])

/** Delimiters that a limit has cut in a thought. */
const cutInThought = [
  ...['<tool_c', '<thi', '</thi', '[/THI', '<|im_e', '<ans'].map((end) => ['brand-new-7b', `<think>Add.${end}`] as const),
  ['gemma-4-31b', '<|channel>thought\nAdd.<chann'] as const,
  ...['<|e', '<|en', '<|end', '<|end|'].map((end) => [gptOss, `<|channel|>analysis<|message|>Add.${end}`] as const),
].map(([model, text]): SplitRow => ['cut', 'a delimiter', model, text, 'Add.', '', { ...gatewayOnly, ...cut }])

const cutInAnswer = [
  ['<|ret', ''],
  ['<|r', ''],
  [' <|', ' <|'],
  [' <| b', ' <| b'],
].map(([end, kept]): SplitRow => {
  const text = `<|channel|>analysis<|message|>Add.<|end|><|start|>assistant<|channel|>final<|message|>Four.${end}`
  return ['cut', 'the end of an answer', gptOss, text, 'Add.', `Four.${kept}`, gatewayOnly]
})

export const leakedCases = rowsOf([
  ...quotedOpeners,
  ...quotedPairs,
  ...cutTags,
  ...cutInThought,
  ...cutInAnswer,
  ...endings,
  ...doubao,
  ...calls,
  ...grammars,
  ...turns,
  ...channels,
  ...inChannels,
  ...toSelf,
  ...pairs,
  ...others,
  ...named,
  ...asked,
  ...openCalls,
  ...mentioned,
  ...mentionedTags,
  ...minimaxCalls,
  ...cutClosers,
  ...noClosers,
  ...lastClosers,
  ...otherChannels,
  ...harmonyRests,
  ...labels,
  ...fronts,
  ...noFronts,
  ...marks,
  ...ernie,
])

/** The text behind a closer in a channel is the answer if no other comes. A client at `full` has seen it as part of the thought, too. */
const closersInChannels = [unknown, gptOss].flatMap((model): SplitRow[] => [
  ['harmony', 'a closer in a thought', model, '<|channel|>analysis<|message|>Add.</think>Four.', '', 'Four.', gatewayOnly],
  ['harmony', 'a closer in a thought', model, '<|channel|>analysis<|message|>Add.</think>Four.<|end|>', '', 'Four.', gatewayOnly],
  [
    'harmony',
    'a mentioned closer',
    model,
    '<|channel|>analysis<|message|>Not </think> here.<|end|><|start|>assistant<|channel|>final<|message|>Four.',
    '',
    'Four.',
    gatewayOnly,
  ],
  ['harmony', 'a closer, and a limit', model, '<|channel|>analysis<|message|>Add.</think>Fo', '', '', { ...gatewayOnly, ...cut }],
])

/** A second opener in the thought: the first closer may belong to it. A client at `full` sees the rest of the thought in a stream. */
const nested = [unknown, qwen, 'qwen3-8b', 'deepseek-r1'].flatMap((model): SplitRow[] => [
  ['nested', 'a pair', model, '<think>a <think>b</think> More.</think>Four.', '', 'Four.', gatewayOnly],
  ['nested', 'two pairs', model, '<think>a <think>b</think> c <think>d</think> More.</think>Four.', '', 'Four.', gatewayOnly],
  ['nested', 'the opener is in the prompt', model, 'a <think>b</think> More.</think>Four.', '', 'Four.', gatewayOnly],
  ['nested', 'an opener that the thought names', model, '<think>What is <think>?</think>It opens.', '', 'It opens.', gatewayOnly],
  [
    'nested',
    'an answer with code',
    model,
    '<think>They want <think> blocks.</think>```xml\n<think>\na\n</think>\nb\n```\nIt strips `<think>…</think>`.',
    '',
    '```xml\n<think>\na\n</think>\nb\n```\nIt strips `<think>…</think>`.',
    gatewayOnly,
  ],
  ['nested', 'the same in code', model, '<think>What is `<think>`?</think>It opens.', '', 'It opens.', gatewayOnly],
])

/** What a client at `full` of a preamble alone beside a field sees is its text twice. */
export const leakedHiddenCases = rowsOf([
  ...nested,
  ...closersInChannels,
  [
    'channels',
    'a preamble alone beside a field',
    gptOss,
    fields('Add.', '<|channel|>commentary<|message|>Four.'),
    '',
    'Four.',
    gatewayOnly,
  ],
  [
    'channels',
    'the same, and an answer',
    gptOss,
    fields('Add.', '<|channel|>commentary<|message|>Hm.<|end|><|channel|>final<|message|>Four.'),
    '',
    'Four.',
    gatewayOnly,
  ],
  [
    'muse',
    'a thought to itself',
    unknown,
    ' to=self<|message|>Add.<|end|><|start|>assistant to=user<|message|>Four.',
    '',
    'Four.',
    gatewayOnly,
  ],
])
