import type { Evidence } from '@reason/probe'
import type { Configuration } from './configuration.ts'
import type { Finding } from './finding.ts'

/** What was found, as `--json` prints it. */
export interface Report {
  /** Where its API is. */
  upstream: string
  /** Absent: nothing says. */
  server?: string
  version?: string
  /** What gave it away. */
  evidence: readonly string[]
  /** What the server said of itself, question by question. Empty for servers without endpoints for that. */
  said: readonly Evidence[]
  /** APIs that it has endpoints for. */
  speaks: readonly string[]
  models: readonly string[]
  /** The one that was asked; absent: none was. */
  model?: string
  /** How many requests a model had to answer. */
  sent: number
  findings: readonly Finding[]
  configuration: Configuration
  /** The command line that starts the gateway. */
  command: string
  /** File that the configuration was written to. */
  written?: string
}
