import type { Frame } from '@reason/core/wire'

/** Name of a frame that replaces an unreadable or untrusted one. No event can have this name. */
export const DAMAGED = ':damaged'

export interface Damage {
  message: string
  /** True if the rest of the stream is unreadable. */
  fatal: boolean
  /** Rest of the payload. */
  rest?: string
}

export const damagedFrame = (damage: Damage): Frame => ({ event: DAMAGED, data: JSON.stringify(damage) })
