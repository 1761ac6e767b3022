import type { Issuer, Message, Piece, ToolMessage } from '@reason/core/conversation'
import { isLoose, isText, type Loose } from '@reason/wire-kit'
import { fieldOf, jsonText, keep } from '../../shared/request-fields.ts'
import { notes, toExtra } from './extras.ts'
import { readPiece } from './pieces.ts'
import { readModel } from './read-model.ts'
import { withIds } from './results.ts'

export const readContents = (contents: readonly unknown[], issuer: Issuer): Message[] =>
  withIds(contents.filter(isLoose).flatMap((content) => readContent(content, issuer)))

/** Reads a content of the user. Tool results in it become separate messages. */
function readContent(content: Loose, issuer: Issuer): Message[] {
  const parts: readonly unknown[] = Array.isArray(content.parts) ? content.parts : []
  if (content.role === 'model') return [readModel(content, parts, issuer)]
  const messages: Message[] = []
  let pieces: Piece[] = []
  for (const part of parts) {
    const result = readResult(part)
    if (result === undefined) {
      pieces.push(readPiece(part))
      continue
    }
    endPieces()
    messages.push(result)
  }
  if (pieces.length > 0 || messages.length === 0) endPieces(true)
  const own = keep(content, parts.length > 0 ? ['parts'] : [])
  return messages.map((message, at) => {
    const extra = toExtra({ ...message.extra?.fields, ...(at === 0 ? { $content: own } : { [notes.joined]: true }) })
    return { ...message, extra }
  })

  function endPieces(isLast = false): void {
    if (pieces.length > 0 || isLast) messages.push({ role: 'user', content: pieces })
    pieces = []
  }
}

const textKeys = ['output', 'result', 'error', 'content']

function readResult(part: unknown): ToolMessage | undefined {
  const result = isLoose(part) ? fieldOf(part, 'functionResponse') : undefined
  if (!isLoose(part) || !isLoose(result) || !isText(result.name)) return undefined
  const { id, name, response, parts } = result
  const read = [
    'name',
    ...(isText(id) ? ['id'] : []),
    ...(isLoose(response) ? ['response'] : []),
    ...(Array.isArray(parts) ? ['parts'] : []),
  ]
  const only =
    isLoose(response) && Object.keys(response).length === 1 ? textKeys.find((key) => typeof response[key] === 'string') : undefined
  const text = !isLoose(response) ? undefined : only === undefined ? jsonText(response) : (response[only] as string)
  // A response that nests too deeply for text stays a native part.
  if (isLoose(response) && text === undefined) return undefined
  return {
    role: 'tool',
    ...(isText(id) && { call: id }),
    name,
    content: [...(text === undefined ? [] : [{ type: 'text' as const, text }]), ...(Array.isArray(parts) ? parts.map(readPiece) : [])],
    ...(only === 'error' && { failed: true }),
    extra: toExtra({
      ...keep(part, ['functionResponse']),
      [notes.response]: keep(result, read),
      ...(only !== undefined && { [notes.key]: only }),
    }),
  }
}
