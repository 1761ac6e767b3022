import { fork, type ChildProcess } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { pino } from 'pino'
import type { SessionChange } from '../../access/page-sessions.ts'
import type { Config } from '../../config/load.ts'
import { listen, type Listening } from '../../listen/listen.ts'
import { fixedSettings } from '../../config/fixed-settings.ts'
import type { ActivityChange, WrapUpPlace } from '@reason/gateway/host'
import type { Lesson } from '@reason/gateway/upstreams'
import { welcome } from '../../welcome.ts'
import { createChannel, type ProcessChannel, type Handlers } from './channel.ts'
import { createLogStream } from '../../telemetry/log-stream.ts'
import { workerVariable, type Orders } from './orders.ts'
import type { MetricJson } from '../../stores/peers.ts'
import { createSeriesOfAll } from './series.ts'
import { createSharedMemory } from './shared.ts'
import { createTurns, type Give } from './connection-turns.ts'

export const countOf = ({ workers }: Pick<Config, 'workers'>): number => (workers === 0 ? availableParallelism() : workers)

/** Lifetime in milliseconds after which a worker's end does not count as a repeated failure. */
const soundMs = 10_000
const firstPauseMs = 100
const longestPauseMs = 30_000

/** Maximum age of the metrics JSON, in milliseconds. */
const seriesAgeMs = 1000

interface Running {
  process: ChildProcess
  channel: ProcessChannel
  /** The worker takes requests. */
  listening: boolean
  startedAt: number
}

/**
 * Listens, and starts worker processes that answer requests: another one for each that ends. It answers no request itself.
 *
 *   first ──ready──▶ listening, the others ──┬─ ends ──pause──▶ another one in its place
 *     └─ends─▶ exit code 1                   └─ SIGTERM ─▶ all workers stop ─▶ exit code 0
 *
 * The first worker creates keys and migrates databases before the others start.
 *
 * @throws {ConfigError} If it cannot listen.
 */
export async function supervise(config: Config, argv: readonly string[]): Promise<void> {
  const count = countOf(config)
  const log = pino({ level: config.logLevel, base: { worker: 0 } }, createLogStream())
  const memory = createSharedMemory()
  const series = createSeriesOfAll()
  const running = new Map<number, Running>()
  const failures = new Map<number, number>()
  const fixed = Object.fromEntries(fixedSettings.map((name) => [name, config[name]]))
  const turns = createTurns((error) => log.error({ err: { message: error.message } }, 'connection failed'))
  let where: Listening | undefined
  let stopping = false
  let exitCode = 0
  let sampled: { at: number; series: Promise<MetricJson[]> } | undefined

  const common: Handlers = {
    metrics: async () => (await seriesOfAll()).metrics(),
    series: () => (sampled !== undefined && performance.now() - sampled.at < seriesAgeMs ? sampled.series : sampleNow()),
    state: () => ({ wanted: count, listening: [...running.values()].filter(({ listening }) => listening).length }),
  }
  const first = Promise.withResolvers<void>()
  onSignals()
  start(1)
  await first.promise
  try {
    where = await listen(turns.open, config)
  } catch (error) {
    exitCode = 1
    stop()
    throw error
  }
  if (stopping) return turns.close()
  console.log(welcome(where.address, config))
  take(1)
  for (let number = 2; number <= count; number++) start(number)

  function start(number: number): void {
    if (stopping) return
    const child = fork(process.argv[1]!, argv, { env: { ...process.env, [workerVariable]: String(number) }, serialization: 'advanced' })
    const channel = createChannel(
      {
        send: (message, onSent) => void child.send(message as object, undefined, undefined, onSent),
        onMessage: (listener) => void child.on('message', listener),
        onClosed: (listener) => void child.once('close', listener),
      },
      {
        ...common,
        orders: (): Orders => ({ worker: number, count, portIsDefault: config.portIsDefault, fixed, ...memory.known() }),
        ready: () => (where === undefined ? first.resolve() : take(number)),
        leaves: () => leave(number),
        ended: (last: MetricJson[]) => series.set(number, last),
        'sessions.changed': (change: SessionChange) => onSession(number, change),
        'activity.changed': (changes: ActivityChange[]) => onActivity(number, changes),
        learned: (lessons: Lesson[]) => passOn(number, 'learned', lessons),
        'wrap-ups': (places: WrapUpPlace[]) => passOn(number, 'wrap-ups', places),
      },
    )
    running.set(number, { process: child, channel, listening: false, startedAt: performance.now() })
    // The channel may break while a message is on its way. The `close` event reports the end of the process.
    child.on('error', (error) => log.error({ of: number, err: { message: error.message } }, 'process failed'))
    // `close` comes after the last message of the process.
    child.once('close', (code, signal) => onEnd(number, code, signal))
  }

  function take(number: number): void {
    const one = running.get(number)
    if (one === undefined || stopping) return
    one.listening = true
    turns.add(number, giveTo(one.process))
    log.info({ of: number, pid: one.process.pid }, 'process takes requests')
  }

  /** Stops one worker that got a signal from outside the gateway. */
  function leave(number: number): void {
    const one = running.get(number)
    if (one === undefined) return
    one.listening = false
    turns.rest(number)
    one.channel.tell('stop')
  }

  function onEnd(number: number, code: number | null, signal: string | null): void {
    const { startedAt, listening } = running.get(number)!
    running.delete(number)
    turns.remove(number)
    series.ended(number)
    // A worker that is stopped before it has signal handlers dies by SIGTERM.
    if (code !== 0 && signal !== 'SIGTERM') exitCode = 1
    if (stopping) return void (running.size === 0 && process.exit(exitCode))
    // The worker has printed the reason.
    if (where === undefined) process.exit(code ?? 1)
    const livedMs = performance.now() - startedAt
    const before = livedMs >= soundMs ? 0 : (failures.get(number) ?? 0)
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** before)
    failures.set(number, before + 1)
    exitCode = 0
    const facts = { of: number, code, signal, listening, livedMs: Math.round(livedMs), pauseMs }
    log.warn(facts, 'process ended, another one takes its place')
    setTimeout(() => start(number), pauseMs)
  }

  /** Shares a session. Resolves when all listening workers have it. Starting workers get the message before they take requests. */
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
    passOn(number, 'activity.changed', changes)
  }

  /** Forwards changes that the primary process does not keep. */
  function passOn(number: number, what: string, changes: readonly unknown[]): void {
    for (const { channel } of others(number)) channel.tell(what, changes)
  }

  function others(number: number): Running[] {
    return [...running].flatMap(([other, one]) => (other === number ? [] : [one]))
  }

  /** Metrics of all workers. A worker that does not answer counts with its last values. */
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
        if (!stopping) return stop()
        for (const { process: child } of running.values()) child.kill('SIGKILL')
        process.exit(1)
      })
    }
  }

  function stop(): void {
    stopping = true
    // In this order, accepted connections reach their worker before the stop message.
    turns.close()
    tellAll('stop')
    if (running.size === 0) process.exit(exitCode)
  }

  function tellAll(what: 'reload' | 'stop'): void {
    for (const { channel } of running.values()) channel.tell(what)
  }
}

/**
 * Gives a connection to a process. Node sends no message after a connection until the other process has confirmed it. When the next message is sent, the worker
 * has therefore taken the connection.
 */
const giveTo =
  (child: ChildProcess): Give =>
  (socket, onTaken) => {
    // If sending fails, the process has ended, which is handled on `close`.
    child.send({}, socket, { keepOpen: true }, () => {})
    child.send({}, (error) => error === null && onTaken())
  }
