import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { run } from '../support/program.ts'
import { startWorkers } from '../support/workers.ts'

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
  expect(read(pid!, 'environ')).toContain('MALLOC_ARENA_MAX=2')
  expect(read(pid!, 'environ')).toContain('MALLOC_MMAP_THRESHOLD_=65536')
  for (const one of [pid!, ...pids]) {
    expect(read(one, 'cmdline')).toContain('--disable-proto=delete')
    expect(read(one, 'cmdline').filter((flag) => /semi-space|growing/.test(flag))).toEqual([
      '--max-semi-space-size=16',
      '--heap-growing-percent=50',
    ])
  }
})

it.skipIf(!hasProc)('and those of its user, where they are other ones', async () => {
  const dataDir = folder()
  const environment = { NODE_OPTIONS: '--max_semi_space_size=64', MALLOC_ARENA_MAX: '4' }
  const { child, says } = run(['--port', '0', '--data-dir', dataDir], environment, dataDir)
  await says(/Reason is listening/)
  const pid = child.pid!
  expect(read(pid, 'environ')).toContain('MALLOC_ARENA_MAX=4')
  expect(read(pid, 'cmdline').filter((flag) => /semi-space|growing/.test(flag))).toEqual(['--heap-growing-percent=50'])
})

/** Prints how large the young generation of a thread becomes that may have 3 MB of it, in a process with another size. */
const thread = `
  import { Worker } from 'node:worker_threads'
  import { setProcessFlags } from '${new URL('../../src/process/process-flags.ts', import.meta.url).href}'
  setProcessFlags()
  const work = \`
    const kept = []
    for (let at = 0; at < 3e6; at++) kept[at % 100_000] = { at }
    const { space_size: size } = process.getBuiltinModule('node:v8').getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')
    process.getBuiltinModule('node:worker_threads').parentPort.postMessage(size)
  \`
  new Worker(work, { eval: true, resourceLimits: { maxYoungGenerationSizeMb: 3 } }).on('message', console.log)
`

it('a thread has the size that it is given', () => {
  const sizes = ['--max-semi-space-size=32', '--heap-growing-percent=25', '--no-parallel-scavenge', '--no-allocation-site-pretenuring']
  const size = Number(execFileSync(process.execPath, [...sizes, '--input-type=module', '--eval', thread], { encoding: 'utf8' }))
  expect(size).toBeGreaterThan(0)
  // V8 counts the pages that it is emptying, too: up to 4 MB of the 3 that were asked for. The process's own size would be 32.
  expect(size).toBeLessThanOrEqual(8 * 1024 ** 2)
})
