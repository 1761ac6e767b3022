import { bar } from './numbers.ts'
import { plural } from './plural.ts'

/** Progress of long work: a repainted line on standard error. Only in a terminal. */
export interface ProgressLine {
  add(amount: number): void
  done(): void
}

/** Minimum time between two repaints, and before the first one, in milliseconds. */
const everyMs = 100
const firstMs = 300
const width = 24

const silent: ProgressLine = { add() {}, done() {} }

export interface ProgressOptions {
  /** Sum of all amounts. Default: unknown, and no bar is shown. */
  total?: number
  /** Unit of the amounts: `bytes`, or a noun in the singular. Default `bytes`. */
  unit?: string
  stream?: NodeJS.WriteStream
}

/** @param what - Verb for the work: `audited`. */
export function createProgress(what: string, { total = 0, unit = 'bytes', stream = process.stderr }: ProgressOptions = {}): ProgressLine {
  if (!stream.isTTY || process.env['TERM'] === 'dumb') return silent
  const startedAt = Date.now()
  let amount = 0
  let paintedAt = startedAt + firstMs - everyMs
  let isPainted = false
  return {
    add(more) {
      amount += more
      const now = Date.now()
      if (now - paintedAt < everyMs) return
      paintedAt = now
      isPainted = true
      stream.write(`\r\u001B[2K${line(now).slice(0, Math.max(20, (stream.columns || 80) - 1))}`)
    },
    done() {
      if (isPainted) stream.write('\r\u001B[2K')
      isPainted = false
    },
  }

  function line(now: number): string {
    const seconds = (now - startedAt) / 1000
    const rate = `${measured(amount / seconds)}/s`
    if (total === 0) return `${measured(amount)} ${what}, ${rate}`
    const share = Math.min(1, amount / total)
    const left = share === 0 ? '' : `, ${timeLeft(seconds / share - seconds)} left`
    return `${bar(share, width)} ${Math.floor(share * 100)} % ${what}, ${rate}${left}`
  }

  function measured(count: number): string {
    if (unit === 'bytes') return `${(count / 1e6).toFixed(1)} MB`
    return plural(Math.round(count), unit)
  }
}

function timeLeft(seconds: number): string {
  const whole = Math.ceil(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}
