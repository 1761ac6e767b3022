import type { Family } from './family.ts'
import { chatMlTokens, deepSeekTools, glmBox, glmTokens, llamaTokens, think, thinkAndToolCall } from './shapes.ts'

/**
 * Families whose chat template we do not have, or whose template shows no thought: a system prompt asks for it, or the model learnt it. All that is
 * known of them comes from parsers of servers and from recorded answers.
 */
export const withoutTemplate: readonly Family[] = [
  {
    // The system prompt asks for both pairs of tags.
    id: 'am_thinking',
    models: ['*am-thinking*'],
    start: 'hold',
    switchable: false,
    options: { ...think, answerOpen: '<answer>', answerClose: '</answer>' },
    serviceTokens: chatMlTokens,
  },
  {
    // Its prompt ends in words, and no token says whether the model goes on with them.
    id: 'apriel1.5',
    models: ['*apriel-1.5*'],
    start: 'hold',
    switchable: false,
    options: {
      startTag: ['<thinking>'],
      endTag: ['</thinking>', '[BEGIN FINAL RESPONSE]'],
      toolOpeners: '<tool_calls>',
      toolClosers: '</tool_calls>',
      contentStrip: ['[END FINAL RESPONSE]', '<|end|>'],
    },
  },
  {
    id: 'cogito',
    models: ['*cogito*'],
    start: 'template',
    defaultOn: false,
    options: { ...think, ...deepSeekTools },
    serviceTokens: llamaTokens,
  },
  {
    id: 'ernie4.5_thinking',
    models: ['*ernie-4.5-*-thinking*', '*ernie-4.5-vl*'],
    start: 'reasoning',
    switchable: false,
    options: { ...thinkAndToolCall, answerOpen: '<response>', answerClose: '</response>' },
  },
  {
    id: 'glm_z1',
    models: ['*glm-z1*', '*glm-4-z1*'],
    start: 'reasoning',
    switchable: false,
    options: think,
    serviceTokens: glmTokens,
  },
  {
    // Whether the prompt opens the thought is not known.
    id: 'glm4.1v_thinking',
    models: ['*glm-4.1v*thinking*'],
    start: 'hold',
    switchable: false,
    options: { ...think, answerOpen: '<answer>', answerClose: '</answer>', contentStrip: glmBox },
    serviceTokens: glmTokens,
  },
  {
    // Whole phrases, so always split when streamed.
    id: 'granite3.2',
    models: ['*granite-3.2*', '*granite3.2*'],
    start: 'answer',
    defaultOn: false,
    options: {
      startTag: ['Here is my thought process:', "Here's my thought process:"],
      endTag: ['Here is my response:', "Here's my response:"],
    },
  },
  {
    id: 'holo2',
    models: ['holo2*', '*_holo2*'],
    start: 'template',
    options: thinkAndToolCall,
  },
  {
    // The other sizes think in tags. The prompt opens the thought when it is switched on; what happens by default differs by server.
    id: 'hyperclovax_seed_think',
    models: ['*hyperclovax-seed-think*'],
    start: 'hold',
    options: thinkAndToolCall,
    serviceTokens: chatMlTokens,
  },
  {
    // Typed blocks: each ends with the same token, and the next one names its type.
    id: 'inkling',
    models: ['*inkling*'],
    start: 'answer',
    special: true,
    options: {
      startTag: '<|content_thinking|>',
      endTag: '<|end_message|>',
      answerTokens: ['<|message_model|><|content_text|>', '<|content_text|>'],
      answerClose: '<|end_message|>',
      contentStrip: '<|message_model|>',
      toolOpeners: ['<|content_invoke_tool_json|>', '<|content_invoke_tool_text|>'],
      toolClosers: '<|end_message|>',
    },
    serviceTokens: ['<|content_model_end_sampling|>', '<|endoftext|>'],
  },
  {
    // The prompt opens the thought.
    id: 'iquest_coder_v2',
    models: ['*iquest-coder-v2*'],
    start: 'template',
    options: thinkAndToolCall,
    serviceTokens: chatMlTokens,
  },
  {
    id: 'marco_o1',
    models: ['*marco-o1*'],
    start: 'answer',
    switchable: false,
    options: { startTag: '<Thought>', endTag: '</Thought>', answerOpen: '<Output>', answerClose: '</Output>' },
  },
  {
    id: 'minimax_m1',
    models: ['*minimax-m1*'],
    start: 'answer',
    switchable: false,
    options: { ...think, toolOpeners: '<tool_calls>', toolClosers: '</tool_calls>' },
  },
  {
    // Switched by a line of the system prompt.
    id: 'nemotron_v1',
    models: ['*llama-3*nemotron*'],
    start: 'answer',
    options: { ...think, toolOpeners: '<TOOLCALL>', toolClosers: '</TOOLCALL>' },
    serviceTokens: llamaTokens,
  },
  {
    // It thinks between tokens that its tokenizer has in reserve (ollama/ollama issue 15754).
    id: 'medgemma',
    models: ['*medgemma*'],
    start: 'answer',
    switchable: false,
    special: true,
    options: { startTag: '<unused94>thought\n', endTag: '<unused95>' },
    serviceTokens: ['<end_of_turn>', '<start_of_turn>'],
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
    id: 's1',
    models: ['s1-32b*', '*_s1-32b*', 's1.1-32b*', '*_s1.1-32b*'],
    start: 'answer',
    switchable: false,
    options: { startTag: '<|im_start|>think', endTag: ['<|im_start|>answer', 'Final Answer:'] },
  },
  {
    id: 'step3',
    models: ['step3*', '*_step3*', '*step-3*'],
    start: 'reasoning',
    switchable: false,
    options: { ...think, toolOpeners: '<｜tool_calls_begin｜>', toolClosers: '<｜tool_calls_end｜>' },
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
