import { diffLines } from './diff.ts'
import type { VerifyOutcome, Problem } from './outcome.ts'
import { safeText } from '../render/safe-text.ts'
import { noPaint, type Paint } from '../render/styles.ts'

export interface VerifyReport {
  /** Adds a result. @returns Text to print, empty unless the case failed. */
  add(name: string, outcome: VerifyOutcome): string
  /**
   * Counts of all cases, and of skipped ones by reason.
   * @param about - Description of the cases: `12 vectors`.
   */
  summary(about: string): string
  readonly failed: number
}

export function createReport(paint: Paint = noPaint): VerifyReport {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  const reasons = new Map<string, number>()

  return {
    add(name, outcome) {
      counts[outcome.status]++
      if (outcome.status === 'skipped') reasons.set(outcome.reason, (reasons.get(outcome.reason) ?? 0) + 1)
      if (outcome.status !== 'failed') return ''
      return `${paint('red', `failed  ${safeText(name)}`)}\n${outcome.problems.map(problemLines).join('')}\n`
    },
    summary(about) {
      const skipped = [...reasons].map(([reason, count]) => `skipped ${count}: ${reason}\n`).join('')
      const { passed, failed } = counts
      return `${skipped}${about}: ${paint(failed > 0 ? 'red' : 'green', `${passed} passed, ${failed} failed, ${counts.skipped} skipped`)}\n`
    },
    get failed() {
      return counts.failed
    },
  }

  function problemLines({ what, message, ...values }: Problem): string {
    const lines = [message === undefined ? what : `${what}: ${message}`]
    if ('expected' in values) {
      const [wanted, actual] = diffLines(values.expected, values.got)
      lines.push(`  ${paint('green', safeText(wanted))}`, `  ${paint('red', safeText(actual))}`)
    }
    return lines.map((line) => `  ${line}\n`).join('')
  }
}
