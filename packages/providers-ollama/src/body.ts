import { parseExact } from '@reason/wire-kit'
import type { Part } from '@reason/core'
import type { WriterOptions } from '@reason/core/wire'
import { identify } from './identity.ts'
import { createResponseMachine } from './machine.ts'

/**
 * Writes parts as a whole body, with one field for all reasoning, one for the answer and one for the calls. A failure
 * before any output becomes an error body; otherwise `error` stands beside the message.
 */
export function writeOllamaResponse(parts: Iterable<Part>, options: WriterOptions = {}): Record<string, unknown> {
  const pieces = { thinking: [] as string[], content: [] as string[] }
  const calls: unknown[] = []
  const fields = { message: {}, response: {} }
  let ending: Record<string, unknown> = {}
  let error: string | undefined
  const machine = createResponseMachine(
    {
      text: (field, text) => void pieces[field].push(text),
      call: (json) => void calls.push(parseExact(json)),
      field: (scope, field, value) => void (fields[scope] = { ...fields[scope], [field]: value }),
      finish: (reason, counts) => void (ending = { done_reason: reason, done: true, ...counts }),
      fail: (message) => void (error ??= message),
    },
    options,
  )
  for (const part of parts) machine.push(part)
  machine.end()
  const [thinking, content] = [pieces.thinking.join(''), pieces.content.join('')]
  if (error !== undefined && thinking === '' && content === '' && calls.length === 0) return { error }
  if (error !== undefined) ending = { done_reason: 'error', done: true, error }
  return {
    ...identify(machine.started(), options),
    message: {
      role: 'assistant',
      content,
      ...(thinking !== '' && { thinking }),
      ...(calls.length > 0 && { tool_calls: calls }),
      ...fields.message,
    },
    ...ending,
    ...fields.response,
  }
}
