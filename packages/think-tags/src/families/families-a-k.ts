import type { Family } from './family.ts'
import { beginning, chatMlTokens, deepSeekTokens, deepSeekTools, glmBox, think, thinkAndToolCall } from './shapes.ts'

/** Families from AM-Thinking to Kimi. */
export const familiesAToK: readonly Family[] = [
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
    id: 'apertus',
    models: ['*apertus*'],
    start: 'answer',
    special: true,
    options: { startTag: '<|inner_prefix|>', endTag: '<|inner_suffix|>', toolOpeners: '<|tools_prefix|>', toolClosers: '<|tools_suffix|>' },
  },
  {
    // Reasoning has no opening tag at all; the answer has a marker on both sides.
    id: 'apriel',
    models: ['*apriel*'],
    start: 'reasoning',
    switchable: false,
    options: {
      startTag: null,
      endTag: '[BEGIN FINAL RESPONSE]',
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
  },
  {
    id: 'cohere_command_r7b_a_reasoning',
    models: ['*command-r7b*', '*command-a-reasoning*'],
    start: 'template',
    special: true,
    options: {
      startTag: '<|START_THINKING|>',
      endTag: '<|END_THINKING|>',
      toolOpeners: '<|START_ACTION|>',
      toolClosers: '<|END_ACTION|>',
      contentStrip: ['<|START_RESPONSE|>', '<|END_RESPONSE|>', '<|END_OF_TURN_TOKEN|>'],
    },
  },
  {
    id: 'cohere_command4',
    models: ['*command-a-plus*', '*command-4*'],
    start: 'template',
    special: true,
    options: {
      startTag: '<|START_THINKING|>',
      endTag: '<|END_THINKING|>',
      toolOpeners: '<|START_ACTION|>',
      toolClosers: '<|END_ACTION|>',
      contentStrip: ['<|START_TEXT|>', '<|END_TEXT|>', '<|START_RESPONSE|>', '<|END_RESPONSE|>', '<|END_OF_TURN_TOKEN|>'],
    },
  },
  {
    // With models trained on from the distilled ones. Older templates leave the opening tag to the model, later ones put it in the prompt, 0528 writes it all the same.
    id: 'deepseek_r1',
    models: ['*deepseek-r1*', '*deepseek_r1*', '*r1-distill*', '*r1-1776*', '*deepscaler*', '*deepcoder*', '*skywork-or1*'],
    start: 'template',
    switchable: false,
    options: { ...think, ...deepSeekTools },
    serviceTokens: deepSeekTokens,
  },
  {
    id: 'deepseek_v3_hybrid',
    models: ['*deepseek-v3.1*', '*deepseek-v3.2*'],
    start: 'template',
    defaultOn: false,
    options: {
      ...think,
      toolOpeners: ['<｜tool▁calls▁begin｜>', '<｜DSML｜function_calls>'],
      toolClosers: ['<｜tool▁calls▁end｜>', '</｜DSML｜function_calls>'],
    },
    serviceTokens: deepSeekTokens,
  },
  {
    // Is known to close an empty block first, and then to reason until it closes again.
    id: 'deepseek_v4',
    models: ['*deepseek-v4*'],
    start: 'template',
    defaultOn: false,
    options: { ...think, toolOpeners: '<｜DSML｜tool_calls>', toolClosers: '</｜DSML｜tool_calls>', emptyStart: 'hold' },
    serviceTokens: deepSeekTokens,
  },
  {
    id: 'ernie4.5_thinking',
    models: ['*ernie-4.5-*-thinking*', '*ernie-4.5-vl*'],
    start: 'reasoning',
    switchable: false,
    options: { ...thinkAndToolCall, answerOpen: '<response>', answerClose: '</response>' },
  },
  {
    id: 'exaone_deep',
    models: ['*exaone-deep*'],
    start: 'template',
    switchable: false,
    options: { startTag: '<thought>', endTag: '</thought>' },
  },
  {
    id: 'exaone4',
    models: ['*exaone-4*'],
    start: 'template',
    defaultOn: false,
    options: thinkAndToolCall,
  },
  {
    // The tags are not mirror images, and a label line follows the opening one.
    id: 'gemma4',
    models: ['*gemma-4*', '*gemma4*'],
    start: 'answer',
    opensAfterResults: true,
    special: true,
    options: {
      startTag: '<|channel>',
      endTag: '<channel|>',
      startLabel: 'thought\n',
      toolOpeners: '<|tool_call>',
      toolClosers: '<tool_call|>',
    },
    serviceTokens: ['<end_of_turn>', '<eos>'],
  },
  {
    id: 'gigachat3.5',
    models: ['*gigachat3.5*', '*gigachat-3.5*'],
    start: 'template',
    defaultOn: false,
    options: think,
  },
  {
    id: 'glm4.5',
    models: ['*glm-4.5*', '*glm-4.6*', '*glm4.5*', '*glm4.6*'],
    start: 'answer',
    options: thinkAndToolCall,
    serviceTokens: ['<|user|>', '<|assistant|>', '<|observation|>', '<|endoftext|>'],
  },
  {
    // Those that see put what is asked for into a box.
    id: 'glm4.5v',
    models: ['*glm-4.5v*', '*glm-4.6v*', '*glm4.5v*', '*glm4.6v*'],
    start: 'answer',
    options: { ...thinkAndToolCall, contentStrip: glmBox },
    serviceTokens: ['<|user|>', '<|assistant|>', '<|observation|>', '<|endoftext|>'],
  },
  {
    id: 'glm_z1',
    models: ['*glm-z1*', '*glm-4-z1*'],
    start: 'reasoning',
    switchable: false,
    options: think,
    serviceTokens: ['<|user|>', '<|assistant|>', '<|observation|>', '<|endoftext|>'],
  },
  {
    // Whether the prompt opens the thought is not known.
    id: 'glm4.1v_thinking',
    models: ['*glm-4.1v*thinking*'],
    start: 'hold',
    switchable: false,
    options: { ...think, answerOpen: '<answer>', answerClose: '</answer>', contentStrip: glmBox },
    serviceTokens: ['<|user|>', '<|assistant|>', '<|observation|>', '<|endoftext|>'],
  },
  {
    // Thinks again after each tool call, all in one turn.
    id: 'glm4.7_5',
    models: ['*glm-4.7*', '*glm-5*', '*glm4.7*', '*glm5*'],
    start: 'template',
    options: { ...thinkAndToolCall, afterTool: 'hold' },
    serviceTokens: ['<|user|>', '<|assistant|>', '<|observation|>', '<|endoftext|>'],
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
    id: 'granite3.3',
    models: ['*granite-3.3*', '*granite3.3*'],
    start: 'answer',
    options: { ...think, toolOpeners: '<|tool_call|>', answerOpen: '<response>', answerClose: '</response>' },
  },
  {
    id: 'granite4',
    models: ['*granite-4*', '*granite4*'],
    start: 'template',
    defaultOn: false,
    options: thinkAndToolCall,
  },
  {
    id: 'holo2',
    models: beginning('holo2'),
    start: 'template',
    options: thinkAndToolCall,
  },
  {
    // The newlines belong to the delimiters: "quick" thinking is an empty pair of them.
    id: 'hunyuan_a13b',
    models: ['*hunyuan-a13b*', '*hunyuan-7b-instruct*', '*hunyuan-4b-instruct*', '*hunyuan-1.8b-instruct*', '*hunyuan-0.5b-instruct*'],
    start: 'answer',
    options: {
      startTag: ['<think>\n', '<think>'],
      endTag: ['\n</think>\n<answer>\n', '\n</think>', '</think>'],
      toolOpeners: '<tool_calls>',
      toolClosers: '</tool_calls>',
      answerOpen: ['\n<answer>\n', '<answer>\n', '<answer>'],
      contentStrip: ['\n</answer>', '</answer>'],
    },
  },
  {
    id: 'hunyuan_v3',
    models: ['*hunyuan-3*', ...beginning('hy3'), ...beginning('hy-v3')],
    start: 'template',
    options: { ...think, toolOpeners: '<tool_calls>', toolClosers: '</tool_calls>' },
  },
  {
    // Reasoning is a role of its own; it ends where the next role begins.
    id: 'hyperclovax_seed_think_14b',
    models: ['*hyperclovax-seed-think-14b*'],
    start: 'template',
    options: {
      startTag: '/think\n',
      endTag: ['<|im_end|>\n<|im_start|>assistant\n', '<|im_end|>\n<|im_start|>assistant'],
      toolOpeners: '<|im_end|>\n<|im_start|>assistant -> tool/function_call',
    },
    serviceTokens: chatMlTokens,
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
    id: 'intern_s1',
    models: ['*intern-s1*'],
    start: 'template',
    options: { ...think, toolOpeners: '<|action_start|><|plugin|>', toolClosers: '<|action_end|>' },
    serviceTokens: chatMlTokens,
  },
  {
    id: 'kimi_k1.5_vl',
    models: ['*kimi-vl*', '*kimi-k1.5*', '*kimi-thinking*'],
    start: 'answer',
    switchable: false,
    special: true,
    options: { startTag: '◁think▷', endTag: '◁/think▷' },
  },
  {
    id: 'kimi_k2',
    models: ['*kimi-k2-thinking*', ...[5, 6, 7, 8, 9].flatMap((minor) => [`*kimi-k2.${minor}*`, `*kimi-k2-${minor}*`])],
    start: 'template',
    options: {
      ...think,
      toolOpeners: ['<|tool_calls_section_begin|>', '<|tool_call_begin|>'],
      toolClosers: '<|tool_calls_section_end|>',
    },
    serviceTokens: ['<|im_end|>', '[EOS]'],
  },
  {
    // The first K2 models do not think; a block of theirs is unexpected, but must be split all the same.
    id: 'kimi_k2_instruct',
    models: ['*kimi-k2*'],
    start: 'answer',
    defaultOn: false,
    options: {
      ...think,
      toolOpeners: ['<|tool_calls_section_begin|>', '<|tool_call_begin|>'],
      toolClosers: '<|tool_calls_section_end|>',
    },
    serviceTokens: ['<|im_end|>', '[EOS]'],
  },
  {
    id: 'kimi_k3',
    models: ['*kimi-k3*'],
    start: 'template',
    special: true,
    options: {
      startTag: '<|open|>think<|sep|>',
      endTag: '<|close|>think<|sep|>',
      toolOpeners: '<|open|>tools<|sep|>',
      toolClosers: '<|close|>tools<|sep|>',
      contentStrip: ['<|open|>response<|sep|>', '<|close|>response<|sep|>', '<|close|>message<|sep|>', '<|end_of_msg|>'],
    },
  },
]
