import type { ApiError } from '../errors/api-error.ts'
import type { Facts, GatewayRule, RuleRefusal } from '../gateway-rule.ts'
import type { GenerationFacts, OwnRule } from './own-rule.ts'

/** Wraps a third-party rule. It passes on only what the rule's contract contains. */
export const registeredRule = (rule: GatewayRule): OwnRule => ({
  id: rule.id,
  async admit(generation) {
    const run = await rule.admit(factsOf(generation))
    if (run === undefined) return undefined
    if ('refusal' in run) return { refusal: errorOf(run.refusal) }
    return {
      begin({ adapter }) {
        const { policies = [], governors = [], observers = [] } = run.begin?.({ adapter: adapter.id }) ?? {}
        return { last: policies, governors, observers }
      },
      headers: () => Object.fromEntries(Object.entries(run.headers?.() ?? {}).filter(([name]) => !ours.test(name))),
      // `end` may return no promise: an untyped program may register a synchronous function.
      async end({ status, aborted, error }) {
        await run.end?.({ status, aborted, error })
      },
    }
  },
})

function factsOf({ request, incoming, asked, wishes }: GenerationFacts): Facts {
  const { api, model, stream, json } = request
  const { key, team } = asked
  const { session, visibility, traceMode } = wishes
  return { id: incoming.id, api: api.id, model, stream, session, key, team, visibility, traceMode, request: json }
}

/** Header names that only the gateway sets. */
const ours = /^x-reason-/i

/** Error types by status. Other statuses below 500 are errors of the request. */
const types: Readonly<Record<number, string>> = { 401: 'authentication_error', 403: 'permission_error', 429: 'rate_limit_error' }

const errorOf = ({ message, status = 403, code = 'refused_by_rule' }: RuleRefusal): ApiError => ({
  status,
  type: types[status] ?? (status < 500 ? 'invalid_request_error' : 'server_error'),
  code,
  message,
})
