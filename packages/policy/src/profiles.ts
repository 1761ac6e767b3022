/**
 * What programs did that knew nothing but a final-answer marker: at most 256 tokens of reasoning, and the rest passed on as answer, lest a model that
 * forgot its marker leaves its user with nothing. Repetitions and runs of blanks are taken out. Spread it into a configuration.
 */
export const legacyMarkerProfile = {
  'llm.postproc.reasoning.max_tokens': 256,
  'llm.postproc.reasoning.action': 'answer',
  'llm.postproc.ngram.n': 3,
  'llm.postproc.ngram.window': 128,
  'llm.postproc.collapse.whitespace': true,
  'llm.marker.phase': 0,
} as const
