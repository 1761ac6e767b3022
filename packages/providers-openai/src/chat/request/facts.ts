import type { RequestFacts } from '@reason/core/conversation'
import { declaredName, defined, asList, asLoose, isLoose, textOf, type Loose } from '@reason/wire-kit'
import { withExtraBody } from './extra-body.ts'

/** Reads the facts of a Chat Completions request about its response, including switches that servers have added. */
export function readChatFacts(request: Loose): RequestFacts {
  const json = withExtraBody(request)
  const { n, stream_options: options, reasoning, include_reasoning: included, metadata, prompt_cache_key: cacheKey } = json
  const thinking = thinkingOf(json)
  const prefill = prefillOf(json['messages'])
  const offFor = thinking === false ? readersOfOff(json) : undefined
  const grammar = grammarOf(json)
  const effort = json['reasoning_effort'] ?? asLoose(reasoning)['effort']
  const maxTokens = json['max_completion_tokens'] ?? json['max_tokens']
  return {
    choices: typeof n === 'number' ? n : 1,
    includeUsage: asLoose(options)['include_usage'] === true,
    // `functions` of the first API version are named the same way.
    tools: [...asList(json['tools']), ...asList(json['functions'])].flatMap(declaredName),
    excludesReasoning: included === false || asLoose(reasoning)['exclude'] === true,
    ...defined({ thinking, offFor }),
    ...(typeof effort === 'string' && { effort }),
    ...defined({ grammar, prefill }),
    ...(typeof maxTokens === 'number' && { maxTokens }),
    ...(isLoose(metadata) && { metadata }),
    ...(typeof cacheKey === 'string' && { cacheKey }),
  }
}

/** Reads the switches of llama.cpp, vLLM and SGLang (template arguments), of DashScope, of Z.ai and DeepSeek, and OpenAI's effort. */
function thinkingOf(json: Loose): boolean | undefined {
  const template = asLoose(json['chat_template_kwargs'])
  const said = [template['enable_thinking'], template['thinking'], json['enable_thinking'], asLoose(json['reasoning'])['enabled']].find(
    (value) => typeof value === 'boolean',
  )
  if (said !== undefined) return said
  const type = asLoose(json['thinking'])['type']
  if (type === 'enabled' || type === 'disabled') return type === 'enabled'
  return json['reasoning_effort'] === 'none' || asLoose(json['reasoning'])['effort'] === 'none' ? false : undefined
}

/**
 * Tells which servers read the switch as off. A template reads one of the two arguments and ignores the other, which may
 * be on. Servers read the effort as well.
 */
function readersOfOff(json: Loose): RequestFacts['offFor'] {
  const { enable_thinking: enabled, thinking } = asLoose(json['chat_template_kwargs'])
  const isSaid = (value: unknown): boolean => value !== undefined && value !== null
  if (!isSaid(enabled) && !isSaid(thinking)) return json['reasoning_effort'] === 'none' ? undefined : 'services'
  if (enabled === false) return thinking === false ? undefined : isSaid(thinking) ? 'services' : 'enable_thinking'
  return thinking === false && !isSaid(enabled) ? 'thinking' : 'services'
}

const schemaFields = ['json_schema', 'guided_json']
const otherGrammars = ['grammar', 'guided_regex', 'guided_choice', 'guided_grammar']

function grammarOf(json: Loose): 'json' | 'other' | undefined {
  const has = (field: string): boolean => json[field] !== undefined && json[field] !== null
  if (otherGrammars.some(has)) return 'other'
  if (has('structured_outputs')) return Object.keys(asLoose(json['structured_outputs'])).join() === 'json' ? 'json' : 'other'
  const format = asLoose(json['response_format'])['type']
  return format === 'json_schema' || format === 'json_object' || schemaFields.some(has) ? 'json' : undefined
}

/** Returns the text of a last assistant message, which the model continues. llama-server repeats it in its response. */
function prefillOf(messages: unknown): string | undefined {
  const last: unknown = asList(messages).at(-1)
  if (!isLoose(last) || last['role'] !== 'assistant' || Array.isArray(last['tool_calls'])) return undefined
  return textOf(last['content'])
}
