import { usageError } from './cli-error.ts'

const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/** Longer than anything is kept, and dates that far away still exist, in both directions. */
const longest = { text: '100000d', ms: 100_000 * 86_400_000 }

/** `30m`, `2h`, `7d`. @returns Milliseconds. */
export function durationOf(flag: string, text: string): number {
  const [, count, unit] = /^(\d+(?:\.\d+)?)([smhdw])$/.exec(text) ?? []
  if (unit === undefined) throw usageError(`${flag} is ${text}, but must be a duration: 30m, 2h, 7d.`)
  const ms = Number(count) * units[unit]!
  if (ms > longest.ms) throw usageError(`${flag} is ${text}, but may be ${longest.text} at most.`)
  return ms
}

/**
 * A date as people write it, with the year in four digits: a bare number is a count that has lost its unit, which would else be
 * taken for a month, or for a year of two digits.
 *
 * @returns Unix milliseconds; NaN: it is none.
 */
export const dateOf = (text: string): number => (/(?<!\d)\d{4}(?!\d)/.test(text) ? Date.parse(text) : Number.NaN)

/** The beginning of a day, in the time zone of this machine. */
const days: Readonly<Record<string, (() => number) | undefined>> = {
  today: () => new Date().setHours(0, 0, 0, 0),
  yesterday: () => {
    const day = new Date()
    day.setDate(day.getDate() - 1)
    return day.setHours(0, 0, 0, 0)
  },
}

/** A date, or how long ago: `2h`, `7d`. @returns Unix milliseconds. */
export function timeOf(flag: string, text: string): number {
  if (/^\d+(?:\.\d+)?[smhdw]$/.test(text)) return Date.now() - durationOf(flag, text)
  const time = days[text]?.() ?? dateOf(text)
  if (Number.isNaN(time))
    throw usageError(
      `${flag} is ${text}, but must be a date (2026-11-20, 2026-11-20T18:00Z, today, yesterday) or how long ago (30m, 2h, 7d).`,
    )
  return time
}
