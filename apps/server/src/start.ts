import type { AddressInfo } from 'node:net'
import { ReasonError } from '@reason/core'
import type { FastifyInstance } from 'fastify'
import { createApp } from './app.ts'
import { configCommand } from './config/command.ts'
import { ConfigError } from './config/config-error.ts'
import { loadConfig, type Config } from './config/load.ts'
import { usage } from './config/usage.ts'
import { giveBackWhenIdle } from './idle-memory.ts'
import { reloadOnChange } from './live/reload.ts'
import { version } from './version.ts'
import { welcome } from './welcome.ts'

/** How many ports after the default one are tried. */
const portsToTry = 20

/** The program: configuration, listening, signals. */
export async function start(argv: readonly string[], environment: NodeJS.ProcessEnv): Promise<void> {
  if (argv.includes('--help') || argv.includes('-h')) return console.log(usage())
  if (argv.includes('--version')) return console.log(version())
  try {
    if (argv[0] === 'config') return void process.stdout.write(await configCommand(argv.slice(1), environment, process.cwd()))
    const config = await loadConfig(argv, environment, process.cwd())
    const app = await createApp(config)
    // A file that was there and is gone is an error, and not a configuration without one.
    const again = config.file === undefined ? argv : [...argv, '--config', config.file]
    reloadOnChange(app, config.file, () => loadConfig(again, environment, process.cwd()))
    const address = await listen(app, config)
    stopOnSignals(app)
    giveBackWhenIdle()
    console.log(welcome(address, config))
  } catch (error) {
    if (!(error instanceof ConfigError) && !ReasonError.is(error)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

async function listen(app: FastifyInstance, { host, port, portIsDefault }: Config): Promise<string> {
  const last = portIsDefault ? port + portsToTry : port
  for (let candidate = port; ; candidate++) {
    try {
      await app.listen({ host, port: candidate })
      const { address, family, port: actual } = app.server.address() as AddressInfo
      return `http://${family === 'IPv6' ? `[${address}]` : address}:${actual}`
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

/** The first signal lets open answers finish; a second one does not wait. */
function stopOnSignals(app: FastifyInstance): void {
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1)
      stopping = true
      app.close().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error)
          process.exit(1)
        },
      )
    })
  }
}
