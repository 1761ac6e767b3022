import { ReasonError } from '@reason/core'
import type { Fetch } from './http/client.ts'
import { objectNotation, type Notation } from './http/notation.ts'
import type { WireId } from './wires.ts'

/** Requests that wait for consent, because a model has to answer them. */
export interface PlannedRequests {
  /** The requests in a sentence: how many, to which model, of how many tokens. */
  description: string
  model: string
  /** The server runs on this machine, so that the requests cost no money. */
  isLoopback: boolean
}

export interface DiagnoseOptions {
  /** The model to examine. Default: the first of the server's list. */
  model?: string
  /** The wire format of the server. Default: found by its endpoints. */
  format?: WireId
  /** The key of the server's API. It is removed from everything that the server sends back. */
  key?: string
  /** Name of the environment variable with the key: findings and the configuration name it. */
  keyEnv?: string
  /** Timeout of each request, in milliseconds. Default 120,000. Requests without a model take at most 10,000. */
  timeoutMs?: number
  /** Token limit of each answer. Integer, 1 or more. Default 512. */
  maxTokens?: number
  /** Whether requests go to a model, or a function that decides. Default: only if the server runs on this machine. */
  send?: boolean | ((requests: PlannedRequests) => boolean | Promise<boolean>)
  /** Put excerpts of reasoning into findings. Default `false`. */
  show?: boolean
  /** Sends HTTP requests. Default: the global `fetch`. */
  fetch?: Fetch
  /** Writes names of options in messages and remedies. Default: `model: qwen3`. */
  notation?: Notation
}

export type DiagnoseSettings = DiagnoseOptions & Required<Pick<DiagnoseOptions, 'timeoutMs' | 'maxTokens' | 'send' | 'show' | 'notation'>>

/** Maximum delay of JavaScript timers. */
const longestTimeoutMs = 2 ** 31 - 1

/** @throws {ReasonError} `REASON_INVALID_OPTIONS`, for a `timeoutMs` beyond the limit of timers */
export function withDefaults(options: DiagnoseOptions): DiagnoseSettings {
  const { timeoutMs = 120_000, maxTokens = 512, send = ifLoopback, show = false, notation = objectNotation } = options
  if (!(timeoutMs > 0 && timeoutMs <= longestTimeoutMs)) {
    throw new ReasonError(
      'REASON_INVALID_OPTIONS',
      `timeoutMs is ${timeoutMs}. Give milliseconds, more than 0 and at most ${longestTimeoutMs}.`,
    )
  }
  return { ...options, timeoutMs, maxTokens, send, show, notation }
}

const ifLoopback = ({ isLoopback }: PlannedRequests): boolean => isLoopback
