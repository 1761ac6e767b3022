import { createRegistry, type Part } from '@reason/core'
import { harmony } from '@reason/harmony'
import { marker } from '@reason/marker'
import { thinkTags } from '@reason/think-tags'
import type { SplitCase } from './split-case.ts'

const registry = createRegistry().use(harmony()).use(thinkTags()).use(marker())

/** Splits the text of a case with our packages, in pieces of one size. */
export function split({ model, input, how = {} }: SplitCase, size: number) {
  const { adapter, context } = registry.resolve({ model })
  const { thinking, start } = how
  const splitter = adapter.createSplitter({ ...context, ...(thinking !== undefined && { thinking }), ...(start && { start }) })
  const parts: Part[] = []
  for (let from = 0; from < input.length; from += size) parts.push(...splitter.push(input.slice(from, from + size)))
  parts.push(...splitter.end(how.finish === 'length' ? 'cut' : 'complete'))
  const text = (channel: string) =>
    parts
      .flatMap((part) => (part.type === 'delta' && part.channel === channel ? [part.text] : []))
      .join('')
      .trim()
  const toolCalls = parts.flatMap((part) => (part.type === 'tool-call-start' ? [part.name.replace(/^functions\./, '')] : []))
  return { reasoning: text('reasoning'), answer: text('answer'), ...(toolCalls.length > 0 && { toolCalls }) }
}

/** Sizes of pieces, in UTF-16 units. */
export const cuttings = ({ input }: SplitCase): number[] => [1, 2, 3, 5, 7, 11, 64, input.length]
