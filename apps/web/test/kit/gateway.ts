import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openKeyFile, type KeyRightsOptions } from '@reason/keys'
import { programs } from '@reason/testkit/programs'
import { freePort, startTied } from '@reason/testkit/servers'

export interface Gateway {
  /** Ends with a slash. */
  url: string
  /** The texts of its keys, in the order in which they were wanted. */
  keys: readonly string[]
  stop(): Promise<void>
}

export interface GatewayOptions {
  /** What the keys allow that it has from the beginning. */
  keys?: readonly KeyRightsOptions[]
  /** Default: one that is free. */
  port?: number
  /** Beside that of the tests. */
  environment?: Readonly<Record<string, string>>
  /** Its `reason.config.yaml`. */
  config?: string
}

/**
 * The gateway as a program, with the pages that were built, a folder of its own and a real store in it. Without
 * `--upstream` it replays recordings, without pauses unless `--pace` says otherwise.
 */
export async function startGateway(
  flags: readonly string[] = [],
  { keys = [], port: wanted, environment, config }: GatewayOptions = {},
): Promise<Gateway> {
  const folder = mkdtempSync(join(tmpdir(), 'reason-pages-'))
  const file = openKeyFile(join(folder, 'keys.json'))
  const texts: string[] = []
  for (const rights of keys) texts.push((await file.create(rights)).text)
  if (config !== undefined) writeFileSync(join(folder, 'reason.config.yaml'), config)
  const port = wanted ?? (await freePort())
  const pace = flags.includes('--pace') ? [] : ['--pace', '0']
  const argv = [process.execPath, ...programs.server, '--port', String(port), '--data-dir', folder, ...pace, ...flags]
  const stop = await startTied({
    argv,
    folder,
    signal: 'TERM',
    ready: /is listening at/,
    as: { cwd: folder, env: { ...process.env, ...environment } },
  })
  return { url: `http://127.0.0.1:${port}/`, keys: texts, stop }
}
