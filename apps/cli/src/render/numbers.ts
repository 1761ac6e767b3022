import type { Range } from '@reason/gateway-api/figures'

/** `12,345`. */
export const count = (value: number): string => Math.round(value).toLocaleString('en')

/** `0`, `0.4`, `12`, `1,204`. */
export const rate = (value: number): string => (value === 0 ? '0' : value < 10 ? value.toFixed(1) : count(value))

/** `0.8 ms`, `340 ms`, `2.4 s`. */
export function duration(ms: number): string {
  if (ms < 10) return `${ms.toFixed(1)} ms`
  return ms < 995 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(ms < 9950 ? 1 : 0)} s`
}

/** `0.5–1 ms`, `0.5 ms – 2 s`, `under 0.25 ms`, `over 1 s`. The range is in seconds. */
export function range({ from, to }: Range): string {
  const [low, high] = [bound(from), bound(to)]
  if (to === Infinity) return `over ${low.join(' ')}`
  if (from === 0) return `under ${high.join(' ')}`
  return low[1] === high[1] ? `${low[0]}–${high.join(' ')}` : `${low.join(' ')} – ${high.join(' ')}`
}

const bound = (seconds: number): [string, string] => {
  const [value, unit] = seconds < 1 ? [seconds * 1000, 'ms'] : [seconds, 's']
  return [String(Number(value.toPrecision(3))), unit]
}

/** `12 s`, `3 min`, `2 h 13 min`, `4 d 2 h`. */
export function longDuration(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`
}

/** Bar for a share from 0 to 1. */
export const bar = (share: number, width: number): string => '█'.repeat(Math.round(Math.min(1, share) * width)).padEnd(width, '░')

/** `14:03:22`, in the local time zone. */
export const clock = (at: number): string => new Date(at).toLocaleTimeString('en-GB')
