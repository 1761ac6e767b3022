import type { TextAdapter } from '@reason/core'
import type { Deciding, Ending } from '@reason/core/adapter'
import { assertRow } from '../runs/assert-row.ts'
import { canonical, difference, show } from '../runs/canonical.ts'
import { checkExpectation, checkHidden } from './check-expectation.ts'
import { checkStructure } from './check-structure.ts'
import { checkText } from './check-text.ts'
import { cuttings, type Cutting, type CuttingOptions } from '../inputs/cuttings.ts'
import { firstOfEachRule, type Violation } from '../failure.ts'
import { normaliseParts } from '../runs/normalise.ts'
import { inputText, type Row } from '../inputs/row.ts'
import { capabilitiesOf, skips, type RuleName } from '../rules.ts'
import { failureOf, runSplitter, type SplitRun } from '../runs/run.ts'

export interface CheckOptions extends CuttingOptions {
  /**
   * Limit of held code units, excluding whitespace, for adapters that declare `boundedHold`. Default: the longest of the adapter's signals. Required if
   * the format has longer delimiters.
   */
  longestDelimiter?: number
  /** Context for rows without a context of their own. */
  context?: Row['context']
}

/**
 * Runs a row in every cutting, and checks the rules for the adapter's capabilities.
 *
 * @returns The first failure of each rule. Empty if the row passes.
 * @throws {TypeError} For a row without expectations, a field that results do not have, or a field of another type.
 */
export function checkRow(adapter: TextAdapter, row: Row, options: CheckOptions = {}): Violation[] {
  assertRow(row)
  return firstOfEachRule(failuresOf(row.adapter ?? adapter, row, options))
}

/** Like `checkRow` for a text without expectations: every rule except `expected`. */
export const checkInput = (adapter: TextAdapter, input: string, options: CheckOptions = {}): Violation[] =>
  firstOfEachRule(failuresOf(adapter, { name: 'generated text', input }, options))

const endings = ['complete', 'calls', 'stopped', 'cut'] as const

/** Contexts that a gateway gives for an answer. A splitter has branches of its own for them. */
const servedContexts: readonly (readonly [name: string, context: Row['context']])[] = [
  ['from a server', { origin: {} }],
  ['from a server, guarded', { origin: {}, guarded: true }],
  ['from a server, guarded and whole', { origin: {}, guarded: true, whole: true }],
]

export const longestHold = (adapter: TextAdapter, options: Pick<CheckOptions, 'longestDelimiter'>): number | undefined =>
  options.longestDelimiter ??
  (adapter.signals === undefined || adapter.signals.length === 0 ? undefined : Math.max(...adapter.signals.map(({ text }) => text.length)))

function* failuresOf(adapter: TextAdapter, row: Row, options: CheckOptions): Generator<Violation, void, void> {
  const input = inputText(row)
  const context = row.context ?? options.context
  const hold = longestHold(adapter, { ...options, ...(row.longestDelimiter !== undefined && { longestDelimiter: row.longestDelimiter }) })
  const skipped = new Set<RuleName>(skips(adapter, hold).map(({ rule }) => rule))
  const judge = function* (run: SplitRun, cutting: string, decided = false): Generator<Violation, void, void> {
    for (const failure of judgeRun(run, adapter, input, hold ?? Number.POSITIVE_INFINITY)) {
      if (skipped.has(failure.rule) || (decided && failure.rule === 'bounded-hold')) continue
      yield { ...failure, row: row.name, cutting, input }
    }
  }

  /** Compares the runs of one ending. Only a text that ends by itself, in its own context, has expected parts. */
  const compare = function* (cut: Iterable<Cutting>, ending: Ending, served?: Row['context']): Generator<Violation, void, void> {
    let whole: Observed | undefined
    for (const { name: cutting, pieces } of cut) {
      const at = { row: row.name, cutting, input }
      const run = runSplitter(adapter, pieces, { context: served ?? context, ending })
      yield* judge(run, cutting, served !== undefined)
      if (run.thrown !== undefined) continue
      if (ending === 'complete' && served === undefined) for (const failure of checkExpectation(run.parts, row)) yield { ...failure, ...at }
      const now = { parts: canonical(normaliseParts(run.parts)), state: run.state }
      whole ??= now
      const isSame = whole.parts === now.parts && whole.state === now.state
      if (!isSame) yield { rule: 'chunk-invariance', message: disagreement(whole, now), ...at }
    }
  }

  yield* compare(cuttings(row, options), 'complete')
  const few = (how: string) => [[input], [...input]].map((pieces) => ({ name: `${pieces.length} pieces, ${how}`, pieces }))
  for (const ending of endings.slice(1)) yield* compare(few(`ended by '${ending}'`), ending)
  for (const [name, served] of servedContexts) {
    for (const ending of endings) yield* compare(few(`${name}, ended by '${ending}'`), ending, { ...served, ...context })
  }
  for (const { run, reason, after } of decidedRuns(adapter, input, context)) {
    const cutting = `decide('${reason}') after ${after} units`
    yield* judge(run, cutting, true)
    // A timeout may make a text an answer, but not for readers who may not see reasoning. Parts of a wire are evidence.
    if (context?.guarded === true && context.whole !== true && (reason === 'timeout' || reason === 'limit')) {
      for (const failure of checkHidden(run.parts, row.expect?.hidden)) {
        yield { ...failure, row: row.name, cutting, input }
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

function* judgeRun(run: SplitRun, adapter: TextAdapter, input: string, hold: number): Generator<Violation, void, void> {
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

/** Parts and state of a run, as a reader sees them. */
interface Observed {
  parts: string
  state: string | undefined
}

const disagreement = (whole: Observed, other: Observed): string =>
  whole.parts === other.parts
    ? `The state after the end differs from that of the whole text: ${show(whole.state)}, ${show(other.state)}.`
    : `The parts differ from those of the whole text, ${difference(whole.parts, other.parts)}.`

/** Limit of calls to `decide()` per text, at the start, at the end and between. Covers every state without a run per position. */
const mostDecisions = 48

function* decidedRuns(
  adapter: TextAdapter,
  input: string,
  context: Row['context'],
): Generator<{ run: SplitRun; reason: Deciding; after: number }, void, void> {
  if (probe(adapter, context)?.decide === undefined) return
  const step = Math.max(1, Math.ceil(input.length / mostDecisions))
  for (let after = 0; after <= input.length; after += step) {
    const pieces = [input.slice(0, after), input.slice(after)]
    // Parts of a wire come between characters.
    const others = /[\uD800-\uDBFF]$/.test(pieces[0]!) ? [] : [otherReasons[after % otherReasons.length]!]
    for (const reason of ['timeout', ...others] as const) {
      yield { run: runSplitter(adapter, pieces, { context, decideAfter: 1, decideFor: reason }), reason, after }
    }
  }
}

/** Reasons of the wire, in turn by the place. */
const otherReasons: readonly Deciding[] = ['limit', 'wire', 'field']

function probe(adapter: TextAdapter, context: Row['context']) {
  try {
    return adapter.createSplitter(context)
  } catch {
    return undefined // Reported by the runs.
  }
}
