import { gatewayOnly, rowsOf, type SplitCase, type SplitRow } from './split-case.ts'

/** Models that no table has. */
const models = ['zephyr-omega-14b', 'acme/reasoner-9x']

/** Delimiters that no published model writes, but a future model may. */
const blocks = [
  ['<|thinking|>Add.<|/thinking|>Four.', 'Add.', 'Four.'],
  ['<|begin_thinking|>Add.<|end_thinking|>Four.', 'Add.', 'Four.'],
  ['<|reasoning_start|>Add.<|reasoning_end|>Four.', 'Add.', 'Four.'],
  ['<|startthink|>Add.<|endthink|>Four.', 'Add.', 'Four.'],
  ['<｜think｜>Add.<｜/think｜>Four.', 'Add.', 'Four.'],
  ['[REASONING]Add.[/REASONING]Four.', 'Add.', 'Four.'],
  ['◁thinking▷Add.◁/thinking▷Four.', 'Add.', 'Four.'],
  ['<kestrel:think>Add.</kestrel:think>Four.', 'Add.', 'Four.'],
  ['<think\n>Add.</think\n>Four.', 'Add.', 'Four.'],
  ['<ifm|think>Add.</ifm|think>Four.', 'Add.', 'Four.'],
  ['<|think|>Add.<|content|>Four.<|end|>', 'Add.', 'Four.'],
  ['assistant\n<think>Add.</think>Four.', 'Add.', 'Four.'],
  ['model\n<think>Add.</think>Four.', 'Add.', 'Four.'],
  ['<start_of_turn>model\n<think>Add.</think>Four.<end_of_turn>', 'Add.', 'Four.'],
  ['<think>Add.</think><think>More.</think>Four.', 'Add.More.', 'Four.'],
  ['<｜think▁begin｜>Add.<｜think▁end｜>Four.', 'Add.', 'Four.'],
  ['<|cot_start|>Add.<|cot_end|>Four.', 'Add.', 'Four.'],
  ['<|chain_of_thought|>Add.<|/chain_of_thought|>Four.', 'Add.', 'Four.'],
  ['<|begin-of-thought|>Add.<|end-of-thought|><|begin-of-answer|>Four.<|end-of-answer|>', 'Add.', 'Four.'],
  ['<|think_start|>Add.<|think_end|><|answer_start|>Four.<|answer_end|>', 'Add.', 'Four.'],
  ['<|think_start|>Add.<|answer_start|>Four.<|answer_end|>', 'Add.', 'Four.'],
  ['<think>\nAdd.\n<|answer|>\nFour.', 'Add.', 'Four.'],
  ['<think>Add.</think><|final|>Four.', 'Add.', 'Four.'],
  ['<|reasoning|>Add.<|/reasoning|><|response|>Four.<|/response|>', 'Add.', 'Four.'],
  ['Add.<|final_answer|>Four.', 'Add.', 'Four.'],
  ['<|final_answer|>Four.<|/final_answer|>', '', 'Four.'],
  ['It has `<|answer|>` in code.', '', 'It has `<|answer|>` in code.'],
  ['<|think|>Add.<|begin|>assistant<|content|>Four.<|end|>', 'Add.', 'Four.'],
  ['<|im_start|>think\nAdd.\n<|im_start|>answer\nFour.<|im_end|>', 'Add.', 'Four.'],
  ['<|im_start|>think\nAdd.<|im_end|>\n<|im_start|>answer\nFour.<|im_end|>', 'Add.', 'Four.'],
  ['<think>Behind "</think>" stand more.</thinking>Four.', 'Behind "</think>" stand more.', 'Four.'],
  ['<think>Behind "</think>" stand more.[/THINK]Four.', 'Behind "</think>" stand more.', 'Four.'],
  ['<think>Behind "<|answer|>" stands more.<|begin|>assistant<|content|>Four.', 'Behind "<|answer|>" stands more.', 'Four.'],
  ['Use <open:response>x</open:response> and <start-reason>.', '', 'Use <open:response>x</open:response> and <start-reason>.'],
  ['Tokens:\n<|user|>\n<|assistant|>\nThat is all.', '', 'Tokens:\n\n\nThat is all.'],
  ['<|thinking_on|>Add.<|thinking_off|>Four.', 'Add.', 'Four.'],
  ['<|ponder|>Add.<|/ponder|>Four.', 'Add.', 'Four.'],
  ['<|reason|>Add.<|respond|>Four.', 'Add.', 'Four.'],
  ['<|analysis|>Add.<|final|>Four.', 'Add.', 'Four.'],
  ['<|channel:think|>Add.<|channel:answer|>Four.', 'Add.', 'Four.'],
  ['<think>\nAdd.\n</think>\n\n<|assistant_final|>Four.', 'Add.', 'Four.'],
  ['<think>Add.</think_end>Four.', 'Add.', 'Four.'],
  ['<reasoning_content>Add.</reasoning_content>Four.', 'Add.', 'Four.'],
  ['⟨think⟩Add.⟨/think⟩Four.', 'Add.', 'Four.'],
  ['【think】Add.【/think】Four.', 'Add.', 'Four.'],
  ['{{think}}Add.{{/think}}Four.', 'Add.', 'Four.'],
  ['[[think]]Add.[[/think]]Four.', 'Add.', 'Four.'],
  ['<<think>>Add.<</think>>Four.', 'Add.', 'Four.'],
  ['\\<think\\>Add.\\</think\\>Four.', 'Add.', 'Four.'],
  ['＜think＞Add.＜／think＞Four.', 'Add.', 'Four.'],
  ['%3Cthink%3EAdd.%3C%2Fthink%3EFour.', 'Add.', 'Four.'],
  ['&lt;think&gt;Add.&lt;&#47;think&gt;Four.', 'Add.', 'Four.'],
  ['&amp;lt;think&amp;gt;Add.&amp;lt;/think&amp;gt;Four.', 'Add.', 'Four.'],
  ['«think» and «/think» are marks.', '', '«think» and «/think» are marks.'],
  ['<start_of_turn>thought\nAdd.<end_of_turn>\n<start_of_turn>model\nFour.<end_of_turn>', 'Add.', 'Four.'],
  ['<|start_header_id|>thinking<|end_header_id|>\n\nAdd.<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\nFour.', 'Add.', 'Four.'],
  ['<|think|>\nAdd.\n<|im_end|>\n<|im_start|>assistant\nFour.<|im_end|>', 'Add.', 'Four.'],
  ['<think>Add.<|im_end|>\n<|im_start|>user\nmore?</think>Four.', 'Add.<|im_end|>\n<|im_start|>user\nmore?', 'Four.'],
  ['<|think|>Add.<|end|><|begin|>assistant<|content|>Four.<|end|>', 'Add.', 'Four.'],
  ['<think>Add.<|im_end|></think>Four.', 'Add.', 'Four.'],
  ['<think>Add.</thinking></think>Four.', 'Add.', 'Four.'],
  ['<s><think>Add.</think>Four.</s>', 'Add.', 'Four.'],
  ['[gMASK]<sop><think>Add.</think>Four.', 'Add.', 'Four.'],
  ['<|startoftext|><|think|>Add.<|/think|><bos>Four.', 'Add.', 'Four.'],
  ['<s>Four.', '', 'Four.'],
  ['<s>Old price</s> is four.', '', '<s>Old price</s> is four.'],
  ['assistant\nis a role.', '', 'assistant\nis a role.'],
  ['<think>Add.</think>\n```html\n<think>x</think>\n```', 'Add.', '```html\n<think>x</think>\n```'],
].flatMap(([text, reasoning, answer]) =>
  models.map((model): SplitRow => ['invented', 'a block', model, text!, reasoning!, answer!, gatewayOnly]),
)

