export interface DoctorFlags {
  upstream: string
  model?: string
  format?: string
  keyEnv?: string
  /** Seconds. */
  timeout: number
  maxTokens: number
  /** Undefined: where it costs nobody money. */
  send?: boolean
  show?: boolean
  write?: string
  force?: boolean
  json?: boolean
}
