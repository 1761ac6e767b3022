import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { programs } from '@reason/testkit/programs'
import { expect, it, onTestFinished } from 'vitest'
import { startGateway } from './support/gateway.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const page = readFileSync(join(root, 'README.md'), 'utf8')
const blocksOf = (heading: string): string[] => {
  const section = new RegExp(`^## ${heading}\\n(.*?)^## `, 'ms').exec(page)![1]!
  return [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map((block) => block[1]!)
}
const [started = '', asked = ''] = blocksOf('Limit, measure and store reasoning')
/** The commands of the README that read the gateway's traces. */
const traceCommands = blocksOf('Use the command')
  .join('')
  .split('\n')
  .filter((line) => line.startsWith('reason traces'))
const cli = [process.execPath, ...programs.cli]

/** Each command of the block, and what it is said to do: the function is defined before each of them. */
const commands = [
  ...asked
    .slice(asked.indexOf('}\n') + 2)
    .trim()
    .split('\n'),
  ...traceCommands,
]
const define = asked.slice(0, asked.indexOf('}\n') + 2)

it('what the README shows of budgets, traces and metrics happens', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reason-readme-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const flags = /^npm start -- (.*)$/m.exec(started)![1]!.split(' ')
  const { url } = await startGateway('--data-dir', join(folder, '.reason'), '--traces', 'sqlite', ...flags)
  const run = async (command: string): Promise<string> => {
    const line = (define + command)
      .replaceAll('http://127.0.0.1:8787', url)
      .replace(/^reason /m, `${cli.map((word) => `'${word}'`).join(' ')} `)
    return (await promisify(execFile)('sh', ['-c', line], { cwd: folder })).stdout
  }

  expect(commands).toHaveLength(7)
  const [twice, twiceMore, budget, traces, metrics, search, usage] = commands as [string, string, string, string, string, string, string]
  const first = await run(twice)
  expect(first.match(/"content":"The answer is 51\."/g)).toHaveLength(2)
  expect(first.match(/budget-warning/g)).toHaveLength(1)
  const second = await run(twiceMore)
  expect(second.match(/budget-exceeded/g)).toHaveLength(1)
  expect(second).toContain('"code":"reasoning_budget_exceeded"')
  expect(JSON.parse(await run(budget))).toMatchObject({ budgets: [{ of: 'alice', limit: 30, used: 42, level: 'exceeded' }] })
  // Traces are written behind the answer.
  let stored: unknown[] = []
  while (stored.length < 3) ({ items: stored } = JSON.parse(await run(traces)) as { items: unknown[] })
  expect(await run(metrics)).toContain('reasoning_tokens_total{model="embedded/qwen3-tags"')
  expect((await run(search)).match(/trace_/g)).toHaveLength(3)
  // Traces, input, cached, output and reasoning: as the recording reports them, three times.
  expect(await run(usage)).toMatch(/^alice +3 +60 +57 +135 +42 /m)
})
