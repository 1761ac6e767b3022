import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import type { Terminal as Emulator } from '@xterm/headless'
import { patienceMs } from '@reason/testkit/patience'
import { onTestFinished } from 'vitest'
import { command } from './reason.ts'

// CommonJS without names that Node could see.
const { Terminal } = createRequire(import.meta.url)('@xterm/headless') as { Terminal: typeof Emulator }

/** `script` of util-linux runs a command with a terminal of its own. */
export const hasScript = (() => {
  try {
    return execFileSync('script', ['--version'], { encoding: 'utf8' }).includes('util-linux')
  } catch {
    return false
  }
})()

/** For the names of tests. */
export const scriptMissing = hasScript ? '' : ' (needs the command script of util-linux)'

/** The command in a terminal, and what its user sees. */
export interface Screen {
  type(keys: string): void
  /** All lines that were ever there, as they stand now, without the empty ones at the end. */
  lines(): string[]
  /** Waits until they hold this. */
  shows(what: string | RegExp): Promise<string>
  /** Waits until something has come. */
  changes(): Promise<void>
  /** All bytes so far. */
  raw(): string
  ended: Promise<number | null>
}

export const enter = '\r'

interface ScreenOptions {
  env?: Record<string, string>
  cwd?: string
  columns?: number
  rows?: number
}

export const openScreen = (args: readonly string[], options?: ScreenOptions): Screen => openTerminal([...command, ...args], options)

/** Any program in a terminal. */
export function openTerminal(words: readonly string[], { env = {}, cwd, columns = 80, rows = 24 }: ScreenOptions = {}): Screen {
  const { FORCE_COLOR: _, NO_COLOR: __, CI: ___, ...inherited } = process.env
  const line = words.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ')
  const child = spawn('script', ['-qefc', `stty cols ${columns} rows ${rows}; exec ${line}`, '/dev/null'], {
    env: { ...inherited, TERM: 'xterm-256color', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
    ...(cwd !== undefined && { cwd }),
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  child.stdin.on('error', () => {})
  const emulator = new Terminal({ cols: columns, rows, scrollback: 10_000, allowProposedApi: true })
  let raw = ''
  let onChange = (): void => {}
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    raw += piece
    emulator.write(piece, () => onChange())
  })

  return {
    type: (keys) => void child.stdin.write(keys),
    lines,
    changes: () => wait(`something else`, () => true),
    raw: () => raw,
    // It has shown all by then, which it does not do at once.
    ended: once(child, 'close').then(([code]) => new Promise((resolve) => emulator.write('', () => resolve(code as number | null)))),
    async shows(what) {
      const text = (): string => lines().join('\n')
      const isThere = (): boolean => (typeof what === 'string' ? text().includes(what) : what.test(text()))
      if (!isThere()) await wait(String(what), isThere)
      return text()
    },
  }

  function wait(what: string, isThere: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`It never shows ${what}, but:\n${lines().join('\n')}`)), patienceMs)
      onChange = () => {
        if (!isThere()) return
        clearTimeout(timer)
        onChange = () => {}
        resolve()
      }
    })
  }

  /** As they were written: what the terminal wrapped is one line. */
  function lines(): string[] {
    const buffer = emulator.buffer.active
    const all: string[] = []
    for (let index = 0; index < buffer.length; index++) {
      const line = buffer.getLine(index)!
      const text = line.translateToString(!(buffer.getLine(index + 1)?.isWrapped ?? false))
      if (line.isWrapped) all.push((all.pop() ?? '') + text)
      else all.push(text)
    }
    const trimmed = all.map((line) => line.trimEnd())
    while (trimmed.at(-1) === '') trimmed.pop()
    return trimmed
  }
}
