import { ReasonError } from '@reason/core'

/** @throws {ReasonError} `REASON_REQUEST_REFUSED`, with the reasons as its cause, if a plan has reasons why the provider would refuse the request */
export function assertNotRefused(refusals: readonly string[], provider: string, model: string): void {
  if (refusals.length === 0) return
  throw new ReasonError(
    'REASON_REQUEST_REFUSED',
    `${provider} would refuse the request for ${model}: ${refusals.join(' ')} Repair the messages first.`,
    { cause: refusals },
  )
}
