import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { family, freePort, listening, start, stop } from '../src/gateway/processes.ts'
import type { LoadSample } from '../src/gateway/results.ts'
import { targets } from '../src/gateway/targets.ts'

const file = (name: string) => fileURLToPath(new URL(`../src/gateway/${name}`, import.meta.url))

// Portkey is not here: it would have to be installed. Neither is what has copies: it is here without them.
it.for(targets.filter(({ name, copies }) => name !== 'direct' && name !== 'Portkey' && copies === undefined))(
  '$name hands on what the upstream streams',
  async ({ peer, command }, { skip }) => {
    const place = { port: await freePort(), upstream: await freePort(), folder: mkdtempSync(join(tmpdir(), 'reason-bench-')) }
    onTestFinished(() => rmSync(place.folder, { recursive: true, force: true }))
    const found = peer === undefined ? { command: command!(place) } : attempt(() => peer(place))
    if (found instanceof Error) return skip(found.message)
    const mock = start(0, [process.execPath, file('mock-upstream.mjs'), `${place.upstream}`, '20', 'tick'])
    const target = start(1, found.command)
    onTestFinished(() => stop(target, mock))
    await listening(place.upstream, mock)
    await listening(place.port, target)
    const pids = family(target.pid!)
    const argv = [file('client.mjs'), `${place.port}`, '2', '0', 'stream', '--replies=6', '--tokens=20', `--pid=${pids.join(',')}`]
    const { bad, rps } = JSON.parse(execFileSync(process.execPath, argv, { encoding: 'utf8' })) as LoadSample
    expect([bad, rps > 0]).toEqual([0, true])
  },
)

function attempt<T>(work: () => T): T | Error {
  try {
    return work()
  } catch (error) {
    return error as Error
  }
}
