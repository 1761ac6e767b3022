import { isLoose, type Loose } from '@reason/wire-kit'

/** Fields with values of the model or the client, whose names stay unchanged. */
const foreign = new Set(['args', 'response'])

/**
 * Converts a response to the names that Google writes. Protocol buffers as JSON may also use the names of the
 * definition, such as `finish_reason`. Proxies and dumps of Python clients do so.
 *
 * @returns The same object if neither it nor its candidates or their parts have such a name.
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
