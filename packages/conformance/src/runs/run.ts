import type { Part, Splitter, StreamContext, TextAdapter } from '@reason/core'
import type { Deciding, Ending } from '@reason/core/adapter'
import { canonical, show } from './canonical.ts'
import type { Violation } from '../failure.ts'

/** Result of one call. */
export interface SplitStep {
  call: 'push' | 'decide' | 'end'
  /** Code units pushed so far. */
  consumed: number
  parts: readonly Part[]
}

/** Observations of one text in one splitter. */
export interface SplitRun {
  steps: SplitStep[]
  parts: Part[]
  /** The error and the call that threw it. No call follows. */
  thrown?: Thrown
  /** Canonical form of `state()` after the end. Undefined if the splitter has none. */
  state?: string
  /** Parts of a repeated `end()` and `decide()`. */
  late: Part[]
  /** A part that changed after it was returned. */
  changed?: { was: Part; is: Part }
  /** A text for which `passes()` returned true although other parts came, and those parts. */
  misjudged?: { text: string; parts: readonly Part[] }
  /** `isUndecided()` was still true after `decide()`. */
  stillUndecided: boolean
}

export interface Thrown {
  call: string
  /** `NoParts`: the call did not throw, but its result is not a list of parts. */
  error: unknown
}

class NoParts extends Error {}

export const failureOf = ({ call, error }: Thrown): Violation =>
  error instanceof NoParts
    ? {
        rule: 'part-types',
        message: `${call}() returned ${error.message}, which is not a list of parts. Return noParts if there are none.`,
      }
    : { rule: 'never-throws', message: `${call}() threw ${String(error)}.` }

export interface SplitRunOptions {
  context?: StreamContext | undefined
  /** Calls `decide` after that many pieces. */
  decideAfter?: number
  /** Default `timeout`. */
  decideFor?: Deciding
  /** How the text ended. Default `complete`. */
  ending?: Ending
}

/** Feeds the pieces to a new splitter and records the results. Checks no rules. */
export function runSplitter(
  adapter: TextAdapter,
  pieces: readonly string[],
  { context, decideAfter, decideFor = 'timeout', ending }: SplitRunOptions = {},
): SplitRun {
  const run: SplitRun = { steps: [], parts: [], late: [], stillUndecided: false }
  const copies: Part[] = []
  let consumed = 0
  let splitter: Splitter | undefined

  attempt('createSplitter', () => {
    splitter = adapter.createSplitter(context === undefined ? undefined : { ...context })
  })
  for (let index = 0; index <= pieces.length; index++) {
    if (index === decideAfter) attempt('decide', decide)
    const piece = pieces[index]
    if (piece === undefined) break
    attempt('push', () => {
      consumed += piece.length
      const passes = splitter!.passes?.(piece) === true
      const parts = listed(splitter!.push(piece))
      if (passes && !isAsItWas(parts, piece)) run.misjudged ??= { text: piece, parts: [...parts] }
      note('push', parts)
    })
  }
  attempt('end', () => note('end', splitter!.end(ending)))
  attempt('state', () => {
    const state = splitter!.state?.()
    if (state !== undefined) run.state = canonical(state)
  })
  lateCalls()
  const index = copies.findIndex((copy, at) => !sameFields(copy, run.parts[at]!))
  if (index !== -1) run.changed = { was: copies[index]!, is: run.parts[index]! }
  return run

  function attempt(call: string, action: () => void): void {
    if (run.thrown !== undefined) return
    try {
      action()
    } catch (error) {
      run.thrown = { call, error }
    }
  }

  function decide(): void {
    if (splitter!.decide === undefined) return
    note('decide', splitter!.decide(decideFor))
    run.stillUndecided = decideFor === 'timeout' && splitter!.isUndecided?.() === true
  }

  function note(call: SplitStep['call'], given: readonly Part[]): void {
    const parts = listed(given)
    run.steps.push({ call, consumed, parts: [...parts] })
    for (const part of parts) {
      run.parts.push(part)
      copies.push({ ...part })
    }
  }

  // A repeated call is misuse, so a TypeError is acceptable. Parts are not.
  function lateCalls(): void {
    if (run.thrown !== undefined) return
    for (const call of [() => splitter!.decide?.('timeout'), () => splitter!.end()]) {
      try {
        run.late.push(...(call() ?? []))
      } catch (error) {
        if (!(error instanceof TypeError)) run.thrown = { call: 'end (called again)', error }
      }
    }
  }
}

/** Checks that a result is a list. Without types, it may be anything. */
function listed(parts: readonly Part[]): readonly Part[] {
  if (Array.isArray(parts)) return parts
  throw new NoParts((parts as unknown) instanceof Promise ? 'a promise' : show(parts))
}

const isAsItWas = ([only, ...others]: readonly Part[], text: string): boolean =>
  others.length === 0 && only?.type === 'delta' && only.text === text && only.inserted !== true

function sameFields(a: object, b: object): boolean {
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => (a as Record<string, unknown>)[key] === (b as Record<string, unknown>)[key])
  )
}
