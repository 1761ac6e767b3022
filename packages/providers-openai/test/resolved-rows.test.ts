import { expect, test } from 'vitest'
import { dialectNames, dialectOf, dialects, responseFactsFor } from '../src/chat/find-dialect.ts'
import { conflictsFor, knobRowFor, replayRowFor, requestFactsFor, unknownTo } from '../src/chat/request/dialect-rows.ts'
import { withoutPlaceholders } from '../src/chat/request/write/placeholders.ts'
import * as responses from '../src/responses/dialects/index.ts'
import { knobRow, requestRow } from '../src/responses/dialect-rows.ts'
import { unknownReplay, unknownThinking } from '../src/chat/unknown-provider.ts'
import { openaiModels } from '../src/shared/openai-models.ts'

/**
 * Resolved facts of each provider, for a model of every pattern that any row names. A change of one provider changes the lines of that
 * provider. Others gain at most the names of models that no row had before. Read the difference before you write the file anew
 * (`vitest run -u`).
 */
const ofChat = Object.values(dialects).flatMap(({ thinking, replay, conflicts = [] }) => [...thinking, ...replay, ...conflicts])
const ofResponses = Object.values(responses).flatMap(({ request, thinking }) => [...request, ...thinking])
const patterns = [...ofChat, ...unknownReplay, ...ofResponses, ...openaiModels].flatMap((row) => [
  ...('models' in row ? (row.models ?? []).flatMap((model) => [model, ...versionsOf(model, 'since' in row ? row.since : undefined)]) : []),
  ...('except' in row ? (row.except ?? []) : []),
])

/** Names of the first version that a row is for, and of the next one. */
function versionsOf(pattern: string, since: number | undefined): string[] {
  return since === undefined ? [] : [since, since + 1].map((version) => pattern.replace(/(?<=\w)-?\*/, `-${version}*`))
}

/** `gpt-5.x-chat` for `gpt-5.*-chat*`, and a model that no pattern fits. */
const models = [...new Set(patterns.map((pattern) => pattern.replaceAll(/^\*|\*$/g, '').replaceAll('*', 'x'))), 'm'].toSorted()

/** Fields of a request that some providers have and others lack. */
const fields = `
  audio cache_prompt clear_thinking do_sample document_image_limit document_page_limit enable_search frequency_penalty
  grammar guided_choice guided_json guided_regex keep_alive logit_bias logprobs min_p mirostat modalities models options
  plugins presence_penalty preserve_thinking prompt_cache_key prompt_mode provider providerOptions random_seed
  reasoning_history reasoning_split repeat_penalty repetition_penalty request_id route safe_prompt search_options
  search_parameters seed separate_reasoning service_tier session_id store stream_options stream_reasoning top_a top_k
  top_logprobs transforms usage user verbosity
`
  .split(/\s+/)
  .filter((name) => name !== '')
const emptyFields = {
  refusal: null,
  annotations: [],
  audio: null,
  function_call: null,
  tool_calls: [],
  reasoning: null,
  reasoning_content: null,
  reasoning_text: null,
  reasoning_details: [],
}

test('what each provider comes to, by model', async () => {
  const lines = [...dialectNames, 'chatgpt', 'unknown'].toSorted().flatMap(linesOf)
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('fixtures/resolved-rows.txt')
})

const inResponses = (provider: string, model: string) => ({ provider, wire: 'openai-responses', model })

function linesOf(provider: string): string[] {
  const facts = {
    response: { ...responseFactsFor(undefined, provider), source: dialectOf(provider)?.evidence ?? 'what works for all' },
    request: requestFactsFor(provider),
    knownFields: fields.filter((field) => unknownTo(provider, [field]).length === 0),
    emptyFields: Object.keys(withoutPlaceholders(emptyFields, provider)),
  }
  return [
    `${provider} chat ${line(facts)}`,
    ...byModel(provider, 'chat thinking', (...target) => knobRowFor(...target) ?? unknownThinking),
    ...byModel(provider, 'chat replay', replayRowFor),
    ...byModel(provider, 'chat conflicts', conflictsFor),
    ...byModel(provider, 'responses thinking', (...target) => knobRow(inResponses(...target))),
    ...byModel(provider, 'responses replay', (...target) => requestRow(inResponses(...target))),
  ]
}

/** One line for all models that come to the same: after what they come to. */
function byModel(provider: string, what: string, resolve: (provider: string, model: string) => unknown): string[] {
  const groups = groupsOf((model) => resolve(provider, model))
  if (provider !== 'unknown' && line(groups) === line(groupsOf((model) => resolve('unknown', model))))
    return [`${provider} ${what} as unknown`]
  return groups.map(([resolved, ...of]) => `${provider} ${what} ${resolved} ${of.includes('m') ? 'others' : of.join(' ')}`)
}

function groupsOf(resolve: (model: string) => unknown): string[][] {
  const groups = new Map<string, string[]>()
  for (const model of models) {
    const resolved = line(resolve(model))
    groups.set(resolved, [...(groups.get(resolved) ?? []), model])
  }
  return [...groups].map(([resolved, of]) => [resolved, ...of])
}

/** Keys in one order. Which row it came from, and for whom it is, is not what it comes to. */
const line = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => {
    if (part instanceof RegExp) return String(part)
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
    return Object.fromEntries(
      Object.entries(part)
        .filter(([name]) => !['provider', 'providers', 'models', 'since', 'except'].includes(name))
        .toSorted(([one], [other]) => (one < other ? -1 : 1)),
    )
  })
