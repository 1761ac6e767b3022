import { efforts as allEfforts } from '@reason/core/conversation'
import type { ModelLimit } from '@reason/gateway-api'
import { budgetWithin, isEffort, withPath } from '@reason/wire-kit'
import { asList, asObject, isObject, type Json } from '../../json.ts'
import { withInstructionsAsked } from './instructions-asked.ts'
import { converseChoice, effortPaths, mimePath, nestedFields, schemaPaths } from './limited-fields.ts'
import type { Fits } from './fit.ts'
import type { RequestDraft } from './request-draft.ts'
import { forcesTool, isOfAnthropic, namesJson, thinkingType, withoutNested } from './request-fields.ts'
import type { streamFits } from './stream-limits.ts'
import { fitEffort, leastBudget } from './thinking-limits.ts'

/** Limits of single parameters. */
export const settingFits: Fits<
  Exclude<ModelLimit['kind'], keyof typeof streamFits | 'mandatory' | 'efforts' | 'thinking-type' | 'thoughts-back'>
> = {
  without({ set }, { path, withTools }) {
    for (const one of path === mimePath ? [mimePath, ...schemaPaths] : [path]) set(one, undefined, `refuses ${one}${ifTools(withTools)}`)
  },
  value(draft, { path, value, withTools }) {
    const why = `accepts no other ${path}${ifTools(withTools)}`
    if (path === 'tool_choice') return fitChoice(draft, value, why)
    // A switch replaces a grade.
    if (value !== true || typeof draft.at(path) === 'string') draft.set(path, value, why)
  },
  renamed({ at, set }, { path, to }) {
    if (at(path) === undefined) return
    set(to, at(to) ?? at(path), `expects ${to} in place of ${path}`)
    set(path, undefined, `expects ${to}`)
  },
  exclusive({ at, body, set }, { kept, left }) {
    if (!(occasions.get(kept)?.(body()) ?? at(kept) !== undefined)) return
    set(left, switches.has(left) ? false : undefined, `accepts ${kept} or ${left}, not both`)
  },
  not(draft, { path, value }, { efforts, refusedEfforts }) {
    if (draft.at(path) !== value) return
    const why = `refuses ${JSON.stringify(value)} for ${path}`
    // Which efforts are left is a guess, too far from `none`: the model then thinks as by default.
    const known = efforts.length === 0 && value !== 'none' ? allEfforts : efforts
    const others = known.filter((effort) => !refusedEfforts.has(effort))
    if (effortPaths.includes(path) && isEffort(value)) fitEffort(draft, others, why)
    else draft.set(path, undefined, why)
  },
  'at-most': (draft, { path, most }) => fitNumber(draft, path, most),
  nested: (draft, { field }) => dropNested(draft, field),
  'tool-type'({ at, body, model, replace }, { type }) {
    const left = asList(at('tools')).filter((tool) => asObject(tool)['type'] !== type)
    if (left.length === asList(at('tools')).length) return
    const rest = withPath(body(), 'tools', left.length === 0 ? undefined : left)
    const isChosen = left.length === 0 || asObject(at('tool_choice'))['type'] === type
    replace(isChosen ? withPath(rest, 'tool_choice', undefined) : rest, `${model} refuses tools of type ${type}: they were left out.`)
  },
  'schema-only'({ at, set }) {
    if (at('response_format.type') === 'json_object') set('response_format', anyObject, 'accepts JSON only with a schema')
  },
  'no-schema'({ at, body, set }) {
    if (at('response_format.type') !== 'json_schema') return
    // OpenAI's rule, also of others: the prompt must contain the word JSON.
    set('response_format', namesJson(body()) ? { type: 'json_object' } : undefined, 'accepts no schema')
  },
  'no-instructions'({ body, model, replace }) {
    const asked = withInstructionsAsked(body())
    if (asked !== undefined) replace(asked, `${model} accepts no instructions: they are part of the first message.`)
  },
}

/** Limits of requests that do more than set a parameter. */
const occasions: ReadonlyMap<string, (body: Json) => boolean> = new Map([
  ['tool_choice', forcesTool],
  ['prefill', (body) => asObject(asList(body['messages']).at(-1))['role'] === 'assistant'],
  ['no thinking', (body) => !['enabled', 'adaptive'].includes(thinkingType(body) as string)],
])

const ifTools = (withTools: true | undefined): string => (withTools === true ? ' together with tools' : '')

/** Replaces a forced tool. "required" in place of a named tool also withdraws the other tools. */
function fitChoice({ at, body, set }: RequestDraft, value: unknown, why: string): void {
  if (!forcesTool(body())) return
  if (at(converseChoice) !== undefined) return set(converseChoice, { auto: {} }, why)
  if (value !== 'required') return set('tool_choice', isOfAnthropic(body()) ? { type: value } : value, why)
  const choice = at('tool_choice')
  if (!isObject(choice)) return
  const named = asList(at('tools')).filter((tool) => nameOf(asObject(tool)) === nameOf(choice))
  if (named.length > 0) set('tools', named, 'accepts no named tool, so no other is offered')
  set('tool_choice', 'required', 'accepts no named tool')
}

const nameOf = (tool: Json): unknown => asObject(tool['function'])['name'] ?? tool['name']

function fitNumber({ at, set }: RequestDraft, path: string, most: number): void {
  const value = at(path)
  if (typeof value !== 'number' || value <= most) return
  const why = `accepts at most ${most}`
  set(path, most, why)
  const budget = at('thinking.budget_tokens')
  if (typeof budget !== 'number' || budget < most) return
  if (budgetWithin(most) >= leastBudget) set('thinking.budget_tokens', budgetWithin(most), why)
  else set('thinking', undefined, why)
}

function dropNested({ at, body, model, replace }: RequestDraft, field: string): void {
  const where = nestedFields.get(field)
  const holders = where === 'tools' ? ['tools'] : ['messages', 'input', ...(where === 'both' ? ['system', 'tools', 'toolConfig'] : [])]
  const changed = holders.flatMap((holder) => {
    const before = at(holder)
    const after = withoutNested(before, field.split('.'))
    return after === before ? [] : [[holder, after] as const]
  })
  if (changed.length === 0) return
  replace(
    { ...body(), ...Object.fromEntries(changed) },
    `${model} refuses ${field} in ${where === 'tools' ? 'tools' : 'messages'}: it was left out.`,
  )
}

/** A format of JSON objects for servers that want a schema. */
const anyObject = { type: 'json_schema', json_schema: { name: 'answer', schema: { type: 'object' } } }

/** Settings that are turned off instead of being left out, as their absence means thinking. */
const switches: ReadonlySet<string> = new Set(['enable_thinking', 'chat_template_kwargs.enable_thinking'])
