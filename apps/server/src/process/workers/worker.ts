import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { SessionChange } from '../../access/page-sessions.ts'
import type { Config } from '../../config/load.ts'
import { telemetryOf } from '../../config/telemetry.ts'
import { settle } from '../../config/fixed-settings.ts'
import { type ActivityChange, inBatches, openShare, type WrapUpPlace } from '@reason/gateway/host'
import type { Lesson } from '@reason/gateway/upstreams'
import { createChannel, type ProcessChannel, type Port } from './channel.ts'
import type { Orders } from './orders.ts'
import type { MetricJson, Peers } from '../../stores/peers.ts'

/** This process as one of several. */
export interface WorkerProcess {
  peers: Peers
  /** Applies the fixed settings of the gateway to a configuration. */
  settled(config: Config, environment: NodeJS.ProcessEnv): Config
  /** Starts to take requests, and to follow commands of the primary process. */
  begins(app: FastifyInstance, stop: () => void): void
  /** Sends the last metrics to the primary process. */
  ended(): Promise<unknown>
}

/** Maximum delay until other workers get an event, in milliseconds. */
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
  const channel: ProcessChannel = createChannel(toParent(), {
    series: () => app?.series().getMetricsAsJSON() ?? [],
    'sessions.changed': sessions.heard,
    'activity.changed': (changes: ActivityChange[]) => changes.forEach(activity.heard),
    learned: (lessons: Lesson[]) => lessons.forEach(learned.heard),
    'wrap-ups': (places: WrapUpPlace[]) => places.forEach(wrapUps.heard),
    reload: () => process.emit('SIGHUP'),
    stop() {
      // A worker that is still starting has no open requests.
      if (stopApp === undefined) process.exit(0)
      stopApp()
    },
  })
  const orders = (await channel.ask('orders')) as Orders
  sessions.begins(orders.sessions)
  activity.begins(orders.activity)

  return {
    peers: {
      worker: orders.worker,
      share: (whole) => Math.max(1, Math.floor(whole / orders.count) + (orders.worker <= whole % orders.count ? 1 : 0)),
      sessions,
      activity,
      learned,
      wrapUps,
      metrics: () => channel.ask('metrics') as Promise<string>,
      series: () => channel.ask('series') as Promise<MetricJson[]>,
      state: () => channel.ask('state') as ReturnType<Peers['state']>,
    },
    settled(config, environment) {
      const { portIsDefault, fixed } = orders
      const first = { ...config, ...fixed, portIsDefault } as Config
      return settle(config, { ...first, telemetry: telemetryOf(first, environment) }).config
    },
    begins(started, stops) {
      app = started
      stopApp = stops
      // The event starts the server's check for request timeouts. The server listens nowhere: it gets connections from the primary process.
      app.server.emit('listening')
      process.on('message', (_, socket) => socket instanceof Socket && app!.server.emit('connection', halfOpen(socket)))
      channel.tell('ready')
    },
    ended: async () => channel.ask('ended', await app!.series().getMetricsAsJSON()).catch(() => {}),
  }
}

/** Allows half-open connections, as Node's servers do: a client may close its side and still get the response. */
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
