import type { Effort } from '@reason/core/conversation'

/** What DeepSeek's own API says of thinking, the same in both formats. */
export const deepseek: DeepseekFacts = {
  efforts: ['low', 'high', 'max'],
  /** What other efforts are taken for. */
  as: { minimal: 'low', medium: 'high', xhigh: 'high' },
  models: [
    // Names of the newest model: one that thinks unless told otherwise, and one that does where it is told.
    { byDefault: 'high' },
    { models: ['deepseek-chat*'], byDefault: 'none' },
  ],
  /** Its own words for a tool that has to be called. */
  forcedTool: 'Thinking mode does not support this tool_choice',
}

interface DeepseekFacts {
  efforts: readonly Effort[]
  as: Readonly<Partial<Record<Effort, Effort>>>
  models: readonly { models?: readonly string[]; byDefault: Effort }[]
  forcedTool: string
}
