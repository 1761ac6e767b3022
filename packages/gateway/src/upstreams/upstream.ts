import type { AnswerFailure, UpstreamFailure } from '../errors/failure.ts'
import type { Api } from './api.ts'
import type { Head } from '../head.ts'

/** Target of requests: a remote address, or the recordings in the package. */
export interface Upstream {
  /** Name for messages and logs, with the address. Never contains a key. */
  readonly name: string
  /** Address that identifies it: the issuer of seals, and the place of learned facts. It stays the same when the operator renames the upstream. */
  readonly address: string
  /** Provider for the registry and for dialects, if known. */
  readonly provider: string | undefined
  /** Inference engine, if configured. */
  readonly engine?: 'llama-server' | 'vllm' | undefined
  /** Format and addresses of its API. */
  readonly api: Api
  /** The key of the operator, and values of the address's query. Errors of the upstream may quote them. */
  readonly secrets?: readonly string[]
  /** Sends a chat request in the upstream's format. All results go to `listener`, including failures: the method never throws. */
  chat(request: ChatRequest, listener: AnswerListener): UpstreamCall
  /** Calls another endpoint. @param path - Relative to the base of the API. */
  tell(path: string, body: BodyBytes, headers: Head, listener: AnswerListener): UpstreamCall
  /** Fetches its list of models. Requires `api.models`. */
  models(headers: Head, listener: AnswerListener): UpstreamCall
  /**
   * Sends a request of the gateway itself, with the gateway's own key.
   *
   * @param path - Relative to the origin. Absent: not supported.
   */
  ask?(path: string, body: Buffer | undefined, listener: AnswerListener): UpstreamCall
  close(): Promise<void>
}

/** A request body. Large bodies are several buffers, sent in order. */
export type BodyBytes = Buffer | readonly Buffer[]

export interface ChatRequest {
  /** JSON body of the request. */
  body: BodyBytes
  headers: Head
  model: string
  stream: boolean
  /** Number of answers requested. */
  choices: number
}

/** Receives events synchronously, in this order: `onHead` once, `onData` any number of times, then `onEnd` or `onFailure`. */
export interface AnswerListener {
  onHead(status: number, headers: Head): void
  /**
   * @param bytes - Overwritten after the call. A listener that keeps them has to copy them.
   * @param more - More bytes of the same read of the network follow at once.
   */
  onData(bytes: Buffer, more: boolean): void
  /** @returns `false` if the body is still being read. `abort` will follow, with a failure if the answer is unusable. */
  onEnd(): void | false
  /** May also replace `onHead`. Not called after `abort`. */
  onFailure(failure: UpstreamFailure): void
}

/** Sends a prepared request. */
export type Send = (listener: AnswerListener) => UpstreamCall

/** Controls a running request. */
export interface UpstreamCall {
  pause(): void
  resume(): void
  /**
   * Ends the call. The listener is not called again.
   *
   * @param why - Failure of the answer, if it is unusable: the connection is closed at once, as it is without a reason. `complete`: the answer's last event
   * was read. The connection may be kept if the body ends within `lingering`.
   */
  abort(why?: AnswerFailure | 'complete'): void
}

/** Milliseconds that an upstream has to end a body whose last event was read. */
export const lingering = 1000

/** Gets what follows a complete answer. */
export const deaf: AnswerListener = { onHead() {}, onData() {}, onEnd() {}, onFailure() {} }
