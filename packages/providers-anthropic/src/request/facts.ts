import type { RequestFacts } from '@reason/core/conversation'
import { declaredName, asList, asLoose, isLoose, textOf, type Loose } from '@reason/wire-kit'
import { withDeclaredTools } from './declared-tools.ts'

/** Reads the facts of a Messages request about its response. */
export function readMessagesFacts(json: Loose): RequestFacts {
  const { thinking, output_config: output, max_tokens: maxTokens, metadata } = json
  const { type } = asLoose(thinking)
  const { effort, format = json.output_format } = asLoose(output)
  const prefill = prefillOf(json.messages)
  return {
    choices: 1,
    includeUsage: true,
    tools: asList(withDeclaredTools(json).tools).flatMap(declaredName),
    excludesReasoning: false,
    ...(typeof type === 'string' && { thinking: type !== 'disabled' }),
    ...(typeof effort === 'string' && { effort }),
    ...(isLoose(format) && { grammar: 'json' as const }),
    ...(prefill !== undefined && { prefill }),
    ...(typeof maxTokens === 'number' && { maxTokens }),
    ...(isLoose(metadata) && { metadata }),
  }
}

/** Returns the text of a last assistant message, which the model continues. A call is not continued. */
function prefillOf(messages: unknown): string | undefined {
  const last: unknown = asList(messages).at(-1)
  if (!isLoose(last) || last.role !== 'assistant' || asList(last.content).some((block) => asLoose(block).type === 'tool_use'))
    return undefined
  return textOf(last.content)
}
