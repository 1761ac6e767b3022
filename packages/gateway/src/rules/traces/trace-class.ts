import type { KeyRecord } from '@reason/keys'
import type { GatewaySettings } from '../../settings/settings.ts'

/** The class that decides how long traces of a key are kept: a tag of it. Undefined: as long as others. */
export function traceClassOf(
  key: KeyRecord | undefined,
  { traceDaysByTag = {} }: Pick<GatewaySettings, 'traceDaysByTag'>,
): string | undefined {
  return key?.tags?.find((tag) => Object.hasOwn(traceDaysByTag, tag))
}
