import { createAccumulator, createPipeline, createRegistry, type Passport, type Registry, type Result, type WireFormat } from '@reason/core'
import { harmony } from '@reason/harmony'
import { jsonFields } from '@reason/json-fields'
import { marker } from '@reason/marker'
import { thinkTags } from '@reason/think-tags'
import { markupIn } from './markup.ts'
import type { Probed } from './probes.ts'

/** Settings of the gateway that say how answers are split. */
export interface SplitSettings {
  adapter?: string
  passports?: readonly Passport[]
}

/** What splits, as the gateway has it. */
export const registryFor = (wire: WireFormat, { passports = [] }: SplitSettings = {}): Registry =>
  createRegistry()
    .use(wire)
    .use(harmony())
    .use(thinkTags())
    .use(marker())
    .use(jsonFields())
    .know(...passports)

/**
 * In a stream the gateway waits for a format to show for a fraction of a second. A thought of a real question is longer than that, so
 * what was seen is not to be found out by waiting either: longer than any opening tag, and not longer.
 */
const patientChars = 32

/** What the gateway would make of an answer, with these settings. */
function splitAs(
  { parts, probe }: Probed,
  settings: SplitSettings,
  { wire, model, provider, splits }: Omit<FittingQuery, 'alone'>,
): Result {
  const { adapter, context } = registryFor(wire, settings).resolve({
    model,
    ...(provider !== undefined && { provider }),
    hints: { wire: true, ...(settings.adapter !== undefined && { adapter: settings.adapter }) },
  })
  const pipeline = createPipeline({
    split: {
      adapter,
      context: {
        ...context,
        ...(splits && { native: true }),
        ...(probe.off && { thinking: false }),
        ...(!probe.stream && { whole: true }),
      },
    },
  })
  const accumulator = createAccumulator()
  let chars = 0
  for (const part of parts) {
    for (const out of pipeline.push(part)) accumulator.push(out)
    if (part.type === 'delta') chars += part.text.length
    if (probe.stream && chars > patientChars && pipeline.isUndecided()) for (const out of pipeline.decide('timeout')) accumulator.push(out)
  }
  return accumulator.snapshot()
}

/** For one model alone, where others are beside it. */
const passport = (model: string, adapter: string, options?: { startsInReasoning: boolean | 'hold' }): SplitSettings => ({
  passports: [{ models: [model], flags: { [adapter]: true }, ...(options && { options: { [adapter]: options } }) }],
})

/**
 * From what needs nothing to what says most. A format counts only if its markup came: another one leaves a plain answer as it is, too,
 * and would be wrong for the first thought.
 */
function candidatesFor(model: string, alone: boolean, markup: ReadonlySet<string>): readonly SplitSettings[] {
  return [
    {},
    ...['harmony', 'think-tags'].filter((id) => markup.has(id)).map((adapter) => (alone ? { adapter } : passport(model, adapter))),
    passport(model, 'think-tags', { startsInReasoning: true }),
    passport(model, 'think-tags', { startsInReasoning: false }),
    passport(model, 'think-tags', { startsInReasoning: 'hold' }),
  ]
}

export interface FittingQuery {
  wire: WireFormat
  model: string
  provider?: string
  /** The server has no other models. */
  alone: boolean
  /** The server has a field for reasoning and fills it: an answer without one is plain. */
  splits: boolean
}

/**
 * The settings with which what was seen comes out clean, found by trying them on it; undefined: none of them does.
 *
 * At best all of it. Else without thoughts that came though none were to come: not all formats say where those end. Else with what was
 * thought about alone, and answers that were not would be taken for thoughts: a finding says so.
 */
export function fittingSettings(seen: readonly Probed[], query: FittingQuery): SplitSettings | undefined {
  const registry = registryFor(query.wire)
  const markup = new Set(seen.flatMap(({ result }) => markupIn(result.answer, registry)?.adapter ?? []))
  const candidates = candidatesFor(query.model, query.alone, markup)
  const fitting = (answers: readonly Probed[]): SplitSettings | undefined =>
    candidates.find((settings) => answers.every((one) => isClean(one, settings, query, registry)))
  return (
    fitting(seen) ??
    fitting(seen.filter(({ probe, result }) => probe.off !== true || markupIn(result.answer, registry) === undefined)) ??
    fitting(seen.filter(({ probe }) => probe.off !== true))
  )
}

/**
 * No markup is left in the answer, nothing came out as an answer that turned out to be none, and an answer without markup is as it
 * was. One that was cut before any markup says nothing.
 */
export function isClean(one: Probed, settings: SplitSettings, query: Omit<FittingQuery, 'alone'>, registry: Registry): boolean {
  const { answer, finish } = one.result
  const marked = markupIn(answer, registry) !== undefined
  if (!marked && finish?.reason !== 'stop') return true
  const split = splitAs(one, settings, query)
  if (!marked) return split.answer.trim() === answer.trim()
  // By its name alone a model's text is held for a while, and then what the name says. A passport that is needed must not have to wait.
  const isSpoilt = (code: string): boolean => spoilt.has(code) || (code === 'fallback' && settings.passports !== undefined)
  return markupIn(split.answer, registry) === undefined && !split.warnings.some(({ code }) => isSpoilt(code))
}

/** What is said where text came out as an answer before anybody knew better. */
const spoilt = new Set<string>(['orphan-close', 'late-structure'])
