import type { KnobReport, Knobs } from '@reason/core/conversation'
import { isLoose, isSame, type Loose } from '@reason/wire-kit'
import { isKnown } from '../../shared/by-model.ts'
import { getPath, withPath } from '../../shared/paths.ts'
import type { KnobRow } from '../dialect/knob-row.ts'
import { dialectOf } from '../find-dialect.ts'
import { unknownThinking } from '../unknown-provider.ts'
import { knobRowFor } from './dialect-rows.ts'
import { knobPaths, knobReadings, readKnobs } from './knob-fields.ts'
import { planKnobs } from './knob-plan.ts'

/**
 * Puts the knobs into a body in the provider's own fields. What the body already says stays as it was written, as long as the
 * provider understands it and it still is what is asked.
 */
export function writeKnobs(
  body: Loose,
  asked: Knobs | undefined,
  { provider, model, maxOutputTokens }: { provider: string | undefined; model: string; maxOutputTokens: number | undefined },
): { body: Record<string, unknown>; report: KnobReport } {
  const known = knobRowFor(provider, model)
  const row = known ?? unknownThinking
  const knobs = asked ?? {}
  const written = knobPaths.filter((path) => getPath(body, path) !== undefined)
  const taken = written.filter((path) => isTaken(row, path, getPath(body, path)))
  const stays = isSame(readKnobs(body), knobs) && written.every((path) => taken.includes(path) || row.ignores?.includes(path) === true)
  const notes: string[] = []
  const plan = planKnobs(stays ? readKnobs(body, taken) : knobs, row, { model, maxOutputTokens, provider: known && provider })
  let result: Record<string, unknown> = body
  if (stays) {
    for (const path of written) {
      if (row.ignores?.includes(path) === true) notes.push(`${provider} accepts ${path} and does not act upon it (${row.source}).`)
    }
  } else {
    for (const path of written) result = withPath(result, path, undefined)
    for (const [path, value] of plan.fields) result = withPath(result, path, value)
  }
  return { body: result, report: { asked: knobs, sent: sentIn(result), effective: plan.effective, notes: [...notes, ...plan.notes] } }
}

const containers = [...new Set(knobPaths.filter((path) => path.includes('.')).map((path) => path.split('.', 1)[0]!))]

/** Objects in which other providers are told how to think, and of which the provider reads nothing. */
export function unreadKnobs(body: Loose, provider: string): string[] {
  return containers.filter((container) => {
    const isRead = dialectOf(provider)?.thinking.some(
      (row) => isKnown<KnobRow>(row) && pathsOf(row).some((path) => path.startsWith(`${container}.`)),
    )
    return isLoose(body[container]) && !isRead
  })
}

const pathsOf = ({ effort, toggle, budget, hide, show, takes = [] }: KnobRow): string[] => [
  ...[effort, toggle, budget, hide, show].flatMap((field) => (field === undefined ? [] : [field.path])),
  ...takes,
]

/** The fields of a body that say how much to think, by path. */
export const sentIn = (body: Loose): Record<string, unknown> =>
  Object.fromEntries(knobPaths.map((path) => [path, getPath(body, path)] as const).filter(([, value]) => value !== undefined))

/** Whether the provider accepts a value. An unknown value passes, so that the provider itself accepts or rejects it. */
function isTaken(row: KnobRow, path: string, value: unknown): boolean {
  if (row.takes?.includes(path) === true || knobReadings.get(path)?.(value) === undefined) return true
  const { effort, toggle } = row
  const values = [
    ...(effort?.path === path ? [...Object.keys(effort.words), ...Object.values(effort.words)] : []),
    ...(toggle?.path === path ? [toggle.on, toggle.off] : []),
  ]
  if (values.length > 0) return values.includes(value)
  return [row.budget, row.hide, row.show].some((field) => field?.path === path)
}
