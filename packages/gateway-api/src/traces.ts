/** Fields of a filter in a query string; the rest are numbers. */
export const traceTexts = ['session', 'run', 'request', 'tenant', 'model', 'provider', 'outcome', 'class', 'key'] as const
export const traceNumbers = [
  'since',
  'until',
  'minLeakScore',
  'minReasoningTokens',
  'maxReasoningTokens',
  'minTotalTokens',
  'maxTotalTokens',
] as const
