import { ReasonError } from '@reason/core'

const remedies: Record<string, string> = {
  ENOENT: 'There is no such file. Check the name.',
  EACCES: 'You have no permission to read it.',
  EISDIR: 'It is a folder. Name a file in it.',
}

/**
 * Describes an error of the file system with the file's name and a remedy: `cannot read chats.jsonl (ENOENT). There is
 * no such file. Check the name.`
 *
 * @param missing - Added to the remedy if there is no such file.
 * @returns A `ReasonError` with the code `REASON_INVALID_INPUT`; an error without a system code is returned unchanged.
 */
export function readFailure(name: string, error: unknown, missing = ''): Error {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === undefined || ReasonError.is(error)) return error as Error
  const remedy = `${remedies[code] ?? message}${code === 'ENOENT' ? missing : ''}`
  return new ReasonError('REASON_INVALID_INPUT', `cannot read ${name} (${code}). ${remedy}`, { cause: error })
}
