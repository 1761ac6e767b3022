import { createHash } from 'node:crypto'
import type { Stage } from '@reason/core'
import type { Resolution } from '@reason/core/adapter'
import { close, closeObservers, type GenerationRequest, type Governor, type Observer } from '@reason/core/pipeline'
import { controlBefore, controlStop, rescue, type BudgetGovernor, type UpstreamControl } from '@reason/budget'
import type { Metrics, UpstreamEvent } from '@reason/metrics'
import { createPolicy, type Policy, type PolicyConfig } from '@reason/policy'
import type { FinishDetails, Finished } from '@reason/trace-store'
import type { Admission } from './rate-limits/rate-limits.ts'
import type { ClientRequest, Sealing } from '../client-apis/client-request.ts'
import type { GatewayConfig } from '../settings/settings.ts'
import { createWireTap } from '../client-apis/generate/wire-tap.ts'
import type { EndedGeneration } from './activity/activity.ts'
import type { Outcome } from '../relay/relay-outcome.ts'
import { faultOf } from '../errors/fault.ts'
import { inTurn } from '../turns.ts'
import { clientRequestId } from '../request-id.ts'
import { singlesOf } from '../settings/singles.ts'
import type { Upstream } from '../upstreams/upstream.ts'
import { capturedOf } from './spans/span-capture.ts'
import { controlOf, delimitersOf } from './budget/reasoning-control.ts'
import type { AnswerRules, Generation, OverrunRules, RequestRules } from './generation.ts'
import type { Incoming } from './governance.ts'
import { lengthLimit } from './length-limit.ts'
import { showOwnFields, showTokenFields } from './own-fields.ts'
import { createPending } from './background-work.ts'
import { chargedTo, createReasoningCount } from './notes/reasoning-count.ts'
import { createSafetyNet, type NetOutcome, type SafetyNet } from './policy/marker-outcome.ts'
import { secretOf } from '../seals/seals.ts'
import { createSpent, inputTokens } from './rate-limits/token-counter.ts'
import type { GatewayStores } from './gateway-stores.ts'
import { hiddenThinking, wayToSee } from './notes/hidden-thinking.ts'
import { createTold } from './notes/client-notes.ts'
import { traceClassOf } from './trace-class.ts'
import { createUnseenThinking } from './metrics/unseen-thinking.ts'
import { watched } from './metrics/upstream-metrics.ts'
import type { Wishes } from '../client-apis/effective-access.ts'
import type { WrapUp } from './budget/wrap-ups.ts'
import { estimatedUsage } from '../relay/estimated-usage.ts'
import type { Json } from '../json.ts'
import type { Log } from '../log.ts'

/** A request that may begin. */
export interface Admitted {
  request: ClientRequest
  /** The same, as governors and observers know it. */
  asked: GenerationRequest
  wishes: Wishes
  budget: BudgetGovernor
  /** Undefined: no key, and no limits. */
  admission: Admission | undefined
  sealing: Sealing
  wrapUps: readonly WrapUp[]
  incoming: Incoming
}

/** Generations, and what goes on behind those that are over. */
export interface Generations {
  begin(admitted: Admitted): Generation
  /** Every trace is stored and every budget settled. */
  settled(): Promise<void>
}

/** Output tokens that are assumed for a request without a limit. With more budget left, the model need not be asked to think less. */
const mostThinking = 65_536

