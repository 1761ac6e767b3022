import { accessSync, constants, createReadStream, fstatSync, statSync } from 'node:fs'
import { ReasonError } from '@reason/core'
import { createTextDecoder, readFailure } from '@reason/recording'
import { inputError } from './cli-error.ts'
import { createProgress, type ProgressLine } from './render/progress.ts'

/** Name of the input in messages. */
export const inputName = (file: string | undefined): string => (isStandardInput(file) ? 'standard input' : file)

/** Whether a word is a URL, or a host with its port. The name of a model (`qwen2.5:7b`) is none. */
export const isAddress = (word: string): boolean => /^(?:https?:\/\/|(?:localhost|[\w-]+(?:\.[\w-]+)+):\d{2,5}(?:\/|$))/.test(word)

export const isStandardInput = (file: string | undefined): file is undefined | '-' => file === undefined || file === '-'

/**
 * Reads the bytes of a file, or of standard input for `-` or no file. Shows the progress of a long input in the terminal.
 *
 * @param fillsOutput - Whether the output is written while reading. In a terminal, it then replaces the progress.
 * @throws {CliError} If the input cannot be read.
 */
export async function* readInput(file: string | undefined, fillsOutput = true): AsyncGenerator<Uint8Array, void, void> {
  const bytes: AsyncIterable<Uint8Array> = isStandardInput(file) ? process.stdin : createReadStream(file)
  const progress = fillsOutput && process.stdout.isTTY ? undefined : progressOf(file)
  try {
    for await (const piece of bytes) {
      yield piece
      progress?.add(piece.length)
    }
  } catch (error) {
    throw readError(inputName(file), error, orStandardInput)
  } finally {
    progress?.done()
  }
}

/** Megabytes of an input that is read whole, at most. Such inputs are documents, of which one of this size is a mistake. */
const mostMegabytes = 256

/**
 * Reads all of a file, or of standard input, as text.
 *
 * @throws {CliError} If the input cannot be read, or is longer than 256 MB.
 */
export async function readText(file: string | undefined, fillsOutput?: boolean): Promise<string> {
  const decoder = createTextDecoder()
  let text = ''
  for await (const bytes of readInput(file, fillsOutput)) {
    text += decoder.push(bytes)
    if (text.length > mostMegabytes * 1_000_000)
      throw inputError(`${inputName(file)} is longer than ${mostMegabytes} MB, the most that is read as one document. Check the name.`)
  }
  return text + decoder.end()
}

/** Call it before reporting any other problem with the file. @throws {CliError} If the file does not exist, or may not be read. */
export function checkInput(file: string | undefined): void {
  if (isStandardInput(file)) return
  try {
    accessSync(file, constants.R_OK)
  } catch (error) {
    throw readError(file, error, orStandardInput)
  }
}

/** Hint for errors if the file may be omitted. */
const orStandardInput = ' Or use - for standard input.'

/** Bytes from which reading shows its progress. Smaller files are read at once. */
const longBytes = 4_000_000

/** Shows the progress of reading. Undefined if the input is short, or of unknown length. */
function progressOf(file: string | undefined): ProgressLine | undefined {
  try {
    const { size } = isStandardInput(file) ? fstatSync(0) : statSync(file)
    return size < longBytes ? undefined : createProgress('read', { total: size })
  } catch {
    return undefined
  }
}

/** Tells a user in a terminal without a file that the command reads standard input. */
export function sayThatInputIsRead(file: string | undefined, what: string): void {
  if (isStandardInput(file) && process.stdin.isTTY)
    process.stderr.write(`reason: reading standard input; paste ${what} and end it with Ctrl-D.\n`)
}

/** @param missing - Hint if the file does not exist. */
export function readError(name: string, error: unknown, missing = ''): Error {
  const failure = readFailure(name, error, isAddress(name) ? ' It is an address: save the response to a file first.' : missing)
  return ReasonError.is(failure) ? inputError(failure.message, { cause: error }) : failure
}
