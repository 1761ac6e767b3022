import { createHash } from 'node:crypto'
import type { PolicyConfig } from '@reason/policy'
import type { FinishDetails, Finished, TraceStore } from '@reason/trace-store'
import { defined } from '@reason/wire-kit'
import { faultOf } from '../../errors/fault.ts'
import { asList, asObject, type Json } from '../../json.ts'
import type { Log } from '../../log.ts'
import type { RelayOutcome } from '../../generation/relay-outcome.ts'
import { clientRequestId } from '../../request-id.ts'
import type { GatewayConfig } from '../../settings/settings.ts'
import type { GatewayStores } from '../gateway-stores.ts'
import type { GenerationFacts, OwnRule } from '../own-rule.ts'

/** Stores traces of generations, as far as the key and the request allow. */
export function traceRule(
  traces: TraceStore,
  config: Pick<GatewayConfig, 'traceDaysByTag' | 'tracePrompts' | 'upstreams'>,
  policyConfig: PolicyConfig,
  traceFinished: GatewayStores['traceFinished'],
): OwnRule {
  /** Identifies the policies: the same for the same configuration. */
  const policyVersion = createHash('sha256').update(JSON.stringify(policyConfig)).digest('hex').slice(0, 12)

  return {
    id: 'traces',
    admit(generation) {
      const { known, asked, incoming, wishes, reports } = generation
      const recorder = traces.record(known, {
        run: asked.id,
        request: clientRequestId(incoming.headers['x-request-id']),
        mode: wishes.traceMode,
        // The tag of a key that decides how long its traces are kept. Undefined: the default applies.
        class: incoming.key?.tags?.find((tag) => Object.hasOwn(config.traceDaysByTag ?? {}, tag)),
      })
      return {
        begin: () => ({ observers: recorder.observers }),
        headers: () => (wishes.traceMode === 'none' ? {} : { 'x-reason-trace-id': recorder.id }),
        end(outcome) {
          if (!generation.isSent) return undefined
          reports.trace = recorder.finish(detailsOf(generation, outcome))
          return tell(reports.trace, traceFinished, incoming.log)
        },
      }
    },
  }

  /** Details of the trace that its parts do not contain. */
  function detailsOf({ request, reports, split, upstream, incoming: { key } }: GenerationFacts, outcome: RelayOutcome): FinishDetails {
    const { status, error: code, attempts } = outcome
    const charged = reports.chargedTokens?.()
    const start = split?.startedBy?.()
    return {
      leakScore: reports.leakScore?.(),
      policyVersion,
      ...(config.tracePrompts && { prompt: promptOf(request.json) }),
      metadata: {
        ...(code !== undefined && { status, code }),
        ...defined({ attempts, start, chargedTokens: charged }),
        ...(config.upstreams !== undefined && { upstream: upstream?.id ?? '' }),
        ...(key !== undefined && { key: key.id }),
        ...(key?.tags !== undefined && { tags: key.tags }),
      },
      ...(code !== undefined && { outcome: 'error' }),
    }
  }
}

// A separate function, because a trace may wait for a while. A closure inside `admit` would keep the whole generation in memory.
async function tell(finished: Promise<Finished>, traceFinished: GatewayStores['traceFinished'], log: Log): Promise<void> {
  const trace = await finished
  if (trace.error !== undefined) log.error({ err: faultOf(trace.error) }, 'trace not stored')
  if (trace.stored || trace.error !== undefined) traceFinished(trace)
}

/** Longest prompt, in UTF-16 units: as much as a store redacts. The store keeps less. */
const longest = 8192

/** The beginning of the last user text, in the body of any client API. Undefined: there is none. */
export function promptOf({ messages, input = messages, prompt = input }: Json): string | undefined {
  if (typeof prompt === 'string') return prompt.slice(0, longest)
  let text = ''
  // A user message may contain only tool results.
  asList(prompt).findLast((message) => {
    const { role, content } = asObject(message)
    if (role === 'user') text = typeof content === 'string' ? content : asList(content).map(textOf).join('').trim()
    return text !== ''
  })
  return text === '' ? undefined : text.slice(0, longest)
}

const textOf = (part: unknown): string => {
  const { text } = asObject(part)
  return typeof text === 'string' ? `${text}\n` : ''
}
