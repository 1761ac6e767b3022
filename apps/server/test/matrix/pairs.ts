import type { OurWire } from '@reason/gateway/upstreams'

type Json = Record<string, unknown>

/** How to find calls and results, and the ids or names that pair them, in a format's requests. Uses no code of the gateway. */
interface Pairing {
  /** The objects that contain calls and results, in order. */
  entries(body: Json): Json[]
  call(entry: Json): unknown
  result(entry: Json): unknown
}

const list = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : [])
const inside = (entry: Json, field: string, name: string): unknown => (entry[field] as Json | undefined)?.[name]

/** Messages, each followed by its calls. */
const withCalls = (messages: unknown): Json[] => list(messages).flatMap((message) => [message, ...list(message['tool_calls'])])
const piecesOf = (messages: unknown, field: string): Json[] => list(messages).flatMap((message) => list(message[field]))
const ofType = (entry: Json, type: string, name: string): unknown => (entry['type'] === type ? entry[name] : undefined)

const pairings: Readonly<Record<OurWire, Pairing>> = {
  'openai-chat': {
    entries: ({ messages }) => withCalls(messages),
    call: (entry) => ofType(entry, 'function', 'id'),
    result: (entry) => entry['tool_call_id'],
  },
  'openai-responses': {
    entries: ({ input }) => list(input),
    call: (entry) => ofType(entry, 'function_call', 'call_id'),
    result: (entry) => ofType(entry, 'function_call_output', 'call_id'),
  },
  'anthropic-messages': {
    entries: ({ messages }) => piecesOf(messages, 'content'),
    call: (entry) => ofType(entry, 'tool_use', 'id'),
    result: (entry) => ofType(entry, 'tool_result', 'tool_use_id'),
  },
  gemini: {
    entries: ({ contents }) => piecesOf(contents, 'parts'),
    call: (entry) => inside(entry, 'functionCall', 'name'),
    result: (entry) => inside(entry, 'functionResponse', 'name'),
  },
  'gemini-interactions': {
    entries: ({ input }) => list(input),
    call: (entry) => ofType(entry, 'function_call', 'id'),
    result: (entry) => ofType(entry, 'function_result', 'call_id'),
  },
  'bedrock-converse': {
    entries: ({ messages }) => piecesOf(messages, 'content'),
    call: (entry) => inside(entry, 'toolUse', 'toolUseId'),
    result: (entry) => inside(entry, 'toolResult', 'toolUseId'),
  },
  cohere: {
    entries: ({ messages }) => withCalls(messages),
    call: (entry) => ofType(entry, 'function', 'id'),
    result: (entry) => entry['tool_call_id'],
  },
  ollama: {
    entries: ({ messages }) => withCalls(messages),
    call: (entry) => inside(entry, 'function', 'name'),
    result: (entry) => entry['tool_name'],
  },
}

/** Calls and results of a request that are out of order: each call needs its result before the next step begins. */
export function unpaired(format: OurWire, body: Json, steps: number): string[] {
  const { entries, call, result } = pairings[format]
  const found: string[] = []
  let open: unknown[] = []
  let answered = 0
  let seen = 0
  for (const entry of entries(body)) {
    const [called, answers] = [call(entry), result(entry)]
    if (called !== undefined) {
      if (answered > 0 && open.length > 0) found.push(`calls go on before ${open.join(', ')} has its result`)
      if (open.length === 0) seen++
      if (open.length === 0) answered = 0
      open.push(called)
    }
    if (answers === undefined) continue
    if (!open.includes(answers)) found.push(`a result for ${JSON.stringify(answers)}, which nothing calls`)
    open = open.toSpliced(open.indexOf(answers), 1)
    answered++
  }
  if (open.length > 0) found.push(`no result for ${open.join(', ')}`)
  if (seen !== steps) found.push(`${seen} steps, not ${steps}`)
  return found
}
