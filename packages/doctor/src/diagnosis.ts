import type { Evidence } from '@reason/probe'
import type { Configuration } from './configuration.ts'
import type { Finding } from './finding.ts'

/** The result of an examination. */
export interface Diagnosis {
  /** Base address of the API. */
  upstream: string
  /** Name of the server. Absent if nothing identifies it. */
  server?: string
  version?: string
  /** Signs by which the server was identified. */
  evidence: readonly string[]
  /** Facts that the server's own endpoints state, question by question. Empty for servers without such endpoints. */
  statements: readonly Evidence[]
  /** Wire formats that the server has endpoints for. */
  formats: readonly string[]
  models: readonly string[]
  /** The model that answered requests. Absent if none was sent. */
  model?: string
  /** Count of requests that a model had to answer. */
  requests: number
  findings: readonly Finding[]
  /** Settings of the gateway for this server. */
  configuration: Configuration
}
