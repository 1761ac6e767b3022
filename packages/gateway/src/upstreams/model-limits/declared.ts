import { asList, asObject, type Json } from '../../json.ts'
import type { ModelLimit } from '@reason/gateway-api'

/**
 * Reads limits from lists of models: Anthropic's `capabilities` (anthropic-sdk-typescript 1.14, `ModelCapabilities`) and OpenRouter's
 * `reasoning` (`mandatory`, `supported_efforts`). Other lists declare no limits.
 */
export function declaredLimits(list: unknown): Map<string, readonly ModelLimit[]> {
  const models = asList(asObject(list)['data']).slice(0, mostModels).map(asObject)
  return new Map(
    models.flatMap((model): [string, ModelLimit[]][] => {
      const { id } = model
      const limits = [...ofAnthropic(asObject(model['capabilities'])), ...ofOpenRouter(asObject(model['reasoning']))]
      return typeof id === 'string' && limits.length > 0 ? [[id, limits]] : []
    }),
  )
}

const mostModels = 5000

const isRefused = (capability: unknown): boolean => asObject(capability)['supported'] === false
const isTaken = (capability: unknown): boolean => asObject(capability)['supported'] === true

function ofAnthropic({ thinking, effort }: Json): ModelLimit[] {
  const types = asObject(asObject(thinking)['types'])
  const refused = ['disabled', 'enabled', 'adaptive', 'between_tools'].filter((type) => isRefused(types[type]))
  const instead = isTaken(types['between_tools']) ? ({ instead: 'between_tools' } as const) : {}
  const limits: ModelLimit[] = refused.map((type) => ({ kind: 'thinking-type', type, ...(type === 'disabled' && instead) }))
  if (isRefused(effort)) limits.push({ kind: 'without', path: 'output_config.effort' })
  const efforts = ['low', 'medium', 'high', 'xhigh', 'max'].filter((level) => isTaken(asObject(effort)[level]))
  if (isTaken(effort) && efforts.length > 0) limits.push({ kind: 'efforts', efforts })
  return limits
}

function ofOpenRouter({ mandatory, supported_efforts: offered }: Json): ModelLimit[] {
  const listed = asList(offered).filter((effort) => typeof effort === 'string')
  // Only mandatory reasoning refuses `none` (`ModelReasoning` of @openrouter/sdk 1.3.19).
  const efforts = mandatory === true ? listed : [...new Set(['none', ...listed])]
  return [
    ...(listed.length > 0 ? [{ kind: 'efforts', efforts } as const] : []),
    ...(mandatory === true ? [{ kind: 'mandatory' } as const] : []),
  ]
}
