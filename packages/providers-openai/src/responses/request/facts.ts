import type { RequestFacts } from '@reason/core/conversation'
import { declaredName, asList, asLoose, isLoose, type Loose } from '@reason/wire-kit'
import { withDeclaredTools } from '../translation/declared-tools.ts'

/** Reads the facts of a Responses request about its response. */
export function readResponsesFacts(json: Loose): RequestFacts {
  const { reasoning, metadata, max_output_tokens: maxTokens, prompt_cache_key: cacheKey } = json
  const { effort, exclude } = asLoose(reasoning)
  const format = asLoose(asLoose(json.text).format).type
  return {
    choices: 1,
    includeUsage: true,
    tools: asList(withDeclaredTools(json).tools).flatMap(declaredName),
    excludesReasoning: exclude === true,
    ...(effort === 'none' && { thinking: false }),
    ...(typeof effort === 'string' && { effort }),
    ...((format === 'json_schema' || format === 'json_object') && { grammar: 'json' as const }),
    ...(typeof maxTokens === 'number' && { maxTokens }),
    ...(isLoose(metadata) && { metadata }),
    ...(typeof cacheKey === 'string' && { cacheKey }),
  }
}
