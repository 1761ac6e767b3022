import { formatCount } from '../../../ui/numbers.ts'

/** `0`, `0.4`, `12`, `1,204`. */
export const formatRate = (value: number): string => (value === 0 ? '0' : value < 10 ? value.toFixed(1) : formatCount(Math.round(value)))

/** `0.8 ms`, `340 ms`, `2.4 s`. */
export function formatSeconds(seconds: number): string {
  const ms = seconds * 1000
  if (ms === 0) return '0'
  if (ms < 10) return `${ms.toFixed(1)} ms`
  return ms < 995 ? `${Math.round(ms)} ms` : `${seconds.toFixed(seconds < 9.95 ? 1 : 0)} s`
}

/** `14:03:22`; the day as well where it is another one. */
export function formatTime(at: number): string {
  const date = new Date(at)
  const time = date.toLocaleTimeString('en-GB')
  return date.toDateString() === new Date().toDateString()
    ? time
    : `${date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })} ${time}`
}
