/** Where a number is from: the provider said it, said it and cannot be right, or it was estimated. */
export interface Count {
  value: number
  source: 'reported' | 'implausible' | 'estimated'
}

export type Channel = 'reasoning' | 'commentary' | 'answer'

/** A run of text on one channel, and why it ended. */
export interface TracedBlock {
  choice?: number
  block: number
  channel: Channel
  kind?: string
  /** Absent in older traces. */
  origin?: string
  boundary: string
  terminator?: string
  chars: number
}

/** One stored generation, as lists have it. */
export interface TraceSummary {
  id: string
  /** Unix milliseconds. */
  createdAt: number
  sessionKey: string | null
  runId: string | null
  requestId: string | null
  tenant: string | null
  model: string | null
  provider: string | null
  adapter: string | null
  adapterVersion: string | null
  policyVersion: string | null
  class: string
  mode: 'metadata' | 'redacted' | 'full'
  outcome: string
  reasoningTokens: number | null
  reasoningTokensSource: Count['source'] | null
  totalTokens: number | null
  durationMs: number | null
  answerHash: string | null
  answerChars: number | null
  usage: Partial<Record<'input' | 'output' | 'reasoning' | 'cached' | 'total', Count>>
  timings: { firstReasoningMs?: number; firstAnswerMs?: number; firstToolCallMs?: number; reasoningMs?: number }
  boundaries: TracedBlock[]
  warnings: { code: string; count: number; message?: string }[]
  errors: { code?: string; status?: number; message?: string }[]
  toolCalls: { id?: string; name: string; chars: number }[]
  seals: { kind: string; sha256: string; chars: number; wire: string; provider?: string }[]
  leakScore: number | null
  redactions: Record<string, number>
  redactedBy: string | null
  metadata: Record<string, unknown>
}

/** All of it: null where no text is kept. */
export interface Trace extends TraceSummary {
  reasoningText: string | null
}

/** A place in the text around what was found. */
export interface Snippet {
  text: string
  ranges: { start: number; end: number }[]
  cutBefore: boolean
  cutAfter: boolean
}

export interface TracePage {
  items: (TraceSummary | { trace: TraceSummary; snippet: Snippet })[]
  /** Absent: there are no more. */
  next?: string
  /** How many could not be read, and are left out. */
  unreadable?: number
}
