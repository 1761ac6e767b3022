import { createPolicy, type PolicyConfig } from '@reason/policy'
import { stopsOf } from '../../client-apis/stop-sequences.ts'
import type { GatewayConfig } from '../../settings/settings.ts'
import type { OwnRule } from '../own-rule.ts'
import { formatOf } from '../split-format.ts'

/** Applies the configured visibility, redaction, caps and leak detection. */
export function policyRule(policyConfig: PolicyConfig, { delivery }: Pick<GatewayConfig, 'delivery'>): OwnRule {
  /** A cap applies to every request. */
  const mayStop = createPolicy(policyConfig).governors.length > 0

  return {
    id: 'policy',
    admit: ({ request, wishes: { visibility }, reports }) => ({
      mayStop,
      begin(split) {
        const policy = createPolicy(policyConfig, {
          adapter: formatOf(split),
          serviceTokens: split.passport.serviceTokens,
          mode: delivery,
          visibility,
          stopSequences: stopsOf(request.json),
          isJson: request.grammar === 'json',
        })
        const leakScore = (): number => policy.report().leakScore
        reports.leakScore = leakScore
        return { policies: policy.stages, governors: policy.governors }
      },
    }),
  }
}
