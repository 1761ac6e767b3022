export interface DoctorFlags {
  upstream: string
  model?: string
  format?: string
  keyEnv?: string
  /** Seconds. */
  timeout: number
  maxTokens: number
  /** Whether to have a model answer. Undefined: without asking only if that costs nothing. */
  send?: boolean
  show?: boolean
  write?: string
  force?: boolean
  json?: boolean
}
