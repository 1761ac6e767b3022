import type { ClientApi } from '../client-apis/client-api.ts'
import type { ApiError } from '../errors/api-error.ts'
import type { MessageSink, Sink } from '../relay/sink.ts'

/** An API over WebSockets. */
export interface SocketApi {
  api: ClientApi
  /** Opens the state of one connection. */
  open(room: ConnectionRoom): SocketDialog
}

/** Memory that a connection may take between its requests. */
export interface ConnectionRoom {
  /** Longest body of a request, in bytes. */
  mostBytes: number
  /** Replaces the bytes that the connection holds. @returns False if there is no room. */
  hold(bytes: number): boolean
}

/** One connection: what its messages mean, and how its answers are written. */
export interface SocketDialog {
  /** Most requests that wait while another runs. Further ones are refused. */
  mostWaiting: number
  /** Reads a message that asks for no answer of a model. @returns Undefined if the message is a request. */
  control(message: Buffer): SocketControl | undefined
  /** Begins a request. @param messages - Takes the messages of its answer. */
  turn(messages: MessageSink): SocketTurn
  /** The message for an error outside of an answer. */
  errorMessage(error: ApiError): string
}

/** `cancel` ends the running request. A reply is sent at once; without one, the message is ignored. */
export type SocketControl = 'cancel' | { reply?: string }

/** One request of a connection. */
export interface SocketTurn {
  /** The sink for the answer, or the error. */
  sink: Sink
  /** Reads the message of the request. @returns The body, or the error. Undefined: the request was answered without a model. */
  read(message: Buffer): Promise<Buffer | ApiError | undefined>
}
