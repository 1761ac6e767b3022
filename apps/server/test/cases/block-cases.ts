import { cut, gatewayOnly, rowsOf, unknown, type SplitCase, type SplitRow } from './split-case.ts'

const qwen = 'Qwen/Qwen3.6-35B-A3B'
const gemma = 'google/gemma-4-26b-a4b-it'
const long = 'Two and two are four, as anybody can count on a hand. '.repeat(16).trim()
const details = (thought: string): string => `<details type="reasoning" done="true" duration="2">\n${thought}\n</details>\n`

const rows: readonly SplitRow[] = [
  ['blocks', 'an empty one, without the end of its label', gemma, '<|channel>thought<channel|>Four.', '', 'Four.'],
  [
    'imp#793',
    'a second thought',
    'Qwen/Qwen3.6-35B-A3B',
    '<think>First.</think>Wait. <think>Again.</think>Done.',
    'First.Again.',
    'Wait. Done.',
  ],
  [
    'llama.cpp#23852',
    'a block',
    'LiquidAI/LFM2.5-8B-A1B-GGUF:Q8_0',
    '<think>\nA greeting.\n</think>\nHello there!',
    'A greeting.',
    'Hello there!',
  ],
  ['qwen-code#8818', 'a doubled opener', 'qwen3-coder-plus', '<thinking><thinking>A plan.</thinking>The code.', 'A plan.', 'The code.'],
  [
    'mlx-vlm#899',
    'no label',
    'gemma-4-e4b-it-4bit',
    '<|channel>\nThe user is asking for a sum.\n<channel|>\n4',
    'The user is asking for a sum.',
    '4',
  ],
  [
    'omlx#1028',
    'an empty block first',
    'gemma-4-26b-a4b-it-4bit',
    '<|channel>thought\n<channel|><|channel>thought\nLook.\n<channel|>Found.',
    'Look.',
    'Found.',
  ],
  ['omlx#1028', 'a doubled opener', 'gemma-4-26b-a4b-it-4bit', '<|channel><|channel>thought\nLook.\n<channel|>Found.', 'Look.', 'Found.'],
  ['openclaw#113164', 'a closed opener', unknown, '<think/>Here it is.', '', 'Here it is.'],
  ['openclaw#113164', 'a closed opener', 'Qwen/Qwen3-8B', '\n<thinking />\n\nHere it is.', '', 'Here it is.'],
  ['goose#8635', 'a closed opener, then a thought', 'Qwen/Qwen3-8B', '<think/><think>Add.</think>Four.', 'Add.', 'Four.'],
  ['goose#8635', 'a closed opener, where the template opens', 'deepseek-r1:8b', '<think/>\nFour.', '', 'Four.', gatewayOnly],
  ['goose#8635', 'longer names', unknown, 'Use <thinking-mode> or <thinking123>.'],
  ['hermes-webui#327', 'blanks first', 'MiniMax-M2.7', '\n\n<think>\nAdd.\n</think>\nFour.', 'Add.', 'Four.'],
  ['opencode#21515', 'Chinese', unknown, '<think>用户问候。\n</think>\n\n你好！', '用户问候。', '你好！'],
  ['sglang#37645', 'no thought', 'zai-org/GLM-5.2', 'Paris is the capital.', '', 'Paris is the capital.', gatewayOnly],
  [
    'qwen-code#10692',
    'a call as text',
    'qwen3-coder',
    '<tool_call>\n<function=run>\n<parameter=command>\nls\n</parameter>\n</function>\n</tool_call>',
  ],
  [
    'variant',
    'label of the answer, unclosed',
    'gemma-4-27b-it',
    '<|channel>thought\nAdd.<channel|><|channel>response\nFour.',
    'Add.',
    'Four.',
  ],
  ['variant', 'no label', 'gemma-4-27b-it', '<|channel>\nAdd.<channel|>Four.', 'Add.', 'Four.'],
  [
    'variant',
    'two thoughts',
    'gemma-4-27b-it',
    '<|channel>thought\nA.<channel|>One. <|channel>thought\nB.<channel|>Two.',
    'A.B.',
    'One. Two.',
  ],
  ['variant', 'opener doubled', unknown, '<think><think>Add.</think>Four.', 'Add.', 'Four.'],
  ['variant', 'opener doubled', 'Qwen/Qwen3-8B', '<think>\n<think>\nAdd.\n</think>\nFour.', 'Add.', 'Four.'],
  ['variant', 'pair doubled', 'deepseek-r1:8b', '<think>\n<think>\nAdd.\n</think>\n</think>\n\nFour.', 'Add.', 'Four.'],
  ['variant', 'blanks in tags', unknown, '< think >Add.</ think >Four.', 'Add.', 'Four.'],
  ['variant', 'blanks in a closer', 'Qwen/Qwen3-8B', '<think >Add.< /think>Four.', 'Add.', 'Four.'],
  ['variant', 'a line break in a closer', 'Qwen/Qwen3-8B', '<think>Add.</\nthink>Four.', 'Add.', 'Four.'],
  ['variant', 'a comparison', unknown, 'a < think > b'],
  ['variant', 'Chinese', 'zai-org/GLM-4.7-Flash', '用户在问候。</think>你好！', '用户在问候。', '你好！'],
  ['variant', 'Arabic', unknown, '<think>فكر</think>باريس', 'فكر', 'باريس'],
  ['variant', 'surrogates', unknown, '<think>🤔🧮</think>🎉', '🤔🧮', '🎉'],
  ['koma#63', 'nbsp', unknown, '\u00a0<think>Add.</think>Four.', 'Add.', 'Four.'],
  ['koma#63', 'nbsp', 'Qwen/Qwen3.6-35B-A3B', '\u00a0\n<THINK>Add.</Think>Four.', 'Add.', 'Four.'],
  ['turboquant#183', 'blank first', 'kimi-k2-thinking', '\n<think>Add.</think>Four.', 'Add.', 'Four.'],
  [
    'ollama#17626',
    'label behind',
    'google/gemma-4-26b-a4b-it',
    '<|channel>thought\nOver.<channel|>thought\nIt is 42.',
    'Over.',
    'It is 42.',
  ],
  ['ollama#17570', 'blanks', 'google/gemma-4-26b-a4b-it', '<|channel>thought\n\nAdd.\n\n<channel|>\n\n\nFour.', 'Add.', 'Four.'],
  [
    'vmlx-swift#7',
    'empty twice',
    'google/gemma-4-26b-a4b-it',
    '<|channel>thought\n<channel|><|channel>thought\n<channel|>Four.',
    '',
    'Four.',
  ],
  [
    'open-webui#24635',
    'details',
    unknown,
    '<details type="reasoning" done="true" duration="2">\n<summary>Thought for 2 seconds</summary>\n> Add.\n</details>\nFour.',
    '<summary>Thought for 2 seconds</summary>\n> Add.',
    'Four.',
  ],
  [
    'open-webui#24635',
    'details',
    'Qwen/Qwen3.6-35B-A3B',
    '<details type="reasoning" done="false">\n<summary>Thinking…</summary>\n> Add.\n</details>\nFour.',
    '<summary>Thinking…</summary>\n> Add.',
    'Four.',
    gatewayOnly,
  ],
  ['two', 'two blocks', unknown, '<think>\n\n</think>\n\n<think>Add.</think>Four.', 'Add.', 'Four.'],
  ['livekit#6942', 'prose', 'google/gemma-4-26b-a4b-it', 'thoughtful people think.', '', 'thoughtful people think.', gatewayOnly],
  ['livekit#6942', 'prose', 'google/gemma-4-26b-a4b-it', 'thought is free.', '', 'thought is free.', gatewayOnly],
  ['empty', 'a tag with a namespace', unknown, '<acme:think/>Four.', '', 'Four.'],
  ['empty', 'a tag of its own', 'ByteDance-Seed/Seed-OSS-36B-Instruct', '<seed:think />Four.', '', 'Four.'],
]

