import type { ModelLimit } from '@reason/gateway-api'
import { budgetWithin, isEffort } from '@reason/wire-kit'
import { asList, asObject, isObject, type Json } from '../../json.ts'
import { withInstructionsAsked } from './instructions-asked.ts'
import { mimePath, nestedFields, schemaPaths } from './limited-fields.ts'
import { createRequestDraft, type RequestDraft } from './request-draft.ts'
import { asksToThink, forcesTool, hasTools, isOfAnthropic, namesJson, withoutNested } from './request-fields.ts'
import { addThoughts, fitEffort, keepThinking, leastBudget, replaceType } from './thinking-limits.ts'

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
export function withinLimits(json: Json, model: string, limits: readonly ModelLimit[], streaming: Json = { stream: true }): FittedBody {
  const draft = createRequestDraft(json, model)
  const refusedTypes = new Set(limits.flatMap((limit) => (limit.kind === 'thinking-type' ? [limit.type] : [])))
  const efforts = limits.flatMap((limit) => (limit.kind === 'efforts' ? limit.efforts.filter(isEffort) : []))
  const isMandatory = limits.some(({ kind }) => kind === 'mandatory') || refusedTypes.has('disabled')

  if (isMandatory) keepThinking(draft, efforts)
  for (const limit of limits) fit(limit)
  return { json: draft.body(), notes: draft.notes }

  function fit(limit: ModelLimit): void {
    const { at, body, replace, set } = draft
    const isOfTools = 'withTools' in limit && limit.withTools === true
    if (isOfTools && !hasTools(body())) return
    const withTools = isOfTools ? ' together with tools' : ''
    switch (limit.kind) {
      case 'efforts':
        return fitEffort(draft, efforts)
      case 'thinking-type':
        return limit.type === 'disabled' ? undefined : replaceType(draft, limit.type, refusedTypes, efforts)
      case 'thoughts-back':
        return addThoughts(draft)
      case 'without':
        for (const path of limit.path === mimePath ? [mimePath, ...schemaPaths] : [limit.path])
          set(path, undefined, `refuses ${path}${withTools}`)
        return
      case 'value':
        if (limit.path === 'tool_choice') return fitChoice(draft, limit.value, `accepts no other tool_choice${withTools}`)
        // A switch replaces a grade.
        if (limit.value === true && typeof at(limit.path) !== 'string') return
        return set(limit.path, limit.value, `accepts no other ${limit.path}${withTools}`)
      case 'renamed':
        if (at(limit.path) === undefined) return
        set(limit.to, at(limit.to) ?? at(limit.path), `expects ${limit.to} in place of ${limit.path}`)
        return set(limit.path, undefined, `expects ${limit.to}`)
      case 'exclusive':
        if (at(limit.kept) === undefined || (limit.kept === 'tool_choice' && !forcesTool(body()))) return
        return set(limit.left, offValues.get(limit.left), `accepts ${limit.kept} or ${limit.left}, not both`)
      case 'not':
        return at(limit.path) === limit.value
          ? set(limit.path, undefined, `refuses ${JSON.stringify(limit.value)} for ${limit.path}`)
          : undefined
      case 'at-most':
        return fitNumber(draft, limit.path, limit.most)
      case 'nested':
        return dropNested(draft, limit.field)
      case 'whole': {
        if (at('stream') !== true) return
        const why = `only answers as a whole${isOfTools ? ' if there are tools' : ''}`
        set('stream', false, why)
        return set('stream_options', undefined, why)
      }
      case 'schema-only':
        return at('response_format.type') === 'json_object'
          ? set('response_format', anyObject, 'accepts JSON only with a schema')
          : undefined
      case 'no-schema':
        if (at('response_format.type') !== 'json_schema') return
        // OpenAI's rule, also of others: the prompt must contain the word JSON.
        return set('response_format', namesJson(body()) ? { type: 'json_object' } : undefined, 'accepts no schema')
      case 'no-instructions': {
        const asked = withInstructionsAsked(body())
        return asked === undefined ? undefined : replace(asked, `${model} accepts no instructions: they are part of the first message.`)
      }
      case 'streams':
        return stream('only answers in streams')
      case 'streams-to-think':
        if (at('stream') === true) return
        // A request that does not ask for thinking is sent with thinking off, which needs no stream.
        if (asksToThink(body()) && (at('n') ?? 1) === 1) return stream('only thinks in streams')
        return set('enable_thinking', false, 'only thinks in streams')
    }
  }

  function stream(why: string): void {
    if (draft.at('stream') === true) return
    for (const [name, value] of Object.entries(streaming)) draft.set(name, value, why)
  }
}

/** Replaces a forced tool. "required" in place of a named tool also withdraws the other tools. */
function fitChoice({ at, body, set }: RequestDraft, value: unknown, why: string): void {
  if (!forcesTool(body())) return
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
  const holders = where === 'both' ? ['system', 'messages', 'tools'] : [where!]
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

/** Values that turn a setting off instead of leaving it out, for settings whose absence means thinking. */
const offValues: ReadonlyMap<string, false> = new Map([['enable_thinking', false]])
