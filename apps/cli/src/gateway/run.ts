import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { inputError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'

const gateway = '@reason/server'

/**
 * Runs the gateway's program, because the gateway reads its configuration itself.
 *
 * @param folder - First folder to look for the package, with Node's resolution. The program runs in it.
 * @param home - Folder of this package. Searched next, together with a gateway beside it in a checkout.
 * @returns Its exit code.
 * @throws {CliError} if the gateway is not found
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

/** Path of the program in a package. Undefined if the package is missing, or not built in a checkout. */
function programOf(manifest: string): string | undefined {
  if (!existsSync(manifest)) return undefined
  const { name, bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { name?: string; bin?: Record<string, string> }
  const program = bin?.['reason-server']
  if (name !== gateway || program === undefined) return undefined
  const path = resolve(dirname(manifest), program)
  return existsSync(path) ? path : undefined
}
