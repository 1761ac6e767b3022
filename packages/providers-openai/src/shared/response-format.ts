import type { Conversation } from '@reason/core/conversation'
import { asList, asLoose, defined, isLoose, isText, type Loose } from '@reason/wire-kit'

type ResponseFormat = NonNullable<Conversation['responseFormat']>

/** @param holder - The object with the schema. Chat Completions nests it, and in Responses it is the format. */
export function readResponseFormat(format: unknown, holder: unknown): ResponseFormat | undefined {
  if (!isLoose(format)) return undefined
  if (format.type === 'json_object') return { type: 'json' }
  if (format.type !== 'json_schema' || !isLoose(holder)) return undefined
  const { schema, name, description, strict } = holder
  return {
    type: 'json-schema',
    schema,
    ...(isText(name) && { name }),
    ...(isText(description) && { description }),
    ...(typeof strict === 'boolean' && { strict }),
  }
}

/** @param place - Puts the members of a schema where the format has them. */
export function writeResponseFormat(format: ResponseFormat, place: (members: Loose) => Loose): Loose {
  if (format.type === 'json') return { type: 'json_object' }
  const { schema, name = 'answer', description, strict } = format
  return { type: 'json_schema', ...place({ name, ...defined({ description }), schema, ...defined({ strict }) }) }
}

/**
 * Makes a schema of another API strict, if it can be. There, every schema binds the answer. OpenAI and Mistral bind only a strict one, in which every
 * object is closed and requires all of its properties.
 */
export function bindingFormat({ responseFormat: format, extra }: Conversation): ResponseFormat | undefined {
  if (format?.type !== 'json-schema' || format.strict !== undefined || extra?.wire.startsWith('openai-') === true) return format
  return asLoose(format.schema).type === 'object' && isStrict(format.schema, 0) ? { ...format, strict: true } : format
}

function isStrict(schema: unknown, depth: number): boolean {
  if (!isLoose(schema) || depth > mostNested || !Object.keys(schema).every((keyword) => keywords.has(keyword))) return false
  const { type, items, properties = {} } = schema
  const isClosed =
    schema.additionalProperties === false && Object.keys(asLoose(properties)).every((name) => asList(schema.required).includes(name))
  if (type === 'object' ? !isClosed : schema.properties !== undefined) return false
  const inner = [properties, schema.$defs, schema.anyOf, items === undefined ? {} : { items }].flatMap((held) =>
    Object.values(Object(held) as Loose),
  )
  return inner.every((one) => isStrict(one, depth + 1))
}

/** Keywords that every strict schema may have, at every provider. */
const keywords = new Set('type properties required additionalProperties items anyOf enum const description title $ref $defs'.split(' '))

/** Maximum nesting that OpenAI accepts in strict schemas. */
const mostNested = 10
