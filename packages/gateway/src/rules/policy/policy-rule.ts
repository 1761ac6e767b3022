import { createPolicy, type PolicyConfig } from '@reason/policy'
import type { Json } from '../../json.ts'
import type { GatewayConfig } from '../../settings/settings.ts'
import type { OwnRule } from '../own-rule.ts'
import { formatOf } from '../split-format.ts'

/** Visibility, redaction, caps and the search for leaks, as they are configured. */
export function policyRule(policyConfig: PolicyConfig, { delivery }: Pick<GatewayConfig, 'delivery'>): OwnRule {
  /** A cap binds every request. */
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

/** The sequences that end an answer, as every API has them. */
function stopsOf({ stop, stop_sequences: sequences = stop }: Json): string[] {
  return (Array.isArray(sequences) ? sequences : [sequences]).filter((one) => typeof one === 'string')
}
