import type { ModelLimit } from '@reason/gateway-api'
import { budgetFor, budgetWithin, effortFor, isEffort, nearestEffort } from '@reason/wire-kit'
import { asList, asObject, isObject, type Json } from '../../json.ts'
import { withInstructionsAsked } from './instructions-asked.ts'

export type { ModelLimit }

/** Limits of output tokens, in each API. */
export const maxTokens: readonly string[] = [
  'max_completion_tokens',
  'max_tokens',
  'max_output_tokens',
  'generationConfig.maxOutputTokens',
  'inferenceConfig.maxTokens',
]

/** Settings that may be changed or removed. None of them holds text of a user. */
export const settings: readonly string[] = [
  'thinking.type',
  'thinking.budget_tokens',
  'thinking.display',
  'thinking',
  'output_config.effort',
  'output_config.format',
  'output_config',
  'reasoning.effort',
  'reasoning.summary',
  'reasoning.max_tokens',
  'reasoning.enabled',
  'reasoning',
  'reasoning_effort',
  ...maxTokens,
  'temperature',
  'top_p',
  'top_k',
  'min_p',
  'presence_penalty',
  'frequency_penalty',
  'repetition_penalty',
  'logit_bias',
  'top_logprobs',
  'logprobs',
  'seed',
  'stop_sequences',
  'stop',
  'parallel_tool_calls',
  'verbosity',
  'service_tier',
  // Switches of open models' hosts.
  'enable_thinking',
  'thinking_budget',
  'thinking_budget_tokens',
  'reasoning_budget',
  'repeat_penalty',
  'min_tokens',
  'chat_template_kwargs',
  'reasoning_format',
  'include_reasoning',
  // Only at routers.
  'provider',
  'transforms',
  'plugins',
  'usage',
  // Only in OpenAI's APIs.
  'store',
  'metadata',
  'user',
  'prediction',
  'prompt_cache_key',
  'prompt_cache_retention',
  'prompt_cache_options',
  'safety_identifier',
  'web_search_options',
  'modalities',
  'moderation',
  'text.verbosity',
  'truncation',
  'client_metadata',
  'include',
  'stream_options',
  'max_tool_calls',
  // Only in Anthropic's API.
  'context_management',
  'cache_control',
  'diagnostics',
  'speed',
  // In the APIs of Gemini, Converse and Ollama.
  ...[
    'thinkingConfig.thinkingBudget',
    'thinkingConfig.thinkingLevel',
    'thinkingConfig.includeThoughts',
    'temperature',
    'topP',
    'topK',
    'presencePenalty',
    'frequencyPenalty',
    'responseLogprobs',
    'logprobs',
    'seed',
  ].map((name) => `generationConfig.${name}`),
  'inferenceConfig.temperature',
  'inferenceConfig.topP',
  'inferenceConfig.stopSequences',
  'additionalModelRequestFields.top_k',
  'additionalModelRequestFields.output_config.effort',
  'toolConfig.toolChoice',
  'think',
]

/**
 * Fields inside the conversation and its tools that may be removed, and where. Clients of one provider send them to others: Claude Code its
 * options of tools and cache marks, and libraries the whole message of an earlier answer.
 */
export const nestedFields: ReadonlyMap<string, 'messages' | 'tools' | 'both'> = new Map([
  ['cache_control.scope', 'both'],
  ['cache_control.ttl', 'both'],
  ['cache_control', 'both'],
  ...['strict', 'eager_input_streaming', 'defer_loading', 'input_examples', 'allowed_callers'].map((name) => [name, 'tools'] as const),
  ...['reasoning_content', 'reasoning_details', 'reasoning', 'refusal', 'annotations', 'audio', 'thinking_blocks'].map(
    (name) => [name, 'messages'] as const,
  ),
  ...['provider_specific_fields', 'function_call', 'prefix'].map((name) => [name, 'messages'] as const),
])

/** Setting with which Gemini's thinking is turned off. */
export const budgetPath = 'generationConfig.thinkingConfig.thinkingBudget'

/** Gemini's settings for JSON: the type of the answer, and its schema. */
export const mimePath = 'generationConfig.responseMimeType'
const schemaPaths = ['generationConfig.responseJsonSchema', 'generationConfig.responseSchema']

/** Path of the fields of a model's own API in a request of Converse. */
export const ofConverse = 'additionalModelRequestFields.'

export const effortPaths: readonly string[] = ['output_config.effort', 'reasoning.effort', 'reasoning_effort']

export function valueAt(holder: unknown, path: string): unknown {
  let value: unknown = holder
  for (const name of path.split('.')) value = asObject(value)[name]
  return value
}

