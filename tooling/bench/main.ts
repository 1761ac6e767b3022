import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readAuditResults } from './src/audit.ts'
import { readFrameResults } from './src/frames.ts'
import { gatewayLoad } from './src/gateway/suite.ts'
import { machine } from './src/machine.ts'
import { page, type Results } from './src/page.ts'
import { readers } from './src/readers/suite.ts'
import { growth, speed } from './src/splitters/suite.ts'
import { readTraceResults } from './src/traces.ts'

// pnpm bench [--rounds N] [--seconds S]
// pnpm bench --no-gateway   keeps the gateway's figures of the run before
// pnpm bench --page   writes the page again, from what was measured before
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '1.5' },
    'no-gateway': { type: 'boolean', default: false },
    page: { type: 'boolean', default: false },
  },
})
const rounds = Number(values.rounds)
const root = fileURLToPath(new URL('../../', import.meta.url))
const say = (text: string) => process.stderr.write(`${text}\n`)

const samples = `${root}docs/benchmarks/samples.json`
const before = (): Results => JSON.parse(readFileSync(samples, 'utf8')) as Results
const results = values.page ? before() : await measure()
const written = page({ ...results, traces: readTraceResults(), audit: readAuditResults(), frames: readFrameResults() })
writeFileSync(`${root}docs/reference/benchmarks.md`, written)
execFileSync(`${root}node_modules/.bin/oxfmt`, [`${root}docs/reference/benchmarks.md`, samples])
process.stdout.write(written)
say(`Written: docs/reference/benchmarks.md, docs/benchmarks/samples.json`)

async function measure(): Promise<Results> {
  say('splitters…')
  const results = {
    machine: machine(),
    rounds,
    speed: await speed(rounds),
    growth: growth(rounds),
    readers: await (say('readers…'), readers(rounds)),
    gateway: values['no-gateway'] ? before().gateway : await (say('gateway…'), gatewayLoad(rounds, Number(values.seconds), say)),
  }
  mkdirSync(`${root}docs/benchmarks`, { recursive: true })
  writeFileSync(samples, `${JSON.stringify(results)}\n`)
  return results
}
