import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { run } from './support/program.ts'

const hasProc = existsSync('/proc/self/cmdline')

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'reason-flags-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

const read = (pid: number, file: string): string[] => readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0')

/** Every process that this one has started. */
const children = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && existsSync(`/proc/${name}/stat`))
    .map(Number)
    .filter((one) => readFileSync(`/proc/${one}/stat`, 'utf8').split(') ')[1]!.split(' ')[1] === String(pid))

async function started(flags: string[], environment: NodeJS.ProcessEnv = {}): Promise<number> {
  const dataDir = folder()
  const { child, says } = run(['--port', '0', '--data-dir', dataDir, ...flags], environment, dataDir)
  await says(/Reason is listening/)
  return child.pid!
}

it.skipIf(!hasProc)('the process that was started has the sizes of a gateway, and so has each that it starts', async () => {
  const pid = await started(['--workers', '2'])
  expect(read(pid, 'environ')).toContain('MALLOC_ARENA_MAX=1')
  const answering = children(pid)
  expect(answering).not.toEqual([])
  for (const one of [pid, ...answering]) {
    expect(read(one, 'cmdline').filter((flag) => /semi-space|growing/.test(flag))).toEqual([
      '--max-semi-space-size=16',
      '--heap-growing-percent=50',
    ])
  }
})

it.skipIf(!hasProc)('and those of whoever starts it, where they say other ones', async () => {
  const pid = await started([], { NODE_OPTIONS: '--max_semi_space_size=64', MALLOC_ARENA_MAX: '4' })
  expect(read(pid, 'environ')).toContain('MALLOC_ARENA_MAX=4')
  expect(read(pid, 'cmdline').filter((flag) => /semi-space|growing/.test(flag))).toEqual(['--heap-growing-percent=50'])
})
