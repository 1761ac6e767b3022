import type { Effort } from '@reason/core/conversation'

interface DeepseekFacts {
  efforts: readonly Effort[]
  as: Readonly<Partial<Record<Effort, Effort>>>
  byDefault: Effort
  notByDefault: readonly string[]
  forcedTool: string
}

/** What DeepSeek's own API says of thinking, the same in both formats. */
export const deepseek: DeepseekFacts = {
  efforts: ['low', 'high', 'max'],
  /** Efforts that count as another one. */
  as: { minimal: 'low', medium: 'high', xhigh: 'high' },
  /** The effort of a model that thinks without being asked. */
  byDefault: 'high',
  /** Names of the newest model under which it thinks only if asked. */
  notByDefault: ['deepseek-chat*'],
  /** Its own words for a tool that has to be called. */
  forcedTool: 'Thinking mode does not support this tool_choice',
}
