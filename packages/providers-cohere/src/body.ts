import type { Part } from '@reason/core'
import type { WriterOptions } from '@reason/core/wire'
import type { Loose } from '@reason/wire-kit'
import { createResponseMachine, type ContentType } from './machine.ts'
import { idOf } from './writer.ts'

/**
 * Writes parts as a whole body. A failure before any output becomes an error body; otherwise `error` stands beside the
 * message, and the finish reason is ERROR.
 */
export function writeCohereResponse(parts: Iterable<Part>, options: WriterOptions = {}): Record<string, unknown> {
  const contents: { type: ContentType; pieces: string[] }[] = []
  const calls: { id: string; name: string; pieces: string[] }[] = []
  const plans: string[] = []
  const citations: unknown[] = []
  let ending: Loose = {}
  let error: string | undefined
  const id = (): string => idOf(machine.started(), options)
  const machine = createResponseMachine(
    {
      begin: () => {},
      openContent: (_, type) => void contents.push({ type, pieces: [] }),
      text: (index, _, text) => void contents[index]!.pieces.push(text),
      closeContent: () => {},
      plan: (text) => void plans.push(text),
      openCall: (_, call) => void calls.push({ ...call, pieces: [] }),
      callText: (index, text) => void calls[index]!.pieces.push(text),
      closeCall: () => {},
      citation: (citation) => void citations.push(citation),
      finish: (reason, usage) => void (ending = { finish_reason: reason, ...(usage && { usage }) }),
      fail: (message) => void (error ??= message),
    },
    id,
    options,
  )
  for (const part of parts) machine.push(part)
  machine.end()
  if (error !== undefined && contents.length === 0 && calls.length === 0 && plans.length === 0) return { id: id(), message: error }
  if (error !== undefined) ending = { finish_reason: 'ERROR', error }
  return {
    id: id(),
    message: {
      role: 'assistant',
      content: contents.map(({ type, pieces }) => ({ type, [type]: pieces.join('') })),
      ...(plans.length > 0 && { tool_plan: plans.join('') }),
      ...(calls.length > 0 && { tool_calls: calls.map(writeCall) }),
      ...(citations.length > 0 && { citations }),
    },
    ...ending,
  }
}

const writeCall = ({ id, name, pieces }: { id: string; name: string; pieces: string[] }) => ({
  id,
  type: 'function',
  function: { name, arguments: pieces.join('') },
})
