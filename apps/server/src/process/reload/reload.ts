import { resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { ReasonError } from '@reason/core'
import { ConfigError } from '../../config/config-error.ts'
import type { Config } from '../../config/load.ts'
import { faultOf } from '@reason/gateway/errors'
import { watchFile } from '../../config/file-watcher.ts'

/**
 * Reloads the configuration on SIGHUP and when its file changes. An invalid configuration is logged, and the previous one stays in use.
 *
 * @param first - The running configuration. Its file may have changed since it was read.
 * @param load - Reads all sources again.
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

  // A change during a reload causes another reload.
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
      const why = problems === undefined ? { err: faultOf(error) } : { problems }
      app.log.error(why, 'configuration rejected, the previous one stays in use')
    }
  }
}
