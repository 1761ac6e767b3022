/** Quotes a text as one word for bash and zsh. */
export const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Quotes a text for fish, where backslashes are special inside quotes. */
export const quoteFish = (text: string): string => `'${text.replaceAll('\\', String.raw`\\`).replaceAll("'", String.raw`\'`)}'`
