import { ReasonError } from '@reason/core'
import type { Target } from '@reason/core/conversation'

/** @throws {ReasonError} `REASON_REQUEST_REFUSED`, with the reasons as its cause, if a plan has reasons why the provider would refuse the request */
export function assertNotRefused(refusals: readonly string[], { provider = 'The provider', model }: Target): void {
  if (refusals.length === 0) return
  throw new ReasonError(
    'REASON_REQUEST_REFUSED',
    `${provider} would refuse the request for ${model}: ${refusals.join(' ')} Repair the request first.`,
    { cause: refusals },
  )
}
