import { createRouter } from '@reason/routing'
import { createBackend, explained, planState, routingOptions, type Backend } from '@reason/gateway/host'
import { singlesOf } from '@reason/gateway/settings'
import { createLearned } from '@reason/gateway/upstreams'
import { openUpstream } from '../upstream-client/open-upstream.ts'
import type { Config, EffectiveConfig } from '../config/load.ts'

/**
 * Response of `GET /api/explain` for a just started gateway with this configuration. It sends no request and looks up no key.
 *
 * @throws {ReasonError} as a start with this configuration would
 */
export async function explainConfig(effective: EffectiveConfig, model: string): Promise<object> {
  const keyless: Config = { ...effective, startProbe: false, upstreamKey: undefined, upstreamKeys: {}, telemetry: undefined }
  const { config, policy, backends: plans } = planState(keyless)
  const made = singlesOf(config).map((single, index) =>
    createBackend(single, plans[index]!, policy, () => {}, createLearned(), openUpstream),
  )
  const backends = new Map<string, Backend>(made.map((backend) => [backend.id, backend]))
  const routing = config.upstreams === undefined ? undefined : createRouter(routingOptions(config, backends))
  try {
    return explained({ routing, backends, first: made[0]! }, model)
  } finally {
    await Promise.all(made.map(({ upstream }) => upstream.close()))
  }
}
