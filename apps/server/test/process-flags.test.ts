import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { run } from './support/program.ts'
import { startWorkers } from './support/workers.ts'

const hasProc = existsSync('/proc/self/cmdline')

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'reason-flags-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

const read = (pid: number, file: string): string[] => readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0')

it.skipIf(!hasProc)('the process that was started has the sizes of a gateway, and so has each that it starts', async () => {
  const { program, pids } = await startWorkers(2)
  const { pid } = program.child
  expect(read(pid!, 'environ')).toContain('MALLOC_ARENA_MAX=1')
  for (const one of [pid!, ...pids]) {
    expect(read(one, 'cmdline').filter((flag) => /semi-space|growing/.test(flag))).toEqual([
      '--max-semi-space-size=16',
      '--heap-growing-percent=50',
    ])
  }
})

it.skipIf(!hasProc)('and those of whoever starts it, where they say other ones', async () => {
  const dataDir = folder()
  const environment = { NODE_OPTIONS: '--max_semi_space_size=64', MALLOC_ARENA_MAX: '4' }
  const { child, says } = run(['--port', '0', '--data-dir', dataDir], environment, dataDir)
  await says(/Reason is listening/)
  const pid = child.pid!
  expect(read(pid, 'environ')).toContain('MALLOC_ARENA_MAX=4')
  expect(read(pid, 'cmdline').filter((flag) => /semi-space|growing/.test(flag))).toEqual(['--heap-growing-percent=50'])
})
