import { createAccumulator, type Part, type Result, type WireFormat } from '@reason/core'
import { createBodyDecoder, streamFramingOf } from '@reason/recording'
import { carriersIn } from './carriers.ts'
import { parseJson } from './json.ts'
import { errorOf, isHtml, redirectOf, type HttpAnswer } from './http/client.ts'

/** The answer to a chat request, read by the wire format and not split further. */
export interface ChatAnswer {
  /** Reason for a missing or unusable answer. */
  failure?: string
  /** HTTP status; 0 if no response came. */
  status: number
  /** Whether the answer came as a stream. */
  streamed: boolean
  parts: readonly Part[]
  result: Result
  /** Fields that hold reasoning, as the API names them. */
  carriers: readonly string[]
  /** Count of comments in the stream, which keep a silent connection alive. */
  comments: number
  /** Errors in lines of the stream that conforming readers ignore. */
  hiddenErrors: readonly string[]
}

export function readChatAnswer(answer: HttpAnswer, wire: WireFormat, source: { provider?: string; model: string }): ChatAnswer {
  const { status, body, headers } = answer
  const streamed = !/application\/json/.test(headers.get('content-type') ?? '') && answer.json === undefined
  const { parts, values } = status === 200 && !isHtml(answer) ? read(answer, streamed, wire, source) : { parts: [], values: [] }
  const accumulator = createAccumulator()
  for (const part of parts) accumulator.push(part)
  const result = accumulator.snapshot()
  const failure = failureOf(answer, result)
  return {
    ...(failure !== undefined && { failure }),
    status,
    streamed,
    parts,
    result,
    carriers: carriersIn(values),
    comments: streamed ? (body.match(/^:/gm)?.length ?? 0) : 0,
    hiddenErrors: streamed ? (body.match(/^error:.*$/gm) ?? []) : [],
  }
}

function read(
  { body, json }: HttpAnswer,
  streamed: boolean,
  wire: WireFormat,
  source: { provider?: string; model: string },
): { parts: Part[]; values: unknown[] } {
  if (!streamed) return { parts: [...wire.readResponse(json, source)], values: [json] }
  const framing = streamFramingOf(wire)
  // No examined wire format has binary frames.
  const decoder = createBodyDecoder(framing === 'aws-eventstream' ? 'sse' : framing)
  const reader = wire.createReader(source)
  const frames = [...decoder.push(Buffer.from(body)), ...decoder.end()]
  const parts = [...frames.flatMap((frame) => reader.pushFrame(frame)), ...reader.end()]
  return { parts, values: frames.map(({ data }) => parseJson(data)) }
}

function failureOf(answer: HttpAnswer, { errors, items }: Result): string | undefined {
  const { status, failure, body } = answer
  if (failure !== undefined) return failure
  const to = redirectOf(answer)
  if (to !== undefined) return `it redirects to ${to}, which is not followed`
  if (status !== 200) return `HTTP ${status}: ${errorOf(answer)}`
  if (isHtml(answer)) return 'it answers with a page in HTML'
  if (errors.length > 0) return `an error inside an answer with HTTP 200: ${errors[0]!.message}`
  if (items.length > 0 || body.trim() !== '') return undefined
  return 'its answer is empty'
}
