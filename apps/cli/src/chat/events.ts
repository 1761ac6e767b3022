import { createFrameDecoder } from '@reason/core/framing'
import { noGateway, type GatewayClient } from '../gateway/client.ts'

/** A question as `/v1/generate` takes it. */
export interface GenerateRequest {
  model: string
  messages: readonly Message[]
  effort?: string
  budget_tokens?: number
  max_tokens?: number
  session?: string
  visibility?: string
}

/** A message of a conversation; those of the model are as the gateway gave them. */
export interface Message {
  role: 'system' | 'user' | 'assistant' | 'tool'
  content: unknown
  call?: string
  failed?: boolean
}

/** What of the gateway's events is read here. Others may come. */
export type GenerateEvent =
  | { type: 'analysis'; block: number; text: string; kind?: string; ms?: number }
  | { type: 'commentary' | 'token'; text: string }
  | { type: 'tool_call'; id: string; name: string; arguments: string }
  | { type: 'warning'; code: string; message: string }
  | { type: 'usage'; usage: { input_tokens?: number; output_tokens?: number; reasoning_tokens?: number } }
  | FinalEvent
  | { type: 'error'; error: { message: string } }

export interface FinalEvent {
  type: 'final'
  model: string | null
  finish_reason: string
  leak_detected: boolean
  tool_calls: readonly { id: string; name: string }[]
  /** `reasoning_tokens` is null where it is unknown. */
  stats: { reasoning_tokens: number | null; charged_tokens?: number; commentary_tokens: number; final_tokens: number }
  message: Message
}

export interface Generation {
  /** Reasoning tokens that its budgets still had when it began. Undefined: none binds it. */
  remaining: number | undefined
  /** Under which id it is stored. Undefined: it is not. */
  trace: string | undefined
  events: AsyncIterable<GenerateEvent>
}

/**
 * Asks the gateway.
 *
 * @throws {CliError} where it refuses, or is none
 */
export async function generate(gateway: GatewayClient, request: GenerateRequest, signal: AbortSignal): Promise<Generation> {
  const response = await gateway.send('/v1/generate', { method: 'POST', body: { ...request, stream: true }, signal })
  const type = response.headers.get('content-type') ?? 'nothing'
  if (!type.startsWith('text/event-stream')) {
    await response.body?.cancel()
    throw noGateway(gateway.url, '/v1/generate', type)
  }
  const remaining = response.headers.get('x-reason-budget-remaining')
  const trace = response.headers.get('x-reason-trace-id') ?? undefined
  return { remaining: remaining === null ? undefined : Number(remaining), trace, events: eventsOf(response.body!) }
}

async function* eventsOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<GenerateEvent> {
  const decoder = createFrameDecoder('sse')
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    for (const { data } of decoder.push(text)) yield JSON.parse(data) as GenerateEvent
  }
}
