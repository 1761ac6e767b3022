import type { ServerSettings } from '../../config/settings.ts'

const levels = { info: 30, warn: 40, error: 50 } as const

/** Log lines of the primary process, in the format of the workers' lines. */
export function logTo(least: ServerSettings['logLevel']): (level: keyof typeof levels, fields: object, message: string) => void {
  const from = least === 'silent' ? Infinity : least === 'debug' ? 0 : levels[least]
  return (level, fields, message) => {
    if (levels[level] >= from)
      process.stdout.write(`${JSON.stringify({ level: levels[level], time: Date.now(), worker: 0, ...fields, msg: message })}\n`)
  }
}
