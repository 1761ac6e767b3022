import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

it('collects what is left of work, and not again before there is more', async () => {
  // A process of its own: no other test may need memory in it.
  const { stdout } = await promisify(execFile)(process.execPath, ['--conditions=@reason/source', file('../processes/idle-memory.ts')])
  const [before, idle, later] = stdout.trim().split(' ').map(Number)
  expect(before).toBe(0)
  expect(idle).toBeGreaterThan(0)
  expect(later).toBe(idle)
})
