import type { FinishReason } from '@reason/core/parts'
import { finishWord } from '@reason/wire-kit'

/** Finish reasons. `load` and `unload` answer requests without a prompt. */
const reasons = new Map<string, FinishReason>([
  ['stop', 'stop'],
  ['load', 'stop'],
  ['unload', 'stop'],
  ['length', 'length'],
  ['error', 'error'],
])

/** Translates a finish reason. Ollama sends `stop` also after calls, and older servers send none. */
export function readFinish(native: string | undefined, called: boolean): FinishReason {
  const reason = native === undefined ? 'stop' : (reasons.get(native) ?? 'unknown')
  return reason === 'stop' && called ? 'tool-calls' : reason
}

/** Translates a finish reason to Ollama's. Undefined if an error is needed: an aborted generation must not look like a success. */
export function writeFinish(reason: FinishReason, native?: string): string | undefined {
  if (native !== undefined && native !== 'error' && reasons.get(native) === reason) return native
  return finishWord({ length: 'length' }, reason, 'stop')
}
