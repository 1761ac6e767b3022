import type { Family } from './family.ts'

const think = { startTag: '<think>', endTag: '</think>' }
/** The call's tag may stand in prose: it counts only in front of a call. */
const toolCallAhead = { toolOpeners: '<tool_call>', toolClosers: '</tool_call>', toolLookahead: ['{', '<function='] }

/** Models of which the name is all that is known, so that they have no service tokens of their own. Rows for whole families win over these. */
export const named: readonly Family[] = [
  {
    // They think in these tags. Whether the prompt opens the thought differs, so the text has to tell.
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
    id: 'named_not_thinking',
    models: ['*-non-thinking*', '*-non-reasoning*'],
    fallback: true,
    start: 'answer',
    switchable: false,
    defaultOn: false,
    options: { ...think, ...toolCallAhead },
  },
  {
    // Their services send reasoning in a field of its own, or none: waiting for a tag would hold the whole answer.
    id: 'named_thinking_apart',
    models: ['*claude-*-thinking*', '*gemini-*-thinking*', '*grok-*-reasoning*', '*sonar-reasoning*'],
    fallback: true,
    start: 'answer',
    options: { ...think, ...toolCallAhead },
  },
]
