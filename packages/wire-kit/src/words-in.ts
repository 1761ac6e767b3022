/** The words and numbers of which a name is made, in lower case: of `maxOutput_tokens-2` there are `max`, `output`, `tokens` and `2`. Latin letters alone. */
export const wordsIn = (name: string): string[] => (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? []).map((word) => word.toLowerCase())
