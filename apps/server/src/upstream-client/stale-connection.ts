const codes = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/**
 * Whether a kept connection, lost before any byte of an answer, was probably closed by the server before it read the request. Such a request can be sent again.
 * After a second, the server may have begun to generate, so a loss is a failure.
 *
 * @param startedAt - Time of `performance.now()` at which the request was first sent.
 */
export const wasStale = ({ code }: NodeJS.ErrnoException, startedAt: number): boolean =>
  code !== undefined && codes.has(code) && performance.now() - startedAt < 1000
