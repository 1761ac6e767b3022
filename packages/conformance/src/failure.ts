import { rules, type RuleName } from './rules.ts'

/** A violation of a rule by an adapter. */
export interface Violation {
  rule: RuleName
  /** Description of the violation. */
  message: string
  /** Name of the row, or of the generated text. */
  row?: string
  /** Name of the cutting: `whole`, `cut at 7`, … */
  cutting?: string
  /** The text that shows the violation. */
  input?: string
}

/** Formats failures for a person, one per paragraph. */
export function formatFailures(failures: readonly Violation[]): string {
  return failures.map(formatFailure).join('\n\n')
}

function formatFailure({ rule, message, row, cutting, input }: Violation): string {
  const lines = [`${rule}: ${rules[rule]}`, `  ${message}`]
  if (row !== undefined) lines.push(`  row: ${row}`)
  if (cutting !== undefined) lines.push(`  cutting: ${cutting}`)
  if (input !== undefined) lines.push(`  input: ${JSON.stringify(input.length > 400 ? `${input.slice(0, 400)}…` : input)}`)
  return lines.join('\n')
}

/** Returns the first failure of each rule, because more failures of the same rule add no information. */
export function firstOfEachRule(failures: Iterable<Violation>): Violation[] {
  const found = new Map<RuleName, Violation>()
  for (const failure of failures) if (!found.has(failure.rule)) found.set(failure.rule, failure)
  return [...found.values()]
}
