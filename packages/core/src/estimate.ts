/** Counts the tokens of a text. Plug a tokenizer in where four characters a token is too rough. */
export type TokenEstimator = (text: string) => number

/** Characters (UTF-16 units) divided by four, rounded up: right within a factor of two for most languages and models. */
export const estimateTokens: TokenEstimator = (text) => Math.ceil(text.length / 4)
