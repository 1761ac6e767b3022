import type { Part } from '@reason/core'
import type { AnswerFailure } from './failure.ts'

/** The failure in an answer that broke off or reported an error. Undefined: no failure. */
export function failureIn(parts: readonly Part[]): AnswerFailure | undefined {
  for (const part of parts) {
    if (part.type === 'error') return { status: part.error.status ?? 502, code: part.error.code ?? 'upstream_error' }
    if (part.type === 'finish' && part.reason === 'aborted') return { status: 502, code: 'upstream_broken' }
  }
  return undefined
}

/** True if the parts have no content: only a start, warnings or a failure. */
export function saysNothing(parts: readonly Part[]): boolean {
  const said = parts.findIndex(({ type }) => type !== 'start' && type !== 'warning')
  return said === -1 || failureIn(parts.slice(said, said + 1)) !== undefined
}
