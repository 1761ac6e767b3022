import type { Conversation } from '@reason/core/conversation'
import { isLoose, isText, type Loose } from '@reason/wire-kit'

type ResponseFormat = NonNullable<Conversation['responseFormat']>

/** @param holder - The object with the schema. Chat Completions nests it, and in Responses it is the format. */
export function readResponseFormat(format: unknown, holder: unknown): ResponseFormat | undefined {
  if (!isLoose(format)) return undefined
  if (format.type === 'json_object') return { type: 'json' }
  if (format.type !== 'json_schema' || !isLoose(holder)) return undefined
  const { schema, name, strict } = holder
  return { type: 'json-schema', schema, ...(isText(name) && { name }), ...(typeof strict === 'boolean' && { strict }) }
}

/** @param place - Puts the members of a schema where the format has them. */
export function writeResponseFormat(format: ResponseFormat, place: (members: Loose) => Loose): Loose {
  if (format.type === 'json') return { type: 'json_object' }
  const { schema, name = 'answer', strict } = format
  return { type: 'json_schema', ...place({ name, schema, ...(strict !== undefined && { strict }) }) }
}