/** Blocks that are thoughts only at the beginning of a text, and texts that only resemble them. */
const leading: readonly SplitRow[] = [
  ['details', 'long', unknown, `${details(long)}Four.`, long, 'Four.'],
  ['details', 'two', unknown, `${details('Add.')}${details('Again.')}Four.`, 'Add.\n\nAgain.', 'Four.'],
  ['details', 'behind a thought', unknown, `<think>Hm.</think>${details('Add.')}Four.`, 'Hm.\nAdd.', 'Four.'],
  ['details', 'in an answer', unknown, `So:\n${details('Add.')}Four.`],
  ['details', 'of an answer', unknown, '<details>\n<summary>More</summary>\nFour.\n</details>'],
  ['details', 'of another type', unknown, '<details type="tool_calls">\nf\n</details>\nFour.'],
  ['details', 'cut', unknown, '<details type="reasoning" done="false">\nAdd', 'Add', '', cut],
  ['escaped', 'long', unknown, `&lt;think&gt;${long}&lt;/think&gt;Four.`, long, 'Four.'],
  ['escaped', 'another tag', unknown, '&lt;thinking&gt;Add.&lt;/thinking&gt;Four.', 'Add.', 'Four.'],
  ['escaped', 'no closer', unknown, '&lt;think&gt; is a tag.'],
  ['escaped', 'in an answer', unknown, 'Use &lt;think&gt;x&lt;/think&gt;.'],
  ['escaped', 'another element', unknown, '&lt;b&gt;Four.&lt;/b&gt;'],
  ['brackets', 'long', unknown, `[thinking]${long}[/thinking]Four.`, long, 'Four.'],
  ['brackets', 'no closer', unknown, '[thinking] Four.'],
  ['brackets', 'a link', unknown, '[think](https://example.org) of it.'],
  ['brackets', 'in an answer', unknown, 'So [think]x[/think].'],
]

