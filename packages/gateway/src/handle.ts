import { isApiError, type ApiError } from './errors/api-error.ts'
import { logFault, orFault } from './errors/fault.ts'
import type { Exchange, Runtime } from './exchange.ts'
import { createRequests } from './dispatch/request/requests.ts'
import { outcomeOf, notRelayed, type RelayOutcome } from './generation/relay-outcome.ts'
import type { Head } from './head.ts'
import { openRequest, type OpenRequest } from './open-request.ts'
import { prepare, type PreparedRequest } from './prepare.ts'
import { relay } from './relay/relay.ts'
import { gone } from './upstreams/reply.ts'

/**
 * Authenticates a client by its headers, and counts its request against the key's limit.
 *
 * @returns The refusal, or undefined.
 */
export function refusalByHeaders(
  { access, governance }: Pick<Runtime, 'access' | 'governance'>,
  head: Head,
): ApiError | undefined | Promise<ApiError | undefined> {
  const client = access.identify(head)
  // If keys are optional, an invalid key is refused later, after errors of the body.
  if (isApiError(client)) return access.required ? client : undefined
  return governance.limited(client.key)
}

/**
 *   read ─▶ may it begin? ─▶ where does it go? ─▶ write for the upstream ─▶ relay
 *     └────────────┴───────────────────┴────────────────────┴─▶ refused
 */
export async function handle(exchange: Exchange, runtime: Runtime): Promise<void> {
  const open = openRequest(exchange, runtime)
  const ready = await orFault(() => prepare(exchange, runtime, open), exchange.log)
  if (isApiError(ready)) return open.refuse(ready)
  // Since admission, the client may have disconnected, its key may have been revoked, or a shutdown may have begun.
  const why = exchange.sink.isGone() ? gone : open.whyStopped()
  if (why === undefined) return answer(ready, exchange, runtime, open)
  const outcome: RelayOutcome = { ...notRelayed, ...(why === gone ? { status: gone.status, aborted: true } : outcomeOf(why)) }
  ready.dispatch.over(outcome)
  ready.generation.over(outcome)
  open.refuse(why)
}

/** Relays the answer to the client. */
function answer(
  { request, generation, dispatch, bytes }: PreparedRequest,
  { sink, head, log }: Exchange,
  { config, policy, answers }: Runtime,
  open: OpenRequest,
): void {
  const { destination, notes } = dispatch
  if (notes().length > 0) log.debug({ model: request.model, notes: notes() }, 'request translated')
  // Unset if the relay ends at once.
  let remove: (() => void) | undefined
  let over = false
  const running = relay({
    sink,
    request,
    destination,
    settings: config,
    stopsAtTurnEnd: policy.llm.harmony.channels_parser.stop_at_turn_end,
    generation,
    requestBytes: bytes + (request.media?.bytes ?? 0),
    timer: open.timer,
    headers: () => ({ ...dispatch.headers(), ...(notes().length > 0 && { 'x-reason-notes': String(notes().length) }) }),
    requests: createRequests(dispatch.send, destination, head, generation.requests),
    onFault: (error) => logFault(error, log),
    onOver(outcome) {
      over = true
      remove?.()
      dispatch.over(outcome)
      sink.written(answers.isDraining())
      open.answered(request, dispatch, outcome)
    },
  })
  open.stopsBy((why) => running.stop(why))
  if (!over) remove = answers.add(running)
}
