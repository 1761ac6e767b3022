import type { Resolution } from '@reason/core/adapter'

/** True if the model writes Harmony channels, as gpt-oss does. */
export const writesHarmony = ({ flags }: Resolution['passport']): boolean => flags['harmony']?.value === true
