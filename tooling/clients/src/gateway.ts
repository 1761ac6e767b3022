import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programs } from '@reason/testkit/programs'
import { freePort, startTied } from '@reason/testkit/servers'

export interface GatewaySetting {
  upstream: string
  format: string
  provider: string
  visibility: 'full' | 'none'
}

export interface RunningGateway {
  url: string
  stop(): Promise<void>
}

/** Starts the gateway as a process, with default settings except for these. */
export async function startGateway({ upstream, format, provider, visibility }: GatewaySetting): Promise<RunningGateway> {
  const folder = mkdtempSync(join(tmpdir(), 'reason-clients-'))
  const port = await freePort()
  const flags = { upstream, 'upstream-format': format, 'upstream-provider': provider, visibility, port: String(port), 'data-dir': folder }
  const stop = await startTied({
    argv: [process.execPath, ...programs.server, ...Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value])],
    folder,
    signal: 'TERM',
    ready: /http:\/\/127\.0\.0\.1:\d+/,
  })
  return { url: `http://127.0.0.1:${port}`, stop }
}
