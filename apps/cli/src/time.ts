import { usageError } from './cli-error.ts'

const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/** Maximum duration. Longer than any retention, and still a valid date in both directions. */
const longest = { text: '100000d', ms: 100_000 * 86_400_000 }

/** Parses a duration: `30m`, `2h`, `7d`. @returns Milliseconds. */
export function durationOf(flag: string, text: string): number {
  const [, count, unit] = /^(\d+(?:\.\d+)?)([smhdw])$/.exec(text) ?? []
  if (unit === undefined) throw usageError(`${flag} is ${text}, but must be a duration: 30m, 2h, 7d.`)
  const ms = Number(count) * units[unit]!
  if (ms > longest.ms) throw usageError(`${flag} is ${text}, but may be ${longest.text} at most.`)
  return ms
}

/**
 * Parses a date with a year of four digits. A bare number is probably a duration without unit, and `Date.parse` would read it as a month or a short year.
 *
 * @returns Unix milliseconds; NaN for other text.
 */
export const dateOf = (text: string): number => (/(?<!\d)\d{4}(?!\d)/.test(text) ? Date.parse(text) : Number.NaN)

/** Start of a day, in the local time zone. */
const days: Readonly<Record<string, (() => number) | undefined>> = {
  today: () => new Date().setHours(0, 0, 0, 0),
  yesterday: () => {
    const day = new Date()
    day.setDate(day.getDate() - 1)
    return day.setHours(0, 0, 0, 0)
  },
}

/** Parses a date or an age: `2h`, `7d`. @returns Unix milliseconds. */
export function timeOf(flag: string, text: string): number {
  if (/^\d+(?:\.\d+)?[smhdw]$/.test(text)) return Date.now() - durationOf(flag, text)
  const time = days[text]?.() ?? dateOf(text)
  if (Number.isNaN(time))
    throw usageError(
      `${flag} is ${text}, but must be a date (2026-11-20, 2026-11-20T18:00Z, today, yesterday) or how long ago (30m, 2h, 7d).`,
    )
  return time
}
