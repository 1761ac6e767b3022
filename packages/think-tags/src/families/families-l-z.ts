import type { Family } from './family.ts'
import { beginning, chatMlTokens, minimaxTokens, think, thinkAndToolCall, thinkOrThinking } from './shapes.ts'

/** Families from Laguna to UI-TARS. */
export const familiesLToZ: readonly Family[] = [
  {
    id: 'poolside_laguna',
    models: ['*laguna*'],
    start: 'template',
    defaultOn: false,
    options: thinkAndToolCall,
    serviceTokens: ['<assistant>', '</assistant>'],
  },
  {
    id: 'lfm2_thinking',
    models: ['*lfm2*'],
    start: 'answer',
    options: { ...think, toolOpeners: '<|tool_call_start|>', toolClosers: '<|tool_call_end|>' },
    serviceTokens: chatMlTokens,
  },
  {
    id: 'longcat',
    models: ['*longcat*thinking*'],
    start: 'template',
    special: true,
    options: {
      startTag: '<longcat_think>',
      endTag: '</longcat_think>',
      toolOpeners: '<longcat_tool_call>',
      toolClosers: '</longcat_tool_call>',
    },
  },
  {
    id: 'longcat_chat',
    models: ['*longcat*'],
    start: 'answer',
    defaultOn: false,
    options: {
      startTag: '<longcat_think>',
      endTag: '</longcat_think>',
      toolOpeners: '<longcat_tool_call>',
      toolClosers: '</longcat_tool_call>',
    },
  },
  {
    id: 'marco_o1',
    models: ['*marco-o1*'],
    start: 'answer',
    switchable: false,
    options: { startTag: '<Thought>', endTag: '</Thought>', answerOpen: '<Output>', answerClose: '</Output>' },
  },
  {
    id: 'mimo',
    models: ['mimo', ...beginning('mimo-'), '*xiaomi*mimo*'],
    start: 'template',
    defaultOn: false,
    options: thinkAndToolCall,
    serviceTokens: chatMlTokens,
  },
  {
    // Off unless `enable_thinking` is set, as llama-server does where a request says nothing.
    id: 'minicpm',
    models: ['*minicpm5*', '*minicpm-5*', '*minicpm-v-4.6*', '*minicpm-v4.6*'],
    start: 'template',
    defaultOn: false,
    options: thinkAndToolCall,
    serviceTokens: chatMlTokens,
  },
  {
    id: 'minimax_m1',
    models: ['*minimax-m1*'],
    start: 'answer',
    switchable: false,
    options: { ...think, toolOpeners: '<tool_calls>', toolClosers: '</tool_calls>' },
  },
  {
    // Never writes the opening tag, and sometimes a second closing one in the answer. At times both tags are the longer ones.
    id: 'minimax_m2',
    models: ['*minimax-m2*'],
    start: 'reasoning',
    openedBy: ['minimax'],
    switchable: false,
    options: { ...thinkOrThinking, toolOpeners: '<minimax:tool_call>', toolClosers: '</minimax:tool_call>' },
    serviceTokens: minimaxTokens,
  },
  {
    // MiniMax itself, and those who pass its answers on, have common tags in place of the model's own.
    // The prompt opens the thought where `thinking_mode` is `enabled`; else the model does, or does not think.
    id: 'minimax_m3',
    models: ['*minimax-m3*'],
    start: 'hold',
    openedBy: ['minimax'],
    special: true,
    options: {
      startTag: ['<mm:think>', ...thinkOrThinking.startTag],
      endTag: ['</mm:think>', ...thinkOrThinking.endTag],
      toolOpeners: ']<]minimax[>[<tool_call>',
    },
    serviceTokens: minimaxTokens,
  },
  {
    // The first Magistral writes common tags: its system prompt asks for them.
    id: 'mistral',
    models: ['*magistral*', '*ministral-3-*-reasoning*', '*mistral-small-4*', '*mistral-medium-3.5*'],
    start: 'answer',
    special: true,
    options: { startTag: ['[THINK]', '<think>'], endTag: ['[/THINK]', '</think>'], toolOpeners: '[TOOL_CALLS]' },
    serviceTokens: ['</s>', '[INST]', '[/INST]'],
  },
  {
    // Messages with a recipient: `self` is the thought, `user` the answer.
    id: 'muse_glimmer',
    models: ['*glimmer*'],
    start: 'answer',
    switchable: false,
    options: {
      startTag: ['<|start|>assistant to=self<|message|>', ' to=self<|message|>', 'to=self<|message|>'],
      endTag: '<|eom|>',
      toolOpeners: ['<atem:function_calls>', '<atem:invoke'],
      toolClosers: ['</atem:function_calls>', '</atem:invoke>'],
      answerTokens: ['<|start|>assistant to=user<|message|>', ' to=user<|message|>', 'to=user<|message|>'],
      contentStrip: '<|start|>assistant',
    },
    serviceTokens: ['<|eot|>', '<|eom|>', '<|end_of_text|>'],
  },
  {
    // Switched by a line of the system prompt.
    id: 'nemotron_v1',
    models: ['*llama-3*nemotron*'],
    start: 'answer',
    options: { ...think, toolOpeners: '<TOOLCALL>', toolClosers: '</TOOLCALL>' },
  },
  {
    // The template reads the conversation, and no argument of the request.
    id: 'nemotron_nano_v2',
    models: ['*nemotron-nano-9b-v2*', '*nemotron-nano-12b-v2*'],
    start: 'template',
    switchable: false,
    promptSwitch: { on: '/think', off: '/no_think' },
    options: { ...think, toolOpeners: '<TOOLCALL>', toolClosers: '</TOOLCALL>' },
  },
  {
    id: 'nemotron_v3',
    models: ['*nemotron-3', '*nemotron-3-*', '*nemotron3*'],
    start: 'template',
    promptSwitch: { on: '/think', off: '/no_think' },
    options: thinkAndToolCall,
    serviceTokens: chatMlTokens,
  },
  {
    // Its template no longer reads the conversation.
    id: 'nemotron_v3.5',
    models: ['*nemotron-3.*', '*nemotron3.*'],
    start: 'template',
    options: thinkAndToolCall,
    serviceTokens: chatMlTokens,
  },
  {
    id: 'olmo3_think',
    models: ['*olmo-3-*think*', '*olmo-3.1-*think*', '*olmo3*think*', '*olmo-3:32b', '*olmo-3.1:32b'],
    start: 'reasoning',
    switchable: false,
    options: { ...think, toolOpeners: '<function_calls>', toolClosers: '</function_calls>' },
    serviceTokens: chatMlTokens,
  },
  {
    // From the third one on in common tags.
    id: 'openthinker',
    models: ['*openthinker*', '*sky-t1*'],
    start: 'answer',
    switchable: false,
    special: true,
    options: {
      startTag: ['<|begin_of_thought|>', '<think>'],
      endTag: ['<|end_of_thought|>', '</think>'],
      answerTokens: '<|begin_of_solution|>',
      contentStrip: '<|end_of_solution|>',
    },
  },
  {
    // The prompt opens the thought.
    id: 'ornith',
    models: ['*ornith*'],
    start: 'template',
    options: thinkAndToolCall,
    serviceTokens: chatMlTokens,
  },
  {
    id: 'pangu',
    models: ['*pangu*'],
    start: 'reasoning',
    special: true,
    options: {
      startTag: ['<think>', '[unused16]'],
      endTag: ['</think>', '[unused17]'],
      toolOpeners: '[unused11]',
      toolClosers: '[unused12]',
    },
  },
  {
    id: 'phi4_reasoning',
    models: ['*phi-4-reasoning*', '*phi-4-mini-reasoning*', '*phi-4-mini-flash-reasoning*', '*phi4-reasoning*', '*phi4-mini-reasoning*'],
    start: 'answer',
    switchable: false,
    options: think,
    serviceTokens: ['<|im_end|>', '<|end|>'],
  },
  {
    id: 'plamo3',
    models: ['*plamo-3*', '*plamo3*'],
    start: 'template',
    special: true,
    options: {
      startTag: '<|plamo:begin_think:plamo|>',
      endTag: '<|plamo:end_think:plamo|>',
      toolOpeners: '<|plamo:begin_tool_requests:plamo|>',
      contentStrip: '<|plamo:tag|>',
    },
  },
  {
    // Switched off, the prompt carries an empty block.
    id: 'qwen3_hybrid',
    models: ['*qwen3', '*qwen3-*'],
    start: 'answer',
    options: thinkAndToolCall,
    serviceTokens: chatMlTokens,
  },
  {
    // Ollama's short tags of these sizes are the thinking models, and are recorded to leave the opening tag out.
    id: 'qwen3_thinking_2507',
    models: [
      '*qwen3-*-thinking*',
      '*qwen3-thinking*',
      '*qwen3:4b',
      '*qwen3:30b',
      '*qwen3:235b',
      ...['2b', '4b', '8b', '30b', '32b', '235b'].map((size) => `*qwen3-vl:${size}`),
    ],
    start: 'reasoning',
    switchable: false,
    options: thinkAndToolCall,
    serviceTokens: chatMlTokens,
  },
  {
    // Do not think; a block of theirs is unexpected, but must be split all the same.
    id: 'qwen3_instruct_2507',
    models: ['*qwen3-*-instruct*', '*qwen3-coder*', '*qwen3-instruct*'],
    start: 'answer',
    switchable: false,
    defaultOn: false,
    options: thinkAndToolCall,
    serviceTokens: chatMlTokens,
  },
  {
    // Mentions the tool tag in prose, and opens a tool call without closing the block: only what follows the tag tells.
    id: 'qwen3.5',
    models: ['*qwen3.5*', '*qwen3.6*', '*qwen3.8*', '*qwen-3.5*', '*qwen-3.6*', '*qwen-3.8*'],
    start: 'template',
    options: { ...thinkAndToolCall, toolLookahead: '<function=' },
    serviceTokens: chatMlTokens,
  },
  {
    id: 'qwq',
    models: ['*qwq*'],
    start: 'template',
    switchable: false,
    options: thinkAndToolCall,
    serviceTokens: chatMlTokens,
  },
  {
    // Thinks aloud: there are no tags, and what it says is its answer.
    id: 'qwq_preview',
    models: ['*qwq*preview*'],
    start: 'answer',
    switchable: false,
    defaultOn: false,
    options: thinkAndToolCall,
    serviceTokens: chatMlTokens,
  },
  {
    id: 'reka_edge',
    models: ['*reka-edge*'],
    start: 'template',
    defaultOn: false,
    options: thinkAndToolCall,
  },
  {
    id: 'ring_ling',
    models: [...beginning('ring-'), ...beginning('ling-3')],
    start: 'template',
    options: thinkAndToolCall,
  },
  {
    id: 's1',
    models: [...beginning('s1-32b'), ...beginning('s1.1-32b')],
    start: 'answer',
    switchable: false,
    options: { startTag: '<|im_start|>think', endTag: ['<|im_start|>answer', 'Final Answer:'] },
  },
  {
    // The model writes its opener, unless the budget is 0; checkpoints of others leave it out.
    id: 'seed_oss',
    models: ['*seed-oss*'],
    start: 'hold',
    special: true,
    options: { startTag: '<seed:think>', endTag: '</seed:think>', toolOpeners: '<seed:tool_call>', toolClosers: '</seed:tool_call>' },
    serviceTokens: ['<seed:eos>'],
  },
  {
    // Switched off, the prompt carries an empty block.
    id: 'smollm3',
    models: ['*smollm3*'],
    start: 'answer',
    options: thinkAndToolCall,
    serviceTokens: chatMlTokens,
  },
  {
    // Reasoning is a message of its own, with the answer's header behind it. At low effort the prompt carries an empty one, and the model opens another at times.
    id: 'solar_open',
    models: ['*solar-open*'],
    start: 'answer',
    options: {
      startTag: '<|think|>',
      endTag: ['<|end|><|begin|>assistant', '<|end|>'],
      toolOpeners: '<|tool_calls|>',
      answerTokens: '<|content|>',
      contentStrip: ['<|begin|>assistant', '<|end|>', '<|flush|>'],
    },
  },
  {
    id: 'solar_open2',
    models: ['*solar-open*2*', '*solar-open2*'],
    start: 'template',
    special: true,
    options: {
      startTag: '<|think:start|>',
      endTag: '<|think:end|>',
      toolOpeners: '<|tool_call:start|>',
      toolClosers: '<|tool_call:end|>',
    },
  },
  {
    id: 'step3',
    models: [...beginning('step3'), '*step-3*'],
    start: 'reasoning',
    switchable: false,
    options: { ...think, toolOpeners: '<｜tool_calls_begin｜>', toolClosers: '<｜tool_calls_end｜>' },
  },
  {
    // The template puts exactly one line feed on each side of the closing tag.
    id: 'step3.5',
    models: ['*step-3.5*', '*step-3.7*', '*step3.5*', '*step3.7*'],
    start: 'template',
    options: { ...thinkAndToolCall, trim: ['newline1BeforeClose', 'newline1AfterClose'] },
  },
  {
    id: 'telechat4',
    models: ['*telechat4*'],
    start: 'template',
    options: think,
  },
  {
    // `Action:` begins a call and stays in the answer; `Answer:` only ends the thought.
    id: 'ui_tars',
    models: ['*ui-tars*'],
    start: 'answer',
    switchable: false,
    options: { startTag: 'Thought:', endTag: 'Answer:', toolOpeners: 'Action:' },
  },
]
