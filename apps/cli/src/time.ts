import { usageError } from './cli-error.ts'

const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/** `30m`, `2h`, `7d`. @returns Milliseconds. */
export function durationOf(flag: string, text: string): number {
  const [, count, unit] = /^(\d+(?:\.\d+)?)([smhdw])$/.exec(text) ?? []
  if (unit === undefined) throw usageError(`${flag} is ${text}, but must be so long: 30m, 2h, 7d.`)
  return Number(count) * units[unit]!
}

/** A date, or how long ago: `2h`, `7d`. @returns Unix milliseconds. */
export function timeOf(flag: string, text: string): number {
  if (/^\d+(?:\.\d+)?[smhdw]$/.test(text)) return Date.now() - durationOf(flag, text)
  const time = Date.parse(text)
  if (Number.isNaN(time))
    throw usageError(`${flag} is ${text}, but must be a date (2026-11-20, 2026-11-20T18:00Z) or so long ago (30m, 2h, 7d).`)
  return time
}
