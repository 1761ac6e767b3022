import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort, startTied } from '@reason/testkit/servers'

const main = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url))

export interface Gateway {
  /** Ends with a slash. */
  url: string
  stop(): Promise<void>
}

/**
 * The gateway as a program, from its sources, with the pages that were built, a folder of its own and a real store in it. Without
 * `--upstream` it replays recordings, without pauses unless `--pace` says otherwise.
 *
 * @param keys - What its file of keys is to hold.
 */
export async function startGateway(flags: readonly string[] = [], keys?: object): Promise<Gateway> {
  const folder = mkdtempSync(join(tmpdir(), 'reason-pages-'))
  if (keys !== undefined) writeFileSync(join(folder, 'keys.json'), JSON.stringify(keys), { mode: 0o600 })
  const port = await freePort()
  const pace = flags.includes('--pace') ? [] : ['--pace', '0']
  const argv = [process.execPath, '--conditions=@reason/source', main, '--port', String(port), '--data-dir', folder, ...pace, ...flags]
  const stop = await startTied({ argv, folder, signal: 'TERM', ready: /is listening at/, as: { cwd: folder } })
  return { url: `http://127.0.0.1:${port}/`, stop }
}
