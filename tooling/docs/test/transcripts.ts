import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { programs } from '@reason/testkit/programs'
import { root } from './examples.ts'

export interface Step {
  line: number
  command: string
  output: string
}

/** The commands of all `console gateway` blocks of a page, with the output below each. Lines that begin with `> ` continue a command. */
export function stepsOf(file: string): Step[] {
  const markdown = readFileSync(join(root, file), 'utf8')
  return [...markdown.matchAll(/^```console gateway\n(.*?)^```$/gms)].flatMap((block) => {
    const line = markdown.slice(0, block.index).split('\n').length
    return block[1]!
      .split(/^\$ /m)
      .slice(1)
      .map((step): Step => {
        const lines = step.trimEnd().split('\n')
        const end = lines.findIndex((one, index) => index > 0 && !one.startsWith('> '))
        const command = lines.slice(0, end === -1 ? lines.length : end).map((one) => one.replace(/^> /, ''))
        return { line, command: command.join('\n'), output: lines.slice(command.length).join('\n') }
      })
  })
}

/** Turns the output on a page into a pattern. `…` matches any text within a line. */
export const patternOf = (output: string): RegExp =>
  new RegExp(
    `^${output
      .split('…')
      .map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
      .join('.*')}$`,
  )

export interface Shell {
  /** Returns stdout and stderr of a command, without trailing white space. Variables and functions persist between commands. */
  run(command: string): Promise<string>
  close(): void
}

export function openShell(folder: string): Shell {
  const shell = spawn('sh', { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] })
  shell.stdout.setEncoding('utf8')
  const mark = '\u001E'
  return {
    async run(command) {
      shell.stdin.write(`{ ${command}\n} 2>&1\nprintf '\\036'\n`)
      let text = ''
      while (!text.endsWith(mark)) text += ((await once(shell.stdout, 'data')) as [string])[0]
      return text.slice(0, -1).trimEnd()
    },
    close: () => shell.kill(),
  }
}

/** Starts a gateway as a process in a folder. */
export async function startGateway(folder: string, flags: readonly string[]): Promise<{ url: string; stop(): Promise<void> }> {
  const args = [...programs.server, '--port', '0', '--pace', '0', '--no-start-probe', ...flags]
  const gateway = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  gateway.stdout.setEncoding('utf8')
  let text = ''
  gateway.stderr.on('data', (data: Buffer) => (text += data.toString()))
  for await (const data of gateway.stdout) {
    text += data as string
    const [, url] = /listening at (http:\/\/[\d.:]+)/.exec(text) ?? []
    if (url === undefined) continue
    gateway.stdout.resume()
    return {
      url,
      async stop() {
        gateway.kill()
        if (gateway.exitCode === null) await once(gateway, 'exit')
      },
    }
  }
  throw new Error(`The gateway did not start with ${flags.join(' ')}:\n${text}`)
}
