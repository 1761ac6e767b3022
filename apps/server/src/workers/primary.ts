import cluster, { type Worker } from 'node:cluster'
import { availableParallelism } from 'node:os'
import type { SessionChange } from '../access/page-sessions.ts'
import type { Config } from '../config/load.ts'
import { fixedSettings } from '../live/fixed.ts'
import type { ActivityChange } from '../pages/live/activity.ts'
import { welcome } from '../welcome.ts'
import { createChannel, type Channel, type Handlers } from './channel.ts'
import { logTo } from './log.ts'
import type { Listening, Orders } from './orders.ts'
import { createSeriesOfAll, type MetricJson } from './series.ts'
import { createSharedMemory } from './shared.ts'
import { workerVariable } from './orders.ts'

/** How many processes answer. */
export const countOf = ({ workers }: Pick<Config, 'workers'>): number => (workers === 0 ? availableParallelism() : workers)

/** A process that lives so long, in milliseconds, had no fault that the next one would have at once. */
const soundMs = 10_000
const firstPauseMs = 100
const longestPauseMs = 30_000

/** For calculating, series are asked for this often at most, in milliseconds. */
const seriesAgeMs = 1000

interface Running {
  worker: Worker
  channel: Channel
  listening: boolean
  startedAt: number
}

/**
 * Starts processes that answer behind one port, and another one for each that ends. Answers nobody itself.
 *
 *   first ──listening──▶ the others ──┬─ ends ──pause──▶ another one in its place
 *     └─ends─▶ exit code 1            └─ SIGTERM ─▶ all are told to stop ─▶ exit code 0
 *
 * The first one finds the port, makes keys and migrates databases; the others find it done.
 */
export function supervise(config: Config, argv: readonly string[]): void {
  const count = countOf(config)
  const log = logTo(config.logLevel)
  const memory = createSharedMemory()
  const series = createSeriesOfAll()
  const running = new Map<number, Running>()
  const failures = new Map<number, number>()
  const fixed = Object.fromEntries(fixedSettings.map((name) => [name, config[name]]))
  let where: Listening | undefined
  let stopping = false
  let exitCode = 0
  let sampled: { at: number; series: Promise<MetricJson[]> } | undefined

  cluster.setupPrimary({ args: [...argv], serialization: 'advanced' })
  const common: Handlers = {
    ...memory.handlers,
    metrics: async () => (await seriesOfAll()).metrics(),
    series: () => (sampled !== undefined && performance.now() - sampled.at < seriesAgeMs ? sampled.series : sampleNow()),
    state: () => ({ wanted: count, listening: [...running.values()].filter(({ listening }) => listening).length }),
  }
  onSignals()
  start(1)

  function start(number: number): void {
    if (stopping) return
    const worker = cluster.fork({ [workerVariable]: String(number) })
    const channel = createChannel(
      {
        send: (message, onSent) => void worker.send(message as object, undefined, onSent),
        onMessage: (listener) => void worker.on('message', listener),
        onClosed: (listener) => void worker.once('exit', listener),
      },
      {
        ...common,
        orders: (): Orders => ({
          worker: number,
          count,
          port: portToAskFor(),
          portIsDefault: config.portIsDefault,
          fixed,
          ...memory.known(),
        }),
        listening: (there: Listening) => onListening(number, there),
        ended: (last: MetricJson[]) => series.set(number, last),
        'sessions.changed': (change: SessionChange) => onSession(number, change),
        'activity.changed': (changes: ActivityChange[]) => onActivity(number, changes),
      },
    )
    running.set(number, { worker, channel, listening: false, startedAt: performance.now() })
    // Its channel may break while something is on its way; that it has ended is told by itself.
    worker.on('error', (error) => log('error', { of: number, err: { message: error.message } }, 'process failed'))
    worker.once('exit', (code, signal) => onExit(number, code, signal))
  }

  /** Who asks for any port gets that of the others; after the last of them it would get another one. */
  function portToAskFor(): number | undefined {
    return [...running.values()].some(({ listening }) => listening) ? where?.asked : where?.port
  }

  function onListening(number: number, there: Listening): void {
    const one = running.get(number)
    if (one === undefined) return
    one.listening = true
    log('info', { of: number, pid: one.worker.process.pid }, 'process takes requests')
    if (where !== undefined) return
    where = there
    console.log(welcome(where.address, config))
    for (let other = 2; other <= count; other++) start(other)
  }

  function onExit(number: number, code: number | null, signal: string | null): void {
    const { startedAt, listening } = running.get(number)!
    running.delete(number)
    series.ended(number)
    if (code !== 0) exitCode = 1
    if (stopping) return void (running.size === 0 && process.exit(exitCode))
    // It has said why.
    if (where === undefined) process.exit(code ?? 1)
    const livedMs = performance.now() - startedAt
    const before = livedMs >= soundMs ? 0 : (failures.get(number) ?? 0)
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** before)
    failures.set(number, before + 1)
    exitCode = 0
    log(
      'warn',
      { of: number, code, signal, listening, livedMs: Math.round(livedMs), pauseMs },
      'process ended, another one takes its place',
    )
    setTimeout(() => start(number), pauseMs)
  }

  /** Those that take requests know when this is over; what just starts hears of it before it does. */
  async function onSession(number: number, change: SessionChange): Promise<void> {
    memory.sessionChanged(change)
    await Promise.allSettled(
      others(number).map(async ({ channel, listening }) => {
        if (listening) await channel.ask('sessions.changed', change)
        else channel.tell('sessions.changed', change)
      }),
    )
  }

  function onActivity(number: number, changes: ActivityChange[]): void {
    memory.activityChanged(changes)
    for (const { channel } of others(number)) channel.tell('activity.changed', changes)
  }

  function others(number: number): Running[] {
    return [...running].flatMap(([other, one]) => (other === number ? [] : [one]))
  }

  /** Those that do not answer are as they were last. */
  async function seriesOfAll(): Promise<ReturnType<typeof series.registry>> {
    const listening = [...running].filter(([, one]) => one.listening)
    await Promise.allSettled(
      listening.map(async ([number, { channel }]) => {
        const told = (await channel.ask('series')) as MetricJson[]
        if (running.get(number)?.channel === channel) series.set(number, told)
      }),
    )
    return series.registry()
  }

  function sampleNow(): Promise<MetricJson[]> {
    const told = seriesOfAll().then((registry) => registry.getMetricsAsJSON())
    sampled = { at: performance.now(), series: told }
    return told
  }

  /** The first signal lets open answers finish; a second one does not wait. */
  function onSignals(): void {
    process.on('SIGHUP', () => tellAll('reload'))
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        if (stopping) {
          for (const { worker } of running.values()) worker.process.kill('SIGKILL')
          process.exit(1)
        }
        stopping = true
        tellAll('stop')
        if (running.size === 0) process.exit(0)
      })
    }
  }

  function tellAll(what: 'reload' | 'stop'): void {
    for (const { channel } of running.values()) channel.tell(what)
  }
}
