import { exitCodes } from '../exit-codes.ts'
import { paintFor } from '../render/styles.ts'
import type { KnownFigures } from '@reason/gateway-api/figures'
import { renderFrame } from './frame.ts'

export interface Screen {
  show(known: KnownFigures): void
  /** Shows a problem above the last state, until the next state comes. */
  trouble(what: string): void
  /** Resolves to the exit code when the user quits. */
  closed: Promise<number>
  /** Restores the terminal. */
  close(): void
}

// Alternate screen without a cursor. The previous content returns at the end.
const enter = '\u001B[?1049h\u001B[?25l'
const leave = '\u001B[?25h\u001B[?1049l'
/** Synchronized output: terminals that support it show no half painted frame. */
const beginFrame = '\u001B[?2026h\u001B[H'
const endFrame = '\u001B[J\u001B[?2026l'
const restOfLine = '\u001B[K'

/** Text of the last line. */
const keysOf = (isHelpOpen: boolean): string =>
  isHelpOpen ? 'q quits · ? closes this · ≈ estimated · – unknown · rates of 30 s' : 'q quits · ? help'

const ctrlC = '\u0003'

/** Takes over the terminal with the first state. Repaints on new states, every second, and when the size changes. */
export function openScreen(url: string): Screen {
  const { stdin, stdout } = process
  const paint = paintFor(stdout)
  const { promise: closed, resolve } = Promise.withResolvers<number>()
  let known: KnownFigures | undefined
  let trouble: string | undefined
  let isHelpOpen = false
  let timer: ReturnType<typeof setInterval> | undefined

  stdin.on('data', onData)
  if (stdin.isTTY) stdin.setRawMode(true)
  process.once('exit', close)
  process.once('SIGTERM', onTerm)

  return {
    show(now) {
      known = now
      trouble = undefined
      if (timer === undefined) {
        stdout.write(enter)
        stdout.on('resize', render)
        timer = setInterval(render, 1000)
      }
      render()
    },
    trouble(what) {
      trouble = what
      render()
    },
    closed,
    close,
  }

  function render(): void {
    if (known === undefined) return
    // Some terminals do not report their size.
    const columns = stdout.columns || 80
    const rows = stdout.rows || 24
    const lines = renderFrame(known, { url, now: Date.now(), columns, rows: rows - 1, paint, trouble })
    while (lines.length < rows - 1) lines.push('')
    lines.push(paint('dim', keysOf(isHelpOpen)))
    stdout.write(beginFrame + lines.map((line) => line + restOfLine).join('\r\n') + endFrame)
  }

  function onData(bytes: Buffer): void {
    const keys = bytes.toString('utf8')
    if (keys.includes(ctrlC)) resolve(exitCodes.interrupted)
    else if (/[qQ]/.test(keys)) resolve(exitCodes.ok)
    else if (keys.includes('?')) {
      isHelpOpen = !isHelpOpen
      render()
    }
  }

  function onTerm(): void {
    resolve(143)
  }

  function close(): void {
    process.off('exit', close).off('SIGTERM', onTerm)
    stdin.off('data', onData).pause()
    if (stdin.isTTY) stdin.setRawMode(false)
    if (timer === undefined) return
    clearInterval(timer)
    timer = undefined
    stdout.off('resize', render).write(leave)
  }
}
