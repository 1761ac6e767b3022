import { isLoose, type Loose } from '@reason/wire-kit'

/** Values that are the model's or the client's own, whatever their names are. */
const foreign = new Set(['args', 'response'])

/**
 * A response in the names that Google writes. JSON of a protocol buffer may also have the names of its definition, `finish_reason`, as proxies and
 * dumps of Python clients do.
 *
 * @returns The same object if none of its candidates, their parts or itself has such a name.
 */
export function inCamelCase(chunk: Loose): Loose
export function inCamelCase(chunk: Loose | undefined): Loose | undefined
export function inCamelCase(chunk: Loose | undefined): Loose | undefined {
  return chunk === undefined || !isSnake(chunk) ? chunk : (converted(chunk) as Loose)
}

function isSnake(chunk: Loose): boolean {
  if (hasUnderscore(chunk)) return true
  const { candidates } = chunk
  if (!Array.isArray(candidates)) return false
  return candidates.some((candidate: unknown) => {
    if (!isLoose(candidate)) return false
    if (hasUnderscore(candidate)) return true
    const parts: unknown = isLoose(candidate.content) ? candidate.content.parts : candidate.content
    return Array.isArray(parts) ? parts.some((part) => isLoose(part) && hasUnderscore(part)) : isLoose(parts) && hasUnderscore(parts)
  })
}

function hasUnderscore(value: Loose): boolean {
  for (const name in value) if (name.includes('_')) return true
  return false
}

function converted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(converted)
  if (!isLoose(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
      foreign.has(name) ? one : converted(one),
    ]),
  )
}
