import { isLoose, type Loose } from './loose.ts'

/** Fields whose values come from the model or the client. The names in these values stay unchanged. */
const foreign = new Set(['args', 'arguments', 'document', 'input', 'metadata', 'parameters', 'schema', 'toolOutput'])

/** Events are less deep than this. Deeper values stay unchanged, because any body can get here. */
const deepest = 16

/**
 * Converts an event to the names of the wire (`finish_reason`). Clients that are generated from a schema rename fields for their language
 * (`finishReason`): those of Mistral, OpenRouter and Cohere.
 *
 * @param signs - Fields that only such a client writes.
 * @returns The same object, if neither it nor the objects in its fields, one or two levels down, have a sign.
 */
export function inSnakeCase(event: Loose, signs: ReadonlySet<string>): Loose {
  return hasSign(event, signs, 2) ? (converted(event, 0) as Loose) : event
}

function hasSign(value: unknown, signs: ReadonlySet<string>, levels: number): boolean {
  if (Array.isArray(value)) return value.some((one) => isLoose(one) && hasSign(one, signs, levels))
  if (!isLoose(value)) return false
  for (const name in value) if (signs.has(name) || (levels > 0 && hasSign(value[name], signs, levels - 1))) return true
  return false
}

function converted(value: unknown, depth: number): unknown {
  if (depth > deepest) return value
  if (Array.isArray(value)) return value.map((one) => converted(one, depth + 1))
  if (!isLoose(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      foreign.has(name) ? one : converted(one, depth + 1),
    ]),
  )
}
