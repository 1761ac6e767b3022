import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import {
  admit,
  close,
  closeObservers,
  ReasonError,
  type GenerationRequest,
  type Governor,
  type Observer,
  type Resolution,
} from '@reason/core'
import type { ReplayPlan } from '@reason/core/conversation'
import {
  controlBefore,
  controlStop,
  rescue,
  type BudgetEvent,
  type BudgetGovernor,
  type BudgetRefusal,
  type Budgets,
  type LimitsOptions,
  type UpstreamControl,
} from '@reason/budget'
import { createPolicy, type Policy, type PolicyConfig } from '@reason/policy'
import type { KeyRecord } from '@reason/keys'
import type { FinishDetails, Finished, TraceStore } from '@reason/trace-store'
import type { FastifyBaseLogger } from 'fastify'
import type { Metrics, RequestTimer, UpstreamEvent } from '@reason/metrics'
import type { UpstreamState } from '@reason/routing'
import type { Registry } from 'prom-client'
import { doNotRetry, isApiError, type ApiError } from '../clients/api-error.ts'
import type { ClientRequest, Sealing } from '../clients/client-request.ts'
import type { Config } from '../config/load.ts'
import { faultOf } from '../routes/fault.ts'
import { openBudgets } from './budgets.ts'
import { controlOf, delimitersOf } from './control.ts'
import { singlesOf } from '../upstream/backend.ts'
import type { Backend } from '../upstream/backend.ts'
import type { Send, Upstream } from '../upstream/upstream.ts'
import type { Generation } from './generation.ts'
import { lengthLimit } from './length-limit.ts'
import type { Stores } from './stores.ts'
import { showOwnFields } from './own-fields.ts'
import { createSafetyNet, type NetOutcome, type SafetyNet } from './safety-net.ts'
import { sealingOf, secretOf } from './seals.ts'
import type { EndedGeneration } from '../pages/live/activity.ts'
import { createPending } from './pending.ts'
import { createSpent } from './spent.ts'
import { createWireTap } from '../generate/wire-tap.ts'
import { createTold } from './told.ts'
import { traceClassOf } from './traces.ts'
import type { RequestTelemetry } from '../telemetry/telemetry.ts'
import { capturedOf } from './captured.ts'
import { createWires, spokenIn } from '../wires.ts'
import { watched } from './watched.ts'
import { wishesOf, type Wishes } from './wishes.ts'

/** What governs all generations of a gateway. */
export interface Governance {
  /** @returns Why the request may not begin, where it may not. */
  admit(request: ClientRequest, incoming: Incoming): Promise<Generation | ApiError>
  /** Counts a request that asks for no answer. @returns Why it has to wait, where its key has asked too often. */
  limited(key: KeyRecord | undefined): Promise<ApiError | undefined>
  budgets: Budgets
  /** Undefined: none are kept. */
  traces: TraceStore | undefined
  /** Of all series, up to date. */
  registry(): Registry
  /** What of a conversation travels sealed, for requests that no answer follows. */
  sealingOf(request: ClientRequest, key: KeyRecord | undefined): Sealing
  /** How they stand, of several. */
  upstreams(states: readonly UpstreamState[]): void
  /** Sends what is asked beside answers, with what became of it counted. */
  watched(send: Send, backend: Backend): Send
  /** A request was written anew for the upstream. */
  replayed(plan: ReplayPlan): void
  /** A request came. @param headers - Those of a client who may be traced: strangers are counted, and no more. */
  requestStarted(route: string, headers?: IncomingHttpHeaders): RequestTimer & { telemetry?: RequestTelemetry | undefined }
  close(): Promise<void>
}

/** What is known of a request beside its body. */
export interface Incoming {
  id: string
  /** Each as often as it came. */
  headers: NodeJS.Dict<string[]>
  /** Whose it is. Undefined: nobody has to say. */
  key: KeyRecord | undefined
  log: FastifyBaseLogger
  /** When it came, as `performance.now` says. */
  startedAt: number
  telemetry: RequestTelemetry | undefined
}

/** Tokens of output, where a request sets no limit: with more than that left, nobody has to be told to think less. */
const mostThinking = 65_536

