import type { KeyRecord } from '@reason/keys'
import type { GatewaySettings } from '../../settings/settings.ts'

/** The tag of a key that decides how long its traces are kept. Undefined: the default applies. */
export function traceClassOf(
  key: KeyRecord | undefined,
  { traceDaysByTag = {} }: Pick<GatewaySettings, 'traceDaysByTag'>,
): string | undefined {
  return key?.tags?.find((tag) => Object.hasOwn(traceDaysByTag, tag))
}
