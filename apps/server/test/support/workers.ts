import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { run, type Program } from './program.ts'

export interface Workers {
  program: Program
  url: string
  /** Process ids, in the order of the workers' numbers. */
  pids: number[]
  /** Sends a request on a new connection. Connections go to the processes in turn. */
  ask(path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>
  chat(body?: object, headers?: Record<string, string>): Promise<Response>
}

const model = 'embedded/qwen3-tags'

/** Starts a gateway with several processes, and waits until each takes requests. It stops after the test. */
export async function startWorkers(count: number, ...flags: string[]): Promise<Workers> {
  const folder = mkdtempSync(join(tmpdir(), 'reason-workers-'))
  // A process that still runs may write a file again after its removal, so the removal is repeated.
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }))
  const settings = ['--workers', String(count), '--port', '0', '--pace', '0', '--log-level', 'info', '--data-dir', join(folder, 'data')]
  const program = run([...settings, ...flags], {}, folder)
  const [, url = ''] = await program.says(/^Reason is listening at (http:\/\/[\d.:]+)/m)
  const pids: number[] = []
  for (let number = 1; number <= count; number++) {
    const [, pid] = await program.says(new RegExp(`"of":${number},"pid":(\\d+),"msg":"process takes requests"`))
    pids.push(Number(pid))
  }
  const ask: Workers['ask'] = (path, body, headers = {}) =>
    fetch(url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { connection: 'close', ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  return {
    program,
    url,
    pids,
    ask,
    chat: (body, headers) =>
      ask('/v1/chat/completions', { model, messages: [{ role: 'user', content: 'What is 17 * 3?' }], ...body }, headers),
  }
}

export async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20))
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
