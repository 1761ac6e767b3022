import type { KnobReport, Knobs } from '@reason/core/conversation'
import { getPath, withPath, type Loose } from '@reason/wire-kit'
import { asksToThink, forcedToolWay } from '../../../shared/forced-tool.ts'
import type { Conflict } from '../../dialect/conflict.ts'
import { conflictsFor } from '../dialect-rows.ts'

export interface SettledBody {
  body: Record<string, unknown>
  /** Resulting reasoning settings of the model. */
  effective: Knobs
  notes: string[]
  refusals: string[]
}

/** Resolves conflicts of settings that the provider would refuse, and notes the provider's rule. */
export function settleConflicts(
  body: Loose,
  { provider, model, hasTools = false }: { provider?: string; model: string; hasTools?: boolean },
  report: KnobReport,
): SettledBody {
  const asked = asksToThink(report.asked)
  const notes: string[] = []
  const refusals: string[] = []
  let settled: Record<string, unknown> = body
  let { effective } = report
  for (const conflict of conflictsFor(provider, model)) {
    const { when, rule, refuse, forced } = conflict
    if (!when({ body: settled, thinks: effective.enabled, asked, hasTools })) continue
    const way = forced && forcedToolWay(report.asked, { thinks: effective.enabled === true, isSwitchable: forced === 'switched' })
    if (forced !== undefined && way === undefined) continue
    if (refuse === true) {
      refusals.push(`${provider} refuses it for ${model}: ${rule}.`)
      continue
    }
    const { drop = [], set = [], effective: instead } = way === 'leave-choice' ? choiceLeft : conflict
    const dropped = drop.filter((path) => getPath(settled, path) !== undefined)
    if (dropped.includes('max_tokens'))
      settled = withPath(settled, 'max_completion_tokens', settled.max_completion_tokens ?? settled.max_tokens)
    for (const path of dropped) settled = withPath(settled, path, undefined)
    for (const [path, value] of set) settled = withPath(settled, path, value)
    effective = instead ?? effective
    const done = [...dropped.map((path) => `${path} was left out`), ...set.map(([path, value]) => `${path} is ${JSON.stringify(value)}`)]
    notes.push(`${provider}, ${model}: ${rule}${done.length > 0 ? `; ${done.join(', ')}` : ''}.`)
  }
  return { body: settled, effective, notes, refusals }
}

const choiceLeft: Pick<Conflict, 'drop' | 'set' | 'effective'> = { set: [['tool_choice', 'auto']] }
