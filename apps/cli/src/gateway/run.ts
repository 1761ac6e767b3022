import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { inputError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'

const gateway = '@reason/server'

/**
 * Runs the gateway's own program, so that its configuration is read by what uses it.
 *
 * @param folder - Where it is looked for first, as Node does for packages, and where it runs.
 * @param home - Folder of this package, beside which it is looked for then.
 * @returns Its exit code.
 * @throws {CliError} when it is in neither place
 */
export async function runGateway(words: readonly string[], folder: string, home: string): Promise<number> {
  const program = programIn(folder) ?? programIn(home) ?? programOf(join(home, '../server/package.json'))
  if (program === undefined) {
    throw inputError(
      `The gateway, ${gateway}, is not installed in ${folder} or above, nor beside this command. Install it, or run: npx ${gateway} ${words.join(' ')}`,
    )
  }
  const child = spawn(process.execPath, [...process.execArgv, program, ...words], { cwd: folder, stdio: 'inherit' })
  const [code] = (await once(child, 'close')) as [number | null]
  return code ?? exitCodes.failed
}

function programIn(folder: string): string | undefined {
  try {
    return programOf(createRequire(join(folder, 'package.json')).resolve(`${gateway}/package.json`))
  } catch {
    return undefined
  }
}

/** Undefined: there is no such package, or in a checkout it was not built. */
function programOf(manifest: string): string | undefined {
  if (!existsSync(manifest)) return undefined
  const { name, bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { name?: string; bin?: Record<string, string> }
  const program = bin?.['reason-server']
  if (name !== gateway || program === undefined) return undefined
  const path = resolve(dirname(manifest), program)
  return existsSync(path) ? path : undefined
}
