import { beginning, chatMl, type Override, type Row } from './row.ts'

const commonTags = { startTag: ['<think>', '<thinking>'], endTag: ['</think>', '</thinking>'] }
const minimax = [']~b]', ']~!b['] as const

const think = { startTag: '<think>', endTag: '</think>' }
const untold = 'the model learnt its delimiters in training: its template is that of the model before'

const qwenSmall = ['0.8b', '2b'] as const
const qwenCalls: Override = {
  because: 'the model mentions the tag of calls in prose: what follows the tag tells',
  options: { toolLookahead: '<function=' },
}

/** Rows from Laguna to UI-TARS. */
export const rowsLToZ: readonly Row[] = [
  {
    id: 'poolside_laguna',
    models: ['*laguna*'],
    templates: ['laguna_xs', 'poolside_laguna'],
    tokens: ['<assistant>'],
    overrides: [{ because: 'templates of one size switch thinking on, those of the others off', defaultOn: false }],
  },
  { id: 'lfm2_thinking', models: ['*lfm2*'], tokens: chatMl },
  { id: 'longcat', models: ['*longcat*thinking*'] },
  {
    id: 'longcat_chat',
    models: ['*longcat*'],
    templates: ['longcat'],
    overrides: [{ because: 'models without "thinking" in their name do not think unless asked', start: 'answer', defaultOn: false }],
  },
  { id: 'mimo', models: ['mimo', ...beginning('mimo-'), '*xiaomi*mimo*'], tokens: chatMl },
  {
    id: 'minicpm',
    models: ['*minicpm5*', '*minicpm-5*', '*minicpm-v-4.6*', '*minicpm-v4.6*'],
    templates: ['minicpm_v4.6', 'minicpm5'],
    tokens: chatMl,
  },
  {
    id: 'marco_o1',
    models: ['*marco-o1*', '*openo1*'],
    templates: ['chatml'],
    tokens: chatMl,
    overrides: [
      {
        because: untold,
        defaultOn: undefined,
        options: { startTag: '<Thought>', endTag: '</Thought>', answerOpen: '<Output>', answerClose: '</Output>' },
      },
    ],
  },
  {
    // The model thinks between unused tokens of its tokenizer (ollama/ollama issue 15754).
    id: 'medgemma',
    models: ['*medgemma*'],
    templates: ['gemma3'],
    tokens: ['<start_of_turn>'],
    overrides: [
      { because: untold, defaultOn: undefined, special: true, options: { startTag: '<unused94>thought\n', endTag: '<unused95>' } },
    ],
  },
  {
    id: 'minimax_m1',
    models: ['*minimax-m1*'],
    tokens: ['<beginning_of_sentence>'],
    overrides: [
      { because: untold, defaultOn: undefined, options: { ...think, toolOpeners: '<tool_calls>', toolClosers: '</tool_calls>' } },
    ],
  },
  {
    // The model never writes the opening tag, and sometimes writes a second closing tag in the answer.
    id: 'minimax_m2',
    models: ['*minimax-m2*'],
    openedBy: ['minimax'],
    tokens: minimax,
    overrides: [{ because: 'the model writes the longer tags at times', options: commonTags }],
  },
  {
    // The prompt opens the thought if `thinking_mode` is `enabled`. Otherwise the model opens it, or does not think.
    id: 'minimax_m3',
    models: ['*minimax-m3*'],
    openedBy: ['minimax'],
    tokens: [...minimax, ']<]minimax[>['],
    overrides: [
      { because: 'the model decides whether it thinks: the text tells', start: 'hold', defaultOn: undefined },
      {
        because: 'MiniMax itself, and services that pass its answers on, have common tags in place of its own',
        options: { startTag: ['<mm:think>', ...commonTags.startTag], endTag: ['</mm:think>', ...commonTags.endTag] },
      },
    ],
  },
  {
    id: 'mistral',
    models: [
      '*magistral*',
      '*ministral-3-*-reasoning*',
      '*mistral-small-4*',
      '*mistral-small-2603*',
      '*mistral-medium-3.5*',
      '*mistral-medium-2604*',
    ],
    tokens: ['</s>', '[INST]', '[/INST]'],
    overrides: [
      {
        because: 'the first Magistral writes common tags, as its system prompt asks',
        options: { startTag: ['[THINK]', '<think>'], endTag: ['[/THINK]', '</think>'] },
      },
      { because: 'Small 4 thinks by the effort of the request', switchable: undefined },
    ],
  },
  {
    // Messages with a recipient: `self` is the thought, `user` the answer.
    id: 'muse_glimmer',
    models: ['*glimmer*'],
    tokens: ['<|eom|>', '<|end_of_text|>'],
    overrides: [
      {
        because: 'servers leave a header whole, or cut its beginning; that of a call names its tool',
        options: {
          startTag: ['<|start|>assistant to=self<|message|>', ' to=self<|message|>', 'to=self<|message|>'],
          endTag: '<|eom|>',
          answerTokens: ['<|start|>assistant to=', ' to=', 'to='].map((prefix) => ({ prefix, suffix: '<|message|>' })),
          contentStrip: '<|start|>assistant',
        },
      },
      {
        because: 'a call comes without its section at times',
        options: {
          toolOpeners: ['<atem:function_calls>', '<atem:invoke'],
          toolClosers: ['</atem:function_calls>', '</atem:invoke>'],
        },
      },
      { because: 'its closer ends turns of other models', special: undefined },
    ],
  },
  {
    id: 'nemotron_v1',
    models: ['*llama-3*nemotron*'],
    templates: ['llama3'],
    tokens: ['<|eom_id|>', '<|begin_of_text|>', '<|end_of_text|>'],
    overrides: [
      {
        because: 'a line of the system prompt switches thinking, and the model writes its tags by itself',
        switchable: undefined,
        defaultOn: undefined,
        options: { ...think, toolOpeners: '<TOOLCALL>', toolClosers: '</TOOLCALL>' },
      },
    ],
  },
  { id: 'nemotron_nano_v2', models: ['*nemotron-nano-9b-v2*', '*nemotron-nano-12b-v2*'] },
  {
    id: 'nemotron_v3',
    models: ['*nemotron-3', '*nemotron-3-*', '*nemotron3*', ...['nano', 'super', 'ultra'].map((size) => `*nemotron-${size}-3-*`)],
    tokens: chatMl,
  },
  {
    id: 'nemotron_v3.5',
    models: ['*nemotron-3.*', '*nemotron3.*', '*nemotron-lightning-3.*'],
    templates: ['nemotron_v3'],
    tokens: chatMl,
    overrides: [{ because: 'its template no longer reads the conversation', promptSwitch: undefined }],
  },
  {
    id: 'olmo3_think',
    models: ['*olmo-3-*think*', '*olmo-3.1-*think*', '*olmo3*think*', '*olmo-3:32b', '*olmo-3.1:32b'],
    tokens: chatMl,
  },
  {
    // From version 3 on, the model uses the common tags.
    id: 'openthinker',
    models: ['*openthinker*', '*sky-t1*'],
    templates: ['chatml'],
    tokens: chatMl,
    overrides: [
      {
        because: untold,
        defaultOn: undefined,
        special: true,
        options: {
          startTag: ['<|begin_of_thought|>', '<think>'],
          endTag: ['<|end_of_thought|>', '</think>'],
          answerTokens: '<|begin_of_solution|>',
          contentStrip: '<|end_of_solution|>',
        },
      },
    ],
  },
  { id: 'ornith', models: ['*ornith*'], tokens: chatMl },
  {
    id: 'pangu',
    models: ['*pangu*'],
    tokens: ['[unused9]'],
    overrides: [
      {
        because: 'the model writes the tokens of its thoughts and calls by itself, and thinks unless a word of the user forbids it',
        start: 'reasoning',
        switchable: undefined,
        defaultOn: undefined,
        special: true,
        options: {
          startTag: ['<think>', '[unused16]'],
          endTag: ['</think>', '[unused17]'],
          toolOpeners: '[unused11]',
          toolClosers: '[unused12]',
        },
      },
    ],
  },
  {
    id: 'phi4_reasoning',
    models: ['*phi-4-reasoning*', '*phi-4-mini-reasoning*', '*phi-4-mini-flash-reasoning*', '*phi4-reasoning*', '*phi4-mini-reasoning*'],
    templates: ['phi4'],
    tokens: ['<|end|>'],
    overrides: [{ because: 'the system prompt asks for the tags', defaultOn: undefined, options: think }],
  },
  {
    id: 'plamo3',
    models: ['*plamo-3*', '*plamo3*'],
    overrides: [
      { because: 'each of its tags is three tokens, and one of them is left over at times', options: { contentStrip: '<|plamo:tag|>' } },
    ],
  },
  { id: 'qwen3_hybrid', models: ['*qwen3', '*qwen3-*'], tokens: chatMl },
  {
    // Ollama's short tags of these sizes are the thinking models. In recordings, they omit the opening tag.
    id: 'qwen3_thinking_2507',
    models: [
      '*qwen3-*-thinking*',
      '*qwen3-thinking*',
      '*qwen3:4b',
      '*qwen3:30b',
      '*qwen3:235b',
      ...['2b', '4b', '8b', '30b', '32b', '235b'].map((size) => `*qwen3-vl:${size}`),
    ],
    tokens: chatMl,
  },
  {
    // A date without a mode is OpenRouter's name of the same model.
    id: 'qwen3_instruct_2507',
    models: ['*qwen3-*-instruct*', '*qwen3-coder*', '*qwen3-instruct*', '*qwen3-*-2507*', '*qwen3-*-07-25*'],
    tokens: chatMl,
    overrides: [
      {
        because: 'a block of a model that does not think is unexpected, but must be split all the same',
        options: { startTag: '<think>', endTag: '</think>', toolOpeners: '<tool_call>', toolClosers: '</tool_call>' },
      },
    ],
  },
  {
    id: 'qwen3.5',
    models: [
      ...['3.5', '3.6', '3.7', '3.8'].flatMap((version) => [`*qwen${version}*`, `*qwen-${version}*`]),
      ...qwenSmall.flatMap((size) => [`*qwen3.5-${size}*reasoning*`, `*qwen3.5-${size}*thinking*`]),
      '*nex-n2*',
      '*qwen4-exp*',
      '*intern-s2*',
    ],
    tokens: chatMl,
    overrides: [qwenCalls],
  },
  {
    // Templates of the small sizes close the thought unless the request asks for one.
    id: 'qwen3.5_small',
    models: qwenSmall.flatMap((size) => [`*qwen3.5-${size}*`, `*qwen3.5:${size}*`]),
    tokens: chatMl,
    overrides: [qwenCalls],
  },
  { id: 'qwq', models: ['*qwq*'], tokens: chatMl },
  {
    id: 'qwq_preview',
    models: ['*qwq*preview*'],
    templates: ['qwq'],
    tokens: chatMl,
    overrides: [{ because: 'it thinks aloud: there are no tags, and all of it is the answer', start: 'answer', defaultOn: false }],
  },
  { id: 'reka_edge', models: ['*reka-edge*'], templates: ['reka'] },
  { id: 'ring_ling', models: [...beginning('ring-'), ...beginning('ling-3')] },
  {
    id: 's1',
    models: ['s1-32b*', '*_s1-32b*', 's1.1-32b*', '*_s1.1-32b*'],
    templates: ['chatml'],
    tokens: chatMl,
    overrides: [
      {
        because: untold,
        defaultOn: undefined,
        options: { startTag: '<|im_start|>think', endTag: ['<|im_start|>answer', 'Final Answer:'] },
      },
    ],
  },
  {
    id: 'seed_oss',
    models: ['*seed-oss*'],
    overrides: [{ because: 'checkpoints of others leave the opener out: a closer tells', start: 'hold' }],
  },
  {
    id: 'smollm3',
    models: ['*smollm3*'],
    tokens: chatMl,
    overrides: [
      { because: 'the template looks into the first message alone: a word in a later one switches nothing', promptSwitch: undefined },
    ],
  },
  {
    // Reasoning is a separate message. At low effort the prompt has an empty one, and the model sometimes opens another.
    id: 'solar_open',
    models: ['*solar-open*'],
    overrides: [
      {
        because: 'where the prompt ends before the header, the answer brings its own; some servers flush between messages',
        options: { contentStrip: ['<|begin|>assistant', '<|end|>', '<|flush|>'] },
      },
      {
        because: 'a thought may end in the header of the answer, or in the token of the turn',
        options: { answerTokens: ['<|begin|>assistant<|content|>', '<|content|>'] },
        serviceTokens: ['<|flush|>'],
      },
      { because: 'its closer ends turns of other models', special: undefined },
    ],
  },
  { id: 'solar_open2', models: ['*solar-open2*', '*solar-open-2*', '*solar-open*-2'] },
  { id: 'step3', models: ['step3*', '*_step3*', '*step-3*'] },
  {
    id: 'step3.5',
    models: ['*step-3.5*', '*step-3.7*', '*step3.5*', '*step3.7*'],
    overrides: [
      {
        because: 'exactly one line feed belongs to the closer on each side',
        options: { trim: ['newline1BeforeClose', 'newline1AfterClose'] },
      },
    ],
  },
  { id: 'telechat4', models: ['*telechat4*'] },
  {
    // `Action:` begins a call and stays in the answer; `Answer:` only ends the thought.
    id: 'ui_tars',
    models: ['*ui-tars*'],
    templates: ['chatml'],
    tokens: chatMl,
    overrides: [
      {
        because: 'the prompt asks for its words',
        defaultOn: undefined,
        options: { startTag: 'Thought:', endTag: 'Answer:', toolOpeners: 'Action:' },
      },
    ],
  },
]
