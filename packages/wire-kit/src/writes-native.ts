import type { NativePart } from '@reason/core/parts'
import type { WriterOptions } from '@reason/core/wire'

/** Whether a native part may be written. By default those that may show reasoning are left out. */
export const writesNative = ({ channel }: Pick<NativePart, 'channel'>, { native = 'safe' }: Pick<WriterOptions, 'native'>): boolean =>
  native === 'all' || (native === 'safe' && channel !== 'reasoning')
