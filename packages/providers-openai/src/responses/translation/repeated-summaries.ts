import type { RequestBody } from '@reason/core/wire'
import { asList, asLoose, isLoose, type Loose } from '@reason/wire-kit'

/** Leaves out each summary that repeats the content of its item. Some servers and clients write both, and other APIs have one field for them. */
export function withoutRepeatedSummaries(body: RequestBody): RequestBody {
  const input = asList(body['input'])
  if (!input.some(isRepeated)) return body
  return { ...body, input: input.map((item) => (isRepeated(item) ? { ...item, summary: [] } : item)) }
}

function isRepeated(item: unknown): item is Loose {
  if (!isLoose(item) || item.type !== 'reasoning') return false
  const summary = textOf(item.summary)
  return summary !== '' && summary === textOf(item.content)
}

/** Line breaks stand between parts in one of the lists, and in the text of the other. */
const textOf = (parts: unknown): string =>
  asList(parts)
    .map((part) => asLoose(part).text)
    .filter((text) => typeof text === 'string')
    .join('')
    .replaceAll(/\s+/g, '')
