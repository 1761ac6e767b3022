export interface DoctorFlags {
  upstream: string
  model?: string
  format?: string
  keyEnv?: string
  /** Timeout in seconds. */
  timeout: number
  maxTokens: number
  /** Whether to send requests to a model. Undefined: without asking only if they cost nothing. */
  send?: boolean
  show?: boolean
  write?: string
  force?: boolean
  json?: boolean
}
