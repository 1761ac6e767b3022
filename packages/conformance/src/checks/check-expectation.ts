import { createAccumulator, type Part, type Result } from '@reason/core'
import type { Item } from '@reason/core/result'
import { canonical, difference, show } from '../runs/canonical.ts'
import type { Violation } from '../failure.ts'
import type { Comparison, Expectation, ExpectedPart, Row } from '../inputs/row.ts'

/** Compares the accumulated parts with the row's expectations. */
export function* checkExpectation(parts: readonly Part[], row: Row): Generator<Violation, void, void> {
  const accumulator = createAccumulator()
  for (const part of parts) accumulator.push(part)
  const result = accumulator.snapshot()

  for (const [field, expected] of Object.entries(row.expect ?? {}) as [keyof Expectation, unknown][]) {
    if (expected === undefined || field === 'hidden') continue
    const problem = compareField(field, expected, result, row.compare?.[field] ?? 'exact')
    if (problem !== undefined) yield { rule: 'expected', message: `${field}: ${problem}` }
  }
  yield* checkHidden(parts, row.expect?.hidden)
  if (row.parts !== undefined) {
    const problem = compareParts(row.parts, result.items)
    if (problem !== undefined) yield { rule: 'expected', message: `parts: ${problem}` }
  }
}

/** @param hidden - Text that no reader may see. */
export function* checkHidden(parts: readonly Part[], hidden = ''): Generator<Violation, void, void> {
  const secret = new Set([...hidden].filter((char) => char.trim() !== ''))
  if (secret.size === 0) return
  const leak = parts.find((part) => [...shownText(part)].some((char) => secret.has(char)))
  if (leak !== undefined) yield { rule: 'isolation', message: `Reasoning is shown: ${show(leak)}.` }
}

function shownText(part: Part): string {
  if (part.type === 'delta') return part.channel === 'reasoning' ? '' : part.text
  if (part.type === 'tool-call-start') return part.name
  return part.type === 'tool-call-delta' ? part.text : ''
}

function compareField(
  field: Exclude<keyof Expectation, 'hidden'>,
  expected: unknown,
  result: Result,
  comparison: Comparison,
): string | undefined {
  if (comparison === 'ignore') return undefined
  switch (field) {
    case 'reasoning':
    case 'commentary':
    case 'answer':
      return compareText(String(expected), result[field] ?? '', comparison)
    case 'toolCalls':
      return compareParts(
        (expected as NonNullable<Expectation['toolCalls']>).map((call) => ({ ...call, type: 'tool-call' })),
        result.toolCalls,
      )
    case 'stop':
      return compareValue(expected, result.stop ?? null)
    case 'closed':
      return compareValue(expected, result.closed)
    case 'warnings':
      return compareCodes(
        expected as readonly string[],
        result.warnings.map(({ code }) => code),
        comparison,
      )
  }
}

function compareText(expected: string, actual: string, comparison: Comparison): string | undefined {
  if (comparison === 'contains') return actual.includes(expected) ? undefined : `${show(expected)} is not in ${show(actual)}`
  const [wanted, got] = comparison === 'trim' ? [expected.trim(), actual.trim()] : [expected, actual]
  return wanted === got ? undefined : difference(wanted, got)
}

function compareValue(expected: unknown, actual: unknown): string | undefined {
  return canonical(expected) === canonical(actual) ? undefined : `expected ${show(expected)}, got ${show(actual)}`
}

function compareCodes(expected: readonly string[], actual: readonly string[], comparison: Comparison): string | undefined {
  if (comparison === 'exact') return compareValue(expected, actual)
  const missing = expected.filter((code) => !actual.includes(code))
  return missing.length === 0 ? undefined : `${show(missing)} did not come; there were ${show(actual)}`
}

/** Compares only the fields that the row specifies. */
function compareParts(expected: readonly ExpectedPart[], actual: readonly Item[]): string | undefined {
  const at = expected.findIndex((part, index) => !fits(part, actual[index]))
  if (at === -1 && expected.length === actual.length) return undefined
  const place = at === -1 ? expected.length : at
  return `at ${place} of ${expected.length}: expected ${show(expected[place] ?? 'nothing more')}, got ${show(actual[place] ?? 'nothing more')}`
}

function fits(expected: ExpectedPart, actual: Item | undefined): boolean {
  if (actual === undefined) return false
  return Object.entries(expected).every(
    ([key, value]) => value === undefined || canonical(value) === canonical((actual as unknown as Record<string, unknown>)[key] ?? null),
  )
}
