import { Buffer } from 'node:buffer'
import { exitCodes } from './exit-codes.ts'

export interface Output {
  /** Resolves when the reader has room for more, so that a slow one bounds our memory. */
  write(piece: string | Uint8Array): Promise<void>
  /** True if the output is empty or ends with a line feed. */
  readonly endsLine: boolean
}

/**
 * Standard output. A reader that closes the pipe (`| head`) is no error. The command then ends quietly, or, if its exit code matters, continues without output.
 */
export function createOutput(whenClosed: 'exit' | 'ignore' = 'exit'): Output {
  const stream = process.stdout
  let closed = false
  let endsLine = true

  stream.off('error', endOnError).on('error', (error: NodeJS.ErrnoException) => {
    if (whenClosed === 'exit' || error.code !== 'EPIPE') endOnError(error)
    closed = true
  })

  return {
    async write(piece) {
      if (piece.length === 0 || closed) return
      const last = piece.at(-1)
      endsLine = last === '\n' || last === LINE_FEED
      if (!stream.write(stream.isTTY ? forTerminal(piece) : piece)) await roomIn(stream)
    },
    get endsLine() {
      return endsLine
    },
  }
}

/** JSON does not escape these controls, but a terminal may execute them. Their escapes mean the same in JSON. */
const rest = /[\u007F-\u009F]/g
const forTerminal = (piece: string | Uint8Array): string =>
  (typeof piece === 'string' ? piece : Buffer.from(piece).toString('utf8')).replaceAll(rest, escaped)

const escaped = (control: string): string => `\\u00${control.charCodeAt(0).toString(16)}`

/** Makes a closed standard output end the process quietly, also for text of libraries such as help. A closed standard error is ignored. */
export function endOnClosedOutput(): void {
  process.stdout.on('error', endOnError)
  process.stderr.on('error', () => {})
}

function endOnError(error: NodeJS.ErrnoException): never {
  if (error.code === 'EPIPE') process.exit(exitCodes.ok)
  process.stderr.write(`reason: cannot write the output: ${error.message}\n`)
  process.exit(exitCodes.input)
}

/** Waits for `drain` or `close`, and removes both listeners. */
function roomIn(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stream.off('drain', done).off('close', done)
      resolve()
    }
    stream.on('drain', done).on('close', done)
  })
}

const LINE_FEED = 0x0a

/** On Ctrl-C, resets the terminal's style and exits. */
export function exitOnInterrupt(): void {
  process.once('SIGINT', () => {
    if (process.stdout.isTTY) process.stdout.write('\u001B[0m\n')
    process.exit(exitCodes.interrupted)
  })
}
