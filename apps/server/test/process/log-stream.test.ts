import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'

/** Starts a process that logs 200 MB to a pipe, which the test has not read yet. */
async function startUnread() {
  const program = fileURLToPath(new URL('../processes/unread-log.ts', import.meta.url))
  const child = spawn(process.execPath, ['--conditions=@reason/source', program], { stdio: ['pipe', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [grownMb] = (await once(child.stderr.setEncoding('utf8'), 'data')) as [string]
  return { child, grownMb: Number(grownMb) }
}

it('bounds the log lines that wait for their reader, and lets the process exit', async () => {
  const { child, grownMb } = await startUnread()
  expect(grownMb).toBeLessThan(100)
  child.stdin.end()
  expect(await once(child, 'exit')).toEqual([0, null])
})

it('counts dropped lines in a line of its own, once its reader reads again', async () => {
  const { child } = await startUnread()
  let read = ''
  for await (const piece of child.stdout.setEncoding('utf8')) {
    read += piece
    if (read.includes('lines were dropped') && read.endsWith('\n')) break
  }
  const lines = read
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { msg: string; lines?: number })
  const { lines: dropped, ...notice } = lines.pop()!
  expect(notice).toMatchObject({ level: 40, msg: expect.stringContaining('Read it, or write it to a file') as string })
  expect(dropped).toBe(200_000 - lines.length)
})
