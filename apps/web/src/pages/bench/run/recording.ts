import type { WireFormat } from '@reason/core'
import type { Framing } from '@reason/core/framing'

/** What a recorded answer is, by its own looks. */
export interface Recording {
  wire: string
  framing: Framing
  /** As the body names it. */
  model?: string
  /** The server that wrote it, where it says so by itself. */
  provider?: string
}

type Loose = Record<string, unknown>

/** What only one format has, in an event of a stream or in a whole body. */
const signs: readonly [wire: string, isIt: (event: Loose) => boolean][] = [
  ['openai-chat', ({ choices, object }) => Array.isArray(choices) && object !== 'text_completion'],
  ['openai-responses', ({ type, object }) => object === 'response' || (typeof type === 'string' && type.startsWith('response.'))],
  [
    'anthropic-messages',
    ({ type, message, content, role }) =>
      (type === 'message_start' && message !== undefined) || (type === 'message' && role === 'assistant' && Array.isArray(content)),
  ],
  ['gemini', ({ candidates }) => Array.isArray(candidates)],
  [
    'gemini-interactions',
    ({ event_type, interaction, steps }) => typeof event_type === 'string' || interaction !== undefined || Array.isArray(steps),
  ],
  [
    'cohere',
    ({ type, finish_reason, message }) =>
      type === 'message-start' || type === 'content-start' || (finish_reason !== undefined && typeof message === 'object'),
  ],
  ['ollama', ({ message, done }) => typeof done === 'boolean' && typeof message === 'object'],
  [
    'bedrock-converse',
    ({ output, stopReason, messageStart, contentBlockDelta }) =>
      (output !== undefined && stopReason !== undefined) || messageStart !== undefined || contentBlockDelta !== undefined,
  ],
]

/** Undefined: it is no recording that we know; so it is text. */
export function recognise(text: string): Recording | undefined {
  const start = text.trimStart()
  const framing = framingOf(start)
  if (framing === undefined) return undefined
  for (const event of firstEvents(start, framing)) {
    const wire = signs.find(([, isIt]) => isIt(event))?.[0]
    if (wire === undefined) continue
    const { model, message, response } = event as { model?: unknown; message?: { model?: unknown }; response?: { model?: unknown } }
    const name = [model, message?.model, response?.model].find((one) => typeof one === 'string')
    const provider = isOfLlamaServer(event) ? 'llamacpp' : undefined
    return { wire, framing, ...(typeof name === 'string' && { model: name }), ...(provider !== undefined && { provider }) }
  }
  return undefined
}

/** It gives its build as the fingerprint (`b6240-54a241f5`), and says how quick it was. */
const isOfLlamaServer = ({ system_fingerprint: build, timings }: Loose): boolean =>
  (typeof build === 'string' && /^b\d+-[\da-f]+$/.test(build)) ||
  (typeof timings === 'object' && timings !== null && 'predicted_ms' in timings)

function framingOf(start: string): Framing | undefined {
  if (/^(?:data|event|id|retry)?:/.test(start)) return 'sse'
  if (start.startsWith('[')) return 'json-array'
  if (!start.startsWith('{')) return undefined
  // One document, or one a line.
  return parse(start.trim()) !== undefined ? 'json' : 'ndjson'
}

/** The first few: comments, pings and empty ones say nothing. */
function firstEvents(start: string, framing: Framing): Loose[] {
  if (framing === 'json') return listOf(parse(start))
  if (framing === 'json-array') return (parse(start) as unknown as Loose[] | undefined)?.slice(0, 5) ?? []
  return start
    .slice(0, 200_000)
    .split(/\r?\n/)
    .map((line) => (framing === 'sse' ? /^data: ?(.*)$/.exec(line)?.[1] : line))
    .filter((line): line is string => line !== undefined && line.trim() !== '')
    .slice(0, 8)
    .flatMap((line) => listOf(parse(line)))
}

const listOf = (event: Loose | undefined): Loose[] => (event === undefined ? [] : [event])

function parse(text: string): Loose | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Loose) : undefined
  } catch {
    return undefined
  }
}

/** Loaded when a recording in that format is looked at. */
const wires: Readonly<Record<string, () => Promise<WireFormat>>> = {
  'openai-chat': async () => (await import('@reason/providers-openai')).openaiChat(),
  'openai-responses': async () => (await import('@reason/providers-openai')).openaiResponses(),
  'anthropic-messages': async () => (await import('@reason/providers-anthropic')).anthropicMessages(),
  gemini: async () => (await import('@reason/providers-google')).gemini(),
  'gemini-interactions': async () => (await import('@reason/providers-google')).geminiInteractions(),
  cohere: async () => (await import('@reason/providers-cohere')).cohere(),
  ollama: async () => (await import('@reason/providers-ollama')).ollama(),
  'bedrock-converse': async () => (await import('@reason/providers-bedrock')).bedrockConverse(),
}

export const wireNames = Object.keys(wires)

export const loadWire = (name: string): Promise<WireFormat> => wires[name]!()
