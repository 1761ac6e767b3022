import { resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { ReasonError } from '@reason/core'
import { ConfigError } from '../../config/config-error.ts'
import type { Config } from '../../config/load.ts'
import { faultOf } from '@reason/gateway/errors'
import { watchFile } from '../../config/file-watcher.ts'

/**
 * Takes the configuration anew on SIGHUP and when its file changes. One that is wrong is told in the log, and the one before it holds on.
 *
 * @param first - The one that holds until then: its file may have changed since it was read.
 * @param load - All sources, once more.
 */
export function reloadOnChange(
  app: FastifyInstance,
  { file, fileSignature }: Pick<Config, 'file' | 'fileSignature'>,
  load: () => Promise<Config>,
): void {
  let running = false
  let again = false
  const unwatch = file === undefined ? undefined : watchFile(resolve(file), reload, fileSignature)
  process.on('SIGHUP', reload)
  app.addHook('onClose', () => {
    process.off('SIGHUP', reload)
    unwatch?.()
  })

  // What changes while it is read is read once more.
  function reload(): void {
    again = true
    if (!running) void run()
  }

  async function run(): Promise<void> {
    running = true
    while (again) {
      again = false
      await once()
    }
    running = false
  }

  async function once(): Promise<void> {
    try {
      app.reconfigure(await load())
    } catch (error) {
      const problems = error instanceof ConfigError ? error.problems : ReasonError.is(error) ? [error.message] : undefined
      app.log.error(
        problems === undefined ? { err: faultOf(error) } : { problems },
        'configuration rejected, the previous one stays in use',
      )
    }
  }
}
