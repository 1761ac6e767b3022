import type { ErrorPart } from '@reason/core/parts'
import { writeError } from '../../shared/errors.ts'
import { member } from './frames.ts'

/**
 * Writes the members of an error event, both flat as in the reference and in an object as servers send it. The object
 * makes the official client throw. The code is a text, as readers expect (the AI SDK); servers of Chat Completions send
 * a number.
 */
export function errorMembers({ code: said, ...failure }: ErrorPart['error']): string {
  const code = said === undefined ? null : String(said)
  const { error } = writeError({ ...failure, ...(code !== null && { code }) })
  return `${member('code', code)}${member('message', failure.message)},"param":null${member('error', error)}`
}
