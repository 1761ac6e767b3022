import type { RequestChanges } from '@reason/budget'
import { isApiError, type ApiError } from '../errors/api-error.ts'
import type { Destination, RequestContent } from '../generation/destination.ts'
import { resendAfterRefusal } from './resend-after-refusal.ts'
import { sendTo } from './request/requests.ts'
import { writeNow, writeInTurns } from './request/pending-body.ts'
import type { UpstreamRequest } from '../generation/upstream-requests.ts'
import type { Send } from '../upstreams/upstream.ts'
import { stepByStep } from '../event-loop/steps.ts'
import { address } from './address.ts'
import { isOfSeals } from './seal-refusal.ts'
import { mayBeSealed } from './seal-issuers.ts'
import type { Dispatch, DispatchOptions } from './dispatch.ts'

/** Sends a request to the only upstream. */
export async function dispatchToSingle({
  first,
  content,
  policy,
  generation: { requests },
  headers,
}: Pick<DispatchOptions, 'first' | 'content' | 'policy' | 'generation' | 'headers'>): Promise<Dispatch | ApiError> {
  const writer = first.clientFormats[content.request.api.id].requests
  requests.goesTo(first)
  const destination = addressed(content)
  const ready = destination.request.isLong === true ? await writeLong() : write()
  if (isApiError(ready)) return ready
  const writing = writeInTurns(ready, destination, headers)
  const written = writing instanceof Promise ? await writing : writing
  let { notes } = written
  const onNotes = (more: readonly string[]): void => void (notes = [...notes, ...more])
  return {
    destination,
    send: resendAfterRefusal(
      sendTo(destination, written, headers, requests, onNotes, unsealed),
      (status) => status >= 400 && status < 500,
      unsealed,
    ),
    notes: () => notes,
    headers: () => nothing,
    over() {},
  }

  function addressed(request: RequestContent): Destination {
    return address(request, first, request.request.model, policy)
  }

  async function writeLong(): Promise<UpstreamRequest | ApiError> {
    const { request, bytes } = destination
    await writer.readAhead(request, bytes)
    return stepByStep(writer.writeInSteps(request, bytes, changes()))
  }

  function write(): UpstreamRequest | ApiError {
    const { request, bytes } = destination
    return writer.write(request, bytes, changes())
  }

  function changes(): RequestChanges {
    return requests.changes(() => writer.conversation(destination.request).knobs)
  }

  /**
   * The same request without content that only its issuer can read. Undefined: it was refused for something else, has no such content, or would be
   * refused without it.
   */
  function unsealed(refusal: readonly Buffer[]): Send | undefined {
    const { request } = destination
    if (!isOfSeals(refusal) || !mayBeSealed(writer.conversation(request))) return undefined
    Object.assign(destination, addressed({ ...content, request: { ...content.request, leavesSeals: true } }))
    const again = write()
    if (isApiError(again)) return undefined
    notes = again.notes
    return sendTo(destination, writeNow(again), headers, requests, onNotes)
  }
}

const nothing = {}
