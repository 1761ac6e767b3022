import { ReasonError } from '@reason/core'
import { parsePolicyConfig, type PolicyConfig } from '@reason/policy'
import type { GatewayConfig } from './settings.ts'

/**
 * Parses the policy configuration, and checks that the gateway supports it.
 *
 * @param llm - The setting `llm`.
 * @throws {ReasonError} `REASON_INVALID_OPTIONS` for an invalid key, or an option that no gateway supports.
 */
export function parseLlm(llm: Readonly<Record<string, unknown>> = {}): PolicyConfig {
  const config = parsePolicyConfig({ llm })
  const problems = [...problemsOf(config)]
  if (problems.length > 0) throw new ReasonError('REASON_INVALID_OPTIONS', problems.join('\n'))
  return config
}

function* problemsOf({ llm: { prompt } }: PolicyConfig): Generator<string> {
  if (prompt.harmony.enabled) {
    yield 'llm.prompt.harmony.enabled is true, but the gateway sends chat requests, which the server renders itself. Leave it out.'
  }
}

/**
 * Checks that commentary and reasoning in histories can be told apart, if only one of them is dropped.
 *
 * @param commentary - Where clients get commentary.
 * @throws {ReasonError} `REASON_INVALID_OPTIONS`
 */
export function checkHistory({ llm: { harmony, postproc } }: PolicyConfig, commentary: GatewayConfig['commentary']): void {
  const keepsOne = postproc.reasoning.drop_from_history && !harmony.channels_parser.drop_commentary_from_history
  if (!keepsOne || commentary !== 'reasoning') return
  throw new ReasonError(
    'REASON_INVALID_OPTIONS',
    'llm.harmony.channels_parser.drop_commentary_from_history is false, but clients get commentary in the field of the reasoning ' +
      'and send it back there, so the gateway cannot keep one without the other. Set commentary to answer, or llm.postproc.reasoning.drop_from_history to false as well.',
  )
}

/** Time for holding text of an unknown format, in milliseconds. The gateway's setting wins over the policy. */
export const decideAfterOf = ({ decideAfter, origins }: Pick<GatewayConfig, 'decideAfter' | 'origins'>, { llm }: PolicyConfig): number =>
  origins.has('decideAfter') ? decideAfter : llm.harmony.channels_parser.fallback_on_timeout_ms
