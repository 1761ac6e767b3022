import type { StreamContext } from '@reason/core'
import { asObject, isObject, type ParsedChat } from './chat-request.ts'

/** What a request says about its answer before the first character of it. */
export function contextOf({ json, tools }: ParsedChat): StreamContext {
  const thinking = thinkingOf(json)
  const prefill = prefillOf(json['messages'])
  return {
    ...(thinking !== undefined && { thinking }),
    ...(isBound(json) && { grammar: true }),
    ...(tools.length > 0 && { tools }),
    ...(prefill !== undefined && { prefill }),
  }
}

/** The switches of llama.cpp, vLLM and SGLang (template arguments), of DashScope, of Z.ai and DeepSeek, and OpenAI's effort. */
function thinkingOf(json: ParsedChat['json']): boolean | undefined {
  const template = asObject(json['chat_template_kwargs'])
  const said = [template['enable_thinking'], template['thinking'], json['enable_thinking'], asObject(json['reasoning'])['enabled']].find(
    (value) => typeof value === 'boolean',
  )
  if (said !== undefined) return said
  const type = asObject(json['thinking'])['type']
  if (type === 'enabled' || type === 'disabled') return type === 'enabled'
  return json['reasoning_effort'] === 'none' || asObject(json['reasoning'])['effort'] === 'none' ? false : undefined
}

const grammarFields = ['grammar', 'json_schema', 'guided_json', 'guided_regex', 'guided_choice', 'guided_grammar', 'structured_outputs']

/** A grammar binds the whole answer, so that no tag can stand in it. */
function isBound(json: ParsedChat['json']): boolean {
  const format = asObject(json['response_format'])['type']
  return (
    format === 'json_schema' || format === 'json_object' || grammarFields.some((field) => json[field] !== undefined && json[field] !== null)
  )
}

/** The assistant's own message at the end of a conversation is continued; llama-server repeats it in its answer. */
function prefillOf(messages: unknown): string | undefined {
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined
  if (!isObject(last) || last['role'] !== 'assistant' || Array.isArray(last['tool_calls'])) return undefined
  const { content } = last
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return undefined
  return content.map((part: unknown) => (isObject(part) && typeof part['text'] === 'string' ? part['text'] : '')).join('')
}
