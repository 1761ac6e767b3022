import type { Resolution } from '@reason/core/adapter'

/** The model writes channels, as gpt-oss does. */
export const writesHarmony = ({ flags }: Resolution['passport']): boolean => flags['harmony']?.value === true
