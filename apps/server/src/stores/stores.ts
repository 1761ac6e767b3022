import { join } from 'node:path'
import type { PolicyConfig } from '@reason/policy'
import type { FastifyBaseLogger } from 'fastify'
import { createActivity, createRateLimits, createWrapUps, type GatewayStores } from '@reason/gateway/host'
import { createLearned } from '@reason/gateway/upstreams'
import { faultOf } from '@reason/gateway/errors'
import type { Config } from '../config/load.ts'
import { openAccess, type Access } from '../access/access.ts'
import { keysPath } from '../config/keys-path.ts'
import { isLoopback } from '../config/loopback.ts'
import type { Peers } from './peers.ts'
import { openTelemetry } from '../telemetry/telemetry.ts'
import { openBudgetStore } from './budget-store.ts'
import { openRedactor } from './redactor.ts'
import { createCallReferences } from '@reason/seals'
import { openMetrics } from './metrics.ts'
import { openRedis } from './redis.ts'
import { openSealer } from './seal-keys.ts'
import { createTraceMeter, openTraces } from './trace-store.ts'
import { openLearnedFile } from './learned-file.ts'

/** Stores that stay open when the configuration changes. */
export interface Stores extends GatewayStores {
  access: Access
  close(): Promise<void>
}

/**
 * Opens the stores, as configured at the start of the program.
 *
 * @throws {ReasonError} `REASON_STORE_DOWN` if the trace store is unavailable
 * @throws {ReasonError} `REASON_INVALID_OPTIONS` if the key file holds something else
 */
export async function openStores(config: Config, policy: PolicyConfig, log: FastifyBaseLogger, peers: Peers | undefined): Promise<Stores> {
  const access = openAccess({
    path: keysPath(config),
    required: config.requireKeys || !isLoopback(config.host),
    log,
    share: peers?.sessions,
  })
  const { metrics, models, registry } = openMetrics(config, policy)
  // Before the stores below, because these calls may fail and those keep the process alive.
  const sealer = openSealer(config, log)
  const otel = await openTelemetry(config.telemetry, { models, redactor: () => openRedactor(config), log })
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
    callReferences: createCallReferences(),
    rateLimits,
    learned,
    wrapUps: createWrapUps(peers?.wrapUps),
    activity: createActivity(metrics.modelLabel, peers?.activity),
    telemetry: otel.telemetry,
    traces,
    traceFinished: (trace) => meter?.finished(trace),
    async close() {
      access.close()
      rateLimits.close()
      await Promise.all([traces?.close(), otel.close(), budgets.close(), learned.close()])
      redis?.disconnect()
    },
  }
}
