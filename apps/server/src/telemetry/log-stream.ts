import { destination } from 'pino'

/** Bytes of log lines that wait for the reader of standard output. The stream drops and counts further lines. */
const mostWaiting = 1_048_576

/** Attempts to write the last lines when the process exits, 100 ms apart. */
const lastAttempts = 10

/** Writes log lines to standard output. If its reader has stopped, this costs lines, but no memory, and the process can still exit. */
export function createLogStream(): ReturnType<typeof destination> {
  let attempts = Infinity
  let dropped = 0
  const stream = destination({ sync: false, maxLength: mostWaiting, retryEAGAIN: () => attempts-- > 0 })
  const flush = stream.flushSync.bind(stream)
  // pino calls this when the process exits.
  stream.flushSync = () => {
    attempts = lastAttempts
    try {
      flush()
    } catch {
      // The reader is still not reading.
    }
  }
  stream.on('drop', () => dropped++)
  stream.on('drain', () => {
    const lines = dropped
    dropped = 0
    const msg = 'standard output was not read in time: log lines were dropped. Read it, or write it to a file'
    if (lines > 0) stream.write(`${JSON.stringify({ level: 40, time: Date.now(), lines, msg })}\n`)
  })
  return stream
}
