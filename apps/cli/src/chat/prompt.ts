import { createInterface } from 'node:readline'

/** Reads questions at a terminal. What was typed is remembered while the program runs, and nowhere else. */
export interface Prompt {
  /**
   * One question. A line that ends with a backslash goes on in the next; lines that are pasted together are one question,
   * unless they are commands.
   *
   * @param ahead - What was typed before it could be read.
   * @returns Undefined: the user leaves, with Ctrl-D or Ctrl-C.
   */
  ask(ahead: string): Promise<string | undefined>
}

type Completer = (line: string) => [string[], string]

/** What is pasted comes in one piece, a line after the other, long before this. */
const pasteMs = 20

export function createPrompt(mark: string, goOn: string, complete: Completer): Prompt {
  let history: string[] = []
  /** Pasted behind a command. */
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
          // Ctrl-E and Ctrl-U: the line is empty.
          terminal.write(null, { ctrl: true, name: 'e' })
          terminal.write(null, { ctrl: true, name: 'u' })
          terminal.prompt()
        })
        terminal.on('close', () => finish(undefined))
        terminal.prompt()
        if (ahead !== '') terminal.write(ahead)

        // Closing calls this once more, when there is nothing left to resolve.
        function finish(question: string | undefined): void {
          clearTimeout(timer)
          resolve(question)
          terminal.close()
        }
      })
    },
  }

  /** Commands are lines of their own. */
  function taken(lines: readonly string[]): string {
    if (!/^\/(?!\/)/.test(lines[0]!)) return lines.join('\n')
    waiting = lines.slice(1)
    return lines[0]!
  }
}
