import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programs } from '@reason/testkit/programs'
import { afterAll, onTestFinished, TestRunner } from 'vitest'

export interface Gateway {
  url: string
  /** Of its data. */
  folder: string
}

/** The program itself, in a folder of its own, on a free port: until the test is over, or all of the file where none runs yet. */
export async function startGateway(...flags: string[]): Promise<Gateway> {
  const folder = mkdtempSync(join(tmpdir(), 'reason-gateway-'))
  const child = spawn(process.execPath, [...programs.server, '--port', '0', '--data-dir', folder, ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: folder,
  })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  const whenOver = TestRunner.getCurrentTest() === undefined ? afterAll : onTestFinished
  whenOver(async () => {
    child.kill('SIGKILL')
    await gone
    rmSync(folder, { recursive: true, force: true })
  })
  let text = ''
  child.stderr.on('data', (piece) => (text += piece))
  for await (const piece of child.stdout) {
    text += piece
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? []
    if (url !== undefined && text.includes('listening')) return { url, folder }
  }
  throw new Error(`The gateway did not start: ${text}`)
}
