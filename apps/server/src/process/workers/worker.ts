import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { SessionChange } from '../../access/page-sessions.ts'
import type { Config } from '../../config/load.ts'
import { telemetryOf } from '../../config/telemetry.ts'
import { settle } from '../../config/fixed-settings.ts'
import { type ActivityChange, inBatches, openShare, type WrapUpPlace } from '@reason/gateway/host'
import type { Lesson } from '@reason/gateway/upstreams'
import { createChannel, type Channel, type Port } from './channel.ts'
import type { Orders } from './orders.ts'
import { createPeers, type Peers } from './peers.ts'

/** This process as one of several. */
export interface WorkerProcess {
  peers: Peers
  /** Its configuration, with what holds for all of them. */
  settled(config: Config, environment: NodeJS.ProcessEnv): Config
  /** From now on it takes requests, and does as it is told. */
  begins(app: FastifyInstance, stop: () => void): void
  /** It does nothing any more. */
  ended(): Promise<unknown>
}

/** How long it takes at most, in milliseconds, until the others know of a request here. */
const batchMs = 100

/** Connects a worker to its primary process and gets its role. */
export async function joinPeers(): Promise<WorkerProcess> {
  const sessions = openShare<SessionChange>((change) => channel.ask('sessions.changed', change))
  const activity = openShare(inBatches<ActivityChange>((changes) => channel.tell('activity.changed', changes), batchMs))
  const learned = openShare(inBatches<Lesson>((lessons) => channel.tell('learned', lessons), batchMs))
  const wrapUps = openShare(inBatches<WrapUpPlace>((places) => channel.tell('wrap-ups', places), batchMs))
  let app: FastifyInstance | undefined
  let stopApp: (() => void) | undefined
  // A worker without its primary process gets no connections, so it exits.
  if (!process.connected) process.exit(0)
  process.once('disconnect', () => process.exit(0))
  // Ctrl-C, and a service manager, signal all processes at once. The primary process decides when this worker stops.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => channel.tell('leaves'))
  const channel: Channel = createChannel(toParent(), {
    series: () => app?.series().getMetricsAsJSON() ?? [],
    'sessions.changed': sessions.heard,
    'activity.changed': (changes: ActivityChange[]) => changes.forEach(activity.heard),
    learned: (lessons: Lesson[]) => lessons.forEach(learned.heard),
    'wrap-ups': (places: WrapUpPlace[]) => places.forEach(wrapUps.heard),
    reload: () => process.emit('SIGHUP'),
    stop() {
      // What is just starting has nothing to finish.
      if (stopApp === undefined) process.exit(0)
      stopApp()
    },
  })
  const orders = (await channel.ask('orders')) as Orders
  sessions.begins(orders.sessions)
  activity.begins(orders.activity)

  return {
    peers: createPeers(channel, orders, { sessions, activity, learned, wrapUps }),
    settled(config, environment) {
      const { portIsDefault, fixed } = orders
      const first = { ...config, ...fixed, portIsDefault } as Config
      return settle(config, { ...first, telemetry: telemetryOf(first, environment) }).config
    },
    begins(started, stops) {
      app = started
      stopApp = stops
      // With this a server begins to look for requests that take too long. It listens nowhere: connections are given to it.
      app.server.emit('listening')
      process.on('message', (_, socket) => socket instanceof Socket && app!.server.emit('connection', halfOpen(socket)))
      channel.tell('ready')
    },
    ended: async () => channel.ask('ended', await app!.series().getMetricsAsJSON()).catch(() => {}),
  }
}

/** As Node's servers have them: a client that has said all may still be answered. */
function halfOpen(socket: Socket): Socket {
  socket.allowHalfOpen = true
  return socket
}

function toParent(): Port {
  return {
    send: (message, onSent) => void process.send!(message, undefined, undefined, onSent),
    onMessage: (listener) => void process.on('message', listener),
    onClosed: (listener) => void process.once('disconnect', listener),
  }
}
