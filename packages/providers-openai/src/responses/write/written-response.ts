import { estimateTokens } from '@reason/core/result'
import type { Count, ErrorPart, StartPart, Usage } from '@reason/core/parts'
import type { WriterOptions } from '@reason/core/wire'
import { asLoose, isLoose, tokenCount, wholeInput, writtenModel, type Loose } from '@reason/wire-kit'
import { harmlessResponseFields, repeatedFields } from '../fields.ts'
import type { WrittenOutcome } from '../finish.ts'
import { isJson } from './frames.ts'

/** Fields that all response objects of one stream share. */
export interface ResponseIdentity {
  id: string
  created: number
  model: string
  /** Settings of the request: as a response of the same format repeated them, else as the client wrote them. */
  echo: Record<string, unknown>
}

/** Combines the writer's options with the `start` part; options win. Fields that neither has get fixed values, without clock or chance. */
export function identify(start: StartPart | undefined, options: WriterOptions): ResponseIdentity {
  const native = options.native !== 'none' && isLoose(start?.native) ? start.native : {}
  return {
    id: options.id ?? start?.id ?? options.createId?.('response', 0) ?? 'resp_0',
    created: options.created ?? start?.created ?? options.now ?? 0,
    model: writtenModel(start, options),
    echo: {
      ...pick(options.request ?? {}, (field, value) => repeatedFields.has(field) && value !== null),
      ...pick(native, (field) => harmlessResponseFields.has(field)),
    },
  }
}

const pick = (from: Loose, isWanted: (field: string, value: unknown) => boolean): Record<string, unknown> =>
  Object.fromEntries(Object.entries(from).filter(([field, value]) => isWanted(field, value) && isJson(value)))

export interface ResponseState extends Partial<WrittenOutcome> {
  status: string
  output: readonly unknown[]
  usage?: Usage | undefined
  error?: ErrorPart['error'] | undefined
}

/** Writes a response object. Fields that clients require are always there, and null if unknown. */
export function writeResponse({ id, created, model, echo }: ResponseIdentity, state: ResponseState): Record<string, unknown> {
  const { status, details = null, output, usage, error } = state
  const head = { id, object: 'response', created_at: created }
  return {
    ...head,
    instructions: null,
    metadata: {},
    parallel_tool_calls: true,
    temperature: null,
    tool_choice: 'auto',
    tools: [],
    top_p: null,
    ...echo,
    ...head,
    status,
    error: error === undefined ? null : { code: String(error.code ?? 'server_error'), message: error.message },
    incomplete_details: details,
    model,
    output,
    usage: usage === undefined ? null : writeUsage(usage, shownReasoning(output)),
  }
}

/**
 * Writes usage of any format: the provider's own fields stay, and the counts are the normalised ones. For usage of
 * another format, unreported details are 0, or at least an estimate for the shown reasoning. This API has no value for
 * unknown, and its clients read the details unchecked.
 */
function writeUsage(usage: Usage, shown: string): Record<string, unknown> {
  const { output, cached, raw } = usage
  const own =
    isLoose(raw) && isJson(raw) && tokenCount(raw.input_tokens) !== undefined && tokenCount(raw.output_tokens) !== undefined ? raw : {}
  // Anthropic uses the same names for its counts, and has no total.
  const isOwn = tokenCount(own.total_tokens) !== undefined
  const { input: inputTokens, total, written } = wholeInput(usage)
  const outputTokens = output?.value ?? 0
  const isImplausible = !isOwn && shown !== '' && (usage.reasoning?.value ?? 0) === 0
  const reasoning: Count | undefined = isImplausible
    ? { value: Math.min(estimateTokens(shown), outputTokens), source: 'estimated' }
    : usage.reasoning
  const cachedTokens = cached?.value ?? (isOwn ? undefined : 0)
  const reasoningTokens = reasoning?.value ?? (isOwn ? undefined : 0)
  return {
    ...own,
    input_tokens: inputTokens,
    ...(cachedTokens !== undefined && {
      input_tokens_details: {
        ...asLoose(own.input_tokens_details),
        cached_tokens: cachedTokens,
        ...(written > 0 && { cache_write_tokens: written }),
      },
    }),
    output_tokens: outputTokens,
    ...(reasoningTokens !== undefined && {
      output_tokens_details: {
        ...asLoose(own.output_tokens_details),
        reasoning_tokens: reasoningTokens,
      },
    }),
    // Details hold numbers only, which clients check (Agents SDK).
    ...(reasoning?.source === 'estimated' && { reasoning_tokens_source: 'estimated' }),
    total_tokens: total ?? inputTokens + outputTokens,
  }
}

/** Returns the text of all reasoning items: summaries and raw reasoning. */
const shownReasoning = (output: readonly unknown[]): string =>
  output
    .filter((item): item is Loose => isLoose(item) && item.type === 'reasoning')
    .flatMap(({ summary, content }) => [summary, content].filter(Array.isArray).flat())
    .map((part: unknown) => (isLoose(part) && typeof part.text === 'string' ? part.text : ''))
    .join('')
