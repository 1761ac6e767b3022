import type { ReaderOptions, WireReader } from '@reason/core/wire'
import { createResponseReader, isEmpty, isLoose, isText, refusalOf, tokenCount, createExtras } from '@reason/wire-kit'
import type { EventReader, Loose, ResponseContext } from '@reason/wire-kit'
import { readError } from '../shared/errors.ts'
import { createUsageReader } from '../shared/usage.ts'
import { createCandidateReader, type CandidateReader } from './candidate-reader.ts'
import { countNames } from './counts.ts'
import { inCamelCase } from './camel-case.ts'
import { channelOf, ownFields } from './natives.ts'
import { WIRE } from './wire.ts'

/** Reads responses of generateContent, whole or in chunks. There is no final event, so the end of the body ends the response. */
export const createGeminiReader = (options: ReaderOptions = {}): WireReader => createResponseReader(WIRE, options, createEventReader)

function createEventReader(context: ResponseContext): EventReader {
  const candidates = new Map<number, CandidateReader>()
  const extras = createExtras(ownFields.response, (field, value) =>
    context.choice().native(`response.${field}`, value, channelOf(`response.${field}`)),
  )
  const readUsage = createUsageReader(countNames)
  let started = false
  /** Reason why the prompt was blocked, possibly after an answer had begun. */
  let blocked: string | undefined

  return {
    argumentsField: '"args"',
    read(event) {
      // The body of a stream without `alt=sse`, read as a whole.
      if (Array.isArray(event)) for (const one of event) readChunk(one)
      else readChunk(event)
    },
    beforeEnd() {
      for (const candidate of candidates.values()) candidate.end(blocked)
    },
  }

  function readChunk(value: unknown): void {
    const chunk = inCamelCase(unwrap(value))
    if (chunk === undefined) return context.unknownEvent('chunk', value)
    const error = readError(chunk.error)
    if (isResponse(chunk)) readResponse(chunk)
    else if (error === undefined && !Object.values(chunk).every(isEmpty)) return context.unknownEvent('chunk', value)
    if (error !== undefined) context.fail(error)
  }

  function readResponse(chunk: Loose): void {
    if (!started) context.start(headOf(chunk))
    started = true
    const list = Array.isArray(chunk.candidates) ? (chunk.candidates as unknown[]) : []
    for (const [position, candidate] of list.entries()) {
      if (isLoose(candidate)) candidateOf(candidate.index, position).read(candidate)
      else context.unknownEvent('candidate', candidate)
    }
    const usage = readUsage(chunk.usageMetadata)
    if (usage !== undefined) context.choice().usage(usage)
    extras(chunk)
    const feedback = chunk.promptFeedback
    if (!isLoose(feedback) || !isText(feedback.blockReason)) return
    blocked = feedback.blockReason
    if (candidates.size === 0)
      context.choice().finish('content-filter', blocked, { refusal: refusalOf(blocked, feedback.blockReasonMessage) })
  }

  /** Finds the candidate of an index. Google omits the index 0, and some proxies omit all indexes. */
  function candidateOf(index: unknown, position: number): CandidateReader {
    const number = Number.isSafeInteger(index) && tokenCount(index) !== undefined ? (index as number) : position
    let candidate = candidates.get(number)
    if (candidate === undefined) candidates.set(number, (candidate = createCandidateReader(number, context)))
    return candidate
  }
}

const isResponse = (chunk: Loose): boolean =>
  chunk.candidates !== undefined ||
  ['usageMetadata', 'promptFeedback', 'modelVersion', 'responseId'].some((field) => chunk[field] !== undefined)

/** Unwraps a chunk from the object that Code Assist puts around each. */
function unwrap(value: unknown): Loose | undefined {
  if (!isLoose(value)) return undefined
  return isLoose(value.response) && value.candidates === undefined ? value.response : value
}

function headOf({ responseId, modelVersion, createTime }: Loose) {
  const milliseconds = isText(createTime) ? Date.parse(createTime) : Number.NaN
  return {
    ...(isText(responseId) && { id: responseId }),
    ...(isText(modelVersion) && { model: modelVersion }),
    ...(!Number.isNaN(milliseconds) && { created: Math.floor(milliseconds / 1000), native: { createTime } }),
  }
}
