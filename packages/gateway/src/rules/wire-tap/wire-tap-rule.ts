import { createWireTap } from './wire-tap.ts'
import type { OwnRule } from '../own-rule.ts'

/** Shows the upstream's own events to a client that asks for them and may see everything. */
export const wireTapRule: OwnRule = {
  id: 'wire-tap',
  admit({ request }) {
    if (request.wire !== true) return undefined
    const { watch, stage } = createWireTap()
    return { sends: watch, begin: () => ({ policies: [stage] }) }
  },
}
