export function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : ''
}

/** No table holds its time: another process dropped it since. */
export const noPartition = '23514'

/** Two that wait for each other, or that cannot be put in an order: one of them tries again. */
export const isPassing = (error: unknown): boolean => ['40001', '40P01', '55P03'].includes(codeOf(error))

/** Data that it refuses (class 22), rules of the tables (23), limits of the program (54), and what is no JSON. All else is of the connection, the server or the disk. */
export const isRecordFault = (error: unknown): boolean => /^(?:22|23|54)/.test(codeOf(error)) || error instanceof SyntaxError
