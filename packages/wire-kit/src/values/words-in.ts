/** Splits a name into its words and numbers, in lower case: `maxOutput_tokens-2` has `max`, `output`, `tokens` and `2`. Latin letters only. */
export const wordsIn = (name: string): string[] => (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? []).map((word) => word.toLowerCase())
