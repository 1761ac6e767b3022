import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/load.ts'
import type { Access } from '../access/access.ts'
import type { BodyRoom } from '../listen/bodies/body-memory.ts'
import type { Activity, OpenAnswers, RuntimeState } from '@reason/gateway/host'
import type { Peers } from '../stores/peers.ts'

/** Context of the routes. All but `access`, `answers`, `activity`, `room` and `peers` changes with the configuration: read it per request. */
export interface Services extends Readonly<Omit<RuntimeState<Config>, 'close'>> {
  readonly access: Access
  readonly answers: OpenAnswers
  readonly activity: Activity
  /** Limits the memory of large requests. */
  readonly room: BodyRoom
  /** Other processes of the same gateway. Undefined for a single process. */
  readonly peers: Peers | undefined
  /** Holds the current configuration for a WebSocket's work. @returns Releases it; call it once. HTTP requests are already held by a hook. */
  hold(): () => void
}

export type Routes = (app: FastifyInstance, services: Services) => void
