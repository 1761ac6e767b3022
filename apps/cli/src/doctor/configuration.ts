import { accessSync, constants, existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Configuration } from '@reason/doctor'
import { inputError, usageError } from '../cli-error.ts'
import { startCommand } from '../gateway/start-command.ts'
import { quote } from '../shell-quote.ts'

/** Command that starts the gateway with a configuration. */
export function commandFor(configuration: Configuration, file?: string): string {
  if (file !== undefined) return `${startCommand} --config ${quoted(file)}`
  const flags = Object.entries(configuration).map(
    ([name, value]) => `${flagOf(name)} ${quoted(typeof value === 'string' ? value : JSON.stringify(value))}`,
  )
  return [startCommand, ...flags].join(' ')
}

const flagOf = (name: string): string => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** Quotes a text for a POSIX shell if necessary. */
const quoted = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : quote(text))

/** @throws {CliError} If the file exists and `force` is false, or if it cannot be written. */
export async function writeConfiguration(file: string, configuration: Configuration, force: boolean): Promise<void> {
  try {
    await writeFile(file, `${JSON.stringify(configuration, null, 2)}\n`, { flag: force ? 'w' : 'wx' })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw existsAlready(file)
    throw unwritable(file, code ?? message, error)
  }
}

/** @throws {CliError} If the file exists and `force` is false, or if it is known not to be writable. */
export function checkWritable(file: string, force: boolean): void {
  if (!force && existsSync(file)) throw existsAlready(file)
  try {
    accessSync(existsSync(file) ? file : dirname(file), constants.W_OK)
  } catch (error) {
    throw unwritable(file, (error as NodeJS.ErrnoException).code ?? (error as Error).message, error)
  }
}

const existsAlready = (file: string): Error =>
  usageError(`${file} exists already, and was left as it is. Write over it with --force, or name another file.`)

const unwritable = (file: string, why: string, cause: unknown): Error =>
  inputError(`cannot write ${file} (${why}). Check that the folder exists, and that you may write there.`, { cause })
