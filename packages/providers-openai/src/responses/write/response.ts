import type { Part } from '@reason/core'
import type { ErrorPart } from '@reason/core/parts'
import type { WriterOptions } from '@reason/core/wire'
import { isLoose } from '@reason/wire-kit'
import { writeError } from '../../shared/errors.ts'
import { noFrames } from './frames.ts'
import { createResponsesWriter, type WriteConfig } from './writer.ts'

/** Writes parts as a whole body. A failure before any output becomes an error body, as servers send it with an error status. */
export function writeResponses(parts: Iterable<Part>, config: WriteConfig, options?: WriterOptions): Record<string, unknown> {
  const writer = createResponsesWriter(config, options, noFrames)
  let failure: ErrorPart | undefined
  let begun = false
  for (const part of parts) {
    if (part.type === 'start') begun = true
    if (part.type === 'error') failure ??= part
    writer.push(part)
  }
  writer.end()
  const body = writer.body()
  const { status, output, error } = body
  if (begun || status !== 'failed' || !Array.isArray(output) || output.length > 0 || !isLoose(error)) return body
  return writeError(failure?.error ?? { message: String(error.message), code: String(error.code) })
}
