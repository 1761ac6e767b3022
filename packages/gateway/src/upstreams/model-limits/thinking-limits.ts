import type { Effort } from '@reason/core/conversation'
import { budgetFor, budgetWithin, effortFor, isEffort, nearestEffort } from '@reason/wire-kit'
import { asList, asObject } from '../../json.ts'
import { budgetPath, converseChoice, effortPaths, ofConverse } from './limited-fields.ts'
import type { RequestDraft } from './request-draft.ts'
import { forcesTool, thinkingType } from './request-fields.ts'

/** Smallest budget of thinking that Anthropic accepts, in tokens. */
export const leastBudget = 1024

export function fitEffort(
  { at, set }: RequestDraft,
  efforts: readonly Effort[],
  why = `accepts the efforts ${efforts.length === 0 ? '(none)' : efforts.join(', ')}`,
): void {
  for (const path of effortPaths) {
    const asked = at(path)
    if (!isEffort(asked) || efforts.includes(asked)) continue
    // Without a word for off, the model makes the least effort, as in the tables of providers.
    set(path, nearestEffort(asked, wordsOn(efforts)), why)
  }
}

const wordsOn = (efforts: readonly Effort[]): readonly Effort[] => efforts.filter((effort) => effort !== 'none')

/** Path before Claude's settings, which Converse nests. */
const prefixOf = (at: RequestDraft['at']): string => (at(`${ofConverse}thinking`) === undefined ? '' : ofConverse)

/** Replaces a refused type of Claude's thinking by the other one, or leaves thinking out. */
export function replaceType(draft: RequestDraft, type: string, refusedTypes: ReadonlySet<string>, efforts: readonly Effort[]): void {
  const { at, set } = draft
  const prefix = prefixOf(at)
  const thinking = asObject(at(`${prefix}thinking`))
  if (thinking['type'] !== type) return
  const { type: _, budget_tokens: budget, ...rest } = thinking
  const effort = at(`${prefix}output_config.effort`)
  const why = `refuses thinking of the type "${type}"`
  if (type === 'enabled' && !refusedTypes.has('adaptive')) {
    set(`${prefix}thinking`, { ...rest, type: 'adaptive' }, why)
    const grade = typeof budget === 'number' && effort === undefined ? nearestEffort(effortFor(budget), wordsOn(efforts)) : undefined
    if (grade !== undefined) set(`${prefix}output_config.effort`, grade, 'accepts an effort in place of a budget')
    return
  }
  if (type === 'between_tools' && !refusedTypes.has('disabled')) return set(`${prefix}thinking`, { type: 'disabled' }, why)
  const tokens = budgetFor(isEffort(effort) ? effort : 'medium')
  const most = at('max_tokens') ?? at('inferenceConfig.maxTokens')
  const room = typeof most === 'number' ? Math.min(tokens, budgetWithin(most)) : tokens
  const canBudget = type === 'adaptive' && !refusedTypes.has('enabled') && room >= leastBudget
  set(`${prefix}thinking`, canBudget ? { ...rest, type: 'enabled', budget_tokens: room } : undefined, why)
}

/**
 * Replaces a request for no thinking by the least thinking possible.
 *
 * @param isBetweenTools - The model has the type `between_tools`, with which it only reports progress.
 */
export function keepThinking({ at, body, set }: RequestDraft, efforts: readonly Effort[], isBetweenTools = false): void {
  const why = 'always thinks'
  const least = nearestEffort('minimal', wordsOn(efforts))
  if (thinkingType(body()) === 'disabled') {
    const prefix = prefixOf(at)
    if (isBetweenTools) set(`${prefix}thinking`, { type: 'between_tools' }, 'turns thinking off by another type')
    else set(`${prefix}thinking`, undefined, why)
    if (least !== undefined && !isBetweenTools) set(`${prefix}output_config.effort`, least, why)
    // Thinking was turned off to force a call. Providers refuse both together.
    const isConverse = at(converseChoice) !== undefined
    if (forcesTool(body()))
      set(isConverse ? converseChoice : 'tool_choice', isConverse ? { auto: {} } : { type: 'auto' }, `${why}, so no tool can be forced`)
  }
  if (at(budgetPath) === 0) set(budgetPath, undefined, why)
  if (at('reasoning.enabled') === false) set('reasoning.enabled', undefined, why)
  for (const path of effortPaths) if (at(path) === 'none') set(path, least, why)
}

/** Adds a blank thought to calls, in the format of the request, and in Chat Completions to all answers beside them. An empty text counts as missing. */
export function addThoughts({ at, body, model, replace }: RequestDraft): void {
  if (at('thinking.type') === 'disabled') return
  const before = asList(at('messages'))
  const hasCalls = before.some((message) => asList(asObject(message)['tool_calls']).length > 0)
  const messages = before.map((message) => withThought(message, hasCalls))
  if (!messages.some((one, index) => one !== before[index])) return
  replace({ ...body(), messages }, `${model} requires reasoning with each tool call: a blank text was added where it was missing.`)
}

/** An answer with a blank thought, if it had none. Other messages: the message itself. */
function withThought(message: unknown, isChat: boolean): unknown {
  const { reasoning_content: thought, content, role } = asObject(message)
  if (isChat) return role !== 'assistant' || thought ? message : { ...asObject(message), reasoning_content: ' ' }
  const types = asList(content).map((block) => asObject(block)['type'])
  if (role !== 'assistant' || !types.includes('tool_use') || types.some((type) => thoughts.has(type))) return message
  return { ...asObject(message), content: [{ type: 'thinking', thinking: ' ', signature: '' }, ...asList(content)] }
}

const thoughts: ReadonlySet<unknown> = new Set(['thinking', 'redacted_thinking'])
