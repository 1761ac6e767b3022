import { once } from 'node:events'
import { existsSync, openSync, closeSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { command, start } from './reason.ts'

/** Its reader is gone before it writes. */
async function unread(args: readonly string[], stream: 'stdout' | 'stderr'): Promise<{ code: number | null; rest: string }> {
  const child = start(args)
  child[stream].destroy()
  child.stdin.end('<think>a</think>b')
  let rest = ''
  child[stream === 'stdout' ? 'stderr' : 'stdout'].setEncoding('utf8').on('data', (text: string) => (rest += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, rest }
}

describe('output without a reader', () => {
  it.each([[['--help']], [['traces', '--help']], [['completion', 'bash']], [['--version']]])('ends %j quietly', async (args) => {
    expect(await unread(args, 'stdout')).toEqual({ code: 0, rest: '' })
  })

  it('keeps exit codes and answers, where it is that of errors', async () => {
    expect(await unread(['splt'], 'stderr')).toEqual({ code: 2, rest: '' })
    expect(await unread(['split'], 'stderr')).toEqual({ code: 0, rest: 'b' })
  })
})

it.skipIf(!existsSync('/dev/full'))('says that help cannot be written to a full disk', async () => {
  const full = openSync('/dev/full', 'w')
  const [program, ...first] = command
  const child = spawn(program, [...first, '--help'], { stdio: ['ignore', full, 'pipe'] })
  closeSync(full)
  let stderr = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const [code] = (await once(child, 'close')) as [number | null]
  expect({ code, stderr }).toEqual({ code: 3, stderr: 'reason: cannot write the output: ENOSPC: no space left on device, write\n' })
})
