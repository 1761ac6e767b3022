import { efforts } from '@reason/core/conversation'
import { excerptOf } from '../values/excerpt.ts'
import { isBoolean, isList, isNumber, isString, isStrings } from '../values/guards.ts'
import { isLoose, isText } from '../values/loose.ts'

/** Check whether a value is usable, and the description of an unusable one. */
type Rule = readonly [isUsable: (value: unknown, path: string) => boolean, what: string]

const oneOf =
  (...words: readonly string[]) =>
  (value: unknown): boolean =>
    isString(value) && words.includes(value)

const number: Rule = [isNumber, 'no number']
const flag: Rule = [isBoolean, 'neither true nor false']
const text: Rule = [isText, 'no text']
const list: Rule = [isList, 'no list']
const objects: Rule = [(value) => isList(value) && value.every(isLoose), 'no list of objects']
const texts: Rule = [isStrings, 'no list of texts']
/** `default` is Groq's own value. */
const isEffort = oneOf(...efforts, 'default')
const effort: Rule = [isEffort, 'no effort that is known']
const any: Rule = [() => true, '']

/** Checks of fields that a conversation has: messages and tools, their use, sampling, and knobs. */
const rules: ReadonlyMap<string, Rule> = new Map(
  (
    [
      ['messages', objects],
      ['contents functions tools', list],
      ['input system', [(value) => isText(value) || isList(value), 'no text and no list']],
      ['instructions', text],
      ['cache_control model modelId systemInstruction system_instruction stream_options', any],
      ['format output_format', [(value) => isLoose(value) || value === 'json', 'no format']],
      ['response_format', [isFormat, 'no format that is known']],
      ['textFormat responseFormat responseJsonSchema responseMimeType responseSchema response_mime_type', any],
      ['function_call tool_choice', [isChoice, 'no choice among functions']],
      ['functionCallingConfig toolChoice', any],
      ['maxOutputTokens maxTokens max_completion_tokens max_output_tokens max_tokens num_predict', number],
      ['candidateCount k n p random_seed seed temperature topK topP top_k top_p', number],
      ['frequencyPenalty frequency_penalty presencePenalty presence_penalty min_p repeat_penalty repetition_penalty', number],
      ['stop', [(value) => isText(value) || (isList(value) && value.every(isText)), 'no text and no list of texts']],
      ['stopSequences stop_sequences', texts],
      ['budget_tokens reasoning_budget_tokens thinkingBudget thinking_budget thinking_budget_tokens', number],
      ['thinking_token_budget token_budget', number],
      ['parallel_tool_calls stream', flag],
      ['disable_reasoning enable_thinking enabled exclude include_reasoning includeThoughts include_thoughts', flag],
      ['effort maxReasoningEffort reasoning_effort', effort],
      ['think', [(value) => isBoolean(value) || isEffort(value), 'neither true, false nor an effort']],
      // `thinking` is a template argument here. Elsewhere it is an object, whose fields are checked one by one.
      ['thinking', [(value, path) => path === 'chat_template_kwargs.' && isBoolean(value), 'nothing that is known']],
      ['type', [oneOf('enabled', 'adaptive', 'disabled'), 'nothing that is known']],
      ['display', [oneOf('summarized', 'omitted'), 'nothing that is known']],
      ['generate_summary reasoning_format summary thinkingLevel thinking_level thinking_summaries', text],
    ] satisfies [names: string, rule: Rule][]
  ).flatMap(([names, rule]) => names.split(' ').map((name) => [name, rule] as const)),
)

/** Fields with text of the conversation. Messages name their type, and never quote their value. */
const conversations: ReadonlySet<string> = new Set(['contents', 'input', 'instructions', 'messages', 'system'])

/**
 * Returns the reason why a setting cannot be written in another format, to be appended to its name. Empty if only its
 * own format has the setting. Undefined if a conversation has a field for it.
 *
 * @param path - Path of the containing object, with a dot at the end.
 */
export function problemOf(name: string, value: unknown, path: string): string | undefined {
  const rule = rules.get(name)
  if (rule === undefined) return ''
  const [isUsable, what] = rule
  if (isUsable(value, path)) return undefined
  return ` (${conversations.has(name) ? kindOf(value) : excerptOf(value)} is ${what})`
}

const kindOf = (value: unknown): string =>
  isList(value) ? 'a list' : isLoose(value) ? 'an object' : isString(value) ? 'text' : String(value)

function isFormat(value: unknown): boolean {
  if (isList(value)) return true
  return isLoose(value) && (value.type !== 'json_schema' || isLoose(value.json_schema))
}

/** True for a valid tool choice: a mode, or the name of a function, in any format's shape. */
function isChoice(value: unknown): boolean {
  if (isString(value)) return modes.has(value.toLowerCase())
  if (!isLoose(value)) return false
  const { type } = value
  if (isString(type) && (modes.has(type) || type === 'allowed_tools')) return true
  return [value, value.function, value.custom].some((one) => isLoose(one) && isText(one.name)) || value.allowed_tools !== undefined
}

const modes: ReadonlySet<string> = new Set(['auto', 'none', 'required', 'any', 'validated'])
