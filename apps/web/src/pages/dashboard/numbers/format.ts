import { formatCount } from '../../../words/numbers.ts'
import { words } from '../../../words/en/dashboard.ts'
import type { Range } from '@reason/gateway-api/figures'

/** `0`, `0.4`, `12`, `1,204`. */
export const formatRate = (value: number): string => (value === 0 ? '0' : value < 10 ? value.toFixed(1) : formatCount(Math.round(value)))

/** `0.8 ms`, `340 ms`, `2.4 s`. */
export function formatSeconds(seconds: number): string {
  const ms = seconds * 1000
  if (ms === 0) return '0'
  if (ms < 10) return `${ms.toFixed(1)} ms`
  return ms < 995 ? `${Math.round(ms)} ms` : `${seconds.toFixed(seconds < 9.95 ? 1 : 0)} s`
}

/** `0.5–1 ms`, `0.5 ms – 2 s`, `under 0.25 ms`, `over 1 s`. The range is in seconds. */
export function formatRange({ from, to }: Range): string {
  const [low, high] = [boundOf(from), boundOf(to)]
  if (to === Infinity) return words.over(low.join(' '))
  if (from === 0) return words.under(high.join(' '))
  return low[1] === high[1] ? `${low[0]}–${high.join(' ')}` : `${low.join(' ')} – ${high.join(' ')}`
}

const boundOf = (seconds: number): [string, string] => {
  const [value, unit] = seconds < 1 ? [seconds * 1000, 'ms'] : [seconds, 's']
  return [String(Number(value.toPrecision(3))), unit]
}
