import type { Family } from './family.ts'

const think = { startTag: '<think>', endTag: '</think>' }
/** Prose may mention the call's tag, so the tag counts only before a call. */
const toolCallAhead = { toolOpeners: '<tool_call>', toolClosers: '</tool_call>', toolLookahead: ['{', '<function='] }

/** Models of makers who gave them no thoughts. Names that continue are of other makers, who may have. */
const neverThinking = [
  ...['3-8b', '3-70b', '3.1-8b', '3.1-70b', '3.1-405b', '3.2-1b', '3.2-3b', '3.3-70b'].map((size) => `llama-${size}-instruct`),
  ...['3-8b', '3-70b', '3.1-8b', '3.1-70b', '3.1-405b'].map((size) => `meta-llama-${size}-instruct`),
  ...['llama3', 'llama3.1', 'llama3.2', 'llama3.3', 'gemma2', 'gemma3', 'qwen2.5', 'qwen2.5-coder', 'mistral-nemo'].flatMap((name) => [
    name,
    `${name}:*`,
  ]),
  ...['0.5b', '1.5b', '3b', '7b', '14b', '32b', '72b'].flatMap((size) => [`qwen2.5-${size}-instruct`, `qwen2.5-coder-${size}-instruct`]),
  ...['2-2b', '2-9b', '2-27b', '3-1b', '3-4b', '3-12b', '3-27b', '3n-e2b', '3n-e4b'].map((size) => `gemma-${size}-it`),
  ...['gpt-4o', 'gpt-4.1', 'gpt-4-turbo', 'gpt-3.5-turbo'].flatMap((name) => [name, `${name}-*`]),
]

/** Models known only by name, so they have no service tokens of their own. Rows for whole families override these. */
export const named: readonly Family[] = [
  {
    // These models think in these tags. Prompts differ in whether they open the thought, so the text has to decide.
    id: 'named_thinking',
    models: (
      '*thinking *thinking-* *-think *-think-* *-reasoning *-reasoning-* *-r1 *-r1-* *-r1t* *-r1v* *reasoner* *mirothinker* ' +
      '*vibethinker* *acereason* *berrylm* *baichuan-m2* *baichuan-m3* *falcon-h1r* *intellect-3* *iquest-q1* *jan-v1* *k-exaone* ' +
      'k2-think* *kolibri-1* *nanbeige4* *nemotron-cascade* *openreasoning* *qwen-agentworld* *tongyi-deepresearch* *xing4* *xingchen4*'
    ).split(' '),
    fallback: true,
    start: 'hold',
    likely: 'reasoning',
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
  // Its model card shows two headings.
  {
    id: 'huatuogpt_o1',
    models: ['*huatuogpt-o1*'],
    start: 'answer',
    switchable: false,
    options: { startTag: '## Thinking\n', endTag: '\n## Final Response\n' },
  },
  // For talk in a role, and the only M2 that does not think.
  { id: 'minimax_m2_her', models: ['*minimax-m2-her*'], start: 'answer', switchable: false, defaultOn: false, options: think },
  {
    // Its services split by themselves. The open versions before it wrap their answers.
    id: 'ernie5',
    models: ['*ernie-5*'],
    start: 'hold',
    options: { ...think, ...toolCallAhead, answerOpen: '<response>', answerClose: '</response>' },
  },
  {
    id: 'named_not_thinking',
    models: ['*-non-thinking*', '*nothinking*', '*-non-reasoning*', ...neverThinking],
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