/** Policies and budgets as they are configured, on stores that outlive them. */
export function openGovernance(
  config: Config,
  policyConfig: PolicyConfig,
  { metrics, registry, traces, traceFinished, rateLimits, sealer, activity, telemetry, budgets: budgetStore }: Stores,
  log: FastifyBaseLogger,
): Governance {
  const policyVersion = versionOf(policyConfig)
  const wire = createWires(config)
  const givesSeals = spokenIn(config).some((id) => wire(id).capabilities.seals === true)
  const sealRules = { givesSeals, sealCarrier: config.sealCarrier, commentary: config.commentary }
  const mayContinue = singlesOf(config).some(({ upstreamEngine }) => upstreamEngine !== undefined)
  const budgets = openBudgets(config, budgetStore, (event) => {
    metrics.budgetEvent(event)
    activity.budget(event)
    log.warn({ event: event.type, session: event.session, run: event.run, ...happenedTo(event) }, 'budget')
  })
  /** Traces that are being stored, budgets that are being settled. */
  const settling = createPending()

  return {
    limited: async (key) => key && rateLimits.request(key),
    budgets,
    traces,
    async admit(request, incoming) {
      const { key } = incoming
      const wishes = wishesOf(request, incoming.headers, key, config)
      if (isApiError(wishes)) return wishes
      if (request.wire === true && (wishes.visibility !== 'full' || config.delivery === 'off')) return notAllToSee
      const tooOften = key && (await rateLimits.request(key))
      if (tooOften !== undefined) return tooOften
      const asked: GenerationRequest = {
        id: incoming.id,
        model: request.model,
        ...(wishes.session !== undefined && { session: wishes.session }),
        ...(key !== undefined && { key: key.id }),
        ...(key?.team !== undefined && { team: key.team }),
        ...(request.maxTokens !== undefined && { maxTokens: request.maxTokens }),
        ...(request.effort !== undefined && { effort: request.effort }),
      }
      activity.asked(asked, limitsOf(key)?.limits)
      const budget = budgets.governor(asked, limitsOf(key))
      try {
        await admit([budget], asked)
      } catch (error) {
        if (ReasonError.is(error) && error.code === 'REASON_NOT_ADMITTED') return refused(error.cause as BudgetRefusal)
        throw error
      }
      return createGeneration(request, asked, budget, wishes, incoming)
    },
    registry,
    sealingOf: (request, key) => sealingOf(request, config.visibility, key, sealRules, sealer, metrics),
    upstreams: (states) =>
      metrics.upstreams(states.map(({ id, health, inFlight, queued }) => ({ name: id, up: health !== 'down', inFlight, queued }))),
    watched: (send, { id, upstream: { provider } }) =>
      watched(send, { upstream: id, ...(provider !== undefined && { provider }) }, metrics),
    replayed(plan) {
      metrics.replay(plan)
      for (const { sealsLost = [] } of plan.decisions) for (const why of sealsLost) metrics.sealsLost(1, why)
    },
    requestStarted(route, headers) {
      const timer = metrics.requestStarted({ route })
      if (telemetry === undefined || headers === undefined) return timer
      const request = telemetry.request(route, headers)
      return {
        ...timer,
        telemetry: request,
        finished(status) {
          timer.finished(status)
          request.finished(status)
        },
      }
    },
    async close() {
      await settling.empty()
      await budgets.close()
    },
  }

  function createGeneration(
    request: ClientRequest,
    asked: GenerationRequest,
    budget: BudgetGovernor,
    { conversation, visibility, traceMode }: Wishes,
    { startedAt, key, log: requestLog, telemetry: traced }: Incoming,
  ): Generation {
    const told = createTold()
    const line = activity.begin(asked, { stream: request.stream })
    const spent = createSpent()
    const sealing = sealingOf(request, visibility, key, sealRules, sealer, metrics)
    const { delivery } = config
    let policy: Policy | undefined
    let delimiters: UpstreamControl['delimiters']
    let observers: readonly Observer[] = []
    let counting: ReturnType<Metrics['observers']> | undefined
    let governors: readonly Governor[] = [budget]
    const tap = request.wire === true ? createWireTap() : undefined
    let sent = false
    let upstreamId = ''
    let engine: Upstream['engine']
    let net: SafetyNet | undefined
    let channels: Observer | undefined
    /** Complete when it is known who answers, and how the text is split. */
    const known: GenerationRequest = { ...asked, ...(conversation !== undefined && { session: conversation }) }
    const recorder = traces?.record(known, { run: asked.id, mode: traceMode, class: traceClassOf(key, config) })
    const { stream, choices } = request
    const span = traced?.generation({ ...known, stream, choices, ...capturedOf(config, { visibility, traceMode }) })

    function upstream(event: UpstreamEvent): void {
      metrics.upstream(event)
      span?.happened(event)
    }

    return {
      conversation,
      goesTo({ id, upstream }) {
        upstreamId = id
        engine = upstream.engine
        if (upstream.provider === undefined) delete known.provider
        else known.provider = upstream.provider
      },
      begin(resolution) {
        known.adapter = formatOf(resolution)
        policy = createPolicy(policyConfig, { ...contextOf(resolution), visibility })
        delimiters = delimitersOf(resolution)
        counting = metrics.observers({ ...known, mode: delivery, stream: request.stream, startedAt })
        if (resolution.hasNet === true) net = createSafetyNet()
        const spans = span?.begin(known.adapter) ?? []
        observers = [
          ...counting,
          ...(recorder?.observers ?? []),
          ...spans,
          told.observer,
          ...line.observers,
          ...(key?.rateLimits === undefined ? [] : [spent.observer]),
          ...(net === undefined ? [] : [net.observer]),
        ]
        // What is sealed is kept to the end of the answer, too.
        const keepsAll = stream && (request.api.repeatsAll === true || sealing.isWanted)
        governors = [budget, ...policy.governors, ...(keepsAll ? [lengthLimit(config.answerLimit)] : [])]
        // Text that is split here stands in other fields as it came (`__verbose` of llama.cpp), tags and all.
        const isOpen = visibility === 'full' && request.api.id === config.upstreamFormat && resolution.adapter.id === 'plain'
        const own = isOpen && !request.excludesReasoning ? [showOwnFields(config.upstreamFormat)] : []
        return { policies: [...(tap === undefined ? [] : [tap.stage]), ...policy.stages, ...own], governors, observers }
      },
      arrived: (pieces, length) => counting?.[0].arrived(pieces, length),
      passes: (upstream, headers) => span?.sends(upstream, headers) ?? headers,
      onChannels: () => (channels ??= metrics.channels(known)),
      watch(send) {
        sent = true
        const whom = { upstream: upstreamId, ...(known.provider !== undefined && { provider: known.provider }) }
        return watched(tap === undefined ? send : tap.watch(send), whom, span === undefined ? metrics : { upstream })
      },
      mayRepeat: true,
      sealing,
      secret: () => secretOf(visibility, sealing),
      mayContinue,
      headers: () => ({
        ...headersOf(budget),
        ...(recorder !== undefined && traceMode !== 'none' && { 'x-reason-trace-id': recorder.id }),
      }),
      before(knobs) {
        const remaining = budget.remaining()
        const maxOutputTokens = request.maxTokens ?? mostThinking
        // Where there is more than it can use up, what it asks for makes no difference, and its conversation need not be read.
        const own = remaining === undefined || remaining >= maxOutputTokens ? undefined : knobs()
        return controlBefore({ upstream: controlOf(engine, undefined), knobs: own, remaining, maxOutputTokens })
      },
      stop: ({ id, conversation, reasoning }) =>
        controlStop({ upstream: controlOf(engine, delimiters), id, conversation, reasoning, spentTokens: budget.spent().value }),
      rescue: (result, knobs) => {
        const how = config.rescue === 'no' ? undefined : config.rescue
        // To know its knobs a whole conversation has to be read.
        if (how === undefined || result.finish?.reason !== 'reasoning-exhausted') return undefined
        return rescue({ result, knobs: knobs(), with: how, attempts: 1, remaining: budget.remaining() })
      },
      nextAttempt: () => budget.nextAttempt(),
      notes: told.notes,
      over(outcome) {
        closeObservers(observers)
        span?.over(outcome)
        if (key !== undefined) rateLimits.tokens(key, spent.tokens())
        if (!outcome.aborted && outcome.error === undefined) tellNet(net?.outcome(), request, requestLog)
        const { status, error: code, attempts } = outcome
        const details: FinishDetails = {
          leakScore: policy?.report().leakScore,
          policyVersion,
          metadata: {
            ...(code !== undefined && { status, code }),
            ...(attempts !== undefined && { attempts }),
            ...(config.upstreams !== undefined && { upstream: upstreamId }),
            ...(key !== undefined && { key: key.id }),
            ...(key?.tags !== undefined && { tags: key.tags }),
          },
          ...(code !== undefined && { outcome: 'error' }),
        }
        const shown = traceMode !== 'none'
        // Before its trace is stored, which takes a while that is not the generation's.
        const trace = sent ? keepTrace(recorder?.finish(details), { ended: line.end(outcome), shown, log: requestLog }) : undefined
        settle(close(governors), requestLog)
        if (trace !== undefined) settle(trace, requestLog)
      },
    }
  }

  function tellNet(netOutcome: NetOutcome | undefined, { model }: ClientRequest, log: FastifyBaseLogger): void {
    if (netOutcome === undefined) return
    metrics.directive({ model, outcome: netOutcome })
    if (netOutcome === 'unneeded') log.info({ model }, 'the marker that the model is asked for was not needed')
  }

  // Beside the generation and not in it: a trace may wait for a while, and all that a generation knows would wait with it.
  async function keepTrace(finished: Promise<Finished> | undefined, { ended, shown, log }: Traced): Promise<void> {
    if (finished === undefined) return activity.over({ ...ended, trace: null })
    const trace = await finished
    const { id, stored, error } = trace
    if (error !== undefined) log.error({ err: faultOf(error) }, 'trace not stored')
    if (stored || error !== undefined) traceFinished(trace)
    activity.over({ ...ended, trace: stored && shown ? id : null })
  }

  function settle(work: Promise<void>, log: FastifyBaseLogger): void {
    settling.add(work.catch((error: unknown) => log.error({ err: faultOf(error) }, 'governance failed')))
  }

  function contextOf(resolution: Resolution) {
    const { serviceTokens } = resolution.passport
    return { adapter: formatOf(resolution), serviceTokens, mode: config.delivery } as const
  }
}

