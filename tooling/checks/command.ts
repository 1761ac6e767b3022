import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Outcome } from './check.ts'
import { root } from './workspace.ts'

export interface Finished {
  code: number | null
  output: string
}

/** Runs a tool of the workspace at the root, without input. `output` holds stdout and stderr in order, without colours. */
export function execute(tool: string, ...args: string[]): Promise<Finished> {
  const path = [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter)
  return new Promise((resolve, reject) => {
    const env = { ...process.env, PATH: path, TURBO_TELEMETRY_DISABLED: '1' }
    const child = spawn(tool, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output: stripVTControlCharacters(output) }))
  })
}

/** Runs a tool as a check. If the tool fails, its output becomes the problem. */
export async function command(tool: string, ...args: string[]): Promise<Outcome> {
  const { code, output } = await execute(tool, ...args)
  return { problems: code === 0 ? [] : [`${[tool, ...args].join(' ')} exited with ${code}:\n${output.trim()}`] }
}
