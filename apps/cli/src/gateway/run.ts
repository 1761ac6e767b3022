import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { inputError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'

/**
 * Runs the gateway's own program, so that its configuration is read by what uses it.
 *
 * @param folder - Where it is looked for, as Node does for packages.
 * @returns Its exit code.
 * @throws {CliError} when it is not installed there
 */
export async function runGateway(words: readonly string[], folder: string): Promise<number> {
  const child = spawn(process.execPath, [...process.execArgv, programIn(folder, words), ...words], { cwd: folder, stdio: 'inherit' })
  const [code] = (await once(child, 'close')) as [number | null]
  return code ?? exitCodes.failed
}

function programIn(folder: string, words: readonly string[]): string {
  let manifest: string
  try {
    manifest = createRequire(join(folder, 'package.json')).resolve('@reason/server/package.json')
  } catch (error) {
    throw inputError(
      `The gateway, @reason/server, is not installed in ${folder} or above. Install it, or run: npx @reason/server ${words.join(' ')}`,
      { cause: error },
    )
  }
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: Record<'reason-server', string> }
  return resolve(dirname(manifest), bin['reason-server'])
}