/** Whose budget it is and how it stands; or what its store said. For the log. */
function happenedTo(event: BudgetEvent): Record<string, unknown> {
  if (event.type === 'reasoning_budget_store_failed') return { operation: event.operation, err: faultOf(event.error) }
  const { scope, of, limit, used, reserved } = event.type === 'reasoning_budget_refused' ? event.refusal : event.balance
  return { scope, of, limit, used, reserved }
}

interface Traced {
  ended: EndedGeneration
  /** Whoever watches may be told of it. */
  shown: boolean
  log: FastifyBaseLogger
}

/** What the model's text is in, also where that is only watched for; `native` where there is nothing to split, as the wire has done it. */
function formatOf({ adapter, candidates, native }: Resolution): string {
  const format = candidates.find(({ id, verdict }) => verdict === 'taken' && id !== 'native')?.id ?? adapter.id
  return native && format === 'plain' ? 'native' : format
}

/** Which policies were at work: the same for the same configuration. */
const versionOf = (config: PolicyConfig): string => createHash('sha256').update(JSON.stringify(config)).digest('hex').slice(0, 12)

/** Parsed once for each key: the object stays the same as long as the key does. */
const limitsOf = (key: KeyRecord | undefined): { limits: LimitsOptions } | undefined =>
  key?.budgets === undefined ? undefined : { limits: key.budgets as LimitsOptions }

