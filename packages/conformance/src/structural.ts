/**
 * Signs that only a format writes. Letters, digits, blanks, and what prose and Markdown are made of do not count.
 */
const signs = /[^\p{L}\p{M}\p{N}\s.,:;!?'"“”‘’()\-–—…*_#~`/\\&%$@+]/gu
const letters = /\p{L}/gu

/** `<think>`, `[[reason]]` and `===FINAL===` are; `Final Answer:`, `###`, `[1]` and `**` are not. */
export const isStructural = (text: string): boolean => (text.match(signs) ?? []).length >= 2 && (text.match(letters) ?? []).length >= 2
