import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { run } from './support/program.ts'

const sayLoads = new URL('processes/say-loads.mjs', import.meta.url)

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'reason-loads-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** Modules that are loaded until the gateway listens. */
async function loaded(...flags: string[]): Promise<Set<string>> {
  const dataDir = folder()
  const { says, output } = run(
    ['--port', '0', '--data-dir', dataDir, ...flags],
    { NODE_OPTIONS: `--import=${fileURLToPath(sayLoads)}` },
    dataDir,
  )
  await says(/Reason is listening/)
  return new Set(Array.from(output().matchAll(/^loads ((?:@[^/]+\/)?[^/\n]+)/gm), ([, name]) => name!))
}

it('what only some configurations need is loaded for them alone', async () => {
  const names = await loaded()
  // The gateway does listen.
  expect(names).toContain('fastify')
  expect(names).toContain('our start')
  const unneeded = [
    'ioredis',
    'pg',
    'yaml',
    'jsonc-parser',
    'hyparquet-writer',
    'our parquet',
    'our spans',
    'ajv',
    'fast-json-stringify-compiler',
    '@opentelemetry/sdk-trace',
    "Node's fetch",
  ]
  expect(unneeded.filter((name) => names.has(name))).toEqual([])
})

it('and is loaded for those', async () => {
  const dataDir = folder()
  writeFileSync(join(dataDir, 'reason.config.yaml'), 'log: { level: warn }\n')
  expect(await loaded('--config', join(dataDir, 'reason.config.yaml'))).toContain('yaml')
})
