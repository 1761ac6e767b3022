/** One word of a shell script, whatever it holds. Bash and zsh. */
export const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** The same for fish, which reads backslashes inside of quotes. */
export const quoteFish = (text: string): string => `'${text.replaceAll('\\', String.raw`\\`).replaceAll("'", String.raw`\'`)}'`
