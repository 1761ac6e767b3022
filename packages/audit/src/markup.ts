import type { TextAdapter } from '@reason/core'
import type { LeakReason } from './audit.ts'

export interface MarkupFinding {
  reason: LeakReason
  /** Index in the answer. */
  at: number
}

export type FindMarkup = (answer: string) => MarkupFinding[]

/**
 * Creates a search for markup that only a splitter should read: the delimiters of all adapters, and the service tokens of their models.
 * Markup in code is talk about markup, and no leak.
 */
export function createFindMarkup(adapters: readonly TextAdapter[]): FindMarkup {
  const delimiters = new Map(
    adapters.flatMap(({ id, signals = [] }) =>
      signals.filter(({ leading }) => leading !== true).map(({ text }): [string, string] => [text, id]),
    ),
  )
  const service = new Set(adapters.flatMap(({ passports = [] }) => passports.flatMap(({ serviceTokens = [] }) => serviceTokens)))
  const literals = [...delimiters.keys(), ...service].toSorted((one, other) => other.length - one.length)
  const pattern = new RegExp(literals.map((literal) => escaped(literal)).join('|'), 'g')
  // First characters of all literals. Most answers contain none of them.
  const first = new RegExp(`[${[...new Set(literals.map((literal) => escaped(literal[0]!)))].join('')}]`)

  return (answer) => {
    if (!first.test(answer)) return []
    const found: MarkupFinding[] = []
    const families = new Set<string>()
    const isInCode = createCodeSearch(answer)
    for (const match of answer.matchAll(pattern)) {
      if (isInCode(match.index)) continue
      const family = delimiters.get(match[0])
      if (family === undefined) found.push({ reason: 'service_marker_in_final', at: match.index })
      else {
        found.push({ reason: 'analysis_in_final', at: match.index })
        families.add(family)
        if (families.size > 1) found.push({ reason: 'mixed_channel_fragment', at: match.index })
      }
    }
    return found
  }
}

/**
 * Creates a test whether a place is inside a fence, or in a span of backticks on the same line. Places must be
 * ascending, so that the text is read once.
 */
function createCodeSearch(text: string): (at: number) => boolean {
  let line = 0
  let lineEnd = text.indexOf('\n')
  let read = 0
  let spans = 0
  let fences = 0
  return (at) => {
    while (lineEnd !== -1 && lineEnd < at) {
      if (fence.test(text.slice(line, lineEnd))) fences++
      line = read = lineEnd + 1
      spans = 0
      lineEnd = text.indexOf('\n', line)
    }
    spans += text.slice(read, at).match(/`+/g)?.length ?? 0
    read = at
    return spans % 2 === 1 || fences % 2 === 1
  }
}

const fence = /^ {0,3}(?:`{3,}|~{3,})/

const escaped = (literal: string): string => literal.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
