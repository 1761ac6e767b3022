import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { conditions } from '@reason/testkit/programs'

/** Starts a process that runs a file of `processes/`. */
export function startProcess(file: string, args: string[], { limitKiB }: { limitKiB?: number } = {}): ChildProcess & { output(): string } {
  const argv = [...conditions, '--no-warnings', fileURLToPath(new URL(`processes/${file}`, import.meta.url)), ...args]
  const stdio = ['pipe', 'pipe', 'inherit'] as ['pipe', 'pipe', 'inherit']
  // The limit on the size of files acts like a full disk.
  const child =
    limitKiB === undefined
      ? spawn(process.execPath, argv, { stdio })
      : spawn('bash', ['-c', `trap '' XFSZ; ulimit -f ${limitKiB}; exec "$@"`, 'bash', process.execPath, ...argv], { stdio })
  let output = ''
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (output += text))
  return Object.assign(child, { output: () => output })
}

export const untilOutput = (child: ChildProcess & { output(): string }, text: string): Promise<void> =>
  until(child, (output) => output.includes(text))

export const untilLines = (child: ChildProcess & { output(): string }, count: number): Promise<void> =>
  until(child, (output) => output.split('\n').length > count)

async function until(child: ChildProcess & { output(): string }, holds: (output: string) => boolean): Promise<void> {
  const gone = once(child, 'exit')
  while (!holds(child.output())) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The process has ended: ${child.output()}`)
    await Promise.race([once(child.stdout!, 'data'), gone])
  }
}

/** Waits for the end of a process, and returns its output. */
export async function ended(child: ChildProcess & { output(): string }): Promise<string> {
  if (!child.stdout!.closed) await once(child, 'close')
  return child.output()
}