export function createGenerations(
  config: GatewayConfig,
  policyConfig: PolicyConfig,
  { metrics, traces, traceFinished, activity }: Pick<GatewayStores, 'metrics' | 'traces' | 'traceFinished' | 'activity'>,
): Generations {
  const policyVersion = versionOf(policyConfig)
  const mayContinue = config.startProbe || singlesOf(config).some(({ upstreamEngine }) => upstreamEngine !== undefined)
  const { delivery } = config
  /** A cap binds every request. */
  const caps = createPolicy(policyConfig).governors.length > 0
  const pending = createPending()
  const unseen = createUnseenThinking()

  return { begin, settled: () => pending.empty() }

  function begin({ request, asked, wishes, budget, admission, sealing, wrapUps, incoming }: Admitted): Generation {
    const { conversation, visibility, traceMode } = wishes
    const { startedAt, key, log, telemetry } = incoming
    const { stream, choices } = request
    const mayStop = caps || budget.mayStop()
    const told = createTold(request.excludesReasoning ? 'none' : visibility)
    const input = inputTokens(incoming.bodyBytes)
    const spent = createSpent(input)
    admission?.follow(spent.tokens)
    const count =
      request.api.tellsAll === true
        ? createReasoningCount(() => ({ charged: chargedTo(budget), dropsCommentary: dropsCommentary() }))
        : undefined
    const line = activity.begin(asked, { stream })
    const tap = request.wire === true ? createWireTap() : undefined
    /** Complete when it is known who answers, and how the text is split. */
    const known: GenerationRequest = { ...asked, ...(conversation !== undefined && { session: conversation }) }
    const recorder = traces?.record(known, {
      run: asked.id,
      request: clientRequestId(incoming.headers['x-request-id']),
      mode: traceMode,
      class: traceClassOf(key, config),
    })
    const span = telemetry?.generation({ ...known, stream, choices, ...capturedOf(config, { visibility, traceMode }) })
    /** Whom it asks. */
    let upstreamId = ''
    let engine: Upstream['engine']
    let format = ''
    const mayBeSeen = (visibility === 'full' || visibility === 'summary') && !request.excludesReasoning && delivery !== 'off'
    let sent = false
    /** From the moment that the upstream answers. */
    let policy: Policy | undefined
    let delimiters: UpstreamControl['delimiters']
    let counting: ReturnType<Metrics['observers']> | undefined
    let net: SafetyNet | undefined
    let channels: Observer | undefined
    let startedBy: string | undefined
    let observers: readonly Observer[] = []
    let governors: readonly Governor[] = [budget]

    const requests: RequestRules = {
      goesTo({ id, upstream, starts }) {
        upstreamId = id
        engine = upstream.engine ?? starts.engine()
        format = upstream.api.id
        if (upstream.provider === undefined) delete known.provider
        else known.provider = upstream.provider
      },
      before(knobs) {
        const remaining = budget.remaining()
        const maxOutputTokens = request.maxTokens ?? mostThinking
        // Where there is more than it can use up, what it asks for makes no difference, and its conversation need not be read.
        const own = remaining === undefined || remaining >= maxOutputTokens ? undefined : knobs()
        return controlBefore({ upstream: controlOf(engine, undefined), knobs: own, remaining, maxOutputTokens })
      },
      passes: (upstream, headers) => span?.sends(upstream, headers) ?? headers,
      watch(send) {
        sent = true
        const whom = { upstream: upstreamId, ...(known.provider !== undefined && { provider: known.provider }) }
        return watched(tap === undefined ? send : tap.watch(send), whom, span === undefined ? metrics : { upstream: happened })
      },
    }

    const answer: AnswerRules = {
      begin(resolution) {
        known.adapter = formatOf(resolution)
        startedBy = resolution.startedBy
        policy = createPolicy(policyConfig, { ...contextOf(resolution), visibility, stopSequences: stopsOf(request.json) })
        delimiters = delimitersOf(resolution)
        counting = metrics.observers({ ...known, mode: delivery, stream, startedAt })
        if (resolution.hasNet === true) net = createSafetyNet()
        const spans = span?.begin(known.adapter) ?? []
        observers = [
          ...counting,
          ...(recorder?.observers ?? []),
          ...spans,
          told.observer,
          ...(count === undefined ? [] : [count.observer]),
          ...line.observers,
          ...(key?.rateLimits === undefined ? [] : [spent.observer]),
          unseen.observer(request.model),
          ...(net === undefined ? [] : [net.observer]),
        ]
        // What is sealed is kept to the end of the answer, too.
        const keepsAll = stream && (request.api.repeatsAll === true || sealing.isWanted)
        governors = [budget, ...policy.governors, ...(keepsAll ? [lengthLimit(config.answerLimit)] : [])]
        const policies = [
          ...(tap === undefined ? [] : [tap.stage]),
          ...(mayBeSeen ? [hiddenThinking(wayToSee(request.api.id, request.json, { format, provider: known.provider }))] : []),
          ...policy.stages,
          // Our own events count the reasoning in `stats`, with its source.
          ...(visibility === 'full' && !request.excludesReasoning && request.api.tellsAll !== true ? [estimatedUsage()] : []),
          ...ownFields(resolution),
          ...(count === undefined ? [] : [count.stage]),
        ]
        return { policies, governors, observers }
      },
      arrived: (pieces, length) => counting?.[0].arrived(pieces, length),
      onChannels: () => (channels ??= metrics.channels(known)),
      secret: () => secretOf(visibility, sealing),
      headers: () => ({
        ...headersOf(budget),
        ...(recorder !== undefined && traceMode !== 'none' && { 'x-reason-trace-id': recorder.id }),
      }),
      told,
    }

    const overrun: OverrunRules = {
      mayStop,
      mayContinue,
      stop: ({ id, conversation: asking, reasoning, mayAskAgain }) =>
        controlStop({
          upstream: controlOf(engine, delimiters),
          id,
          conversation: asking,
          reasoning,
          spentTokens: budget.spent().value,
          mayAskAgain,
        }),
      rescue(result, knobs) {
        const how = config.rescue === 'no' ? undefined : config.rescue
        // To know its knobs a whole conversation has to be read.
        if (how === undefined || result.finish?.reason !== 'reasoning-exhausted') return undefined
        return rescue({ result, knobs: knobs(), with: how, attempts: 1, remaining: budget.remaining() })
      },
      nextAttempt: () => budget.nextAttempt(),
    }

    return { conversation, sealing, wrapUps, requests, answer, overrun, over }

    function dropsCommentary(): boolean {
      const isMaybeHarmony = known.adapter === 'harmony' || known.adapter === 'auto'
      return isMaybeHarmony && policyConfig.llm.harmony.channels_parser.drop_commentary_from_history
    }

    function happened(event: UpstreamEvent): void {
      metrics.upstream(event)
      span?.happened(event)
    }

    /** Text that is split here stands in other fields as it came (`__verbose` of llama.cpp), tags and all. */
    function ownFields({ adapter }: Resolution): Stage[] {
      const isOpen = visibility === 'full' && delivery !== 'off' && request.api.id === config.upstreamFormat && !request.excludesReasoning
      if (!isOpen) return []
      return [adapter.id === 'plain' ? showOwnFields(config.upstreamFormat) : showTokenFields(config.upstreamFormat)]
    }

    function over(outcome: Outcome): void {
      span?.over(outcome)
      if (hasLeft(outcome)) budget.leave(mayThinkUnseen())
      // Before its client can ask for more.
      admission?.over(usedTokens(outcome))
      const done = pending.begin()
      inTurn('bookkeeping', () => {
        try {
          keepBooks(outcome)
        } catch (error) {
          log.error({ err: faultOf(error) }, 'governance failed')
        }
        done()
      })
    }

    /** The client has what it gets. */
    function keepBooks(outcome: Outcome): void {
      closeObservers(observers)
      if (!outcome.aborted && outcome.error === undefined) tellNet(net?.outcome(), request, log)
      const shown = traceMode !== 'none'
      // Before its trace is stored, which takes a while that is not the generation's.
      const trace = sent ? keepTrace(recorder?.finish(detailsOf(outcome)), { ended: line.end(outcome), shown, log }) : undefined
      settle(close(governors), log)
      if (trace !== undefined) settle(trace, log)
    }

    /** Whether the answer may contain hidden reasoning: the model was asked to think, or its provider has billed hidden reasoning before. */
    function mayThinkUnseen(): boolean {
      if (!sent) return false
      const isAsked = request.thinking ?? (request.effort !== undefined && request.effort !== 'none')
      return unseen.has(request.model) || (isAsked && policy !== undefined) || (isAsked && !stream && !mayStop)
    }

    /** Of its rate limits. Who left before the usage came has used what was thought unseen, too. */
    function usedTokens(outcome: Outcome): number {
      if (!sent) return 0
      return hasLeft(outcome) ? Math.max(spent.tokens(), input + budget.spent().value) : spent.tokens()
    }

    /** What its trace says beside what its parts say. */
    function detailsOf({ status, error: code, attempts }: Outcome): FinishDetails {
      const charged = chargedTo(budget)
      return {
        leakScore: policy?.report().leakScore,
        policyVersion,
        metadata: {
          ...(code !== undefined && { status, code }),
          ...(attempts !== undefined && { attempts }),
          ...(startedBy !== undefined && { start: startedBy }),
          ...(charged !== undefined && { chargedTokens: charged }),
          ...(config.upstreams !== undefined && { upstream: upstreamId }),
          ...(key !== undefined && { key: key.id }),
          ...(key?.tags !== undefined && { tags: key.tags }),
        },
        ...(code !== undefined && { outcome: 'error' }),
      }
    }
  }

  function tellNet(netOutcome: NetOutcome | undefined, { model }: ClientRequest, log: Log): void {
    if (netOutcome === undefined) return
    metrics.directive({ model, outcome: netOutcome })
    if (netOutcome === 'unneeded') log.info({ model }, 'the requested marker was not needed')
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

  function settle(work: Promise<void>, log: Log): void {
    pending.add(work.catch((error: unknown) => log.error({ err: faultOf(error) }, 'governance failed')))
  }

  function contextOf(resolution: Resolution) {
    return { adapter: formatOf(resolution), serviceTokens: resolution.passport.serviceTokens, mode: delivery } as const
  }
}

/** Its client left before the end, or may not have it any more. */
const hasLeft = ({ aborted, error }: Outcome): boolean => aborted || error === 'key_revoked' || error === 'key_unknown'

interface Traced {
  ended: EndedGeneration
  /** Whether the dashboard may link the trace. */
  shown: boolean
  log: Log
}

/** What the model's text is in, also where that is only watched for; `native` where there is nothing to split, as the wire has done it. */
function formatOf({ adapter, candidates, native }: Resolution): string {
  const format = candidates.find(({ id, verdict }) => verdict === 'taken' && id !== 'native')?.id ?? adapter.id
  return native && format === 'plain' ? 'native' : format
}

/** Which policies were at work: the same for the same configuration. */
const versionOf = (config: PolicyConfig): string => createHash('sha256').update(JSON.stringify(config)).digest('hex').slice(0, 12)

/** How the budgets stand that bind a request, where some do. */
function headersOf(budget: BudgetGovernor): Record<string, string> {
  const remaining = budget.remaining()
  return remaining === undefined ? {} : { 'x-reason-budget-remaining': String(remaining) }
}

/** The sequences that end an answer, as every API has them. */
function stopsOf({ stop, stop_sequences: sequences = stop }: Json): string[] {
  return (Array.isArray(sequences) ? sequences : [sequences]).filter((one) => typeof one === 'string')
}
