import { matchesModel } from '@reason/core/adapter'
import type { Target } from '@reason/core/conversation'
import { rowFor } from '../shared/by-model.ts'
import { openaiModel } from '../shared/openai-models.ts'
import { openaiRequest, unknownThinking } from './dialect/index.ts'
import type { KnobRow, RequestLimits, RequestRow, ResponsesDialect } from './dialect/index.ts'
import * as index from './dialects/index.ts'

const dialects: ReadonlyMap<string | undefined, ResponsesDialect> = new Map(
  Object.values(index).map((dialect) => [dialect.provider, dialect]),
)

/** Row of OpenAI's models at a provider without a row of its own: fields that no provider is known to refuse. */
const ofOpenai: RequestRow = { rule: openaiRequest.rule, pairs: true, customTools: true, seals: true }

const unknown: RequestRow = {
  customTools: true,
  rule: { text: 'always', sealed: 'always', ownTextOnly: true, because: 'a server takes back what it has said' },
}

export function requestRow({ provider, model }: Target): RequestRow {
  const dialect = dialects.get(provider)
  return (dialect && rowFor(dialect.request, model)) ?? (isOpenai(model) ? ofOpenai : unknown)
}

/** True for models that OpenAI hosts itself. */
const isOpenai = (model: string): boolean => openaiModel(model) !== undefined && !matchesModel(['*gpt-oss*'], model)

export function knobRow({ provider, model }: Target): KnobRow & RequestLimits {
  const dialect = dialects.get(provider)
  if (dialect === undefined) return unknownThinking(model)
  const { thinking, limits } = dialect
  return { ...(rowFor(thinking, model) ?? unknownThinking(model)), ...limits }
}

/** Providers whose items keep reasoning apart whatever the model, also in Chat Completions. */
export const nativeProviders: readonly string[] = Object.values(index).flatMap(({ provider, native }) => (native ? [provider] : []))
