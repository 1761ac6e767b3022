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
  // Every literal begins with one of these, and most answers hold none of them.
  const first = new RegExp(`[${[...new Set(literals.map((literal) => escaped(literal[0]!)))].join('')}]`)

  return (answer) => {
    if (!first.test(answer)) return []
    const found: MarkupFinding[] = []
    const families = new Set<string>()
    for (const match of answer.matchAll(pattern)) {
      if (isInCode(answer, match.index)) continue
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

/** Inside a fence, or a span of backticks on the same line. */
function isInCode(text: string, at: number): boolean {
  const line = text.lastIndexOf('\n', at - 1) + 1
  if (count(text.slice(line, at), /`+/g) % 2 === 1) return true
  return count(text.slice(0, line), /^ {0,3}(?:`{3,}|~{3,})/gm) % 2 === 1
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

const escaped = (literal: string): string => literal.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
