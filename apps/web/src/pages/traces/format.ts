const time = new Intl.DateTimeFormat('en', {
  month: 'short',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})
const whole = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'long', hourCycle: 'h23' })

/** `Nov 20, 20:12:03`, here. */
export const formatTime = (ms: number): string => time.format(ms)

/** With its year and its zone. */
export const formatWholeTime = (ms: number): string => whole.format(ms)

const good: ReadonlySet<string> = new Set(['stop', 'tool-calls'])
const bad: ReadonlySet<string> = new Set(['error', 'reasoning-exhausted', 'no-final'])

export const toneOf = (outcome: string): 'good' | 'warn' | 'bad' => (good.has(outcome) ? 'good' : bad.has(outcome) ? 'bad' : 'warn')
