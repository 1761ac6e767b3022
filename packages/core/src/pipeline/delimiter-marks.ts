/** Tags of some 400 KB of HTML, more than a model writes at once. Rereading that many takes some 20 ms. */
export const mostMarks = 16_384

/** Marks that a waiting wire part counts as. */
export const marksOfPart = 4

/** `<`, `[`, `&`, a backtick or `◁`, which begin the delimiters of text formats. */
export const begins = (unit: number): boolean => unit === 0x3c || unit === 0x5b || unit === 0x26 || unit === 0x60 || unit === 0x25c1

/** Letters, backticks and the few other characters that follow in delimiters. Lists of numbers or of texts contain none. */
export const goesOn = (unit: number): boolean => (unit | 0x20) >= 0x60 || unit === 0x20 || unit === 0x2f || unit === 0x3c