/** Turns of another role after the answer. */
const turns = [
  '<|im_end|>\n<|im_start|>user\nNo.',
  '<end_of_turn>\n<start_of_turn>user\nNo.',
  '<|eot_id|><|start_header_id|>user<|end_header_id|>\n\nNo.',
  '</s>[INST]No.[/INST]',
  '<turn|>\n<|turn>user\nNo.',
  '<|user|>\nNo.<|assistant|>\n<think>x</think>Five.',
].flatMap((turn) =>
  [...models, 'Qwen/Qwen3.6-35B-A3B', 'openai/gpt-oss-20b', 'google/gemma-4-26b-a4b-it'].map((model): SplitRow => [
    'invented',
    'a turn',
    model,
    `<think>Add.</think>Four.${turn}`,
    'Add.',
    'Four.',
    gatewayOnly,
  ]),
)

/** Harmony without some of its tokens and words, or with other words. */
const stripped = [
  'analysisAdd.\nfinal\nFour.',
  'analysis\nAdd.\n\nfinal\n\nFour.',
  '<|channel|>analysis<|message|>Add.<|end|>final Four.',
  'Add.<|end|>final\nFour.',
  '<|channel|>analysis<|message|>Add.<|end|><|start|>assistant<|channel|>finalx<|message|>Four.<|return|>',
  '<|channel|>analysis<|message|>Add.<|end|><|start|>assistant<|channel|>final_answer<|message|>Four.<|end|>',
].map((text): SplitRow => ['invented', 'a stripped or misspelt header', 'openai/gpt-oss-20b', text, 'Add.', 'Four.', gatewayOnly])

/** A second closer, at the end of the answer. */
const closers = models.map((model): SplitRow => [
  'invented',
  'two closers',
  model,
  'Add.\n</think>\n\nFour.</think>',
  'Add.',
  'Four.',
  gatewayOnly,
])

/** Tags at the ends of a reasoning field. */
const fields = ['<think>Add.</think>', '<think>\nAdd.\n</think>\n', 'Add.</think>', '<think>Add.', '[THINK]Add.[/THINK]'].flatMap((field) =>
  models.map((model): SplitRow => [
    'invented',
    'a field',
    model,
    JSON.stringify({ reasoning_content: field, content: 'Four.' }),
    'Add.',
    'Four.',
    gatewayOnly,
  ]),
)

export const inventedDelimiterCases: readonly SplitCase[] = rowsOf([...blocks, ...turns, ...stripped, ...closers, ...fields])
