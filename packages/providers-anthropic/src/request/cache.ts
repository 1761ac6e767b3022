import type { CacheMark } from '@reason/core/conversation'
import { isLoose, type Loose } from './fields.ts'

/** What `cache_control` of a block says, for other formats; it stays as it was written, too. */
export function cacheOf({ cache_control: control }: Loose): { cache?: CacheMark } {
  if (!isLoose(control) || control.type !== 'ephemeral') return {}
  return { cache: control.ttl === '1h' ? '1h' : '5m' }
}
