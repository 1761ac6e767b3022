import { parseExact } from '@reason/wire-kit'
import type { Part } from '@reason/core'
import type { ErrorPart } from '@reason/core/parts'
import type { WriterOptions } from '@reason/core/wire'
import { writeError } from '../shared/errors.ts'
import { identify } from './identity.ts'
import { createResponseMachine } from './machine.ts'

/** Writes parts as a whole body. A failure before any output becomes an error body; otherwise `error` stands beside `candidates`. */
export function writeGeminiResponse(parts: Iterable<Part>, options: WriterOptions = {}): Record<string, unknown> {
  const candidates = new Map<number, { parts: string[]; members: string; reason?: string }>()
  let members = ''
  let usage: unknown
  let error: ErrorPart['error'] | undefined
  const machine = createResponseMachine(
    {
      parts: (candidate, more) => void of(candidate).parts.push(...more),
      members(candidate, more) {
        if (candidate === -1) members += more
        else of(candidate).members += more
      },
      finish: (candidate, reason) => void (of(candidate).reason = reason),
      usage: (value) => void (usage = value),
      fail: (value) => void (error ??= value),
    },
    'whole',
    options,
  )
  for (const part of parts) machine.push(part)
  machine.end()
  if (error !== undefined && candidates.size === 0) return writeError(error)
  const list = [...candidates].toSorted(([one], [other]) => one - other)
  return {
    candidates: list.map(([index, { parts, members, reason }]) => ({
      content: { parts: parseExact(`[${parts.join(',')}]`), role: 'model' },
      finishReason: reason ?? 'OTHER',
      index,
      ...(parse(`{${members.slice(1)}}`) as object),
    })),
    ...(usage !== undefined && { usageMetadata: usage }),
    ...identify(machine.started(), options),
    ...(parse(`{${members.slice(1)}}`) as object),
    ...(error !== undefined && writeError(error)),
  }

  function of(candidate: number) {
    const made = candidates.get(candidate) ?? { parts: [], members: '' }
    candidates.set(candidate, made)
    return made
  }
}

const parse = (json: string): unknown => JSON.parse(json)
