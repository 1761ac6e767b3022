/** What `POST /v1/generate` streams, as far as the pages read it. Unknown types are passed over. */
export type GenerateEvent =
  | { type: 'analysis'; block: number; text: string; kind?: 'summary' | 'hidden'; ms?: number }
  | { type: 'commentary'; text: string }
  | { type: 'token'; text: string; kind?: 'refusal' }
  | ({ type: 'tool_call' } & ToolCall)
  | ({ type: 'warning' } & Warning)
  | { type: 'usage'; usage: Usage }
  | ({ type: 'final' } & Final)
  | { type: 'wire'; text: string; ms: number }
  | { type: 'part'; part: { type: string; [field: string]: unknown } }
  | { type: 'error'; error: { message: string; code: string | number | null; status?: number } }

export interface ToolCall {
  id: string
  name: string
  /** As the model wrote them: JSON, where it kept to it. */
  arguments: string
}

export interface Warning {
  code: string
  message: string
}

export interface Usage {
  input_tokens?: number
  output_tokens?: number
  reasoning_tokens?: number
  cached_tokens?: number
  total_tokens?: number
}

export interface Stats {
  /** Null: unknown. */
  reasoning_tokens: number | null
  commentary_tokens: number
  final_tokens: number
  reasoning_ratio: number | null
}

export interface Final {
  id: string
  model: string | null
  finish_reason: string
  leak_detected: boolean
  /** Absent from older gateways. */
  blocks?: readonly { channel: string; origin: string }[]
  stats: Stats
  /** The answer as the next request takes it. */
  message: AssistantMessage
}

export interface AssistantMessage {
  role: 'assistant'
  content: string | { type: string; [field: string]: unknown }[]
}

export type Message =
  | { role: 'system' | 'user'; content: string }
  | AssistantMessage
  | { role: 'tool'; call?: string; name?: string; content: string }

export interface GenerateRequest {
  model: string
  messages: Message[]
  effort?: string
  budget_tokens?: number
  max_tokens?: number
  temperature?: number
  session?: string
  visibility?: string
  tools?: unknown[]
  /** What the gateway keeps of it. Absent: as it is configured. */
  trace?: 'none'
  /** Also what the upstream sends, and our parts. */
  wire?: boolean
  stream: true
}
