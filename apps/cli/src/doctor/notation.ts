import type { Notation, OptionName } from '@reason/doctor'

/** Flags that differ from the name of their option. */
const flags: Partial<Record<OptionName, string>> = { keyEnv: 'key-env', timeoutMs: 'timeout', maxTokens: 'max-tokens' }

/** Writes options of the doctor as flags of the command: `--model qwen3`. */
export const flagNotation: Notation = (option, value) => {
  const flag = `--${flags[option] ?? option}`
  if (value === undefined || option === 'send') return flag
  return `${flag} ${option === 'timeoutMs' ? Number(value) / 1000 : value}`
}
