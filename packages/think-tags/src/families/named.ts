import type { Family } from './family.ts'

const think = { startTag: '<think>', endTag: '</think>' }
/** Prose may mention the call's tag, so the tag counts only before a call. */
const toolCallAhead = { toolOpeners: '<tool_call>', toolClosers: '</tool_call>', toolLookahead: ['{', '<function='] }

/** Models known only by name, so they have no service tokens of their own. Rows for whole families override these. */
export const named: readonly Family[] = [
  {
    // These models think in these tags. Prompts differ in whether they open the thought, so the text has to decide.
    id: 'named_thinking',
    models: [
      '*-thinking',
      '*-thinking-*',
      '*-think',
      '*-think-*',
      '*-reasoning',
      '*-reasoning-*',
      '*-r1',
      '*-r1-*',
      '*-r1t*',
      '*-r1v*',
      '*reasoner*',
      '*acereason*',
      '*berrylm*',
      '*baichuan-m2*',
      '*baichuan-m3*',
      '*falcon-h1r*',
      '*intellect-3*',
      '*jan-v1*',
      '*k-exaone*',
      'k2-think*',
      '*kolibri-1*',
      '*nanbeige4*',
      '*nemotron-cascade*',
      '*openreasoning*',
      '*tongyi-deepresearch*',
      '*vibethinker*',
      '*xing4*',
    ],
    fallback: true,
    start: 'hold',
    options: { ...think, ...toolCallAhead },
  },
  {
    // Its template opens every thought, unlike that of the model without the word in its name.
    id: 'gigachat3.5_reasoning',
    models: ['*gigachat3.5*reasoning*', '*gigachat-3.5*reasoning*'],
    start: 'reasoning',
    switchable: false,
    options: think,
    serviceTokens: ['<|message_sep|>', '<|role_sep|>'],
  },
  {
    // Its services split by themselves. The open versions before it wrap their answers.
    id: 'ernie5',
    models: ['*ernie-5*'],
    start: 'hold',
    options: { ...think, ...toolCallAhead, answerOpen: '<response>', answerClose: '</response>' },
  },
  {
    id: 'named_not_thinking',
    models: ['*-non-thinking*', '*-non-reasoning*'],
    fallback: true,
    start: 'answer',
    switchable: false,
    defaultOn: false,
    options: { ...think, ...toolCallAhead },
  },
  {
    // Their services send reasoning in a separate field, or none. Waiting for a tag would hold the whole answer.
    id: 'named_thinking_apart',
    models: ['*claude-*-thinking*', '*gemini-*-thinking*', '*grok-*-reasoning*', '*sonar-reasoning*'],
    fallback: true,
    start: 'answer',
    options: { ...think, ...toolCallAhead },
  },
]
