import { createAccumulator, type Part, type Result } from '@reason/core'
import type { Item } from '@reason/core/result'

export function resultOf(parts: Iterable<Part>, choice = 0): Result {
  const accumulator = createAccumulator({ choice })
  for (const part of parts) accumulator.push(part)
  return accumulator.snapshot()
}

/** The codes of the warnings. */
export const codesOf = (parts: Iterable<Part>): string[] => [...parts].flatMap((part) => (part.type === 'warning' ? [part.code] : []))

/** One line for each item: `reasoning (summary): text`, `call f: {}`, `native citation`. */
export const outline = (parts: Iterable<Part>, choice = 0): string[] => resultOf(parts, choice).items.map(lineOf)

/** One line for each item, without native parts. */
export const spoken = (parts: Iterable<Part>, choice = 0): string[] =>
  resultOf(parts, choice).items.flatMap((item) => (item.type === 'native' ? [] : [lineOf(item)]))

/** One line for each item, with its seals: `reasoning: text [signature EqQB]`. */
export const sealedOutline = (parts: Iterable<Part>, choice = 0): string[] =>
  resultOf(parts, choice).items.map((item) => {
    const seals = (item.seals ?? []).map(({ kind, value }) => ` [${kind} ${value}]`).join('')
    return lineOf(item) + seals
  })

function lineOf(item: Item): string {
  if (item.type === 'native') return `native ${item.event}`
  if (item.type === 'tool-call') return `call ${item.name}: ${item.arguments}`
  return `${item.channel}${item.kind === undefined ? '' : ` (${item.kind})`}: ${item.text}`
}
