import { createAccumulator, type Part, type Result, type WireFormat } from '@reason/core'
import { loadBodyDecoder } from '../framing/body-decoder.ts'
import { streamFramingOf } from '../framing/framing.ts'
import { carriersIn } from './carriers.ts'
import { errorOf, isHtml, redirectOf, type Answer } from './client.ts'

/** What an answer to a chat request came to, read by the wire format and not split further. */
export interface Observed {
  /** Why there is none, or none that can be used. */
  failure?: string
  /** HTTP status; 0: nothing came. */
  status: number
  /** It came as a stream. */
  streamed: boolean
  parts: readonly Part[]
  result: Result
  /** Fields in which reasoning came, in the words of the API. */
  carriers: readonly string[]
  /** Comments in a stream: they keep a connection alive that would else be silent. */
  comments: number
  /** Lines of a stream that conforming readers do not see. */
  unseen: readonly string[]
}

export async function observe(answer: Answer, wire: WireFormat, source: { provider?: string; model: string }): Promise<Observed> {
  const { status, body, headers } = answer
  const streamed = !/application\/json/.test(headers.get('content-type') ?? '') && answer.json === undefined
  const { parts, values } = status === 200 && !isHtml(answer) ? await read(answer, streamed, wire, source) : { parts: [], values: [] }
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
    unseen: streamed ? (body.match(/^error:.*$/gm) ?? []) : [],
  }
}

async function read(
  { body, json }: Answer,
  streamed: boolean,
  wire: WireFormat,
  source: { provider?: string; model: string },
): Promise<{ parts: Part[]; values: unknown[] }> {
  if (!streamed) return { parts: [...wire.readResponse(json, source)], values: [json] }
  const decoder = (await loadBodyDecoder(streamFramingOf(wire)))()
  const reader = wire.createReader(source)
  const frames = [...decoder.push(Buffer.from(body)), ...decoder.end()]
  const parts = [...frames.flatMap((frame) => reader.pushFrame(frame)), ...reader.end()]
  return { parts, values: frames.map(({ data }) => parse(data)) }
}

function failureOf(answer: Answer, { errors, items }: Result): string | undefined {
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

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
