import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { describedChats, describedUpstreams, type DescribedUpstream } from '@reason/exchanges/described'
import { startGateway } from './gateway.ts'
import { installClients } from './installation.ts'
import type { requestFormats } from './request.ts'
import { startUpstream } from './upstream.ts'
import { runWalk } from './walk.ts'
import { startWiretap, type Exchange } from './wiretap.ts'

/** `pnpm clients -- [--in FOLDER] [--clients a,b] [--upstreams a,b] [--visibility full,none] [--patience MS] [--keep] [--output] [--dump FOLDER]` */
const { values } = parseArgs({
  args: process.argv.slice(2).filter((argument) => argument !== '--'),
  options: {
    in: { type: 'string', default: join(tmpdir(), 'reason-clients') },
    clients: { type: 'string' },
    upstreams: { type: 'string' },
    visibility: { type: 'string', default: 'full,none' },
    patience: { type: 'string', default: '180000' },
    keep: { type: 'boolean', default: false },
    output: { type: 'boolean', default: false },
    dump: { type: 'string' },
  },
})

type Format = keyof typeof requestFormats
const upstreams: Readonly<Record<string, readonly [Format, DescribedUpstream]>> = {
  ...Object.fromEntries(Object.entries(describedUpstreams).map(([name, upstream]) => [name, [name as Format, upstream]])),
  ...Object.fromEntries(Object.entries(describedChats).map(([name, upstream]) => [name, ['openai-chat', upstream]])),
}
const clients = installClients(values.in)
const chosenUpstreams = chosen('--upstreams', values.upstreams, upstreams)
const chosenClients = chosen('--clients', values.clients, clients)
let faulty = 0

for (const name of chosenUpstreams) {
  const [format, upstream] = upstreams[name]!
  const { provider, model } = upstream
  const scripted = await startUpstream(format, upstream)
  for (const visibility of values.visibility.split(',') as ('full' | 'none')[]) {
    const gateway = await startGateway({ upstream: scripted.origin, format, provider, visibility })
    const tap = await startWiretap(gateway.url)
    for (const id of chosenClients) {
      const setting = { client: clients[id]!, upstream: scripted, tap, model, visibility }
      const { faults, requests, ms, output, exchanges } = await runWalk({
        ...setting,
        patience: Number(values.patience),
        keep: values.keep,
      })
      if (faults.length > 0) faulty++
      if (values.dump !== undefined) dump(values.dump, `${id}-${name}-${visibility}`, exchanges, scripted.requests())
      console.log(
        `${faults.length === 0 ? 'ok   ' : 'FAULT'} ${id} / ${name} / ${visibility}: ${requests} requests, ${(ms / 1000).toFixed(1)} s`,
      )
      for (const fault of faults) console.log(`        ${fault}`)
      if (values.output || faults.length > 0) console.log(output.slice(-2000))
    }
    tap.close()
    await gateway.stop()
  }
  scripted.close()
}
process.exitCode = faulty === 0 ? 0 : 1

/** Names of a flag. All of them without the flag. */
function chosen(flag: string, names: string | undefined, known: object): readonly string[] {
  const all = Object.keys(known)
  const wanted = names?.split(',') ?? all
  const unknown = wanted.find((name) => !all.includes(name))
  if (unknown === undefined) return wanted
  console.error(`${flag} names ${unknown}, which does not exist. Use: ${all.join(', ')}`)
  process.exit(2)
}

/** Writes the requests and responses of a walk to files, from both sides of the gateway. */
function dump(folder: string, walk: string, exchanges: readonly Exchange[], upstream: readonly string[]): void {
  mkdirSync(folder, { recursive: true })
  for (const [at, { path, request, response }] of exchanges.entries())
    writeFileSync(join(folder, `${walk}-client-${at}.txt`), Buffer.from(`${path}\n${request}\n\n${response}`, 'latin1'))
  for (const [at, request] of upstream.entries()) writeFileSync(join(folder, `${walk}-upstream-${at}.json`), request)
}