/** A copy with the value at the path. Undefined removes the field, and objects that become empty. */
function withValue(holder: Json, path: string, value: unknown): Json {
  const [name = '', ...rest] = path.split('.')
  const inner = rest.length === 0 ? value : withValue(asObject(holder[name]), rest.join('.'), value)
  const isGone = inner === undefined || (rest.length > 0 && isObject(inner) && Object.keys(inner).length === 0)
  if (!isGone) return { ...holder, [name]: inner }
  const { [name]: _, ...others } = holder
  return others
}

export interface Mended {
  json: Json
  /** Changes and their reasons, in the gateway's own words. A provider's message may quote user text. */
  notes: readonly string[]
}

/**
 * Changes a request to fit the limits of its model. `notes` is empty if nothing changed.
 *
 * @param streaming - Fields that request a stream, which the gateway collects.
 */
export function withinLimits(json: Json, model: string, limits: readonly ModelLimit[], streaming: Json = { stream: true }): Mended {
  const notes: string[] = []
  let body = json
  const set = (path: string, value: unknown, why: string): void => {
    if (valueAt(body, path) === value) return
    body = withValue(body, path, value)
    notes.push(`${model} ${why}: ${path} ${value === undefined ? 'was left out' : `is ${JSON.stringify(value)}`}.`)
  }
  const refusedTypes = new Set(limits.flatMap((limit) => (limit.kind === 'thinking-type' ? [limit.type] : [])))
  const isMandatory = limits.some(({ kind }) => kind === 'mandatory') || refusedTypes.has('disabled')
  /** Path of the settings of Claude, which Converse nests. */
  const at = valueAt(json, `${ofConverse}thinking`) === undefined ? '' : ofConverse
  const efforts = limits.flatMap((limit) => (limit.kind === 'efforts' ? limit.efforts.filter(isEffort) : []))

  if (isMandatory) keepThinking()
  for (const limit of limits) mend(limit)
  return { json: body, notes }

  function mend(limit: ModelLimit): void {
    switch (limit.kind) {
      case 'efforts':
        return fitEffort()
      case 'thinking-type':
        return limit.type === 'disabled' ? undefined : otherType(limit.type)
      case 'without':
        if (limit.withTools === true && !hasTools(body)) return
        // Gemini takes a schema only beside the type.
        for (const path of limit.path === mimePath ? [mimePath, ...schemaPaths] : [limit.path])
          set(path, undefined, `refuses ${path}${limit.withTools === true ? ' together with tools' : ''}`)
        return
      case 'value': {
        if (limit.withTools === true && !hasTools(body)) return
        const isChoice = limit.path === 'tool_choice'
        if (isChoice && !forcesTool(body)) return
        if (isChoice && limit.value === 'required') return requireTool()
        // A switch replaces a grade.
        if (limit.value === true && typeof valueAt(body, limit.path) !== 'string') return
        const value = isChoice && isOfAnthropic(body) ? { type: limit.value } : limit.value
        return set(limit.path, value, `accepts no other ${limit.path}${limit.withTools === true ? ' together with tools' : ''}`)
      }
      case 'renamed': {
        const value = valueAt(body, limit.path)
        if (value === undefined) return
        set(limit.to, valueAt(body, limit.to) ?? value, `expects ${limit.to} in place of ${limit.path}`)
        return set(limit.path, undefined, `expects ${limit.to}`)
      }
      case 'exclusive':
        if (valueAt(body, limit.kept) === undefined || (limit.kept === 'tool_choice' && !forcesTool(body))) return
        return set(limit.left, offValues.get(limit.left), `accepts ${limit.kept} or ${limit.left}, not both`)
      case 'not':
        if (valueAt(body, limit.path) !== limit.value) return
        return set(limit.path, undefined, `refuses ${JSON.stringify(limit.value)} for ${limit.path}`)
      case 'at-most':
        return fitNumber(limit.path, limit.most)
      case 'nested':
        return dropNested(limit.field)
      case 'whole': {
        if (body['stream'] !== true || (limit.withTools === true && !hasTools(body))) return
        const why = `only answers as a whole${limit.withTools === true ? ' if there are tools' : ''}`
        set('stream', false, why)
        return set('stream_options', undefined, why)
      }
      case 'schema-only':
        if (valueAt(body, 'response_format.type') !== 'json_object') return
        return set('response_format', anyObject, 'accepts JSON only with a schema')
      case 'no-schema':
        if (valueAt(body, 'response_format.type') !== 'json_schema') return
        // OpenAI's rule, also of others: the prompt must contain the word JSON.
        return set('response_format', namesJson(body) ? { type: 'json_object' } : undefined, 'accepts no schema')
      case 'no-instructions': {
        const asked = withInstructionsAsked(body)
        if (asked === undefined) return
        body = asked
        notes.push(`${model} accepts no instructions: they are part of the first message.`)
        return
      }
      case 'thoughts-back':
        return bringThoughts()
      case 'streams':
        return stream('only answers in streams')
      case 'streams-to-think':
        if (body['stream'] === true) return
        // A request that does not ask for thinking is sent with thinking off, which needs no stream.
        if (asksToThink(body) && (body['n'] ?? 1) === 1) return stream('only thinks in streams')
        return set('enable_thinking', false, 'only thinks in streams')
    }
  }

  function dropNested(field: string): void {
    const where = nestedFields.get(field)
    const holders = where === 'both' ? ['system', 'messages', 'tools'] : [where!]
    const changed = holders.flatMap((holder) => {
      const before = body[holder]
      const after = withoutNested(before, field.split('.'))
      return after === before ? [] : [[holder, after] as const]
    })
    if (changed.length === 0) return
    body = { ...body, ...Object.fromEntries(changed) }
    notes.push(`${model} refuses ${field} in ${where === 'tools' ? 'tools' : 'messages'}: it was left out.`)
  }

  /** Replaces a named tool by "required", and offers no other tool. */
  function requireTool(): void {
    const { tool_choice: choice, tools } = body
    if (!isObject(choice)) return
    const why = 'accepts no named tool'
    const name = nameOf(choice)
    const named = asList(tools).filter((tool) => nameOf(asObject(tool)) === name)
    if (named.length > 0) set('tools', named, `${why}, so no other is offered`)
    set('tool_choice', 'required', why)
  }

  function fitNumber(path: string, most: number): void {
    const value = valueAt(body, path)
    if (typeof value !== 'number' || value <= most) return
    const why = `accepts at most ${most}`
    set(path, most, why)
    const budget = valueAt(body, 'thinking.budget_tokens')
    if (typeof budget !== 'number' || budget < most) return
    // The smallest budget is 1,024 tokens.
    if (budgetWithin(most) >= 1024) set('thinking.budget_tokens', budgetWithin(most), why)
    else set('thinking', undefined, why)
  }

  /** Adds a blank thought to each message with calls, in the format of the request. An empty text counts as missing. */
  function bringThoughts(): void {
    if (valueAt(body, 'thinking.type') === 'disabled') return
    const before = asList(body['messages'])
    const messages = before.map(withThought)
    if (!messages.some((one, index) => one !== before[index])) return
    body = { ...body, messages }
    notes.push(`${model} requires reasoning with each tool call: a blank text was added to calls without it.`)
  }

  function stream(why: string): void {
    if (body['stream'] === true) return
    for (const [name, value] of Object.entries(streaming)) set(name, value, why)
  }

  function fitEffort(): void {
    for (const path of effortPaths) {
      const asked = valueAt(body, path)
      if (!isEffort(asked) || efforts.includes(asked)) continue
      // `none` stays off. Any other missing effort is replaced by the nearest one offered.
      const offered = asked === 'none' ? [] : efforts.filter((effort) => effort !== 'none')
      set(path, nearestEffort(asked, offered), `accepts the efforts ${efforts.length === 0 ? '(none)' : efforts.join(', ')}`)
    }
  }

  function otherType(type: string): void {
    const thinking = asObject(valueAt(body, `${at}thinking`))
    if (thinking['type'] !== type) return
    const { type: _, budget_tokens: budget, ...rest } = thinking
    const effort = valueAt(body, `${at}output_config.effort`)
    const why = `refuses thinking of the type "${type}"`
    if (type === 'enabled' && !refusedTypes.has('adaptive')) {
      set(`${at}thinking`, { ...rest, type: 'adaptive' }, why)
      const grade = typeof budget === 'number' && effort === undefined ? nearestEffort(effortFor(budget), efforts) : undefined
      if (grade !== undefined) set(`${at}output_config.effort`, grade, 'accepts an effort in place of a budget')
      return
    }
    const tokens = budgetFor(isEffort(effort) ? effort : 'medium')
    const most = body['max_tokens'] ?? valueAt(body, 'inferenceConfig.maxTokens')
    const room = typeof most === 'number' ? Math.min(tokens, budgetWithin(most)) : tokens
    // The smallest budget is 1,024 tokens.
    if (type === 'adaptive' && !refusedTypes.has('enabled') && room >= 1024)
      set(`${at}thinking`, { ...rest, type: 'enabled', budget_tokens: room }, why)
    else set(`${at}thinking`, undefined, why)
  }

  /** Replaces a request for no thinking by the least thinking possible. */
  function keepThinking(): void {
    const why = 'always thinks'
    const isOff = valueAt(body, 'thinking.type') === 'disabled'
    const least = nearestEffort(
      'minimal',
      efforts.filter((effort) => effort !== 'none'),
    )
    if (isOff) {
      set('thinking', undefined, why)
      if (least !== undefined) set('output_config.effort', least, why)
      // Thinking was turned off to force a call. Providers refuse both together.
      if (forcesTool(body)) set('tool_choice', { type: 'auto' }, `${why}, so no tool can be forced`)
    }
    if (valueAt(body, budgetPath) === 0) set(budgetPath, undefined, why)
    if (valueAt(body, 'reasoning.enabled') === false) set('reasoning.enabled', undefined, why)
    for (const path of effortPaths) if (valueAt(body, path) === 'none') set(path, least, why)
  }
}

