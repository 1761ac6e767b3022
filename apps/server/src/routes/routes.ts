import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/load.ts'
import type { Access } from '../access/access.ts'
import type { BodyRoom } from '../listen/bodies/body-memory.ts'
import type { Activity, OpenAnswers, State } from '@reason/gateway/host'
import type { Peers } from '../process/workers/peers.ts'

/** What routes work with. All but `access`, `answers`, `activity`, `room` and `peers` changes with the configuration: it is read when a request is there, not before. */
export interface Services extends Readonly<Omit<State<Config>, 'close'>> {
  readonly access: Access
  readonly answers: OpenAnswers
  readonly activity: Activity
  /** What of memory large requests may take. */
  readonly room: BodyRoom
  /** Other processes of the same gateway. Undefined: this one is alone. */
  readonly peers: Peers | undefined
  /** Work begins with what holds now. @returns To be called once, when it is over. Requests over HTTP are held already. */
  hold(): () => void
}

export type Routes = (app: FastifyInstance, services: Services) => void
