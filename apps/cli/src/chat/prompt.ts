import { createInterface } from 'node:readline'

/** Reads questions in a terminal. The history is kept only in memory. */
export interface Prompt {
  /**
   * Reads one question. A line that ends with a backslash continues in the next one. Lines pasted together are one question, unless they are commands.
   *
   * @param ahead - Text typed before the prompt was shown.
   * @returns Undefined if the user quits with Ctrl-D or Ctrl-C.
   */
  ask(ahead: string): Promise<string | undefined>
}

type Completer = (line: string) => [string[], string]

/** Pasted lines arrive much faster than this, in milliseconds. */
const pasteMs = 20

export function createPrompt(mark: string, goOn: string, complete: Completer): Prompt {
  let history: string[] = []
  /** Lines pasted after a command. */
  let waiting: string[] = []

  return {
    ask(ahead) {
      if (waiting.length > 0) {
        const line = waiting.shift()!
        process.stdout.write(`${mark}${line}\n`)
        return Promise.resolve(line)
      }
      const terminal = createInterface({
        input: process.stdin,
        output: process.stdout,
        prompt: mark,
        history,
        historySize: 500,
        removeHistoryDuplicates: true,
        completer: complete,
        terminal: true,
      })
      const lines: string[] = []
      let timer: NodeJS.Timeout | undefined
      return new Promise((resolve) => {
        terminal.on('history', (lately) => (history = [...lately]))
        terminal.on('line', (line) => {
          const goesOn = line.endsWith('\\')
          lines.push(goesOn ? line.slice(0, -1) : line)
          clearTimeout(timer)
          if (!goesOn) timer = setTimeout(() => finish(taken(lines)), pasteMs)
          terminal.setPrompt(goesOn ? goOn : '')
          if (goesOn) terminal.prompt()
        })
        terminal.on('SIGINT', () => {
          if (terminal.line === '' && lines.length === 0) return finish(undefined)
          lines.length = 0
          process.stdout.write('\n')
          terminal.setPrompt(mark)
          // Ctrl-E and Ctrl-U clear the line.
          terminal.write(null, { ctrl: true, name: 'e' })
          terminal.write(null, { ctrl: true, name: 'u' })
          terminal.prompt()
        })
        terminal.on('close', () => finish(undefined))
        terminal.prompt()
        if (ahead !== '') terminal.write(ahead)

        // Closing calls `finish` again, which then has no effect.
        function finish(question: string | undefined): void {
          clearTimeout(timer)
          resolve(question)
          terminal.close()
        }
      })
    },
  }

  /** Returns the question. If the first line is a command, the other lines wait. */
  function taken(lines: readonly string[]): string {
    if (!/^\/(?!\/)/.test(lines[0]!)) return lines.join('\n')
    waiting = lines.slice(1)
    return lines[0]!
  }
}