/** A message with calls and a blank thought, if it had none. Other messages: the message itself. */
function withThought(message: unknown): unknown {
  const { tool_calls: calls, reasoning_content: thought, content, role } = asObject(message)
  if (asList(calls).length > 0) return thought ? message : { ...asObject(message), reasoning_content: ' ' }
  const types = asList(content).map((block) => asObject(block)['type'])
  if (role !== 'assistant' || !types.includes('tool_use') || types.some((type) => thoughts.has(type))) return message
  return { ...asObject(message), content: [{ type: 'thinking', thinking: ' ', signature: '' }, ...asList(content)] }
}

const thoughts: ReadonlySet<unknown> = new Set(['thinking', 'redacted_thinking'])

/** A format of JSON objects for servers that want a schema. */
const anyObject = { type: 'json_schema', json_schema: { name: 'answer', schema: { type: 'object' } } }

/** Fields whose content holds further fields of the API. Arguments and schemas are the user's. */
const inside = ['content', 'function', 'custom']

/** A copy without a field of messages, blocks or tools. Without a change: the value itself. */
function withoutNested(value: unknown, [name = '', ...rest]: readonly string[]): unknown {
  if (Array.isArray(value)) {
    const list = value.map((one: unknown) => withoutNested(one, [name, ...rest]))
    return list.some((one, index) => one !== value[index]) ? list : value
  }
  if (!isObject(value)) return value
  let changed = value
  if (value[name] !== undefined) {
    const { [name]: held, ...others } = value
    if (rest.length === 0) changed = others
    else if (isObject(held) && held[rest[0]!] !== undefined) changed = { ...value, [name]: withValue(held, rest[0]!, undefined) }
  }
  for (const field of inside) {
    if (typeof changed[field] !== 'object') continue
    const inner = withoutNested(changed[field], [name, ...rest])
    if (inner !== changed[field]) changed = { ...changed, [field]: inner }
  }
  return changed
}