const lines: readonly SplitRow[] = [
  ['lines', 'CRLF', unknown, '<think>\r\nAdd.\r\n</think>\r\n\r\nFour.', 'Add.', 'Four.'],
  ['lines', 'CRLF behind a label', gemma, '<|channel>thought\r\nAdd.\r\n<channel|>Four.', 'Add.', 'Four.'],
  ['lines', 'CRLF behind a label', unknown, '<|channel>thought\r\nAdd.\r\n<channel|>Four.', 'Add.', 'Four.'],
  ['lines', 'another label', gemma, '<|channel>thinking\nAdd.<channel|>Four.', 'Add.', 'Four.'],
  ['lines', 'a closer without its bracket', qwen, '<think>Add.</think\n\nFour.', 'Add.', 'Four.'],
  ['lines', 'a closer without its bracket', unknown, '<think>\nAdd.\n</think\n\nFour.', 'Add.', 'Four.'],
  ['lines', 'no opener either', unknown, 'Add.\n</thinking\nFour.', 'Add.', 'Four.'],
  ['lines', 'a closer over two lines', unknown, '<think>Add.</think\n>Four.', 'Add.', 'Four.'],
  ['lines', 'in code', unknown, 'So:\n```\n</think\n```\nDone.'],
]

/** Text in front of an opener of models whose prompts open the thought. No server has read the tags. */
const behindOpenPrompts = [qwen, 'zai-org/GLM-4.7', 'deepseek-ai/DeepSeek-R1'].flatMap((model): SplitRow[] => [
  ['omlx#3048', 'a second opener', model, 'Add.<think>Again.</think>Four.', 'Add.<think>Again.', 'Four.', gatewayOnly],
  ['omlx#3048', 'an opener on its own line', model, 'Add.\n<think>Again.</think>\n\nFour.', 'Add.\n<think>Again.', 'Four.', gatewayOnly],
])

/** Blocks in blocks: each opener waits for its closer, unless the thought only names it. */
const nested = [unknown, qwen].flatMap((model): SplitRow[] => [
  [
    'inspect_ai#4385',
    'two levels',
    model,
    '<think>Outer <think>inner</think> still.</think>Out.',
    'Outer <think>inner</think> still.',
    'Out.',
  ],
  [
    'variant',
    'three levels',
    model,
    '<think>A <think>b <think>c</think> d</think> e</think>Out.',
    'A <think>b <think>c</think> d</think> e',
    'Out.',
  ],
  ['variant', 'another tag', model, '<thinking>A <think>b</think> c</thinking>Out.', 'A <think>b</think> c', 'Out.'],
  [
    'chad#36',
    'an opener that the thought names',
    model,
    '<think>I open a <think> block. So.</think>Out.',
    'I open a <think> block. So.',
    'Out.',
  ],
  ['variant', 'one closer for two openers', model, '<think>A. <think>B.</think>Out.', 'A. <think>B.', 'Out.'],
  [
    'cursor2api#53',
    'a block in a fence',
    model,
    '<think>Sample:\n```\n<think>a</think>b\n```\nGood.</think>Out.',
    'Sample:\n```\n<think>a</think>b\n```\nGood.',
    'Out.',
  ],
  [
    'variant',
    'a fence in the answer',
    model,
    '<think>A. <think>B.</think>Out:\n```\n</think>\n```\nSo.',
    'A. <think>B.',
    'Out:\n```\n</think>\n```\nSo.',
  ],
])

const bedrock = 'openai.gpt-oss-120b-1:0'
const wrapped = (...pieces: string[]): string => pieces.map((piece) => `<reasoning>${piece}</reasoning>`).join('')

/** A server that wraps each piece of one thought, so that a block may contain only marks or a joining word. */
const pieces: readonly SplitRow[] = [
  ['cherry-studio#10225', 'a mark alone', bedrock, `${wrapped('We add', ':', ' 2+2')}It is 4.`, 'We add: 2+2', 'It is 4.'],
  ['variant', 'a joining word alone', bedrock, `${wrapped('Two', ' and', ' two', '.')}Four.`, 'Two and two.', 'Four.'],
  ['variant', 'marks of a quotation', bedrock, `${wrapped('He says "', 'hi', '"', '.')}\n\nHello!`, 'He says "hi".', 'Hello!'],
  ['variant', 'the beginning of another tag', bedrock, `${wrapped('The', ' <', 'b>', ' tag', '?')}**Bold**`, 'The <b> tag?', '**Bold**'],
  ['variant', 'a placeholder', unknown, `${wrapped('Fill', ' {name}', '…')}Done.`, 'Fill {name}…', 'Done.'],
  [
    'variant',
    'an answer that names the tags',
    unknown,
    '<reasoning>A regex.</reasoning><reasoning>(.*?)</reasoning> matches it.',
    'A regex.',
    '<reasoning>(.*?)</reasoning> matches it.',
  ],
]

/** Thoughts with a label, empty, doubled, several or in odd places, and texts that only resemble them. */
export const blockCases: readonly SplitCase[] = rowsOf([...rows, ...leading, ...lines, ...behindOpenPrompts, ...nested, ...pieces])
