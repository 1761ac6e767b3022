/** Names of common tags around a thought: ordinary words that mean reasoning nearly everywhere. */
export const thoughtNames = ['think', 'thinking', 'thought', 'reasoning'] as const

/** Pattern of one of the names. */
export const thoughtName = `(?:${thoughtNames.join('|')})`
