import type { Family } from './family.ts'
import {
  beginning,
  chatMlTokens,
  cohere,
  cohereTokens,
  deepSeekTokens,
  deepSeekTools,
  glmBox,
  graniteTokens,
  kimiTokens,
  think,
  thinkAndToolCall,
} from './shapes.ts'

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
    // Behind `enable_thinking`, which is off unless a request or llama-server sets it.
    id: 'bielik',
    models: ['*bielik-11b-v3*', '*bielik-*-v3*'],
    start: 'template',
    defaultOn: false,
    options: thinkAndToolCall,
    serviceTokens: chatMlTokens,
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
    models: ['*command-a-reasoning*'],
    start: 'template',
    special: true,
    options: cohere,
    serviceTokens: cohereTokens,
  },
  {
    // Its template ends with the turn's token: the model writes the opener.
    id: 'cohere_command_r7b',
    models: ['*command-r7b*'],
    start: 'answer',
    options: cohere,
    serviceTokens: cohereTokens,
  },
  {
    // North is built on the same template. Its switch is called `reasoning`.
    id: 'cohere_command4',
    models: ['*command-a-plus*', '*command-4*', '*north-mini*', '*cohere*north*'],
    start: 'template',
    options: cohere,
    serviceTokens: cohereTokens,
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
    models: ['*exaone-4*', '*exaone4*'],
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
      answerTokens: ['<|channel>response\n', '<|channel>final\n'],
      answerClose: '<channel|>',
      toolOpeners: '<|tool_call>',
      toolClosers: '<tool_call|>',
    },
    serviceTokens: ['<turn|>', '<|turn>', '<|tool_response>', '<tool_response|>', '<end_of_turn>', '<eos>'],
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
    serviceTokens: graniteTokens,
  },
  {
    // Thinks unless it is told not to (vLLM: parser/granite_thinking.py).
    id: 'granite4.2',
    models: ['*granite-4.2*', '*granite4.2*'],
    start: 'template',
    options: thinkAndToolCall,
    serviceTokens: graniteTokens,
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
    // Each checkpoint has a suffix of its own in its tags, `<think:6124c78e>`: these count for every model.
    id: 'hunyuan_v3',
    models: ['*hunyuan-3*', ...beginning('hy3'), ...beginning('hy-v3'), ...beginning('hy4'), ...beginning('hy-v4')],
    start: 'template',
    options: { ...think, toolOpeners: '<tool_calls>', toolClosers: '</tool_calls>' },
  },
  {
    // The preview does not think unless its effort is set.
    id: 'hunyuan_v3_preview',
    models: ['*hunyuan-3*preview*', '*hy3-preview*', '*hy-v3-preview*'],
    start: 'template',
    defaultOn: false,
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
    // Typed blocks: each ends with the same token, and the next one names its type.
    id: 'inkling',
    models: ['*inkling*'],
    start: 'answer',
    special: true,
    options: {
      startTag: '<|content_thinking|>',
      endTag: '<|end_message|>',
      answerTokens: '<|content_text|>',
      answerClose: '<|end_message|>',
      contentStrip: '<|message_model|>',
      toolOpeners: ['<|content_invoke_tool_json|>', '<|content_invoke_tool_text|>'],
      toolClosers: '<|end_message|>',
    },
    serviceTokens: ['<|content_model_end_sampling|>', '<|endoftext|>'],
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
    // The model writes its opener, as a rule: the prompt has none.
    id: 'kimi_k2_thinking',
    models: ['*kimi-k2-thinking*'],
    start: 'hold',
    switchable: false,
    options: {
      ...think,
      toolOpeners: ['<|tool_calls_section_begin|>', '<|tool_call_begin|>'],
      toolClosers: '<|tool_calls_section_end|>',
    },
    serviceTokens: kimiTokens,
  },
  {
    id: 'kimi_k2',
    models: [5, 6, 7, 8, 9].flatMap((minor) => [`*kimi-k2.${minor}*`, `*kimi-k2-${minor}*`]),
    start: 'template',
    options: {
      ...think,
      toolOpeners: ['<|tool_calls_section_begin|>', '<|tool_call_begin|>'],
      toolClosers: '<|tool_calls_section_end|>',
    },
    serviceTokens: kimiTokens,
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
    serviceTokens: kimiTokens,
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
      answerTokens: '<|open|>response<|sep|>',
      contentStrip: ['<|close|>response<|sep|>', '<|open|>message<|sep|>', '<|close|>message<|sep|>', '<|end_of_msg|>'],
    },
    serviceTokens: kimiTokens,
  },
  {
    // Its tag names how hard it thinks.
    id: 'k2_horizon',
    models: ['*k2-horizon*'],
    start: 'hold',
    special: true,
    options: {
      startTag: ['<ifm|think>', '<ifm|think_fast>', '<ifm|think_faster>'],
      endTag: ['</ifm|think>', '</ifm|think_fast>', '</ifm|think_faster>'],
    },
  },
  {
    id: 'k2_v2',
    models: ['*k2-v2*', '*k2-think-v2*'],
    start: 'hold',
    special: true,
    options: {
      startTag: ['<think>', '<think_fast>', '<think_faster>'],
      endTag: ['</think>', '</think_fast>', '</think_faster>'],
    },
  },
  {
    // The prompt opens the thought.
    id: 'iquest_coder_v2',
    models: ['*iquest-coder-v2*'],
    start: 'template',
    options: thinkAndToolCall,
    serviceTokens: chatMlTokens,
  },
]
