import { efforts } from '@reason/core/conversation'
import type { ModelLimit } from '@reason/gateway-api'
import { isEffort, getPath } from '@reason/wire-kit'
import { asList, asObject, isObject, type Json } from '../../json.ts'
import { withInstructionsAsked } from './instructions-asked.ts'
import { budgetPath, effortPaths, maxTokens, mimePath, nestedFields, settings } from './limited-fields.ts'
import { isAt, isNamed, isOccasion } from './named-setting.ts'
import { refusalMessage } from './refusal-message.ts'
import { forcesTool, thinkingType } from './request-fields.ts'

/** Words of messages that refuse a setting. */
const refuses =
  /not (?:be |an? )?(?:supported|allowed|permitted|available|accepted|recogni[sz]ed|valid|set|used|specified|enabled|disabled|turned off)|unsupported|unavailable|unrecogni[sz]ed|unknown|unexpected|extra inputs|extra_forbidden|deprecated|invalid|cannot|can't|does not support|doesn't support|does not match|only|must (?:either )?be|should be|mandatory|may not|incompatible|restricted|(?:greater|less) than|not one of|requires adaptive|cannot find|no endpoints found|仅支持|不支持|非法|必须/i

/** A path into content of a user or a model, or into a tool. */
const places = /\b(?:messages|input|contents|system|tools)(?:\.|\[|\/|['"], )\d/

/** Rules between two settings of a request, which its client broke: `max_tokens` must be greater than `thinking.budget_tokens`. */
const comparisons = /must be (?:greater|less|larger|smaller) than [`'"]?(?:thinking\.)?(?:budget_tokens|max_tokens)/

/** Conflicts of a setting with another part of the request: llama.cpp's with an answer to continue, Anthropic's with thinking that is off. */
const conflicts: readonly (readonly [words: RegExp, kept: string, left: string])[] = [
  [/\bprefill is incompatible with enable_thinking\b/, 'prefill', 'chat_template_kwargs.enable_thinking'],
  [/\bclear_thinking_\d+`? strategy requires\b/, 'no thinking', 'context_management'],
]

/** Messages about the range of a value. The setting itself is accepted, so a client with a wrong value does not take it from others. */
const ranges =
  /(?:above maximum|below minimum) value|(?:less|greater) than or equal(?! to 0\.95 or unset)|must be (?:strictly |a )?(?:positive|between|[<>≤≥])|expected a value|out of range|取值范围|range: /i
const types =
  /invalid type|input should be a valid|expected (?:an?|one of) (?:\w+ )?(?:string|number|integer|decimal|object|boolean|array)\b/i

/** Words before a list of accepted values. */
const lists =
  /supported (?:values|levels|efforts)|should be|must be|one of|(?:allowed|valid|accepted|available) (?:values|levels|efforts)|(?:supports?|supported|allowed|valid|accepted|available): |\bonly\b|expected/i

/**
 * Reads the limit of a model from a refusal. Undefined: the refusal has another reason, or names no changeable setting of the request.
 *
 * @param body - Body of the refusal, at most a few kilobytes.
 * @param request - The parsed request.
 */
export function readRefusal(body: string, request: Json): ModelLimit | undefined {
  const { message: quoting, param } = refusalMessage(body)
  if (quoting === '' || quoting.length > longestMessage) return undefined
  const message = withoutQuotes(quoting, request)
  if (/(?:\breasoning_content\b|\]\.thinking\b).{0,40}\b(?:is missing|must be passed back)/.test(message)) return { kind: 'thoughts-back' }
  const conflict = conflicts.find(([words]) => words.test(message))
  if (conflict !== undefined) return { kind: 'exclusive', kept: conflict[1], left: conflict[2] }
  const early = ofStreams(message, request) ?? ofSize(message, request)
  if (early !== undefined) return early
  if (!refuses.test(message) || comparisons.test(message)) return undefined
  // Seals are handled elsewhere.
  if (/signature|encrypted/i.test(message) && param !== 'include') return undefined
  if (refusesInstructions(message, request)) return { kind: 'no-instructions' }
  const toolType = refusedToolType(message, param, request)
  if (toolType !== undefined) return { kind: 'tool-type', type: toolType }
  // Bedrock does not name the field.
  if (/\bnot allow prompt caching\b/i.test(message)) return { kind: 'nested', field: 'cachePoint' }
  // Other errors in the conversation are not about settings.
  if (places.test(message) || places.test(param ?? '')) return ofNested(`${param ?? ''} ${message}`)
  if (/json mode|response_format/i.test(message) && request['enable_thinking'] === true && /enable_thinking/.test(message))
    return { kind: 'exclusive', kept: 'response_format', left: 'enable_thinking' }
  const special =
    ofEffort(message) ??
    ofSwitch(message, request) ??
    ofForcedTool(message, request) ??
    ofThinking(message, request) ??
    ofSchema(message, request)
  if (special !== undefined) return special
  const named = settings.filter((one) => getPath(request, one) !== undefined && isNamed(one, message, param) && !isOccasion(one, message))
  // The name of an object is part of the paths of its fields.
  const paths = named.filter((path) => !named.some((other) => other !== path && other.startsWith(`${path}.`)))
  const [byName] = param === undefined ? paths : paths.toSorted((one, other) => Number(isAt(other, param)) - Number(isAt(one, param)))
  // `effort 'xhigh' is not supported with thinking.type 'between_tools'` also names the occasion.
  const isOfThinking = paths.every((one) => one.endsWith('effort') || one.startsWith('thinking'))
  const effort = isOfThinking ? paths.find((one) => namesEffort(message, getPath(request, one))) : undefined
  const path = effort ?? byName ?? namedByValue(message, request)
  // A value of a wrong type is a fault of one request, and so is a limit of output that is too low.
  if (path === undefined || types.test(message) || (maxTokens.includes(path) && ranges.test(message))) return undefined
  // In Chat Completions, routers have the object, and most others the effort alone.
  if (path === 'reasoning' && request['messages'] !== undefined && isEffort(getPath(request, 'reasoning.effort')))
    return { kind: 'renamed', path: 'reasoning.effort', to: 'reasoning_effort' }
  return limitOf(path, paths, message, getPath(request, path))
}

const longestMessage = 4000

/** Removes texts of the request that a message quotes, or begins to quote. With them, a client could take settings from all other clients. */
function withoutQuotes(message: string, value: unknown): string {
  if (typeof value === 'object' && value !== null) return Object.values(value).reduce<string>(withoutQuotes, message)
  // Names of settings, types and efforts are words alone.
  if (typeof value !== 'string' || value.length < shortestQuote || /^[\w.]*$/.test(value)) return message
  const at = message.indexOf(value.slice(0, shortestQuote))
  if (at === -1) return message
  let end = shortestQuote
  while (end < value.length && message[at + end] === value[end]) end++
  return message.slice(0, at) + message.slice(at + end)
}

const shortestQuote = 12

/** Finds an effort by its value, if the message lists accepted ones: `level "max" not supported, valid levels: low, medium, high`. */
const namedByValue = (message: string, request: Json): string | undefined =>
  effortPaths.find((path) => {
    const value = getPath(request, path)
    return isEffort(value) && new RegExp(`['"\`]${value}['"\`]`).test(message) && offeredIn(message, value).length > 1
  })

/** `Your organization must be verified to stream this model.` (OpenAI), `This model doesn't support tool use in streaming mode.` (Bedrock) */
const refusesStreams =
  /verified to stream|\bstream(?:ing)? is not supported|(?:not|n't) support (?:tool use (?:in|with|while) )?stream(?:ing)?\b/i

/**
 * `parameter.enable_thinking must be set to false for non-streaming calls` (DashScope), `enable thinking can not be support when stream=False`
 * (ModelScope), `This model only support stream mode`, `Stream must be set to true` (Codex's backend).
 */
function ofStreams(message: string, request: Json): ModelLimit | undefined {
  if (request['stream'] === true) return refusesStreams.test(message) ? { kind: 'whole', ...ofTools(message) } : undefined
  if (!/non-?streaming|非流式|stream ?= ?false|only supports? (?:the )?stream|\bstream must be\b/i.test(message)) return undefined
  // A model that only thinks refuses a request without thinking, too.
  return { kind: /thinking/i.test(message) && request['enable_thinking'] !== false ? 'streams-to-think' : 'streams' }
}

/** Numbers that a model limits, by their names in messages. */
const sizes: readonly (readonly [name: RegExp, paths: readonly string[]])[] = [
  [/\bthinking[_ ]?budget\b|\bbudget_tokens\b/i, [budgetPath, 'thinking_budget', 'thinking.budget_tokens']],
  [/\btop_?k\b/i, ['generationConfig.topK', 'top_k']],
  [/\bmax(?:imum)?[_ ]?(?:(?:output|completion|new)[_ ]?)?tokens\b|completion tokens/i, maxTokens],
]
/** Messages about prompt and output together: their limit depends on the prompt. */
const contexts = /context (?:length|window|size|limit)|context_length|\binputs?\b|\bprompt\b|\bmessages\b/i
const bounds =
  /(?:[>≤] ?|<= ?|at most |(?<!greater than or )equal to |limit of |maximum(?: value)?(?: of|:| is) |exceed |not greater than |between \d+ and |up to |\(inclusive\) to |\[\d+, ?)['"`]?(\d{1,9})(?!\d)(?:['"`])?( \(exclusive\))?/i

/**
 * `max_tokens: 64000 > 32000, which is the maximum` (Anthropic), `max_tokens is too large: 32000. This model supports at most 16384`
 * (OpenAI), `Range of max_tokens should be [1, 8192]` (DashScope, DeepSeek).
 */
function ofSize(message: string, request: Json): ModelLimit | undefined {
  const [, paths = []] = sizes.find(([name]) => name.test(message)) ?? []
  if (paths.length === 0 || contexts.test(message)) return undefined
  const [, number, exclusive] = bounds.exec(message) ?? []
  const most = Number(number) - (exclusive === undefined ? 0 : 1)
  const path = paths.find((one) => Number(getPath(request, one)) > most)
  return path === undefined || most < 1 ? undefined : { kind: 'at-most', path, most }
}

/** `This response_format type is unavailable now` (DeepSeek), `'response_format.type' must be 'json_schema' or 'text'` (LM Studio), `'response_format.type' : value is not one of the allowed values` (Groq). */
function ofSchema(message: string, request: Json): ModelLimit | undefined {
  const type = getPath(request, 'response_format.type')
  const path = type !== undefined ? 'response_format' : mimePath
  if (getPath(request, path) !== undefined && besideTools.test(message)) return { kind: 'without', path, withTools: true }
  if (type === 'json_object' && /\bresponse_format\b/.test(message) && /\bjson_schema\b/.test(message)) return { kind: 'schema-only' }
  const isNamed = type === 'json_schema' && /\bresponse_format\b|\bjson_schema\b/.test(message)
  return isNamed && isOfType(message) ? { kind: 'no-schema' } : undefined
}

const formats = String.raw`(?:json[_ ](?:mode|schema|object)|response[_ ](?:format|mime type)|structured outputs?)`
const joins = String.raw`\b[^.,;]{0,60}\b(?:with|and|when|while|if)\b[^.,;]{0,40}`

/**
 * `json mode cannot be combined with tool/function calling` (Groq), `"tools" is incompatible with "response_format"` (Cerebras), `Forced function
 * calling (ANY mode) with a response mime type: … is unsupported` (Gemini).
 */
const besideTools = new RegExp([formats + joins + '\\b(?:tool|function)', '\\b(?:tool|function)s?' + joins + formats].join('|'), 'i')

/** False for faults of one schema, which other schemas do not have: `Invalid schema for response_format 'o'`. */
const isOfType = (message: string): boolean => !/\bschema for\b|\bproperties\b|\brequired\b|\$ref|additionalProperties/.test(message)

/** Lists of accepted words of a tool choice: `Supported string values: none, auto, required` (LM Studio). */
const takesRequired =
  /(?:supported|allowed|accepted|valid|string) (?:string )?values?\b[^.]*\brequired\b|must be (?:a string|one of)[^.]*\brequired\b/i

/**
 * `tools.14.type` (LM Studio), `tools.3: Input tag 'web_search_20250305' found` (Anthropic), `Hosted tool 'web_search_preview' is not
 * supported` (OpenAI), `'type' of tool must be 'function'` (llama.cpp). Tools that clients run do not count, nor messages about two settings.
 */
function refusedToolType(message: string, param: string | undefined, request: Json): string | undefined {
  const types = asList(request['tools']).map((tool) => asObject(tool)['type'])
  const [, at] = /\btools(?:\.|\[)(\d{1,4})\]?(?:\.type\b|: Input tag ')/.exec(`${param ?? ''} ${message}`) ?? []
  const [, named] = /\btool(?: type)?:? ['"`]?(\w{1,64})/i.exec(message) ?? []
  const isOfTwo = /\b(?:effort|thinking|reasoning|json|format|stream\w*|together|combined)\b/i.test(message)
  const isHosted = (type: unknown): type is string =>
    typeof type === 'string' && type.length <= longestValue && !['function', 'custom', 'namespace'].includes(type)
  const hosted = isOfTwo ? [] : types.filter(isHosted)
  return hosted.find((type) => (at === undefined ? type === named || named === 'must' : type === types[Number(at)]))
}

/** `tools.0.custom.strict: Extra inputs are not permitted` (Anthropic), `messages.2 : property 'reasoning_content' is unsupported` (Groq). */
function ofNested(text: string): ModelLimit | undefined {
  const said = text.replaceAll('.ephemeral.', '.')
  const field = [...nestedFields.keys()].find((name) => new RegExp(`[.'"\`[]${name.replace('.', '\\.')}(?![\\w.])`).test(said))
  return field === undefined || !/extra|unsupported|unknown|unrecogni[sz]ed|not (?:permitted|allowed|supported)/i.test(said)
    ? undefined
    : { kind: 'nested', field }
}

/** `tool_choice 'required' is incompatible with thinking enabled` (Moonshot), `Thinking mode does not support this tool_choice` (DeepSeek). */
function ofForcedTool(message: string, request: Json): ModelLimit | undefined {
  if (!forcesTool(request) || !/\btool[_ ]choices?\b/i.test(message)) return undefined
  if (isObject(request['tool_choice']) && takesRequired.test(message)) return { kind: 'value', path: 'tool_choice', value: 'required' }
  // Claude is left out: for a forced tool, its thinking is turned off instead.
  const isClaude =
    asObject(request['thinking'])['type'] !== undefined && isObject(request['tool_choice']) && request['max_tokens'] !== undefined
  // `Tool choice must be auto` (Z.ai), `Unsupported tool_choice: …. Expected 'auto' or 'none'.` (Cerebras), `No endpoints found that support the provided
  // 'tool_choice' value.` (OpenRouter).
  const isOfForce = /incompatible|not support|no endpoints|only supports?|required or object|(?:expected|must) [^.]*\bauto\b|仅支持/i.test(
    message,
  )
  return isOfForce && !(isClaude && /force/i.test(message)) ? { kind: 'value', path: 'tool_choice', value: 'auto' } : undefined
}

/**
 * `To use function tools, use /v1/responses or set reasoning_effort to 'none'.` (OpenAI). A model with an effort of its own also refuses
 * requests that set none.
 */
function ofEffort(message: string): ModelLimit | undefined {
  const [, path, value] = /\bset ['"`]?([\w.]{1,40})['"`]? to ['"`]?(\w{1,20})\b/i.exec(message) ?? []
  if (path === undefined || value === undefined || !effortPaths.includes(path) || !isEffort(value)) return undefined
  return { kind: 'value', path, value, ...ofTools(message) }
}

/** `Store must be set to false` (Codex's backend), also in answer to a request without the setting. */
function ofSwitch(message: string, request: Json): ModelLimit | undefined {
  const [, name = ''] = /\b([a-z_]{1,40})['"`]? must be (?:set to )?['"`]?false\b(?! (?:when|if|for|while|with)\b)/i.exec(message) ?? []
  const path = name.toLowerCase()
  return settings.includes(path) && (request[path] ?? true) === true ? { kind: 'value', path, value: false } : undefined
}

/**
 * `Developer instruction is not enabled for models/gemma-3-27b-it` (Gemini), `This model doesn't support system messages.` (Bedrock),
 * `'messages[0].role' does not support 'system' with this model` (OpenAI).
 */
const refusesInstructions = (message: string, request: Json): boolean =>
  noInstructions.test(message) && !/\bmultiple\b|\bmore than one\b/i.test(message) && withInstructionsAsked(request) !== undefined

const instructions = String.raw`\b(?:system|developer) (?:role|message|prompt|instruction)s?\b`
const noInstructions = new RegExp(
  String.raw`${instructions}(?: is| are)? not (?:supported|enabled)|(?:not|n't) support (?:(?:the )?${instructions}|'system' with this model)`,
  'i',
)

const ofTools = (message: string): { withTools?: true } => (/\btools?\b|\bfunctions?\b/i.test(message) ? { withTools: true } : {})

/** Settings that turn thinking on or off. */
const wholeThinking = ['generationConfig.thinkingConfig', 'think', 'thinking', 'reasoning', 'reasoning_effort']
const neverThinks =
  /(?<!interleaved )\b(?:thinking|reasoning) is not (?:enabled|supported)|does not support (?:thinking|reasoning)\b(?! \w+s\b)/i

/** `"thinking.type.disabled" is not supported for this model.`, `Reasoning is mandatory for this endpoint and cannot be disabled.` */
function ofThinking(message: string, request: Json): ModelLimit | undefined {
  const type = thinkingType(request)
  // `invalid thinking: only type=enabled is allowed for this model` (Moonshot).
  if (typeof type === 'string' && /\bthinking: only type=(?!\s)/.test(message)) return { kind: 'thinking-type', type }
  const first = /thinking(?:[. ]type)?[\s.:='"`]*(?:of type\s*)?['"`]?(disabled|enabled|adaptive)\b(?!\.\w)/i
    .exec(message)?.[1]
    ?.toLowerCase()
  // `thinking.type: Input should be 'disabled' or 'enabled'`, `thinking: Input tag 'adaptive' found using 'type' does not match` (Anthropic).
  if (typeof type === 'string' && /\bthinking(?:\.type)?: Input (?:should be|tag) '/.test(message)) return { kind: 'thinking-type', type }
  if (typeof type === 'string' && (first === type || (type === 'adaptive' && /^adaptive thinking/i.test(message))))
    return { kind: 'thinking-type', type, ...(type === 'disabled' && message.includes('between_tools') && { instead: 'between_tools' }) }
  const whole = wholeThinking.find((path) => getPath(request, path) !== undefined)
  if (whole !== undefined && neverThinks.test(message)) return { kind: 'without', path: whole }
  // `think value "low" is not supported for this model` (Ollama).
  if (typeof request['think'] === 'string' && /\bthink value\b/.test(message)) return { kind: 'value', path: 'think', value: true }
  // All Claude models: a call cannot be forced while the model thinks.
  if (type !== undefined && type !== 'disabled' && /\bthinking\b[^.]{0,80}\btool_choice\b[^.]{0,40}\bforce/i.test(message))
    return { kind: 'exclusive', kept: 'tool_choice', left: 'thinking' }
  const isOff =
    type === 'disabled' ||
    getPath(request, budgetPath) === 0 ||
    getPath(request, 'reasoning.enabled') === false ||
    effortPaths.some((path) => getPath(request, path) === 'none')
  const isAlways =
    /(?:reasoning|thinking)\b[^.]{0,80}\b(?:mandatory|required|always|cannot be (?:disabled|turned off)|can't be disabled)|only works in thinking mode|requires adaptive thinking/i
  return isOff && isAlways.test(message) ? { kind: 'mandatory' } : undefined
}

function limitOf(path: string, paths: readonly string[], message: string, refused: unknown): ModelLimit {
  const withTools = ofTools(message)
  // Other types of thinking may be accepted, so other clients keep theirs.
  if (path === 'thinking.type' && typeof refused === 'string' && refused.length <= longestValue)
    return thinkingTypes.includes(refused) ? { kind: 'thinking-type', type: refused } : { kind: 'not', path, value: refused }
  // Older servers know the first name alone.
  if (path === 'max_completion_tokens') return { kind: 'renamed', path, to: 'max_tokens' }
  if (path === 'max_tokens' && /\buse ['"`]?max_completion_tokens\b/i.test(message))
    return { kind: 'renamed', path, to: 'max_completion_tokens' }
  const offered = effortPaths.includes(path) ? offeredIn(message, refused) : []
  // A word of another vendor, or null, with which some libraries set no effort.
  if (offered.length > 0 && !isEffort(String(refused).toLowerCase()) && String(refused).length <= longestValue)
    return { kind: 'not', path, value: refused as string | null }
  if (offered.length > 0) return { kind: 'efforts', efforts: offered }
  if (effortPaths.includes(path) && namesEffort(message, refused) && withTools.withTools === undefined)
    return { kind: 'not', path, value: refused as string, ...(withoutThinking.test(message) && { withoutThinking: true }) }
  const other = paths.find((one) => one !== path)
  if (other !== undefined && /\bboth\b|together|simultaneously|exclusive|at the same time/i.test(message))
    return { kind: 'exclusive', kept: path, left: other }
  if (ranges.test(message) && (typeof refused === 'number' || (typeof refused === 'string' && refused.length <= longestValue)))
    return { kind: 'not', path, value: refused }
  return { kind: 'without', path, ...withTools }
}

const longestValue = 64

const thinkingTypes: readonly string[] = ['disabled', 'enabled', 'adaptive', 'between_tools']

/** `'xhigh' is not supported when thinking is disabled on this model` (Anthropic) */
const withoutThinking = /\bthinking is (?:disabled|off)\b|\bbetween_tools\b/i

const namesEffort = (message: string, value: unknown): boolean =>
  isEffort(value) && new RegExp(`(?<![\\w-])${value}(?![\\w-])`, 'i').test(message)

/** @param refused - The requested effort, which cannot be among the accepted ones. */
function offeredIn(message: string, refused: unknown): string[] {
  const at = lists.exec(message)?.index
  const text = at === undefined ? '' : message.slice(at)
  return efforts.filter((effort) => effort !== refused && new RegExp(`\\b${effort}\\b`, 'i').test(text))
}
