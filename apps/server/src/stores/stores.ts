import { join } from 'node:path'
import type { BudgetStore } from '@reason/budget'
import { allowList, type Metrics } from '@reason/metrics'
import type { PolicyConfig } from '@reason/policy'
import type { CallReferences, Sealer } from '@reason/seals'
import type { Finished, TraceStore } from '@reason/trace-store'
import type { FastifyBaseLogger } from 'fastify'
import type { Registry } from 'prom-client'
import type { Config } from '../config/load.ts'
import type { Formats } from '../gateway/upstreams/formats.ts'
import { openAccess, type Access } from '../access/access.ts'
import { keysPath } from '../config/keys-path.ts'
import { createRateLimits, type RateLimits } from '../gateway/rules/rate-limits/rate-limits.ts'
import { isLoopback } from '../config/loopback.ts'
import { faultOf } from '../gateway/errors/fault.ts'
import { createActivity, type Activity } from '../gateway/rules/activity/activity.ts'
import type { Peers } from '../process/workers/peers.ts'
import { openTelemetry, type Telemetry } from '../telemetry/telemetry.ts'
import { openBudgetStore } from '../gateway/rules/budget/budget-store.ts'
import { openRedactor } from './redactor.ts'
import { openMetrics } from '../gateway/rules/metrics/metrics.ts'
import { openRedis } from './redis.ts'
import { openCallReferences, openSealer } from '../gateway/seals/seals.ts'
import { createTraceMeter, openTraces } from './trace-store.ts'
import { createLearned, type Learned } from '../gateway/upstreams/learned/learned.ts'
import { openLearnedFile } from '../gateway/upstreams/learned/learned-file.ts'
import { createWrapUps, type WrapUps } from '../gateway/rules/budget/wrap-ups.ts'

/** What goes on when the configuration changes: counters, budgets and limits as far as they are used up, traces, keys. */
export interface Stores {
  metrics: Metrics
  /** Of all series, up to date. */
  registry(): Registry
  budgets: BudgetStore
  /** Undefined: none are kept. */
  traces: TraceStore | undefined
  /** A trace was stored, or could not be. */
  traceFinished(trace: Finished): void
  access: Access
  /** Made when it is needed for the first time. */
  sealer: () => Sealer
  callReferences: CallReferences | undefined
  rateLimits: RateLimits
  /** What the answers of upstreams taught. */
  learned: Learned
  /** Where models were asked to come to an end. */
  wrapUps: WrapUps
  /** What has happened lately. */
  activity: Activity
  /** Undefined: none is wanted. */
  telemetry: Telemetry | undefined
  close(): Promise<void>
}

/**
 * Opens them, as they are configured when the program starts.
 *
 * @throws {ReasonError} `REASON_STORE_DOWN`, when traces can be stored nowhere
 * @throws {ReasonError} `REASON_INVALID_OPTIONS`, when the file of keys holds something else
 */
export async function openStores(
  config: Config,
  policy: PolicyConfig,
  formats: Formats,
  log: FastifyBaseLogger,
  peers: Peers | undefined,
): Promise<Stores> {
  const access = openAccess({
    path: keysPath(config),
    required: config.requireKeys || !isLoopback(config.host),
    log,
    share: peers?.sessions,
  })
  const { metrics, models, registry } = openMetrics(config, policy, formats.registry)
  // What can fail comes before what keeps the process alive.
  const sealer = openSealer(config)
  const telemetry = await openTelemetry(config.telemetry, { models, redactor: () => openRedactor(config), log })
  const traces = await openTraces(config, metrics)
  const meter = traces && createTraceMeter(traces, metrics, log)
  const redis = await openRedis(config.redis)
  const budgets = openBudgetStore(config, redis, log)
  const rateLimits = createRateLimits(budgets.store, (error) => log.warn({ err: faultOf(error) }, 'rate limits are not shared'))
  const writes = peers === undefined || peers.worker === 1
  const learned = createLearned({ share: peers?.learned, file: openLearnedFile(join(config.dataDir, 'learned.json'), writes, log) })
  return {
    metrics,
    registry() {
      meter?.update()
      return registry
    },
    budgets: budgets.store,
    access,
    sealer,
    callReferences: openCallReferences(config),
    rateLimits,
    learned,
    wrapUps: createWrapUps(peers?.wrapUps),
    activity: createActivity(allowList(models), peers?.activity),
    telemetry,
    traces,
    traceFinished: (trace) => meter?.finished(trace),
    async close() {
      access.close()
      rateLimits.close()
      await Promise.all([traces?.close(), telemetry?.close(), budgets.close(), learned.close()])
      redis?.disconnect()
    },
  }
}
