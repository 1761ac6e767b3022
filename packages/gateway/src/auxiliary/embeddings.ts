import { Buffer } from 'node:buffer'
import { openaiChat } from '../client-apis/chat-completions/chat-completions.ts'
import { parseAsked } from '../client-apis/client-request.ts'
import type { Backend } from '../generation/backend.ts'
import { isApiError, notSupported, type ApiError } from '../errors/api-error.ts'
import { joinInTurns } from '../event-loop/joined-bytes.ts'
import { parseInTurns } from '../event-loop/json-parsing.ts'
import { jsonPerTurn } from '../event-loop/slices.ts'
import { atOnce, type Steps } from '@reason/wire-kit'
import { stepByStep } from '../event-loop/steps.ts'
import { unusableAnswer } from '../errors/upstream-error.ts'
import type { Runtime } from '../exchange.ts'
import { asObject, parseJson } from '../json.ts'
import type { ReadReply } from '../upstreams/reply.ts'
import type { AuxiliaryCall, AuxiliaryExchange, AuxiliaryReply } from './auxiliary-call.ts'
import { admitted, askBeside, tell, type QuestionTaker } from './upstream-question.ts'

/** OpenAI's embeddings, for upstreams that have them. No reasoning is involved, but clients with a single base address use it for everything. */
export const embeddings: AuxiliaryCall = { method: 'POST', path: '/v1/embeddings', shapeOf: () => openaiChat, ask: embed }

async function embed(exchange: AuxiliaryExchange, left: AbortSignal, runtime: Runtime): Promise<AuxiliaryReply | ApiError> {
  const client = await admitted(exchange, runtime, (body) => parseAsked(body, '{"model": "...", "input": "..."}'))
  if (isApiError(client)) return client
  const { asked, key, visibility } = client
  const settle = await runtime.governance.reserved(key, exchange.body?.length ?? 0)
  if (isApiError(settle)) return settle
  let tokens: number | undefined
  try {
    const can = ({ upstream }: Backend): boolean => upstream.api.embeddings !== undefined
    const reply = await askBeside({ model: asked.model, can, otherwise: noneThere, ask }, exchange.head, left, runtime)
    // A client that leaves pays for what the upstream may have done.
    tokens = isApiError(reply) ? (left.aborted ? undefined : 0) : totalOf(reply.text)
    return reply
  } finally {
    settle(tokens)
  }

  async function ask(taker: QuestionTaker): Promise<AuxiliaryReply | ApiError> {
    const { backend, model } = taker
    const { name, api } = backend.upstream
    const body = model === asked.model ? exchange.body : Buffer.from(JSON.stringify({ ...asked.json, model }))
    const unusable = unusableAnswer(name, 'is no list of embeddings')
    const readLong = async (reply: Buffer) => (await onlyVectorsInTurns(reply)) ?? unusable
    const read: ReadReply<Buffer<ArrayBuffer>> = (reply) => {
      if (visibility === 'full') return reply as Buffer<ArrayBuffer>
      return reply.length > jsonPerTurn ? readLong(reply) : (onlyVectors(reply) ?? unusable)
    }
    const question = { path: api.embeddings!, body, media: asked.media, visibility, read }
    return tell(taker, question, exchange.head, left, runtime)
  }
}

/** Characters at the end of a reply, where its usage is. */
const tailChars = 300

/** Tokens that a reply reports. Undefined without a report. */
function totalOf(text: string | Buffer): number | undefined {
  const total = /"total_tokens"\s*:\s*(\d{1,9})\b/.exec(text.slice(-tailChars).toString())?.[1]
  return total === undefined ? undefined : Number(total)
}

/** Reduces a reply to its known fields, for clients that may not see all text of an upstream. */
function onlyVectors(reply: Buffer): Buffer<ArrayBuffer> | undefined {
  const pieces = atOnce(writeVectors(parseJson(String(reply))))
  return pieces && Buffer.concat(pieces)
}

/** Some thousand vectors take tens of megabytes. */
async function onlyVectorsInTurns(reply: Buffer): Promise<Buffer<ArrayBuffer> | undefined> {
  const read = await parseInTurns(reply, noFields).catch(() => undefined)
  const pieces = await stepByStep(writeVectors(read))
  return pieces && joinInTurns(pieces)
}

function* writeVectors(reply: unknown): Steps<Buffer<ArrayBuffer>[] | undefined> {
  const { model, data, usage } = asObject(reply)
  if (!Array.isArray(data)) return undefined
  const { prompt_tokens, total_tokens } = asObject(usage)
  const pieces: Buffer<ArrayBuffer>[] = []
  let text = '{"object":"list","data":['
  for (const [at, one] of (data as unknown[]).entries()) {
    const { index, embedding } = asObject(one)
    const vector = { object: 'embedding', index: typeof index === 'number' ? index : at, embedding: vectorOf(embedding) }
    text += `${at > 0 ? ',' : ''}${JSON.stringify(vector)}`
    if (text.length < jsonPerTurn) continue
    pieces.push(Buffer.from(text))
    text = ''
    yield
  }
  const rest = {
    ...(typeof model === 'string' && { model }),
    usage: { prompt_tokens: numberOf(prompt_tokens), total_tokens: numberOf(total_tokens) },
  }
  pieces.push(Buffer.from(`${text}],${JSON.stringify(rest).slice(1)}`))
  return pieces
}

const noFields: ReadonlySet<string> = new Set()

/** Numbers, or their bytes in base64, depending on the request. */
function vectorOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'number')
  return typeof value === 'string' && /^[A-Za-z0-9+/]*={0,2}$/.test(value) ? value : []
}

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0)

const noneThere = ({ upstream: { name, api } }: Backend): ApiError =>
  notSupported(
    `The upstream ${name} speaks ${api.id}, which has no embeddings API like OpenAI's. Use an upstream that speaks openai-chat or openai-responses.`,
  )
