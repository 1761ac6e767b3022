/** Formats times in the user's time zone, everywhere alike: the day before the month, and 24 hours. */
const format = (options: Intl.DateTimeFormatOptions): ((at: number) => string) => {
  const { format: text } = new Intl.DateTimeFormat('en-GB', options)
  return text
}

const day = { day: 'numeric', month: 'short' } as const
const minute = { hour: '2-digit', minute: '2-digit' } as const
const second = { ...minute, second: '2-digit' } as const

/** `14:03:22`. */
export const formatClock = format(second)

/** `22 Nov 2026`. */
export const formatDate = format({ ...day, year: 'numeric' })

const formatThisYear = format({ ...day, ...second })

/** `22 Nov 2026, 14:03`. */
export const formatMinute = format({ ...day, year: 'numeric', ...minute })

/** `22 Nov, 14:03:22`. For other years `22 Nov 2025, 14:03`, which is as wide. */
export const formatTime = (at: number): string =>
  new Date(at).getFullYear() === new Date().getFullYear() ? formatThisYear(at) : formatMinute(at)

/** `22 Nov 2026, 14:03:22 UTC`. */
export const formatWholeTime = format({ dateStyle: 'medium', timeStyle: 'long' })

/** `14:03:22`, with the date unless it is today. */
export const formatRecent = (at: number): string =>
  new Date(at).toDateString() === new Date().toDateString() ? formatClock(at) : formatTime(at)

const iso = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g

/** Whether an error message contains the time for a retry. */
export const saysWhen = (text: string | undefined): boolean =>
  text !== undefined && /\btry again (?:in|after|later|when)\b|\bresets on\b/i.test(text)

/** Replaces the ISO times in a message of the gateway by local times. */
export const withLocalTimes = (text: string): string => text.replace(iso, (time) => formatMinute(Date.parse(time)))
