/** An option of `diagnose` that messages and remedies name. */
export type OptionName = 'upstream' | 'model' | 'format' | 'keyEnv' | 'timeoutMs' | 'maxTokens' | 'send'

/**
 * Writes an option as its user does: `model: qwen3` in code, `--model qwen3` on a command line.
 *
 * @param value - Absent: the name of the option alone.
 */
export type Notation = (option: OptionName, value?: string) => string

/** The default notation, as in an object of options. */
export const objectNotation: Notation = (option, value) => (value === undefined ? option : `${option}: ${value}`)
