import type { AddressInfo } from 'node:net'
import { ReasonError } from '@reason/core'
import type { FastifyInstance } from 'fastify'
import { configCommand } from './config/command.ts'
import { ConfigError } from './config/config-error.ts'
import { loadConfig, type Config } from './config/load.ts'
import { usage } from './config/usage.ts'
import { giveBackWhenIdle } from './idle-memory.ts'
import { reloadOnChange } from './live/reload.ts'
import { version } from './version.ts'
import { welcome } from './welcome.ts'
import { workerVariable, type Listening } from './workers/orders.ts'
import type { Peers } from './workers/peers.ts'

/** How many ports after the default one are tried. */
const portsToTry = 20

/** The program: configuration, listening, signals. */
export async function start(argv: readonly string[], environment: NodeJS.ProcessEnv): Promise<void> {
  if (argv.includes('--help') || argv.includes('-h')) return console.log(usage())
  if (argv.includes('--version')) return console.log(version())
  try {
    if (argv[0] === 'config') return void process.stdout.write(await configCommand(argv.slice(1), environment, process.cwd()))
    if (workerVariable in environment) return await work(argv, environment)
    const config = await loadConfig(argv, environment, process.cwd())
    if (config.workers !== 1) {
      const { countOf, supervise } = await import('./workers/primary.ts')
      if (countOf(config) > 1) return supervise(config, argv)
    }
    const { app, where } = await serve(config, config, argv, environment)
    stopOnSignals(['SIGINT', 'SIGTERM'], app)
    console.log(welcome(where.address, config))
  } catch (error) {
    if (!(error instanceof ConfigError) && !ReasonError.is(error)) throw error
    console.error(error.message)
    // What goes on in a process of several is only the way to the others.
    if (workerVariable in environment) process.exit(1)
    process.exitCode = 1
  }
}

/** As one of several processes. */
async function work(argv: readonly string[], environment: NodeJS.ProcessEnv): Promise<void> {
  const { joinPeers } = await import('./workers/worker.ts')
  const { peers, orders, settled, listens, ended } = await joinPeers()
  const config = settled(await loadConfig(argv, environment, process.cwd()), environment)
  const place = orders.port === undefined ? config : { host: config.host, port: orders.port, portIsDefault: false }
  const { app, where } = await serve(config, place, argv, environment, peers)
  listens(app, where, stopOnSignals(['SIGTERM'], app, ended))
}

type Place = Pick<Config, 'host' | 'port' | 'portIsDefault'>

async function serve(config: Config, place: Place, argv: readonly string[], environment: NodeJS.ProcessEnv, peers?: Peers) {
  const { createApp } = await import('./app.ts')
  const app = await createApp(config, peers)
  // A file that was there and is gone is an error, and not a configuration without one.
  const again = config.file === undefined ? argv : [...argv, '--config', config.file]
  reloadOnChange(app, config.file, () => loadConfig(again, environment, process.cwd()))
  const where = await listenOrClose(app, place)
  giveBackWhenIdle()
  return { app, where }
}

/** What was opened for it would keep the process alive. */
async function listenOrClose(app: FastifyInstance, place: Place): Promise<Listening> {
  try {
    return await listen(app, place)
  } catch (error) {
    await app.close()
    throw error
  }
}

async function listen(app: FastifyInstance, { host, port, portIsDefault }: Place): Promise<Listening> {
  const last = portIsDefault ? port + portsToTry : port
  for (let candidate = port; ; candidate++) {
    try {
      await app.listen({ host, port: candidate })
      const { address, family, port: actual } = app.server.address() as AddressInfo
      return { address: `http://${family === 'IPv6' ? `[${address}]` : address}:${actual}`, port: actual, asked: candidate }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EADDRINUSE' && candidate < last) continue
      throw new ConfigError([cannotListen(code, host, candidate, portIsDefault)])
    }
  }
}

function cannotListen(code: string | undefined, host: string, port: number, portIsDefault: boolean): string {
  if (code !== 'EADDRINUSE') return `Cannot listen on ${host}, port ${port} (${code}). Give another --host or --port.`
  const ports = portIsDefault ? `Ports ${port - portsToTry} to ${port} of ${host} are all taken` : `Port ${port} of ${host} is taken`
  return `${ports}, perhaps by another gateway. Give another one with --port, or --port 0 for any that is free.`
}

/**
 * The first signal lets open answers finish; a second one does not wait.
 *
 * @param ended - The last that is done.
 * @returns Does what the first signal does.
 */
function stopOnSignals(signals: readonly NodeJS.Signals[], app: FastifyInstance, ended?: () => Promise<unknown>): () => void {
  let stopping = false
  for (const signal of signals) {
    process.on(signal, () => {
      if (stopping) process.exit(1)
      stop()
    })
  }
  return stop

  function stop(): void {
    if (stopping) return
    stopping = true
    app
      .close()
      .then(() => ended?.())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error)
          process.exit(1)
        },
      )
  }
}