const notAllToSee: ApiError = {
  status: 403,
  type: 'permission_error',
  code: 'not_allowed',
  message:
    '"wire" shows all that the upstream sends, its reasoning too, and here less of that may be seen. Leave it out, or ask the operator for a key with visibility full.',
  param: 'wire',
}

/** How the budgets stand that bind a request, where some do. */
function headersOf(budget: BudgetGovernor): Record<string, string> {
  const remaining = budget.remaining()
  return remaining === undefined ? {} : { 'x-reason-budget-remaining': String(remaining) }
}

function refused({ reason, code, retryAfterSeconds, scope, of, limit, used, reserved, resetsAt }: BudgetRefusal): ApiError {
  const down = code === 'reasoning_budget_unavailable'
  return {
    status: down ? 503 : 429,
    type: down ? 'server_error' : 'rate_limit_error',
    code,
    message: reason,
    more: { budget: { scope, of, limit, used, reserved, resets_at: resetsAt } },
    headers: {
      ...(retryAfterSeconds !== undefined && { 'retry-after': String(Math.ceil(retryAfterSeconds)) }),
      ...((retryAfterSeconds ?? Infinity) > longestWaitSeconds && doNotRetry),
    },
  }
}

/** For how long a program may wait without a word before its user is told. */
const longestWaitSeconds = 60
