import { matchesModel } from '@reason/core/adapter'
import type { Conversation, Target } from '@reason/core/conversation'
import { defined, isSame, type NotCarried } from '@reason/wire-kit'
import { boundSchema } from '@reason/claude'
import { isLoose, isString, without, type Loose } from './fields.ts'
import { canonicalModel } from './model-alias.ts'
import { modelRowOf } from './models.ts'

type Format = Conversation['responseFormat']

/** Models that are known to support schemas: pages "Get validated JSON results from models" and AWS's own samples. Others refuse them. */
const models = [
  ...['opus', 'sonnet', 'haiku'].flatMap((size) => [
    `*claude-${size}-4-5*`,
    `*claude-${size}-4-6*`,
    `*claude-${size}-4-7*`,
    `*claude-${size}-5*`,
  ]),
  '*gpt-oss*',
  '*kimi*',
]

export const holdsToSchema = (model: string): boolean => matchesModel(models, canonicalModel(model))

/** Reads `outputConfig.textFormat`, if its schema is text. */
export function readFormat(outputConfig: unknown): Format {
  const format = isLoose(outputConfig) ? outputConfig.textFormat : undefined
  const structure = isLoose(format) && format.type === 'json_schema' ? format.structure : undefined
  const { schema: text, name, description } = isLoose(structure) && isLoose(structure.jsonSchema) ? structure.jsonSchema : ({} as Loose)
  if (!isString(text)) return undefined
  try {
    return {
      type: 'json-schema',
      schema: JSON.parse(text) as unknown,
      ...(isString(name) && { name }),
      ...(isString(description) && { description }),
    }
  } catch {
    return undefined
  }
}

/** @param kept - Fields as they were read. A format that still matches the request stays unchanged. */
export function writeFormat(
  { responseFormat: asked }: Conversation,
  { model }: Target,
  kept: Loose,
  missing: NotCarried,
): { outputConfig?: unknown } {
  const before = isLoose(kept.outputConfig) ? kept.outputConfig : {}
  const said = readFormat(before)
  // Every schema is strict in Converse.
  if (asked === undefined ? said === undefined : isSame(without({ ...asked }, 'strict'), said)) return {}
  const { textFormat: _, ...rest } = before
  const format = asked?.type === 'json-schema' && holdsToSchema(model) ? asked : undefined
  if (asked !== undefined && format === undefined) missing('a format of the answer')
  if (format === undefined) return kept.outputConfig === undefined ? {} : { outputConfig: rest }
  const { name, description } = format
  const { schema, lost } = modelRowOf(model).form === 'claude' ? boundSchema(format.schema) : { schema: format.schema, lost: [] }
  if (lost.length > 0) missing(`what a schema says of the answer by ${lost.join(', ')}, which Claude refuses`)
  const jsonSchema = { schema: JSON.stringify(schema), ...defined({ name, description }) }
  return { outputConfig: { ...rest, textFormat: { type: 'json_schema', structure: { jsonSchema } } } }
}
