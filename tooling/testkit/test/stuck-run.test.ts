import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'

const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
const reporter = fileURLToPath(new URL('../src/stuck-run.ts', import.meta.url))

/** Runs Vitest on a file of this text beside a file that passes, and gives its exit code and what it printed. */
async function run(text: string): Promise<{ code: number; output: string }> {
  // Inside the package, so that the files find Vitest.
  const folder = mkdtempSync(fileURLToPath(new URL('../stuck-', import.meta.url)))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'passes.test.ts'), "import { it } from 'vitest'\nit('passes', () => {})\n")
  writeFileSync(join(folder, 'other.test.ts'), `import { it } from 'vitest'\n${text}\n`)
  const reporters = `['default', ['${reporter}', { silenceMs: 3000 }]]`
  writeFileSync(
    join(folder, 'vitest.config.ts'),
    `export default { test: { reporters: ${reporters}, teardownTimeout: 1000, testTimeout: 60_000 } }\n`,
  )
  const child = spawn(process.execPath, [vitest, 'run', '--root', folder], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (piece: string) => (output += piece))
  const [code] = (await once(child, 'close')) as [number]
  return { code, output }
}

it.each([
  [
    'a file that never ends loading',
    'await new Promise(() => setInterval(() => {}, 1000))',
    'other.test.ts: no test, it is loading or ending',
  ],
  [
    'a test that never gives its thread back',
    "it('turns', async () => { await new Promise((go) => setTimeout(go, 500)); for (;;); })",
    'other.test.ts: "turns"',
  ],
])('ends a run with %s, and names it', async (_, text, says) => {
  const { code, output } = await run(text)
  expect(output).toContain(says)
  expect(output).not.toContain('passes.test.ts:')
  expect(code).toBe(1)
})

it('says nothing of a run that ends', async () => {
  const { code, output } = await run("it('passes', () => {})")
  expect(output).not.toContain('No test has begun')
  expect(code).toBe(0)
})
