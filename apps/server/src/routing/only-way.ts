import { isApiError, type ApiError } from '../clients/api-error.ts'
import { sendTo } from '../relay/requests.ts'
import { address } from './address.ts'
import type { Way, WayOptions } from './way.ts'

/** To the only upstream there is. */
export function onlyWay({
  first,
  asking,
  policy,
  generation: { requests },
  headers,
}: Pick<WayOptions, 'first' | 'asking' | 'policy' | 'generation' | 'headers'>): Way | ApiError {
  const destination = address(asking, first, asking.request.model, policy)
  const { request, bytes } = destination
  const writer = first.clients[request.api.id].requests
  requests.goesTo(first)
  const changes = requests.before(() => writer.conversation(request).knobs)
  const written = writer.write(request, bytes, changes)
  if (isApiError(written)) return written
  let { notes } = written
  const onNotes = (more: readonly string[]): void => void (notes = [...notes, ...more])
  return {
    destination,
    send: sendTo(destination, written.body, headers, requests, onNotes),
    notes: () => notes,
    headers: () => nothing,
    over() {},
  }
}

const nothing = {}
