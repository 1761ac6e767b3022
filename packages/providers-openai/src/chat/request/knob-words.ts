import type { Effort } from '@reason/core/conversation'

/** Efforts whose names are the provider's words. */
export const words = (...list: Effort[]): Partial<Record<Effort, string>> => Object.fromEntries(list.map((word) => [word, word]))

/** The three that nearly all know. */
export const three = words('low', 'medium', 'high')
