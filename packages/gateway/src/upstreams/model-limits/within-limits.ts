import type { ModelLimit } from '@reason/gateway-api'
import { isEffort } from '@reason/wire-kit'
import type { Json } from '../../json.ts'
import type { Fit, Fits } from './fit.ts'
import { createRequestDraft } from './request-draft.ts'
import { hasTools, turnsThinkingOff } from './request-fields.ts'
import { effortPaths } from './limited-fields.ts'
import { settingFits } from './setting-limits.ts'
import { streamFits } from './stream-limits.ts'
import { addThoughts, fitEffort, keepThinking, replaceType } from './thinking-limits.ts'

export interface FittedBody {
  json: Json
  /** Changes and their reasons, in the gateway's own words. A provider's message may quote user text. */
  notes: readonly string[]
}

/**
 * Changes a request to fit the limits of its model. `notes` is empty if nothing changed.
 *
 * @param streaming - Fields that request a stream, which the gateway collects.
 */
export function withinLimits(json: Json, model: string, known: readonly ModelLimit[], streaming: Json = { stream: true }): FittedBody {
  const draft = createRequestDraft(json, model)
  const limits = known.filter((limit) => applies(limit, json))
  const refusedTypes = new Set(limits.flatMap((limit) => (limit.kind === 'thinking-type' ? [limit.type] : [])))
  const refusedEfforts = new Set(limits.flatMap((limit) => (limit.kind === 'not' && effortPaths.includes(limit.path) ? [limit.value] : [])))
  // The list of a refusal is newer than a model list.
  const offered = limits.findLast((limit) => limit.kind === 'efforts')?.efforts ?? []
  const efforts = offered.filter((effort) => isEffort(effort)).filter((effort) => !refusedEfforts.has(effort))
  const isMandatory = limits.some(({ kind }) => kind === 'mandatory') || refusedTypes.has('disabled')
  const isBetween = limits.some((limit) => limit.kind === 'thinking-type' && limit.instead !== undefined)

  if (isMandatory) keepThinking(draft, efforts, isBetween)
  for (const limit of limits) {
    const fit = fits[limit.kind] as Fit<ModelLimit>
    fit(draft, limit, { efforts, refusedEfforts, refusedTypes, streaming })
  }
  return { json: draft.body(), notes: draft.notes }
}

function applies(limit: ModelLimit, json: Json): boolean {
  if ('withTools' in limit && limit.withTools === true) return hasTools(json)
  return !('withoutThinking' in limit) || limit.withoutThinking !== true || turnsThinkingOff(json)
}

const fits: Fits<ModelLimit['kind']> = {
  ...settingFits,
  ...streamFits,
  // `keepThinking` has come before all others.
  mandatory: () => {},
  efforts: (draft, _, { efforts }) => fitEffort(draft, efforts),
  'thinking-type': (draft, { type }, { refusedTypes, efforts }) =>
    type === 'disabled' ? undefined : replaceType(draft, type, refusedTypes, efforts),
  'thoughts-back': addThoughts,
}
