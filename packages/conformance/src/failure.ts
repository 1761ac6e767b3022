import { rules, type RuleName } from './rules.ts'

/** A rule that an adapter broke. */
export interface Failure {
  rule: RuleName
  /** What was found. */
  message: string
  /** Name of the row, or of the generated text. */
  row?: string
  /** How the text was cut: `whole`, `cut at 7`, … */
  cutting?: string
  /** The text that shows it. */
  input?: string
}

/** Failures for a person to read, one a paragraph. */
export function formatFailures(failures: readonly Failure[]): string {
  return failures.map(formatFailure).join('\n\n')
}

function formatFailure({ rule, message, row, cutting, input }: Failure): string {
  const lines = [`${rule}: ${rules[rule]}`, `  ${message}`]
  if (row !== undefined) lines.push(`  row: ${row}`)
  if (cutting !== undefined) lines.push(`  cutting: ${cutting}`)
  if (input !== undefined) lines.push(`  input: ${JSON.stringify(input.length > 400 ? `${input.slice(0, 400)}…` : input)}`)
  return lines.join('\n')
}

/** The first failure of each rule: fifty cuttings that fail alike say no more than one. */
export function firstOfEachRule(failures: Iterable<Failure>): Failure[] {
  const found = new Map<RuleName, Failure>()
  for (const failure of failures) if (!found.has(failure.rule)) found.set(failure.rule, failure)
  return [...found.values()]
}
