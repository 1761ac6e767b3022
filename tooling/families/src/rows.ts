import type { Family } from './family-row.ts'

/** A row of the family table that follows from a template of the folder. */
export interface Row {
  /** The family's id. */
  id: string
  /** The template's name. Default: the id. */
  template?: string
  /** What the template cannot say, or says too little of. */
  overrides?: Override
}

export interface Override extends Partial<Family> {
  /** Why the template does not settle it. */
  because: string
}

const commonTags = { startTag: ['<think>', '<thinking>'], endTag: ['</think>', '</thinking>'] }

export const rows: readonly Row[] = [
  { id: 'apertus' },
  {
    id: 'apriel',
    overrides: {
      because: 'the model writes a closing marker behind its answer, and 1.5 writes <thinking> before calls: no template shows both',
      options: { contentStrip: ['[END FINAL RESPONSE]', '<|end|>'] },
    },
  },
  { id: 'bielik' },
  {
    id: 'cohere_command_r7b',
    overrides: { because: 'the model plans in the same tags before calls, whatever the switch is', switchable: true },
  },
  { id: 'cohere_command_r7b_a_reasoning', template: 'cohere_command_a_reasoning' },
  { id: 'cohere_north' },
  {
    id: 'deepseek_r1',
    overrides: { because: '0528 writes the opener itself, and older templates leave it to the model', start: 'template' },
  },
  {
    id: 'deepseek_v3_hybrid',
    overrides: {
      because: 'V3.2 has envelopes of its own (deepseek_v3.2), and is served under the same names',
      options: {
        toolOpeners: ['<｜tool▁calls▁begin｜>', '<｜tool▁call▁begin｜>', '<｜DSML｜function_calls>', '<｜DSML｜tool_calls>'],
        toolClosers: ['<｜tool▁calls▁end｜>', '</｜DSML｜function_calls>', '</｜DSML｜tool_calls>'],
      },
    },
  },
  { id: 'deepseek_v3.2' },
  {
    id: 'deepseek_v4',
    overrides: { because: 'the model is known to close an empty block first, and to think after it', options: { emptyStart: 'hold' } },
  },
  { id: 'exaone4' },
  { id: 'exaone_deep' },
  { id: 'gemma4' },
  { id: 'gigachat3.5' },
  { id: 'glm4.5' },
  { id: 'glm4.7_5', overrides: { because: 'the model thinks again after each call of one turn', options: { afterTool: 'hold' } } },
  { id: 'granite3.3', overrides: { because: 'the template renders no calls of the history', options: { toolOpeners: '<|tool_call|>' } } },
  { id: 'granite4' },
  { id: 'granite4.2', overrides: { because: 'one line feed belongs to the closer', options: { trim: ['newline1AfterClose'] } } },
  {
    id: 'hunyuan_a13b',
    overrides: {
      because: 'line feeds belong to its delimiters',
      options: { startTag: ['<think>\n', '<think>'], endTag: ['\n</think>\n<answer>\n', '\n</think>', '</think>'] },
    },
  },
  suffixed('hunyuan_v3'),
  suffixed('hunyuan_v4'),
  {
    id: 'hyperclovax_seed_think_14b',
    overrides: {
      because: 'the header of a call is a role, and no mark',
      options: { toolOpeners: '<|im_end|>\n<|im_start|>assistant -> tool/function_call' },
    },
  },
  { id: 'intern_s1' },
  { id: 'k2_horizon' },
  { id: 'k2_v2' },
  { id: 'kimi_k1.5_vl' },
  { id: 'kimi_k2' },
  {
    id: 'kimi_k2_instruct',
    overrides: {
      because: 'a block of a model that does not think is unexpected, but must be split all the same',
      options: { startTag: '<think>', endTag: '</think>' },
    },
  },
  { id: 'kimi_k2_thinking' },
  { id: 'kimi_k3' },
  { id: 'laguna_xs' },
  { id: 'lfm2_thinking' },
  { id: 'longcat' },
  { id: 'mimo' },
  { id: 'minicpm5' },
  { id: 'minicpm_v4.6' },
  { id: 'minimax_m2', overrides: { because: 'the model writes the longer tags at times', options: commonTags } },
  {
    id: 'minimax_m3',
    overrides: {
      because: 'providers put common tags in place of its own',
      options: { startTag: ['<mm:think>', ...commonTags.startTag], endTag: ['</mm:think>', ...commonTags.endTag] },
    },
  },
  {
    id: 'mistral',
    overrides: {
      because: 'the first Magistral writes common tags, as its system prompt asks; the end of its turn is the token </s>',
      options: { startTag: ['[THINK]', '<think>'], endTag: ['[/THINK]', '</think>'] },
      serviceTokens: ['</s>', '[INST]', '[/INST]'],
    },
  },
  { id: 'muse_glimmer' },
  { id: 'nemotron_nano_v2' },
  { id: 'nemotron_v3' },
  { id: 'olmo3_think' },
  { id: 'ornith' },
  { id: 'plamo3' },
  { id: 'poolside_laguna' },
  { id: 'qwen3.5', overrides: { because: 'the model mentions the tag of calls in prose', options: { toolLookahead: '<function=' } } },
  { id: 'qwen3_hybrid' },
  {
    id: 'qwen3_instruct_2507',
    overrides: {
      because: 'a block of a model that does not think is unexpected, but must be split all the same',
      options: { startTag: '<think>', endTag: '</think>' },
    },
  },
  { id: 'qwen3_thinking_2507' },
  { id: 'qwq' },
  { id: 'reka' },
  { id: 'ring_ling' },
  { id: 'seed_oss' },
  { id: 'smollm3' },
  {
    id: 'solar_open',
    overrides: {
      because: 'where the prompt ends before the header, the answer brings its own; some servers flush between messages',
      options: { contentStrip: ['<|begin|>assistant', '<|content|>', '<|end|>', '<|flush|>'] },
    },
  },
  { id: 'solar_open2' },
  {
    id: 'step3.5',
    overrides: {
      because: 'exactly one line feed belongs to the closer on each side',
      options: { trim: ['newline1BeforeClose', 'newline1AfterClose'] },
    },
  },
  { id: 'telechat4' },
]

/** Each checkpoint has a suffix of its own, which no table can know: hexadecimal digits, or the word of the template. */
function suffixed(id: string): Row {
  return {
    id,
    overrides: {
      because: 'the suffix differs by checkpoint, and older servers leave it out',
      options: {
        startTag: ['<think>', '<think:opensource>', { prefix: '<think:', suffix: '>' }],
        endTag: ['</think>', '</think:opensource>', { prefix: '</think:', suffix: '>' }],
        toolOpeners: ['<tool_calls>', '<tool_calls:opensource>'],
        toolClosers: ['</tool_calls>', '</tool_calls:opensource>'],
      },
    },
  }
}
