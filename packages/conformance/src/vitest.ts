import type { TextAdapter, WireFormat } from '@reason/core'
import { describe, expect, test } from 'vitest'
import type { Capture } from './captures/capture.ts'
import { checkCapture, type CaptureOptions } from './captures/check-capture.ts'
import { adapterChecks, type AdapterCheckOptions } from './checks/check-adapter.ts'
import { checkRow, longestHold } from './checks/check-row.ts'
import { formatFailures, type Violation } from './failure.ts'
import { ruleChecks, ruleDemands, type Admitting, type RuleCheckOptions, type RuleDemand } from './gateway-rules/rule-checks.ts'
import { checkProperties, delimitersOf, type PropertyOptions } from './checks/properties.ts'
import type { Row } from './inputs/row.ts'
import { rules, skips } from './rules.ts'

/** In milliseconds. On a busy machine, hundreds of cuttings take longer than vitest's default of five seconds. */
const timeout = 60_000

export type AdapterSource = TextAdapter | (() => TextAdapter)

export interface DescribeOptions extends PropertyOptions, AdapterCheckOptions {
  /** Name of the test group. Default: the adapter's id. */
  name?: string
}

/**
 * Defines a test for each row, one for each rule about the adapter as a whole, and one on generated texts. Rules that the adapter's capabilities
 * exclude are skipped tests.
 *
 * @param source - The adapter, or a factory without parameters.
 */
export function describeConformance(source: AdapterSource, rows: readonly Row[], options: DescribeOptions = {}): void {
  const adapter = typeof source === 'function' ? source() : source
  const skipped = skips(adapter, longestHold(adapter, options))

  describe(options.name ?? `${adapter.id} conforms`, () => {
    for (const row of rows) test(row.name, { timeout }, () => expectNone(checkRow(adapter, row, options)))
    for (const [rule, check] of Object.entries(adapterChecks)) {
      if (skipped.some((skip) => skip.rule === rule)) continue
      test(rules[rule as keyof typeof adapterChecks], { timeout }, () => expectNone(check(adapter, rows, options)))
    }
    if (options.arbitrary !== undefined || delimitersOf(adapter, options.delimiters).length > 0) describeProperties(adapter, options)
    else test.skip('keeps every rule on hostile text (skipped: the adapter has no signals: give the option delimiters)')
    for (const { rule, reason } of skipped) test.skip(`${rule} (skipped: ${reason})`)
  })
}

/** Defines a test that generates hostile texts from the delimiters and checks every rule that needs no expected value. */
export function describeProperties(source: AdapterSource, options: PropertyOptions = {}): void {
  const adapter = typeof source === 'function' ? source() : source
  test('keeps every rule on hostile text', { timeout }, () => expectNone(checkProperties(adapter, options)))
}

/**
 * Defines a test for each demand on a gateway rule.
 *
 * @param create - Creates the rule. Called several times.
 */
export function describeRule<Rule extends Admitting & { id: string }>(create: () => Rule, options: RuleCheckOptions<Rule>): void {
  describe(`${create().id} conforms`, () => {
    for (const [demand, words] of Object.entries(ruleDemands))
      test(words, { timeout }, async () => {
        const problems = await ruleChecks[demand as RuleDemand](create, options)
        if (problems.length > 0) expect.fail(problems.slice(0, 5).join('\n'))
      })
  })
}

/** Defines a test for each capture in the wire format. */
export function describeCaptures(wire: WireFormat, captures: readonly Capture[], options: CaptureOptions = {}): void {
  describe(`${wire.id} reads what was recorded`, () => {
    for (const capture of captures.filter((one) => one.wire === wire.id)) {
      test(capture.id, { timeout }, async () => {
        const failures = await checkCapture(wire, capture, options)
        if (failures.length > 0) expect.fail(failures.map(({ rule, message }) => `${rule}: ${message}`).join('\n'))
      })
    }
  })
}

function expectNone(failures: readonly Violation[]): void {
  if (failures.length > 0) expect.fail(formatFailures(failures))
}
