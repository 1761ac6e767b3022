import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programs } from '@reason/testkit/programs'
import { expect, it, onTestFinished } from 'vitest'

const hasLimits = ['bash', 'prlimit'].every((program) => {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})

interface Readiness {
  status: string
  traces: { status: string; queued: number; journalled: number }
}

// A file may not grow beyond a limit, which is lifted later: what a full disk is to a program, without one.
it.skipIf(!hasLimits)('a full disk makes the gateway not ready, and room makes it ready again, by itself', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reason-full-'))
  const argv = [process.execPath, ...programs.server, '--port', '0', '--pace', '0', '--data-dir', folder, '--session-budget', '0']
  const child = spawn('bash', ['-c', `trap '' XFSZ; ulimit -S -f 1024; exec "$@"`, 'bash', ...argv], { cwd: folder })
  onTestFinished(() => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()))
  await expect.poll(() => output).toMatch(/listening at http:\/\/127\.0\.0\.1:\d+/)
  const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(output)!
  const ready = async (): Promise<[number, string, string]> => {
    const response = await fetch(`${url}/readyz`)
    const { status, traces } = (await response.json()) as Readiness
    return [response.status, status, traces.status]
  }
  const ask = async (): Promise<string> => {
    const body = JSON.stringify({ model: 'embedded/qwen3-tags', prompt: 'What is 17 * 3?', stop: ['x'.repeat(20_000)] })
    const response = await fetch(`${url}/v1/generate`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    await response.text()
    expect(response.status).toBe(200)
    return response.headers.get('x-reason-trace-id')!
  }
  expect(await ready()).toEqual([200, 'ready', 'ok'])
  const fill = async (): Promise<number> => {
    await Promise.all(Array.from({ length: 50 }, ask))
    return (await ready())[0]
  }
  await expect.poll(fill, { interval: 0 }).toBe(503)
  expect(await ready()).toEqual([503, 'not ready', 'down'])

  execFileSync('prlimit', ['--pid', String(child.pid), '--fsize=unlimited:unlimited'])
  await expect.poll(ready).toEqual([200, 'ready', 'ok'])
  const id = await ask()
  await expect.poll(async () => (await fetch(`${url}/api/traces/${id}`)).status).toBe(200)
})
