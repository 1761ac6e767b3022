import type { Effort } from '@reason/core/conversation'

interface DeepseekFacts {
  efforts: readonly Effort[]
  as: Readonly<Partial<Record<Effort, Effort>>>
  byDefault: Effort
  notByDefault: readonly string[]
  forcedTool: string
}

/** Thinking settings of DeepSeek's own API, the same in both formats. */
export const deepseek: DeepseekFacts = {
  efforts: ['low', 'high', 'max'],
  /** Efforts that the API treats as another one. */
  as: { minimal: 'low', medium: 'high', xhigh: 'high' },
  /** Default effort of a model that thinks by default. */
  byDefault: 'high',
  /** Names of the newest model that think only if asked. */
  notByDefault: ['deepseek-chat*'],
  /** The API's error message for a forced tool call. */
  forcedTool: 'Thinking mode does not support this tool_choice',
}
