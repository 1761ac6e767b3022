import type { AnswerFailure, Failure } from '../errors/failure.ts'
import type { Api } from './api.ts'
import type { Head } from '../head.ts'

/** Who answers requests: an address, or the recordings that come with the package. */
export interface Upstream {
  /** For messages and logs. Never holds a key. */
  readonly name: string
  /** For the registry and for dialects, where it is known. */
  readonly provider: string | undefined
  /** What runs the model, where that was said. */
  readonly engine?: 'llama-server' | 'vllm' | undefined
  /** What it speaks, and where. */
  readonly api: Api
  /** Sends a chat request, written in what it speaks. Everything that comes back goes to `listener`, also failures: nothing is thrown. */
  chat(request: ChatRequest, listener: AnswerListener): Call
  /** A call beside an answer. @param path - Under its base. */
  tell(path: string, body: Body, headers: Head, listener: AnswerListener): Call
  /** Its own list of models; only where `api.models` says where that is. */
  models(headers: Head, listener: AnswerListener): Call
  /** A question beside answers, with the gateway's own key. @param path - At its origin. Absent: nothing can be asked. */
  ask?(path: string, body: Buffer | undefined, listener: AnswerListener): Call
  close(): Promise<void>
}

/** A large one comes in pieces, which are sent one after the other. */
export type Body = Buffer | readonly Buffer[]

export interface ChatRequest {
  /** What is sent on, JSON. */
  body: Body
  headers: Head
  model: string
  stream: boolean
  /** How many answers were asked for. */
  choices: number
}

/** Told synchronously, in this order: `onHead` once, `onData` any number of times, and at last `onEnd` or `onFailure`. */
export interface AnswerListener {
  onHead(status: number, headers: Head): void
  /**
   * @param bytes - Overwritten after the call. A listener that keeps them has to copy them.
   * @param more - More bytes of the same read of the network follow at once.
   */
  onData(bytes: Buffer, more: boolean): void
  /** @returns `false`: it is still being read, and `abort` will say what was wrong with it, or nothing. */
  onEnd(): void | false
  /** Also instead of `onHead`. Not called after `abort`. */
  onFailure(failure: Failure): void
}

/** Sends a request that is ready. */
export type Send = (listener: AnswerListener) => Call

/** The other side of a listener. */
export interface Call {
  pause(): void
  resume(): void
  /**
   * Closes the connection to the upstream at once. The listener is not called again.
   *
   * @param failure - What is wrong with what it sent.
   */
  abort(failure?: AnswerFailure): void
}
