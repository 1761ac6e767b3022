import { createReadStream } from 'node:fs'
import { TextDecoder } from 'node:util'
import { inputError } from './cli-error.ts'

/** What the input is called in messages. */
export const inputName = (file: string | undefined): string => (isStandardInput(file) ? 'standard input' : file)

export const isStandardInput = (file: string | undefined): file is undefined | '-' => file === undefined || file === '-'

/**
 * The text of a file, or of standard input for `-` or nothing, piece by piece as it comes.
 *
 * A character that is cut between two pieces is joined. A byte order mark is dropped, and UTF-16 with one is read as
 * such, because that is what PowerShell's `>` writes.
 *
 * @throws {CliError} When it cannot be read.
 */
export async function* readInput(file: string | undefined): AsyncGenerator<string, void, void> {
  const bytes = isStandardInput(file) ? process.stdin : createReadStream(file)
  try {
    yield* decode(bytes)
  } catch (error) {
    throw readError(inputName(file), error)
  }
}

/** Bytes to text. Bytes that are no text become U+FFFD, as everywhere. */
export async function* decode(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, void> {
  let head = new Uint8Array()
  let decoder: TextDecoder | undefined
  for await (const piece of bytes) {
    let next = piece
    if (decoder === undefined) {
      head = head.length === 0 ? Uint8Array.from(piece) : Uint8Array.from([...head, ...piece])
      // The mark of UTF-16 takes two bytes to see.
      if (head.length < 2) continue
      decoder = new TextDecoder(encodingOf(head))
      next = head
    }
    const text = decoder.decode(next, { stream: true })
    if (text !== '') yield text
  }
  const rest = decoder === undefined ? new TextDecoder().decode(head) : decoder.decode()
  if (rest !== '') yield rest
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return 'utf-8'
}

const remedies: Record<string, string> = {
  ENOENT: 'There is no such file. Check the name, or use - for standard input.',
  EACCES: 'You have no permission to read it.',
  EISDIR: 'It is a folder. Name a file in it.',
}

export function readError(name: string, error: unknown): Error {
  const code = (error as NodeJS.ErrnoException).code
  if (code === undefined) return error as Error
  return inputError(`cannot read ${name} (${code}). ${remedies[code] ?? (error as Error).message}`, { cause: error })
}
