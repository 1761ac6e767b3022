import type { ApiError } from '../errors/api-error.ts'
import type { Facts, GatewayRule, RuleRefusal, Run } from '../gateway-rule.ts'
import type { GenerationFacts, OwnRule } from './own-rule.ts'

/** Wraps a third-party rule. It passes on only what the rule's contract contains. */
export const registeredRule = (rule: GatewayRule): OwnRule => ({
  id: rule.id,
  async admit(generation) {
    const run = await inTime(rule.admit(factsOf(generation)), rule.id)
    if (run === undefined) return undefined
    check(run, rule.id)
    if ('refusal' in run) return { refusal: errorOf(run.refusal, rule.id) }
    let headers: Record<string, string> | undefined
    return {
      begin({ adapter }) {
        // A fault in headers is still answered here, and later it is not.
        headers = headersOf(run)
        const begun = run.begin?.({ adapter: adapter.id }) ?? {}
        const { policies = [], governors = [], observers = [] } = begun
        // In the pipeline, the error of a wrong one would not name its rule, and a promise would be ignored.
        if (
          begun instanceof Promise ||
          !policies.every(({ push }) => typeof push === 'function') ||
          !observers.every(({ onPart }) => typeof onPart === 'function')
        )
          throw new TypeError(
            `The begin of the rule "${rule.id}" must return { policies, governors, observers }, and no promise. Policies need a function push, observers a function onPart.`,
          )
        return { last: policies, governors, observers }
      },
      headers() {
        try {
          return headers ?? headersOf(run)
        } catch {
          // The answer has not begun, so the client gets an error already.
          return {}
        }
      },
      // `end` may return no promise: an untyped program may register a synchronous function.
      async end({ status, aborted, error }) {
        await run.end?.({ status, aborted, error })
      },
    }
  },
})

/** @throws TypeError for a value without any known name, such as a misspelt refusal, which would admit the request. */
function check(run: unknown, id: string): void {
  const names = typeof run === 'object' && run !== null ? Object.keys(run) : undefined
  if (names?.length === 0 || ['refusal', 'begin', 'headers', 'end'].some((name) => name in Object(run))) return
  const what = names === undefined ? String(run) : `an object with ${names.join(', ')}`
  throw new TypeError(
    `The admit of the rule "${id}" returned ${what}. Return { refusal: { message } }, a run (begin, headers, end) or nothing.`,
  )
}

/** Time in which a rule must decide. Until then the request holds its budget, even if its client disconnects. */
const mostMs = 300_000

/** @throws Error if the rule takes too long. */
async function inTime<T>(asked: T | Promise<T>, id: string): Promise<T> {
  if (!(asked instanceof Promise)) return asked
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const why = `The rule "${id}" has not answered for ${mostMs} ms. Set a timeout on what its admit waits for.`
    timer = setTimeout(() => reject(new Error(why)), mostMs)
  })
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}

function factsOf({ request, incoming, asked, wishes }: GenerationFacts): Facts {
  const { api, model, stream, json } = request
  const { key, team } = asked
  const { session, visibility, traceMode } = wishes
  return { id: incoming.id, api: api.id, model, stream, session, key, team, visibility, traceMode, request: json }
}

/** @throws TypeError for names and values that no header can have. */
const headersOf = (run: Run): Record<string, string> =>
  Object.fromEntries(new Headers(Object.entries(run.headers?.() ?? {}).filter(([name]) => !ours.test(name))))

/** Header names that only the gateway sets. Some of them say where the body ends. */
const ours = /^(?:x-reason-.*|content-length|transfer-encoding|connection|keep-alive|trailer|upgrade)$/i

/** Error types by status. Other statuses below 500 are errors of the request. */
const types: Readonly<Record<number, string>> = { 401: 'authentication_error', 403: 'permission_error', 429: 'rate_limit_error' }

/** @throws TypeError for a status that says that the request was answered, or that HTTP does not have. The request stays refused. */
function errorOf({ message, status = 403, code = 'refused_by_rule' }: RuleRefusal, id: string): ApiError {
  if (!Number.isInteger(status) || status < 400 || status > 599)
    throw new TypeError(`The rule "${id}" refused a request with the status ${status}. Use one from 400 to 599.`)
  const type = types[status] ?? (status < 500 ? 'invalid_request_error' : 'server_error')
  return { status, type, code, message: message ?? `The rule "${id}" refused the request.` }
}
