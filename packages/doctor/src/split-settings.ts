import type { TemplateStart } from '@reason/chat-template'
import { createAccumulator, createPipeline, createRegistry, type Registry, type Result, type WireFormat } from '@reason/core'
import type { Passport } from '@reason/core/adapter'
import { harmony } from '@reason/harmony'
import { jsonFields } from '@reason/json-fields'
import { marker } from '@reason/marker'
import { thinkTags } from '@reason/think-tags'
import { markupIn } from './markup.ts'
import type { ProbeAnswer } from './probes.ts'

/** Settings of the gateway for splitting answers. */
export interface SplitSettings {
  adapter?: string
  passports?: readonly Passport[]
}

/** Creates a registry like the gateway's. */
export const registryFor = (wire: WireFormat, { passports = [] }: SplitSettings = {}): Registry =>
  createRegistry()
    .use(wire)
    .use(harmony())
    .use(thinkTags())
    .use(marker())
    .use(jsonFields())
    .know(...passports)

/**
 * Characters of a stream after which a splitter has to decide. The gateway waits a fraction of a second, and real
 * thoughts are longer: a limit above the longest opening tag suffices.
 */
const patientChars = 32

/** Splits an answer as the gateway does with these settings. */
function splitAs(
  { parts, probe }: ProbeAnswer,
  settings: SplitSettings,
  { wire, model, provider, splits, start }: Omit<FittingQuery, 'alone'>,
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
        // A request without thinking has another prompt.
        ...(start !== undefined && !probe.off && { start }),
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

/** Creates settings for one model of several. */
const passport = (model: string, adapter: string, options?: { startsInReasoning: boolean | 'hold' }): SplitSettings => ({
  passports: [{ models: [model], flags: { [adapter]: true }, ...(options && { options: { [adapter]: options } }) }],
})

/**
 * Returns candidates, from the fewest settings to the most. A format counts only if its markup came: other formats also
 * leave a plain answer unchanged, and would be wrong for the first thought.
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
  /** True if the server has no other models. */
  alone: boolean
  /** True if the server has a field for reasoning and fills it, so that an answer without it is plain. */
  splits: boolean
  /** Beginning of the output according to the server's chat template, which the gateway also reads. */
  start?: TemplateStart
}

/**
 * Finds the settings that split these answers cleanly, by trying them. Undefined if none does.
 *
 * The best settings fit all answers. The second best leave no markup in answers without thinking, because some formats
 * do not mark the end of a thought. The last resort fits only the answers that allow thinking, and a finding then
 * reports that others would be taken for thoughts.
 */
export function fittingSettings(answers: readonly ProbeAnswer[], query: FittingQuery): SplitSettings | undefined {
  const registry = registryFor(query.wire)
  const markup = new Set(answers.flatMap(({ result }) => markupIn(result.answer, registry)?.adapter ?? []))
  const candidates = candidatesFor(query.model, query.alone, markup)
  const fitting = (some: readonly ProbeAnswer[]): SplitSettings | undefined =>
    candidates.find((settings) => some.every((one) => isClean(one, settings, query, registry)))
  return (
    fitting(answers) ??
    fitting(answers.filter(({ probe, result }) => probe.off !== true || markupIn(result.answer, registry) === undefined)) ??
    fitting(answers.filter(({ probe }) => probe.off !== true))
  )
}

/** Whether the token limit cut an answer within its reasoning, which stands in the text. */
export function isCutThought(one: ProbeAnswer, settings: SplitSettings, query: FittingQuery): boolean {
  if (one.result.finish?.reason !== 'length' || one.result.answer.trim() === '') return false
  return splitAs(one, settings, query).answer.trim() === ''
}

/**
 * Whether settings split an answer cleanly: no markup is left, no text was delivered as an answer too early, and an answer without
 * markup is unchanged. An answer that was cut before any markup decides nothing.
 */
export function isClean(one: ProbeAnswer, settings: SplitSettings, query: Omit<FittingQuery, 'alone'>, registry: Registry): boolean {
  const { answer, finish } = one.result
  const marked = markupIn(answer, registry) !== undefined
  if (!marked && finish?.reason !== 'stop') return true
  const split = splitAs(one, settings, query)
  if (!marked) return split.answer.trim() === answer.trim()
  // The gateway delays text whose format is known only by the model's name. A passport must make that delay unnecessary.
  const isSpoilt = (code: string): boolean => spoilt.has(code) || (code === 'fallback' && settings.passports !== undefined)
  return markupIn(split.answer, registry) === undefined && !split.warnings.some(({ code }) => isSpoilt(code))
}

/** Warnings about text that was delivered as an answer too early. */
const spoilt = new Set<string>(['orphan-close', 'late-structure'])
