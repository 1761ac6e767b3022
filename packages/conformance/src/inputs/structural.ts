/** Matches characters that only a format uses. Excludes letters, digits, blanks, and the characters of prose and Markdown. */
const signs = /[^\p{L}\p{M}\p{N}\s.,:;!?'"“”‘’()\-–—…*_#~`/\\&%$@+]/gu
const letters = /\p{L}/gu

/** Whether a text is structural. `<think>`, `[[reason]]` and `===FINAL===` are. `Final Answer:`, `###`, `[1]` and `**` are not. */
export const isStructural = (text: string): boolean => (text.match(signs) ?? []).length >= 2 && (text.match(letters) ?? []).length >= 2
