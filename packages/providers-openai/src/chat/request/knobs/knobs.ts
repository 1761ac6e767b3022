import type { KnobReport, Knobs } from '@reason/core/conversation'
import { getPath, withPath, isLoose, isSame, type Loose } from '@reason/wire-kit'
import { isKnown } from '../../../shared/by-model.ts'
import type { KnobRow } from '../../dialect/knob-row.ts'
import { dialectOf } from '../../find-dialect.ts'
import { unknownThinking } from '../../unknown-provider.ts'
import { knobRowFor } from '../dialect-rows.ts'
import { knobPaths, knobReadings, readKnobs } from './knob-fields.ts'
import { planKnobs } from './knob-plan.ts'

/**
 * Writes the knobs into a body in the provider's own fields. Fields that the body already has stay unchanged, as long as
 * the provider understands them and they match the knobs.
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

/** Returns objects with reasoning settings for other providers that this provider does not read. */
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

/** Returns the fields of a body that set the amount of thinking, by path. */
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
