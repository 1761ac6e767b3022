import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { programs } from '@reason/testkit/programs'
import { onTestFinished } from 'vitest'

export interface Program {
  child: ChildProcess
  output(): string
  /** Resolves when the output matches. Rejects if the program ends before. */
  says(pattern: RegExp): Promise<RegExpMatchArray>
  exit: Promise<number | null>
}

/** Runs the program as a user does, without a terminal and without standard input. */
export function run(argv: string[], environment: NodeJS.ProcessEnv = {}, folder?: string): Program {
  const child = spawn(process.execPath, [...programs.server, ...argv], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...environment },
    cwd: folder,
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  let more = Promise.withResolvers<void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      more.resolve()
      more = Promise.withResolvers()
    })
  }
  const exit = once(child, 'close').then(([code]) => code as number | null)
  return {
    child,
    output: () => output,
    exit,
    async says(pattern) {
      for (;;) {
        const found = pattern.exec(output)
        if (found !== null) return found
        const ended = await Promise.race([exit.then(() => true), more.promise.then(() => false)])
        if (ended && pattern.exec(output) === null) throw new Error(`It ended without saying ${pattern}: ${output}`)
      }
    },
  }
}
