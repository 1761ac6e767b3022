import type { Family } from './family.ts'

/** Names of tags that prompts ask for, or that models invent. */
const names = [
  'think',
  'thinking',
  'thought',
  'thoughts',
  'reason',
  'reasoning',
  'reflection',
  'scratchpad',
  'ant_thinking',
  'antthinking',
  'chain_of_thought',
  'budget:thinking',
  'understanding',
  'character_analysis',
]

/** Formats of any model, and so without service tokens. Selected only by name, because their tags are ordinary words in other texts. */
export const prompted: readonly Family[] = [
  {
    id: 'prompted_tags',
    models: [],
    start: 'answer',
    options: {
      startTag: names.map((name) => `<${name}>`),
      endTag: names.map((name) => `</${name}>`),
      tagAttributes: true,
      caseInsensitive: true,
    },
  },
  {
    id: 'prompted_analysis',
    models: [],
    start: 'answer',
    options: { startTag: '<analysis>', endTag: '</analysis>', answerOpen: '<final>', answerClose: '</final>', caseInsensitive: true },
  },
  {
    // LM Studio's separator between reasoning and answer, if a response format is requested.
    id: 'lmstudio_synthetic',
    models: [],
    start: 'reasoning',
    switchable: false,
    options: { startTag: null, endTag: { prefix: '__LM_STUDIO_INTERNAL_LSEP_SYNTHETIC_REASONING_END_', suffix: '__' } },
  },
]
