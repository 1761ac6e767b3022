export function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : ''
}

/** No partition contains the time, because another process dropped it. */
export const noPartition = '23514'

/** Whether an error is temporary: a deadlock, a serialization failure or a lock timeout. */
export const isPassing = (error: unknown): boolean => ['40001', '40P01', '55P03'].includes(codeOf(error))

/** Whether the record caused the error: invalid data (class 22), constraints (23), program limits (54), or invalid JSON. */
export const isRecordFault = (error: unknown): boolean => /^(?:22|23|54)/.test(codeOf(error)) || error instanceof SyntaxError
