import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Client } from './clients.ts'
import type { ScriptedUpstream } from './upstream.ts'
import type { Exchange, Wiretap } from './wiretap.ts'

export interface WalkSetting {
  client: Client
  upstream: ScriptedUpstream
  tap: Wiretap
  model: string
  visibility: 'full' | 'none'
  /** Maximum time of a run, in milliseconds. */
  patience: number
  keep?: boolean
}

export interface WalkResult {
  faults: readonly string[]
  requests: number
  ms: number
  output: string
  exchanges: readonly Exchange[]
}

let count = 0

/** Runs a client once, in its own home folder and working folder. */
export async function runWalk({ client, upstream, tap, model, visibility, patience, keep = false }: WalkSetting): Promise<WalkResult> {
  const home = mkdtempSync(join(tmpdir(), 'clients-home-'))
  const folder = join(home, 'work')
  mkdirSync(folder)
  const file = join(folder, 'notes.txt')
  writeFileSync(file, 'Nothing but notes.\n')
  const marker = `walk${process.pid}x${count++}`
  const run = { url: tap.url, model, home, prompt: `Read the notes in notes.txt and list the folder (${marker}).` }
  for (const [name, content] of Object.entries(client.files?.(run) ?? {})) {
    mkdirSync(dirname(join(home, name)), { recursive: true })
    writeFileSync(join(home, name), typeof content === 'string' ? content : JSON.stringify(content))
  }
  const walked = upstream.begin({ marker, file, folder })
  const began = Date.now()
  const as = {
    cwd: folder,
    env: {
      PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
      HOME: home,
      USER: 'walker',
      TERM: 'dumb',
      CI: '1',
      // The proxies refuse connections, so that the client reaches loopback only.
      HTTPS_PROXY: 'http://127.0.0.1:9',
      HTTP_PROXY: 'http://127.0.0.1:9',
      NO_PROXY: '127.0.0.1,localhost',
      no_proxy: '127.0.0.1,localhost',
      ...client.environment?.(run),
    },
  }
  if (client.before !== undefined) await execute([...client.command, ...client.before(run)], patience, as)
  const { output, isLate } = await execute([...client.command, ...client.arguments(run)], patience, as)
  const faults = [...walked.faults]
  if (isLate) faults.push(`was not ready after ${patience} ms`)
  if (!walked.isFinished) faults.push(`${walked.requests} requests, and no end`)
  else if (!output.includes(walked.answer)) faults.push('does not show the answer')
  const secret = `thought-${marker}`
  const exchanges = tap.taken()
  if (visibility === 'none' && isInPieces(secret, exchanges)) faults.push('gets a thought at "none"')
  if (!keep) rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  return { faults, requests: walked.requests, ms: Date.now() - began, output, exchanges }
}

/** Whether the responses contain the secret, as a whole or in pieces. Pieces of a stream are a few characters long, so they are joined. */
function isInPieces(secret: string, exchanges: readonly Exchange[]): boolean {
  const got = exchanges.map(({ response }) => response).join('\n')
  const strings = [...got.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text!)
  return (
    got.includes(secret) ||
    strings
      .filter((text) => secret.includes(text) && text.length > 3)
      .join('')
      .includes(secret)
  )
}

async function execute(
  [program, ...given]: readonly string[],
  patience: number,
  as: { cwd: string; env: Record<string, string> },
): Promise<{ output: string; isLate: boolean }> {
  const child = spawn(program!, given, { ...as, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  let isLate = false
  const end = (): void => {
    try {
      process.kill(-child.pid!, 'SIGKILL')
    } catch {
      // The whole group has ended.
    }
  }
  const timer = setTimeout(() => {
    isLate = true
    end()
  }, patience)
  await once(child, 'exit')
  clearTimeout(timer)
  end()
  return { output, isLate }
}
