import type { Frame } from '@reason/core/wire'

/** Name of a frame that stands for one that could not be read, or not be trusted. No event may be called so. */
export const DAMAGED = ':damaged'

export interface Damage {
  message: string
  /** Nothing that follows can be read. */
  fatal: boolean
  /** What is left of a payload. */
  rest?: string
}

export const damagedFrame = (damage: Damage): Frame => ({ event: DAMAGED, data: JSON.stringify(damage) })
