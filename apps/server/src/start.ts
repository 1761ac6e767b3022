import type { AddressInfo } from 'node:net'
import { ReasonError } from '@reason/core'
import type { FastifyInstance } from 'fastify'
import { ConfigError } from './config/config-error.ts'
import { loadConfig, type Config } from './config/load.ts'
import { giveBackWhenIdle } from './process/idle-memory.ts'
import { listen } from './listen/listen.ts'
import { reloadOnChange } from './process/reload/reload.ts'
import { version } from './version.ts'
import { welcome } from './welcome.ts'
import { workerVariable } from './process/workers/orders.ts'
import type { Peers } from './stores/peers.ts'

/** Runs the program: configuration, listening, signals. */
export async function start(argv: readonly string[], environment: NodeJS.ProcessEnv): Promise<void> {
  if (argv.includes('--help') || argv.includes('-h')) {
    const { usage } = await import('./commands/usage.ts')
    return console.log(usage(process.stdout.columns))
  }
  if (argv.includes('--version')) return console.log(version())
  try {
    if (argv[0] === 'config') {
      const { configCommand } = await import('./commands/config-command.ts')
      return void process.stdout.write(await configCommand(argv.slice(1), environment, process.cwd()))
    }
    if (workerVariable in environment) return await work(argv, environment)
    const config = await loadConfig(argv, environment, process.cwd())
    if (config.workers !== 1) {
      const { countOf, supervise } = await import('./process/workers/primary.ts')
      if (countOf(config) > 1) return await supervise(config, argv)
    }
    await serve(config, argv, environment)
  } catch (error) {
    if (!(error instanceof ConfigError) && !ReasonError.is(error)) throw error
    console.error(error.message)
    // In a worker, only the channel to the primary process is open at this point.
    if (workerVariable in environment) process.exit(1)
    process.exitCode = 1
  }
}

/** Runs the gateway as the only process. */
async function serve(config: Config, argv: readonly string[], environment: NodeJS.ProcessEnv): Promise<void> {
  const app = await open(config, argv, environment)
  const listening = listen(async (host, port) => {
    await app.listen({ host, port })
    return app.server.address() as AddressInfo
  }, config)
  const { address } = await orClose(app, listening)
  stopOnSignals(stopper(app))
  console.log(welcome(address, config))
}

/** Runs the gateway as one of several workers. */
async function work(argv: readonly string[], environment: NodeJS.ProcessEnv): Promise<void> {
  const { joinPeers } = await import('./process/workers/worker.ts')
  const { peers, settled, begins, ended } = await joinPeers()
  const app = await open(settled(await loadConfig(argv, environment, process.cwd()), environment), argv, environment, peers)
  await orClose(app, app.ready())
  begins(app, stopper(app, ended))
}

async function open(config: Config, argv: readonly string[], environment: NodeJS.ProcessEnv, peers?: Peers): Promise<FastifyInstance> {
  const { createApp } = await import('./app.ts')
  const app = await createApp(config, peers)
  // If the file disappears, a reload fails instead of using a configuration without a file.
  const again = config.file === undefined ? argv : [...argv, '--config', config.file]
  reloadOnChange(app, config, () => loadConfig(again, environment, process.cwd()))
  giveBackWhenIdle()
  return app
}

/** Closes the app if its start fails, because open resources would keep the process alive. */
async function orClose<T>(app: FastifyInstance, begun: PromiseLike<T>): Promise<T> {
  try {
    return await begun
  } catch (error) {
    await app.close()
    throw error
  }
}

/** The first signal lets open answers finish; a second one does not wait. */
function stopOnSignals(stop: () => void): void {
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1)
      stopping = true
      stop()
    })
  }
}

/**
 * Lets open answers finish, and ends the process. Further calls have no effect.
 *
 * @param ended - Last step before the exit.
 */
function stopper(app: FastifyInstance, ended?: () => Promise<unknown>): () => void {
  let exiting: Promise<void> | undefined
  return () => void (exiting ??= exit())

  async function exit(): Promise<void> {
    try {
      await app.close()
      await ended?.()
      process.exit(0)
    } catch (error) {
      console.error(error)
      process.exit(1)
    }
  }
}
