import type { RequestTimer } from '@reason/metrics'
import type { ClientRequest } from '../client-apis/client-request.ts'
import type { ApiError } from '../errors/api-error.ts'
import type { Generation } from '../generation/generation.ts'
import type { RelayOutcome } from '../generation/relay-outcome.ts'
import type { Requests } from '../generation/upstream-requests.ts'
import type { GatewaySettings } from '../settings/settings.ts'
import type { AttemptOptions } from './attempt/attempt-contract.ts'
import type { Sink } from './sink.ts'

export interface RelayOptions extends Pick<AttemptOptions, 'destination' | 'stopsAtTurnEnd'> {
  sink: Sink
  request: ClientRequest
  settings: Pick<GatewaySettings, 'commentary' | 'decideAfter' | 'answerLimit' | 'trim' | 'keepAlive' | 'fastPath'>
  generation: Generation
  timer: RequestTimer
  /** The gateway's own headers, in addition to those of the upstream. */
  headers?: () => Readonly<Record<string, string>>
  requests: Requests
  /** Memory that the request holds, in bytes. */
  requestBytes: number
  /** Called when the gateway's own code throws. */
  onFault(error: unknown): void
  /** Called once, after the last event. */
  onOver(outcome: RelayOutcome): void
}

export interface Relay {
  /** The client's API. Answers with the same API and `isStream` run through the same code. */
  api: string
  isStream: boolean
  /** Bytes of the request, and of the answer so far. */
  size(): number
  /** Ends an open answer with an error. */
  stop(why: ApiError): void
}
