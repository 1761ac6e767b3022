import { getPath, withPath } from '@reason/wire-kit'
import { asList, asObject, isObject, type Json } from '../../json.ts'
import { converseChoice, effortPaths, ofConverse } from './limited-fields.ts'

/** Fields whose content holds further fields of the API. Arguments and schemas are the user's. */
const inside = ['content', 'tool_calls', 'function', 'custom', 'toolResult', 'tools']

/** A copy without a field of messages, blocks or tools, and without blocks that become empty. Without a change: the value itself. */
export function withoutNested(value: unknown, [name = '', ...rest]: readonly string[]): unknown {
  if (Array.isArray(value)) {
    const list = value.map((one: unknown) => withoutNested(one, [name, ...rest]))
    if (list.every((one, index) => one === value[index])) return value
    return list.filter((one, index) => one === value[index] || Object.keys(asObject(one)).length > 0)
  }
  if (!isObject(value)) return value
  let changed = value
  if (value[name] !== undefined) {
    const { [name]: held, ...others } = value
    if (rest.length === 0) changed = others
    else if (isObject(held) && held[rest[0]!] !== undefined) changed = { ...value, [name]: withPath(held, rest[0]!, undefined) }
  }
  for (const field of inside) {
    if (typeof changed[field] !== 'object') continue
    const inner = withoutNested(changed[field], [name, ...rest])
    if (inner !== changed[field]) changed = { ...changed, [field]: inner }
  }
  return changed
}

export const namesJson = ({ messages }: Json): boolean =>
  asList(messages).some((message) => /json/i.test(JSON.stringify(asObject(message)['content'])))

/** True if the tool choice has Anthropic's form. */
export const isOfAnthropic = ({ tool_choice: choice }: Json): boolean => ['any', 'tool'].includes(asObject(choice)['type'] as string)

/** True if the request forces a tool call, in the format of Anthropic, OpenAI or Converse. */
export function forcesTool(body: Json): boolean {
  const choice = body['tool_choice']
  const { any, tool } = asObject(getPath(body, converseChoice))
  return choice === 'required' || ['any', 'tool', 'function'].includes(asObject(choice)['type'] as string) || (any ?? tool) !== undefined
}

/** Returns the type of Claude's thinking, which Converse nests. */
export const thinkingType = (body: Json): unknown => getPath(body, 'thinking.type') ?? getPath(body, `${ofConverse}thinking.type`)

/** True if a request turns Claude's thinking off. */
export const turnsThinkingOff = (body: Json): boolean => ['disabled', 'between_tools'].includes(thinkingType(body) as string)

export function asksToThink(body: Json): boolean {
  const efforts = effortPaths.map((path) => getPath(body, path)).filter((effort) => effort !== undefined)
  const switched = body['enable_thinking'] ?? getPath(body, 'chat_template_kwargs.enable_thinking')
  if (switched !== undefined) return switched === true
  return (
    getPath(body, 'thinking.type') === 'enabled' || body['thinking_budget'] !== undefined || efforts.some((effort) => effort !== 'none')
  )
}

export function hasTools(body: Json): boolean {
  const tools = body['tools'] ?? getPath(body, 'toolConfig.tools')
  return Array.isArray(tools) && tools.length > 0
}
