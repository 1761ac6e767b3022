import { createAccumulator, type Part, type Stage, type TextAdapter, type WireFormat } from '@reason/core'
import { createSplitStage } from '@reason/core/pipeline'
import type { FullWireFormat } from '@reason/core/wire'
import { messageOf, type AssistantMessage, type Conversation, type Target } from '@reason/core/conversation'
import { encodeSse } from '@reason/core/framing'
import { limitVisibility, type Visibility } from '@reason/policy'
import { anthropicMessages } from '@reason/providers-anthropic'
import { bedrockConverse } from '@reason/providers-bedrock'
import { cohere } from '@reason/providers-cohere'
import { gemini, geminiInteractions } from '@reason/providers-google'
import { ollama } from '@reason/providers-ollama'
import { openaiChat, openaiResponses } from '@reason/providers-openai'
import { attachSeal, createSealer, reopen, type AttachOptions, type SealReport } from '@reason/seals'
import type { ClientFormat, Send } from './clients.ts'

export const wires: Readonly<Record<string, FullWireFormat>> = Object.fromEntries(
  [openaiChat(), openaiResponses(), anthropicMessages(), gemini(), geminiInteractions(), bedrockConverse(), cohere(), ollama()].map(
    (wire: WireFormat) => [wire.id, wire as FullWireFormat],
  ),
)

export interface Setting extends Pick<AttachOptions, 'carrier' | 'maxCallId' | 'when'> {
  client: ClientFormat
  target: Target
  visibility: Visibility
  /** Adapter that splits the answer's text. */
  adapter?: TextAdapter
  /** Parts of the provider's answer to every request. */
  parts: readonly Part[]
}

export interface Gateway {
  send: Send
  /** All response bodies that the client received. */
  sent: string[]
  /** The last request: its conversation, the outcome of its seals, and the body for the provider. */
  last(): { conversation: Conversation; reports: readonly SealReport[]; body: () => Record<string, unknown> }
  /** The model's message, as read from the whole answer. Excludes logprobs, which repeat the text and do not go back. */
  said: AssistantMessage
}

/** A minimal gateway: only the steps that it takes with our packages. */
export function createGateway({ client, target, visibility, parts, adapter, ...options }: Setting): Gateway {
  const sealer = createSealer({ keys: ['a secret of thirty-two bytes or more'] })
  const context = { instance: 'test', tenant: 'somebody', client, model: 'the-alias' }
  const clientWire = wires[client]!
  const providerWire = wires[target.wire]!
  const sent: string[] = []
  let last: ReturnType<Gateway['last']> | undefined

  return { send, sent, last: () => last!, said: recordOf(parts.slice(0, parts.findIndex(({ type }) => type === 'finish') + 1)) }

  function send(_: string, request: Record<string, unknown>): Response {
    const read = clientWire.readRequest(request)
    const { conversation, reports } = reopen(read, { sealer, context })
    last = { conversation, reports, body: () => providerWire.writeRequest(conversation, target).body }
    const tools = (read.tools ?? []).flatMap((tool) => (tool.type === 'function' ? [tool.name] : []))
    const record = createAccumulator()
    const stages: Stage[] = [
      ...(adapter === undefined ? [] : [createSplitStage({ adapter })]),
      limitVisibility(visibility),
      attachSeal({
        sealer,
        context,
        places: clientWire.sealPlaces,
        visibility,
        record: () => messageOf(record.snapshot(), target),
        ...options,
      }),
    ]
    const shown = parts.flatMap((part) => {
      record.push(part)
      return stages.reduce<readonly Part[]>((before, stage) => before.flatMap((one) => [...stage.push(one)]), [part])
    })
    const writing = { model: 'the-alias', tools }
    if (request['stream'] !== true) return respond(JSON.stringify(clientWire.writeResponse(shown, writing)), 'application/json')
    const writer = clientWire.createWriter(writing)
    const frames = [...shown.flatMap((part) => [...writer.push(part)]), ...writer.end()]
    return respond(frames.map((frame) => encodeSse(frame)).join(''), 'text/event-stream')
  }

  function respond(text: string, type: string): Response {
    sent.push(text)
    return new Response(text, { headers: { 'content-type': type } })
  }

  function recordOf(all: readonly Part[]): AssistantMessage {
    const record = createAccumulator()
    for (const part of all) if (part.type !== 'native' || !part.event.endsWith('logprobs')) record.push(part)
    return messageOf(record.snapshot(), target)
  }
}
