import { beginning, chatMl, type Row } from './row.ts'

const deepSeek = ['<｜begin▁of▁sentence｜>'] as const
const glm = ['<|observation|>', '<|endoftext|>'] as const
const kimi = ['[EOS]'] as const

const hunyuanCalls = { toolOpeners: '<tool_calls>', toolClosers: '</tool_calls>' }

/** Tokens in which GLM encloses the result of a task. */
const glmBox = ['<|begin_of_box|>', '<|end_of_box|>']

const think = { startTag: '<think>', endTag: '</think>' }

/** Rows from Apertus to Kimi. */
export const rowsAToK: readonly Row[] = [
  {
    // From here on, a template without thoughts is the template of the base model.
    id: 'am_thinking',
    models: ['*am-thinking*'],
    templates: ['chatml'],
    tokens: chatMl,
    overrides: [
      {
        because: 'the system prompt asks for both pairs of tags',
        start: 'hold',
        defaultOn: undefined,
        options: { ...think, answerOpen: '<answer>', answerClose: '</answer>' },
      },
    ],
  },
  {
    id: 'apertus',
    models: ['*apertus*'],
    overrides: [{ because: 'a call is a list: a thought may mention the token', options: { toolLookahead: '[' } }],
  },
  {
    // Reasoning has no opening tag at all; the answer has a marker on both sides.
    id: 'apriel',
    models: ['*apriel*'],
    overrides: [
      { because: 'the model writes its end token in the text as well', options: { contentStrip: ['[END FINAL RESPONSE]', '<|end|>'] } },
    ],
  },
  {
    // The prompt ends in words, and no token shows whether the model continues them.
    id: 'apriel1.5',
    models: ['*apriel-1.5*'],
    overrides: [
      {
        because: 'its system prompt asks for a marker, and for tags before calls',
        start: 'hold',
        likely: 'reasoning',
        defaultOn: undefined,
        options: {
          startTag: ['<thinking>'],
          endTag: ['</thinking>', '[BEGIN FINAL RESPONSE]'],
          toolOpeners: '<tool_calls>',
          toolClosers: '</tool_calls>',
          contentStrip: ['[END FINAL RESPONSE]', '<|end|>'],
        },
      },
    ],
  },
  { id: 'bielik', models: ['*bielik-11b-v3*', '*bielik-*-v3*'], tokens: chatMl },
  { id: 'cohere_command_r7b_a_reasoning', models: ['*command-a-reasoning*'], templates: ['cohere_command_a_reasoning'] },
  { id: 'cohere_command_r7b', models: ['*command-r7b*'] },
  { id: 'cohere_command4', models: ['*command-a-plus*', '*command-4*', '*north-mini*', '*cohere*north*'], templates: ['cohere_north'] },
  {
    id: 'cogito',
    models: ['*cogito*'],
    templates: ['llama3'],
    tokens: ['<|eom_id|>', '<|begin_of_text|>', '<|end_of_text|>'],
    overrides: [
      {
        because: 'its own template opens the thought where thinking is switched on, and has calls of DeepSeek',
        start: 'template',
        switchable: undefined,
        options: { ...think, toolOpeners: '<｜tool▁calls▁begin｜>', toolClosers: '<｜tool▁calls▁end｜>' },
      },
    ],
  },
  {
    // Includes models that were fine-tuned from the distilled models, and the only 3.2 that always thinks.
    id: 'deepseek_r1',
    models: ['*deepseek-r1*', '*r1-distill*', '*r1-1776*', '*deepscaler*', '*deepcoder*', '*skywork-or1*', '*deepseek-v3.2-speciale*'],
    tokens: deepSeek,
    overrides: [{ because: '0528 writes the opener itself, and older templates leave it to the model', start: 'template' }],
  },
  {
    id: 'deepseek_v3_hybrid',
    models: ['*deepseek-v3.1*', '*deepseek-v3.2*', '*deepseek-chat-v3.1*', '*deepseek-chat-v3.2*', '*deepseek-3.1*', '*deepseek-3.2*'],
    templates: ['deepseek_v3_hybrid', 'deepseek_v3.2'],
    tokens: deepSeek,
  },
  {
    id: 'deepseek_v4',
    models: ['*deepseek-v4*', '*deepseek-4.*', '*deepseek-flash*'],
    tokens: deepSeek,
    overrides: [
      { because: 'the model is known to close an empty block first, and to think until it closes again', options: { emptyStart: 'hold' } },
    ],
  },
  { id: 'ernie4.5_thinking', models: ['*ernie-4.5-*-thinking*', '*ernie-4.5-vl*'] },
  { id: 'exaone_deep', models: ['*exaone-deep*'] },
  { id: 'exaone4', models: ['*exaone-4*', '*exaone4*'] },
  {
    // The tags are not mirror images, and a label line follows the opening one.
    id: 'gemma4',
    models: ['*gemma-4*', '*gemma4*'],
    tokens: ['<eos>'],
    overrides: [
      { because: 'the label differs at times', options: { startLabel: ['thought\n', 'thought\r\n', 'thinking\n'] } },
      {
        because: 'the token comes as that of Harmony, too, and a blank ends the label',
        options: { startTag: ['<|channel>', '<|channel>thought ', '<|channel|>thought\n'] },
      },
      {
        because: 'the model names a channel of its answer at times',
        options: { answerTokens: ['<|channel>response\n', '<|channel>final\n'], answerClose: '<channel|>' },
      },
      {
        because: 'servers leave these in the text, and the end of a turn of Gemma 3; an empty thought may lack the end of its label',
        serviceTokens: ['<|tool_response>', '<tool_response|>', '<end_of_turn>', '<|channel>thought<channel|>'],
      },
    ],
  },
  { id: 'gigachat3.5', models: ['*gigachat3.5*', '*gigachat-3.5*'] },
  { id: 'glm_z1', models: ['*glm-z1*', '*glm-4-z1*'], tokens: glm },
  {
    id: 'glm4.1v_thinking',
    models: ['*glm-4.1v*thinking*'],
    templates: ['glm_z1'],
    tokens: glm,
    overrides: [
      { because: 'whether the prompt opens the thought is not known', start: 'hold', likely: 'reasoning' },
      {
        because: 'it was trained to set its answer apart, and what is asked for into a box',
        options: { answerOpen: '<answer>', answerClose: '</answer>', contentStrip: glmBox },
      },
    ],
  },
  { id: 'glm4.5', models: ['*glm-4.5*', '*glm-4.6*', '*glm4.5*', '*glm4.6*'], tokens: glm },
  {
    id: 'glm4.5v',
    models: ['*glm-4.5v*', '*glm-4.6v*', '*glm4.5v*', '*glm4.6v*'],
    templates: ['glm4.5'],
    tokens: [...glm, ...glmBox],
    overrides: [{ because: 'those that see put what is asked for into a box', options: { contentStrip: glmBox } }],
  },
  {
    // Without a switch: thinking always.
    id: 'glm5.3',
    models: ['*glm-5.3*', '*glm5.3*'],
    tokens: glm,
    overrides: [{ because: 'the model thinks again after each call of one turn', options: { afterTool: 'hold' } }],
  },
  {
    id: 'glm4.7_5',
    models: ['*glm-4.7*', '*glm-5*', '*glm4.7*', '*glm5*', '*macaron-v1*'],
    tokens: glm,
    overrides: [{ because: 'the model thinks again after each call of one turn', options: { afterTool: 'hold' } }],
  },
  {
    // The delimiters are whole phrases, so a stream always splits them.
    id: 'granite3.2',
    models: ['*granite-3.2*', '*granite3.2*'],
    overrides: [
      {
        because: 'the system prompt that a switch sets asks for phrases, which no template writes',
        switchable: undefined,
        options: {
          startTag: ['Here is my thought process:', "Here's my thought process:"],
          endTag: ['Here is my response:', "Here's my response:"],
        },
      },
    ],
  },
  {
    id: 'granite3.3',
    models: ['*granite-3.3*', '*granite3.3*'],
    overrides: [{ because: 'the template renders no calls of the history', options: { toolOpeners: '<|tool_call|>' } }],
  },
  {
    id: 'granite4',
    models: ['*granite-4*', '*granite4*'],
    overrides: [
      {
        because: 'parsers of servers know a switch, which the templates of 4.0 and 4.1 do not have',
        start: 'template',
        switchable: undefined,
        options: { startTag: '<think>', endTag: '</think>', toolOpeners: '<tool_call>', toolClosers: '</tool_call>' },
      },
    ],
  },
  {
    id: 'granite4.2',
    models: ['*granite-4.2*', '*granite4.2*'],
    overrides: [{ because: 'one line feed belongs to the closer', options: { trim: ['newline1AfterClose'] } }],
  },
  {
    id: 'holo2',
    models: ['holo2*', '*_holo2*'],
    templates: ['qwen3.5'],
    tokens: chatMl,
  },
  {
    id: 'hunyuan_a13b',
    models: ['*hunyuan-a13b*', '*hunyuan-7b-instruct*', '*hunyuan-4b-instruct*', '*hunyuan-1.8b-instruct*', '*hunyuan-0.5b-instruct*'],
    overrides: [
      {
        because: 'line feeds belong to its delimiters: quick thinking is an empty pair of them',
        options: {
          startTag: ['<think>\n', '<think>'],
          endTag: ['\n</think>\n<answer>\n', '\n</think>', '</think>'],
          answerOpen: ['\n<answer>\n', '<answer>\n', '<answer>'],
          answerClose: undefined,
          contentStrip: ['\n</answer>', '</answer>'],
        },
      },
    ],
  },
  {
    id: 'hunyuan_v3',
    models: ['*hunyuan-3*', ...beginning('hy3'), ...beginning('hy-v3'), ...beginning('hy4'), ...beginning('hy-v4')],
    templates: ['hunyuan_v3', 'hunyuan_v4'],
    overrides: [
      { because: 'the third is seen to think though no effort was asked for', defaultOn: true },
      { because: 'without its section and suffix the tag of a call may be prose', options: hunyuanCalls },
    ],
  },
  // The preview does not think unless its effort is set.
  {
    id: 'hunyuan_v3_preview',
    models: ['*hunyuan-3*preview*', '*hy3-preview*', '*hy-v3-preview*'],
    templates: ['hunyuan_v3'],
    overrides: [{ because: 'without its section and suffix the tag of a call may be prose', options: hunyuanCalls }],
  },
  {
    // The other sizes think in tags.
    id: 'hyperclovax_seed_think',
    models: ['*hyperclovax-seed-think*'],
    templates: ['chatml'],
    tokens: chatMl,
    overrides: [
      {
        because: 'the prompt opens the thought when it is switched on; what happens by default differs by server',
        start: 'hold',
        switchable: undefined,
        defaultOn: undefined,
        options: { ...think, toolOpeners: '<tool_call>', toolClosers: '</tool_call>' },
      },
    ],
  },
  {
    // Reasoning is a role of its own; it ends where the next role begins.
    id: 'hyperclovax_seed_think_14b',
    models: ['*hyperclovax-seed-think-14b*'],
    tokens: ['<|im_end|>', ...chatMl],
    overrides: [
      {
        because: 'servers take away the line feed behind a header',
        options: { endTag: ['<|im_end|>\n<|im_start|>assistant\n', '<|im_end|>\n<|im_start|>assistant'] },
      },
      {
        because: 'the header of a call is a role, and no mark',
        options: { toolOpeners: '<|im_end|>\n<|im_start|>assistant -> tool/function_call' },
      },
    ],
  },
  {
    // Typed blocks: each ends with the same token, and the next one names its type.
    id: 'inkling',
    models: ['*inkling*'],
    tokens: chatMl,
    overrides: [
      {
        because: 'the next block tells of which type it is, so that the answer has no token of its own; an effort switches thinking',
        switchable: undefined,
        options: {
          endTag: '<|end_message|>',
          answerTokens: ['<|message_model|><|content_text|>', '<|content_text|>'],
          answerClose: '<|end_message|>',
          contentStrip: '<|message_model|>',
          toolOpeners: ['<|content_invoke_tool_json|>', '<|content_invoke_tool_text|>'],
          toolClosers: '<|end_message|>',
        },
      },
    ],
  },
  {
    id: 'intern_s1',
    models: ['*intern-s1*'],
    tokens: chatMl,
    overrides: [
      { because: 'another token behind the same opener begins code, and no call', options: { toolOpeners: '<|action_start|><|plugin|>' } },
    ],
  },
  {
    id: 'iquest_coder_v2',
    models: ['*iquest-coder-v2*'],
    templates: ['qwen3.5'],
    tokens: chatMl,
  },
  { id: 'kimi_k1.5_vl', models: ['*kimi-vl*', '*kimi-k1.5*', '*kimi-thinking*'] },
  {
    id: 'kimi_k2_thinking',
    models: ['*kimi-k2-thinking*'],
    tokens: kimi,
    overrides: [
      {
        because: 'seen without its opener, which the prompt leaves to the model: a closer or a call tells',
        start: 'hold',
        likely: 'reasoning',
      },
    ],
  },
  { id: 'kimi_k2', models: [5, 6, 7, 8, 9].flatMap((minor) => [`*kimi-k2.${minor}*`, `k2.${minor}*`]), tokens: kimi },
  {
    id: 'kimi_k2_instruct',
    models: ['*kimi-k2*'],
    tokens: kimi,
    overrides: [
      {
        because: 'names of later models, which think, fit this row too, and an unexpected block must be split all the same',
        switchable: undefined,
        options: {
          startTag: '<think>',
          endTag: '</think>',
          toolOpeners: ['<|tool_calls_section_begin|>', '<|tool_call_begin|>'],
          toolClosers: '<|tool_calls_section_end|>',
        },
      },
    ],
  },
  {
    id: 'kimi_k3',
    models: ['*kimi-k3*'],
    tokens: ['<|im_end|>', '<|im_middle|>', ...kimi],
    overrides: [
      {
        because: 'the model begins and ends a message around its answer, which the template does with tokens of turns',
        options: { contentStrip: ['<|close|>response<|sep|>', '<|open|>message<|sep|>', '<|close|>message<|sep|>', '<|end_of_msg|>'] },
      },
    ],
  },
  {
    id: 'k2_horizon',
    models: ['*k2-horizon*'],
    overrides: [{ because: 'servers differ in whether they give the prompt an effort', start: 'hold', likely: 'reasoning' }],
  },
  {
    id: 'k2_v2',
    models: ['*k2-v2*', '*k2-think-v2*'],
    overrides: [
      { because: 'servers differ in whether they give the prompt an effort', start: 'hold', likely: 'reasoning' },
      { because: 'no other model has tags that name an effort', special: true },
    ],
  },
]