const nameOf = (tool: Json): unknown => asObject(tool['function'])['name'] ?? tool['name']

const namesJson = ({ messages }: Json): boolean =>
  asList(messages).some((message) => /json/i.test(JSON.stringify(asObject(message)['content'])))

const isOfAnthropic = ({ tool_choice: choice }: Json): boolean => ['any', 'tool'].includes(asObject(choice)['type'] as string)

/** True if the request forces a tool call, in Anthropic's or OpenAI's format. */
export const forcesTool = ({ tool_choice: choice }: Json): boolean =>
  choice === 'required' || ['any', 'tool', 'function'].includes(asObject(choice)['type'] as string)

/** Values that turn a setting off instead of leaving it out, for settings whose absence means thinking. */
const offValues: ReadonlyMap<string, false> = new Map([['enable_thinking', false]])

function asksToThink(body: Json): boolean {
  const efforts = effortPaths.map((path) => valueAt(body, path)).filter((effort) => effort !== undefined)
  const switched = body['enable_thinking'] ?? valueAt(body, 'chat_template_kwargs.enable_thinking')
  if (switched !== undefined) return switched === true
  return (
    valueAt(body, 'thinking.type') === 'enabled' || body['thinking_budget'] !== undefined || efforts.some((effort) => effort !== 'none')
  )
}

function hasTools(body: Json): boolean {
  const tools = body['tools'] ?? valueAt(body, 'toolConfig.tools')
  return Array.isArray(tools) && tools.length > 0
}
