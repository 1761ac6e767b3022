import { asList, asObject, isObject, type Json } from '../../json.ts'
import type { ClientApi, RequestFacts } from '../client-api.ts'
import { malformedChat } from '../body/conversation-check.ts'
import { openaiError } from '../../errors/openai-error.ts'

/** OpenAI's Chat Completions, with the switches that servers have added to it. */
export const openaiChat: ClientApi = {
  id: 'openai-chat',
  path: '/v1/chat/completions',
  ids: { response: 'chatcmpl-', call: 'call_' },
  errorBody: openaiError,
  findMalformed: malformedChat,
  roles: { in: 'messages', known: ['system', 'developer', 'user', 'assistant', 'tool', 'function'] },

  read(json) {
    const { n, stream_options: options, reasoning, include_reasoning: included, metadata, prompt_cache_key: cacheKey } = json
    const thinking = thinkingOf(json)
    const prefill = prefillOf(json['messages'])
    const offFor = thinking === false ? readersOfOff(json) : undefined
    const grammar = grammarOf(json)
    const effort = json['reasoning_effort'] ?? asObject(reasoning)['effort']
    const maxTokens = json['max_completion_tokens'] ?? json['max_tokens']
    return {
      choices: typeof n === 'number' ? n : 1,
      includeUsage: asObject(options)['include_usage'] === true,
      // Those of the first version are named as they stand.
      tools: [...asList(json['tools']), ...asList(json['functions'])].flatMap(toolName),
      excludesReasoning: included === false || asObject(reasoning)['exclude'] === true,
      ...(thinking !== undefined && { thinking }),
      ...(offFor !== undefined && { offFor }),
      ...(typeof effort === 'string' && { effort }),
      ...(grammar !== undefined && { grammar }),
      ...(prefill !== undefined && { prefill }),
      ...(typeof maxTokens === 'number' && { maxTokens }),
      ...(isObject(metadata) && { metadata }),
      ...(typeof cacheKey === 'string' && { cacheKey }),
    }
  },

  passOn({ json, stream, includeUsage }, { askUsage }) {
    return stream && !includeUsage && askUsage ? { stream_options: { ...asObject(json['stream_options']), include_usage: true } } : {}
  },
}

function toolName(tool: unknown): string[] {
  const name = isObject(tool) ? (asObject(tool['function'])['name'] ?? tool['name']) : undefined
  return typeof name === 'string' ? [name] : []
}

/** The switches of llama.cpp, vLLM and SGLang (template arguments), of DashScope, of Z.ai and DeepSeek, and OpenAI's effort. */
function thinkingOf(json: Json): boolean | undefined {
  const template = asObject(json['chat_template_kwargs'])
  const said = [template['enable_thinking'], template['thinking'], json['enable_thinking'], asObject(json['reasoning'])['enabled']].find(
    (value) => typeof value === 'boolean',
  )
  if (said !== undefined) return said
  const type = asObject(json['thinking'])['type']
  if (type === 'enabled' || type === 'disabled') return type === 'enabled'
  return json['reasoning_effort'] === 'none' || asObject(json['reasoning'])['effort'] === 'none' ? false : undefined
}

/** A template reads one of the two arguments, and passes the other one over: that one may be on. Effort is known to servers, too. */
function readersOfOff(json: Json): RequestFacts['offFor'] {
  const { enable_thinking: enabled, thinking } = asObject(json['chat_template_kwargs'])
  const isSaid = (value: unknown): boolean => value !== undefined && value !== null
  if (!isSaid(enabled) && !isSaid(thinking)) return json['reasoning_effort'] === 'none' ? undefined : 'services'
  if (enabled === false) return thinking === false ? undefined : isSaid(thinking) ? 'services' : 'enable_thinking'
  return thinking === false && !isSaid(enabled) ? 'thinking' : 'services'
}

const schemaFields = ['json_schema', 'guided_json']
const otherGrammars = ['grammar', 'guided_regex', 'guided_choice', 'guided_grammar']

function grammarOf(json: Json): 'json' | 'other' | undefined {
  const has = (field: string): boolean => json[field] !== undefined && json[field] !== null
  if (otherGrammars.some(has)) return 'other'
  if (has('structured_outputs')) return Object.keys(asObject(json['structured_outputs'])).join() === 'json' ? 'json' : 'other'
  const format = asObject(json['response_format'])['type']
  return format === 'json_schema' || format === 'json_object' || schemaFields.some(has) ? 'json' : undefined
}

/** The assistant's own message at the end of a conversation is continued; llama-server repeats it in its answer. */
function prefillOf(messages: unknown): string | undefined {
  const last: unknown = asList(messages).at(-1)
  if (!isObject(last) || last['role'] !== 'assistant' || Array.isArray(last['tool_calls'])) return undefined
  return textOf(last['content'])
}

/** Text of a message, also in parts. */
export function textOf(content: unknown): string | undefined {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return undefined
  return content.map((part: unknown) => (isObject(part) && typeof part['text'] === 'string' ? part['text'] : '')).join('')
}
