import type { CountNames } from '../shared/usage.ts'

/** The fields of `usageMetadata`. */
export const countNames: CountNames = {
  input: 'promptTokenCount',
  output: 'candidatesTokenCount',
  reasoning: 'thoughtsTokenCount',
  cached: 'cachedContentTokenCount',
  toolUse: 'toolUsePromptTokenCount',
  total: 'totalTokenCount',
}
