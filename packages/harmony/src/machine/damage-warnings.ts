import type { Header } from '../headers/header.ts'
import type { HarmonySink } from '../messages/sink.ts'
import type { Pending } from './pending.ts'

/** Reports a damaged token that is in no header. */
export function warnOfDamage(sink: HarmonySink, pending: Pending): void {
  if (pending.damage === undefined) return
  pending.damage = undefined
  sink.warn('damaged-token')
}

/** Reports a damaged token of a header when its message begins. */
export function warnOfDamagedHeader(sink: HarmonySink, pending: Pending, { kind, channel, warnings }: Header): void {
  const { damage } = pending
  if (damage === undefined) return
  const code = damage === 'channel' && kind === 'reasoning' && channel === 'analysis' ? 'damaged-analysis' : 'damaged-token'
  pending.damage = undefined
  if (!warnings.some((warning) => warning.code === code)) sink.warn(code)
}
