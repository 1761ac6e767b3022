/**
 * Settings that reproduce programs which knew only a final-answer marker. Caps reasoning at 256 tokens, and passes the rest on as answer, in case a
 * model forgets its marker. Removes repetitions and runs of blanks. Spread it into a configuration.
 */
export const legacyMarkerProfile = {
  'llm.postproc.reasoning.max_tokens': 256,
  'llm.postproc.reasoning.action': 'answer',
  'llm.postproc.ngram.n': 3,
  'llm.postproc.ngram.window': 128,
  'llm.postproc.collapse.whitespace': true,
  'llm.marker.phase': 0,
} as const
