import { asText, isLoose, type Loose } from '@reason/wire-kit'

/**
 * Splits a message with `tool_use` and `tool_result` blocks of Messages into messages of Chat Completions. Editors send a
 * conversation with Claude in such blocks to any address. Results come first, because they must follow their calls.
 */
export function withoutBlocks(message: Loose): Loose[] {
  const { role, content, tool_calls: calls } = message
  if (!Array.isArray(content)) return [message]
  const type = role === 'assistant' ? 'tool_use' : 'tool_result'
  const blocks = content.filter((part): part is Loose => isLoose(part) && part.type === type)
  if (blocks.length === 0) return [message]
  const rest = content.filter((part) => !(isLoose(part) && part.type === type))
  if (role === 'assistant') {
    // LangChain and others write a call in both forms.
    const own: unknown[] = Array.isArray(calls) ? calls : []
    const more = blocks.filter(({ id }) => !own.some((call) => isLoose(call) && call.id === id))
    return [{ ...message, content: rest.length > 0 ? rest : null, tool_calls: [...own, ...more.map(callOf)] }]
  }
  return [...blocks.map(resultOf), ...(rest.length > 0 ? [{ ...message, content: rest }] : [])]
}

const callOf = ({ id, name, input }: Loose): Loose => ({ id, type: 'function', function: { name, arguments: asText(input ?? {}) } })

const resultOf = ({ tool_use_id: id, content }: Loose): Loose => ({ role: 'tool', tool_call_id: id, content: content ?? '' })
