import type { Issuer, Message } from '@reason/core/conversation'
import { cacheOf, isLoose, isText, marked, type Loose } from '@reason/wire-kit'
import { keep } from '../fields.ts'
import { readAssistant } from './read-assistant.ts'
import { readPieces } from './read-pieces.ts'
import { withoutBlocks } from './foreign-blocks.ts'

/** Reads all messages. Values that are no objects are skipped. */
export const readMessages = (values: readonly unknown[], issuer: Issuer): Message[] =>
  values
    .filter(isLoose)
    .flatMap(withoutBlocks)
    .map((value) => marked(readMessage(value, issuer), cacheOf(value).cache))

function readMessage(message: Loose, issuer: Issuer): Message {
  const { role } = message
  if (role === 'assistant') return readAssistant(message, issuer)
  const content = readPieces(message.content)
  // Empty content stays as it was: `null`, `''`, `[]`, or an invalid value.
  const read = content.length > 0 ? ['content'] : []
  switch (role) {
    case 'system':
    case 'developer':
      return { role, content, extra: keep(message, ['role', ...read]) }
    case 'tool':
    case 'function':
      if (isText(message.tool_call_id)) read.push('tool_call_id')
      if (isText(message.name)) read.push('name')
      if (role === 'tool') read.push('role')
      return {
        role: 'tool',
        ...(isText(message.tool_call_id) && { call: message.tool_call_id }),
        ...(isText(message.name) && { name: message.name }),
        content,
        extra: keep(message, read),
      }
    default:
      // An unknown role is kept for Chat Completions; other formats get it as `user`.
      return { role: 'user', content, extra: keep(message, role === 'user' ? ['role', ...read] : read) }
  }
}
