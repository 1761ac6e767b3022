import type { TextAdapter } from '@reason/core'
import { assertRow } from './assert-row.ts'
import { canonical, difference, show } from './canonical.ts'
import { checkExpectation, checkHidden } from './check-expectation.ts'
import { checkStructure } from './check-structure.ts'
import { checkText } from './check-text.ts'
import { cuttings, type CuttingOptions } from './cuttings.ts'
import { firstOfEachRule, type Failure } from './failure.ts'
import { normaliseParts } from './normalise.ts'
import { inputText, type Row } from './row.ts'
import { capabilitiesOf, skips, type RuleName } from './rules.ts'
import { failureOf, runSplitter, type Run } from './run.ts'

export interface CheckOptions extends CuttingOptions {
  /**
   * Most code units that may be held, whitespace not counted, for adapters that declare `boundedHold`. Default: the longest of the
   * adapter's signals. State it where the format has longer delimiters than that.
   */
  longestDelimiter?: number
  /** What the splitter is told, for rows without a context of their own. */
  context?: Row['context']
}

/**
 * Runs a row in every cutting, then the rules that the adapter's capabilities call for.
 *
 * @returns The first failure of each rule; empty: the row holds.
 * @throws {TypeError} For a row that expects nothing, a field that results do not have, and a field of another type.
 */
export function checkRow(adapter: TextAdapter, row: Row, options: CheckOptions = {}): Failure[] {
  assertRow(row)
  return firstOfEachRule(failuresOf(row.adapter ?? adapter, row, options))
}

/** The same for a text of which nothing is known: every rule but `expected`. */
export const checkInput = (adapter: TextAdapter, input: string, options: CheckOptions = {}): Failure[] =>
  firstOfEachRule(failuresOf(adapter, { name: 'generated text', input }, options))

export const longestHold = (adapter: TextAdapter, options: Pick<CheckOptions, 'longestDelimiter'>): number | undefined =>
  options.longestDelimiter ??
  (adapter.signals === undefined || adapter.signals.length === 0 ? undefined : Math.max(...adapter.signals.map(({ text }) => text.length)))

function* failuresOf(adapter: TextAdapter, row: Row, options: CheckOptions): Generator<Failure, void, void> {
  const input = inputText(row)
  const context = row.context ?? options.context
  const hold = longestHold(adapter, { ...options, ...(row.longestDelimiter !== undefined && { longestDelimiter: row.longestDelimiter }) })
  const skipped = new Set<RuleName>(skips(adapter, hold).map(({ rule }) => rule))
  const judge = function* (run: Run, cutting: string, decided = false): Generator<Failure, void, void> {
    for (const failure of judgeRun(run, adapter, input, hold ?? Number.POSITIVE_INFINITY)) {
      if (skipped.has(failure.rule) || (decided && failure.rule === 'bounded-hold')) continue
      yield { ...failure, row: row.name, cutting, input }
    }
  }

  let whole: { run: Run; parts: string } | undefined
  for (const { name, pieces } of cuttings(row, options)) {
    const run = runSplitter(adapter, pieces, { context })
    yield* judge(run, name)
    if (run.thrown !== undefined) continue
    for (const failure of checkExpectation(run.parts, row)) yield { ...failure, row: row.name, cutting: name, input }
    const parts = canonical(normaliseParts(run.parts))
    whole ??= { run, parts }
    const same = whole.parts === parts && whole.run.state === run.state
    if (!same) yield { rule: 'chunk-invariance', message: disagreement(whole, { run, parts }), row: row.name, cutting: name, input }
  }
  for (const { run, after } of decidedRuns(adapter, input, context)) {
    yield* judge(run, `decide() after ${after} units`, true)
    // Time that runs out may make a text an answer, but not for readers who may not see reasoning.
    if (context?.guarded === true && context.whole !== true) {
      for (const failure of checkHidden(run.parts, row.expect?.hidden)) {
        yield { ...failure, row: row.name, cutting: `decide() after ${after} units`, input }
      }
    }
    if (run.stillUndecided) {
      yield {
        rule: 'decide',
        message: `The splitter still held text after decide() at ${after} units. decide() must settle what is held.`,
        row: row.name,
        input,
      }
    }
  }
}

function* judgeRun(run: Run, adapter: TextAdapter, input: string, hold: number): Generator<Failure, void, void> {
  if (run.thrown !== undefined) {
    yield failureOf(run.thrown)
    return
  }
  yield* checkStructure(run.parts, capabilitiesOf(adapter))
  yield* checkText(run, input, hold)
  if (run.late.length > 0)
    yield { rule: 'silent-after-end', message: `A second end() returned ${show(run.late)}. After the first, return noParts.` }
  if (run.misjudged !== undefined) {
    yield {
      rule: 'passes',
      message: `passes() said of ${show(run.misjudged.text)} that it comes out as it is: ${show(run.misjudged.parts)}.`,
    }
  }
  if (run.changed !== undefined) {
    yield { rule: 'stable-parts', message: `${show(run.changed.was)} became ${show(run.changed.is)}.` }
  }
}

const disagreement = (whole: { run: Run; parts: string }, other: { run: Run; parts: string }): string =>
  whole.parts === other.parts
    ? `The state after the end differs from that of the whole text: ${show(whole.run.state)}, ${show(other.run.state)}.`
    : `The parts differ from those of the whole text, ${difference(whole.parts, other.parts)}.`

/** At the start, at the end and at places between: enough to meet every state without as many runs as there are places. */
const mostDecisions = 48

function* decidedRuns(adapter: TextAdapter, input: string, context: Row['context']): Generator<{ run: Run; after: number }, void, void> {
  if (probe(adapter, context)?.decide === undefined) return
  const step = Math.max(1, Math.ceil(input.length / mostDecisions))
  for (let after = 0; after <= input.length; after += step) {
    const pieces = [input.slice(0, after), input.slice(after)]
    yield { run: runSplitter(adapter, pieces, { context, decideAfter: 1 }), after }
  }
}

function probe(adapter: TextAdapter, context: Row['context']) {
  try {
    return adapter.createSplitter(context)
  } catch {
    return undefined // Reported by the runs.
  }
}
