import { encodeSse } from '@reason/core/framing'
import type { Item } from '@reason/core/result'
import type { FullWireFormat } from '@reason/core/wire'
import { anthropicMessages } from '@reason/providers-anthropic'
import { bedrockConverse, encodeEventStream } from '@reason/providers-bedrock'
import { cohere } from '@reason/providers-cohere'
import { gemini } from '@reason/providers-google'
import { ollama } from '@reason/providers-ollama'
import { openaiChat, openaiResponses } from '@reason/providers-openai'
import type { Served } from '../../matrix/upstream.ts'
import type { ClientApi } from './applications.ts'
import { callsOf, image, partsOf, turns, type Said, type Sealing } from './turns.ts'

/** A provider, and what it gets back of its own turns. */
export interface Provider {
  wire: FullWireFormat
  provider?: string
  model: string
  sealing?: Sealing
  /** True if a message has one place for all its thoughts, so that their order among calls is lost. */
  thoughtsFirst?: true
  /** True if the provider reads thoughts only in its seals. */
  sealsOnly?: true
  takesImages?: false
}

const full = (wire: unknown): FullWireFormat => wire as FullWireFormat
const claude = { kind: 'signature', on: 'thought' } as const

export const providers: Readonly<Record<string, Provider>> = {
  deepseek: { wire: full(openaiChat()), provider: 'deepseek', model: 'deepseek-v4-pro', thoughtsFirst: true },
  openrouter: {
    wire: full(openaiChat()),
    provider: 'openrouter',
    model: 'anthropic/claude-opus-4.6',
    sealing: claude,
    thoughtsFirst: true,
  },
  openai: { wire: full(openaiResponses()), provider: 'openai', model: 'gpt-5.5', sealing: { kind: 'encrypted', on: 'thought' } },
  anthropic: { wire: full(anthropicMessages()), provider: 'anthropic', model: 'claude-opus-4-6', sealing: claude },
  google: {
    wire: full(gemini()),
    provider: 'google',
    model: 'gemini-3.1-pro',
    sealing: { kind: 'thought-signature', on: 'call' },
    sealsOnly: true,
  },
  bedrock: { wire: full(bedrockConverse()), model: 'us.anthropic.claude-opus-4-6-v1:0', sealing: claude },
  cohere: { wire: full(cohere()), model: 'command-a-reasoning-08-2025', thoughtsFirst: true, takesImages: false },
  ollama: { wire: full(ollama()), model: 'qwen3:8b', thoughtsFirst: true },
}

/** The provider's answer, as the request wants it. */
export function answerOf({ wire, provider, model, sealing }: Provider, turn: readonly Said[], isStream: boolean): Served {
  const issuer = { wire: wire.id, model, ...(provider !== undefined && { provider }) }
  const parts = partsOf(turn, sealing, issuer)
  const options = { provider, model }
  if (!isStream) return { type: 'application/json', body: Buffer.from(JSON.stringify(wire.writeResponse(parts, options))) }
  const writer = wire.createWriter(options)
  const frames = [...parts.flatMap((part) => [...writer.push(part)]), ...writer.end()]
  const [type, encode] = encodings[wire.id] ?? (['text/event-stream', encodeSse] as const)
  return { type, body: Buffer.concat(frames.map((frame) => Buffer.from(encode(frame)))) }
}

const encodings: Readonly<
  Record<string, readonly [type: string, encode: (frame: Parameters<typeof encodeSse>[0]) => string | Uint8Array]>
> = {
  'bedrock-converse': ['application/vnd.amazon.eventstream', encodeEventStream],
  ollama: ['application/x-ndjson', ({ data }) => `${data}\n`],
}

/** Lines that say what a request of the provider has of the conversation. */
export function linesOf(provider: Provider, body: Record<string, unknown>): string[] {
  const { messages } = provider.wire.readRequest(body)
  const lines = messages.flatMap((message): string[] => {
    if (message.role === 'assistant') return message.items.flatMap((item) => linesOfItem(provider, item))
    const text = JSON.stringify(message.content)
    const result = /Result \d of step \d/.exec(text)?.[0]
    const failed = message.role === 'tool' && (message.failed === true || text.includes('Error: Result')) ? ' failed' : ''
    return [...(result === undefined ? [] : [result + failed]), ...(text.includes(image) ? ['image'] : [])]
  })
  return ordered(provider, lines)
}

function linesOfItem({ sealsOnly }: Provider, item: Item): string[] {
  const seals = ('seals' in item ? (item.seals ?? []) : []).map(({ value }) => ` ${value}`).join('')
  if (item.type === 'tool-call') return [`call ${item.name} ${JSON.stringify(JSON.parse(item.arguments))}${seals}`]
  if (item.type !== 'block') return []
  // Below full visibility, the gateway replaces a refusal's text.
  if (item.channel !== 'reasoning') return item.text.startsWith('Looking') ? [`text ${item.text}`] : []
  if (sealsOnly === true || item.text === '') return []
  // Fields with all thoughts of a message have one after the other.
  const texts = item.text.split(/(?<=\.)/)
  return texts.map((text, index) => `thought ${text}${index === texts.length - 1 ? seals : ''}`)
}

/** The lines that a request should have after these turns and their results. */
export function expectedLines(provider: Provider, from: number, to: number, client: ClientApi): string[] {
  const { sealing, sealsOnly, takesImages } = provider
  const lines = turns.slice(from, to).flatMap((turn, index) => {
    let waiting = ''
    const said = turn.flatMap((one) => {
      if ('refusal' in one) return []
      if ('text' in one) return [`text ${one.text}`]
      if ('thought' in one) {
        if (sealing?.on === 'call') waiting = ` ${one.seal}`
        return sealsOnly === true ? [] : [`thought ${one.thought}${sealing?.on === 'thought' ? ` ${one.seal}` : ''}`]
      }
      const line = `call ${one.call} ${JSON.stringify(one.args)}${waiting}`
      waiting = ''
      return [line]
    })
    const step = from + index
    const results = callsOf(turn).flatMap((_, at) => [
      `Result ${at} of step ${step}${at === 1 && client === 'messages' ? ' failed' : ''}`,
      ...(at === 0 && step === 0 && takesImages !== false ? ['image'] : []),
    ])
    return [...said, ...results]
  })
  return ordered(provider, lines)
}

/** Where a message has one place for all its thoughts, and images follow the results, only the set of lines is known. */
const ordered = ({ thoughtsFirst }: Provider, lines: string[]): string[] => (thoughtsFirst === true ? lines.toSorted() : lines)
