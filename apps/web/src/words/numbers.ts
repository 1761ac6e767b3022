const whole = new Intl.NumberFormat('en')
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 })

export const formatCount = (value: number): string => whole.format(value)
export const formatShare = (value: number): string => percent.format(value)

/** `340 ms`, `3.2 s`, `2 min 5 s`, `1 h 32 min`. */
export function formatDuration(ms: number): string {
  if (ms < 995) return `${Math.round(ms)} ms`
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  const minutes = Math.round(ms / 60_000)
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
