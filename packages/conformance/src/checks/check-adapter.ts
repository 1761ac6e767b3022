import { SPEC_VERSION, type Part, type TextAdapter } from '@reason/core'
import type { Capabilities } from '@reason/core/adapter'
import { nearest } from '@reason/core/errors'
import { manifestProblems } from '@reason/core/manifest'
import { canonical, show } from '../runs/canonical.ts'
import { checkIsolation } from './check-isolation.ts'
import { longestHold, type CheckOptions } from './check-row.ts'
import { checkSignals } from './check-signals.ts'
import type { Violation } from '../failure.ts'
import { checkLinearWork } from './linear.ts'
import { normaliseParts, sourceText } from '../runs/normalise.ts'
import { delimitersOf } from './properties.ts'
import { inputText, type Row } from '../inputs/row.ts'
import { capabilitiesOf, skips } from '../rules.ts'
import { failureOf, runSplitter } from '../runs/run.ts'
import type { Spelling } from '../inputs/spelling.ts'

export interface AdapterCheckOptions extends CheckOptions {
  /** Texts that have a meaning in the format. Default: the adapter's signals. */
  delimiters?: readonly string[]
  /**
   * The format's spellings of a thought and an answer. An empty list: the format has no thoughts. Default: derived from the signals if there are one
   * opener and one closer. Required otherwise.
   */
  spelling?: Spelling | readonly Spelling[]
}

type AdapterCheck = (adapter: TextAdapter, rows: readonly Row[], options: AdapterCheckOptions) => Violation[]

/** Rules about the adapter as a whole. The rows serve as input. */
export const adapterChecks = {
  manifest: checkManifest,
  isolation: guarded((adapter, _, { spelling }) => checkIsolation(adapter, spelling)),
  signals: guarded((adapter) => checkSignals(adapter)),
  'empty-stream': checkEmptyStream,
  'independent-splitters': guarded(checkIndependence),
  streaming: checkStreaming,
  'linear-work': guarded((adapter, rows, options) => {
    const texts = rows.filter((row) => row.adapter === undefined && row.context === undefined).map(inputText)
    return checkLinearWork(adapter, delimitersOf(adapter, options.delimiters), texts, options.context)
  }),
} satisfies Record<string, AdapterCheck>

/** Runs all rules except those that the adapter's capabilities exclude. */
export function checkAdapter(adapter: TextAdapter, rows: readonly Row[], options: AdapterCheckOptions = {}): Violation[] {
  const skipped = skips(adapter, longestHold(adapter, options)).map(({ rule }) => rule as string)
  return Object.entries(adapterChecks).flatMap(([rule, check]) => (skipped.includes(rule) ? [] : check(adapter, rows, options)))
}

/** Wraps a check that calls the splitter itself, so that an error becomes a finding instead of ending all checks. */
function guarded(check: AdapterCheck): AdapterCheck {
  return (adapter, rows, options) => {
    try {
      return check(adapter, rows, options)
    } catch (error) {
      return [{ rule: 'never-throws', message: String(error) }]
    }
  }
}

function checkManifest(adapter: TextAdapter): Violation[] {
  const { id, specVersion } = adapter as { id: unknown; specVersion: unknown }
  const problems = manifestProblems(adapter)
  if (specVersion !== SPEC_VERSION) problems.push(`has the specVersion ${show(specVersion)}; this kit is for ${SPEC_VERSION}`)
  for (const name of Object.keys(capabilitiesOf(adapter))) {
    if (Object.hasOwn(capabilities, name)) continue
    const meant = nearest(name, Object.keys(capabilities))
    problems.push(`declares "${name}", which is no capability${meant === undefined ? '' : ` (did you mean "${meant}"?)`}`)
  }
  return problems.map((problem) => ({ rule: 'manifest', message: `${typeof id === 'string' ? `"${id}"` : 'The adapter'} ${problem}.` }))
}

/** The keys of `Capabilities` as a value. */
const capabilities: Record<keyof Capabilities, true> = {
  streaming: true,
  multipleReasoningBlocks: true,
  toolCalls: true,
  commentary: true,
  turnEnd: true,
  conservation: true,
  monotone: true,
  boundedHold: true,
  structuralTokens: true,
  tags: true,
  marker: true,
  seals: true,
}

function checkEmptyStream(adapter: TextAdapter, rows: readonly Row[], options: AdapterCheckOptions): Violation[] {
  const quiet = (part: Part) => part.type === 'warning' || part.type === 'turn-end'
  for (const context of [options.context, ...rows.filter((row) => row.adapter === undefined).map((row) => row.context)]) {
    for (const pieces of [[], ['']]) {
      const { parts, thrown } = runSplitter(adapter, pieces, { context })
      if (thrown !== undefined) return [{ ...failureOf(thrown), rule: 'empty-stream' }]
      const loud = parts.find((part) => !quiet(part))
      if (loud !== undefined)
        return [{ rule: 'empty-stream', message: `An empty stream must give no parts, but gave ${show(loud)} (context ${show(context)}).` }]
    }
  }
  return []
}

/** Runs two splitters in step, one unit apart, and a third one that is abandoned midway. Each must return the same parts as when it runs alone. */
function checkIndependence(adapter: TextAdapter, rows: readonly Row[], options: AdapterCheckOptions): Violation[] {
  for (const row of rows) {
    const input = inputText(row)
    const context = row.context ?? options.context
    const tested = row.adapter ?? adapter
    const alone = runSplitter(tested, [input], { context })
    if (alone.thrown !== undefined) continue // Reported by the row.
    const splitters = [0, 1, 2].map(() => ({ splitter: tested.createSplitter(context), parts: [] as Part[] }))
    for (let at = 0; at <= input.length; at++) {
      splitters[0]!.parts.push(...splitters[0]!.splitter.push(input.charAt(at)))
      if (at > 0) splitters[1]!.parts.push(...splitters[1]!.splitter.push(input.charAt(at - 1)))
      if (at < input.length / 2) splitters[2]!.splitter.push(input.charAt(at))
    }
    for (const { splitter, parts } of splitters.slice(0, 2)) {
      parts.push(...splitter.end())
      if (canonical(normaliseParts(parts)) === canonical(normaliseParts(alone.parts))) continue
      const message =
        'A splitter gave other parts while another splitter of this adapter ran. Keep state in createSplitter(), not in the module.'
      return [{ rule: 'independent-splitters', message, row: row.name, input }]
    }
  }
  return []
}

function checkStreaming(adapter: TextAdapter, rows: readonly Row[], options: AdapterCheckOptions): Violation[] {
  const own = rows.filter((row) => row.adapter === undefined && inputText(row) !== '')
  if (own.length === 0) return []
  const streams = own.some((row) => {
    const { steps } = runSplitter(adapter, [...inputText(row)], { context: row.context ?? options.context })
    return steps.some(({ call, parts }) => call === 'push' && parts.some((part) => part.type !== 'markup' && sourceText(part) !== ''))
  })
  if (streams) return []
  return [
    {
      rule: 'streaming',
      message: `The splitter returned no text before the end of the stream in any of ${own.length} rows. Return text as soon as its channel is known.`,
    },
  ]
}
