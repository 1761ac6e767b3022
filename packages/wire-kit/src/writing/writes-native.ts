import type { NativePart } from '@reason/core/parts'
import type { WriterOptions } from '@reason/core/wire'

/** Tells whether a native part may be written. By default, parts that may contain reasoning are left out. */
export const writesNative = ({ channel }: Pick<NativePart, 'channel'>, { native = 'safe' }: Pick<WriterOptions, 'native'>): boolean =>
  native === 'all' || (native === 'safe' && channel !== 'reasoning')
