import type { CountNames } from '../shared/usage.ts'

/** The fields of `usage`. */
export const countNames: CountNames = {
  input: 'total_input_tokens',
  output: 'total_output_tokens',
  reasoning: 'total_thought_tokens',
  cached: 'total_cached_tokens',
  toolUse: 'total_tool_use_tokens',
  total: 'total_tokens',
}
