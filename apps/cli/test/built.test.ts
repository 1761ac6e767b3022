import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

const run = promisify(execFile)
const home = fileURLToPath(new URL('../', import.meta.url))
// Beside dist, where the same relative paths hold.
const built = join(home, '.built')
const bin = join(built, 'bin.js')

describe('the built command', () => {
  beforeAll(async () => {
    const tsup = join(home, '../../node_modules/.bin/tsup')
    await run(tsup, ['--out-dir', built], { cwd: home }).catch((cause: unknown) => {
      throw new Error('tsup failed. If it does not find the packages, build them: pnpm run build', { cause })
    })
  })
  afterAll(() => rmSync(built, { recursive: true, force: true }))

  it('knows its version', async () => {
    const { stdout } = await run(process.execPath, [bin, '--version'])
    expect(stdout).toBe(`${manifest.version}\n`)
  })

  it('splits', async () => {
    const { stdout } = await run(process.execPath, [bin, 'split', join(home, 'test/fixtures/gpt-oss.txt')])
    expect(stdout).toBe('17 * 3 = 51.')
  })
})
