import type { Result, Stage } from '@reason/core'
import type { Governor } from '@reason/core/pipeline'
import { afterAnswerStep } from './guards/after-answer.ts'
import type { PolicyConfig } from './config/config.ts'
import { commonDelimiters, type StructuralDelimiter } from './text/delimiters.ts'
import { fieldTagsStep } from './guards/field-tags.ts'
import { forHistory } from './visibility/history.ts'
import { firstCap, latencyCap } from './caps/latency-cap.ts'
import { leakGuardSteps } from './guards/leak-guard.ts'
import { newLedger, reportOf, type PolicyReport } from './ledger.ts'
import { ngramStep } from './repeats/ngram.ts'
import { capGovernor, reasoningCapStep } from './caps/reasoning-cap.ts'
import { requireFinalStep } from './require-final.ts'
import { serviceTokenStep } from './guards/service-tokens.ts'
import { createStage, type MakeStep } from './chain/step.ts'
import { visibilityStep, wholeStep, type Mode, type Visibility } from './visibility/visibility.ts'
import { whitespaceStep } from './whitespace/whitespace.ts'

/** Facts about one generation. */
export interface PolicyContext {
  /** The passport's exact list. */
  serviceTokens?: readonly string[]
  /** Id of the chosen text adapter. Harmony has rules of its own. Under `plain`, delimiters in the answer are only reported. */
  adapter?: string
  /** Structural delimiters of the format, which do not belong in an answer. Default: `commonDelimiters`. */
  delimiters?: readonly (string | StructuralDelimiter)[]
  /** Clock in milliseconds. Default: `Date.now`. */
  now?: () => number
  /** Default `stream`. */
  mode?: Mode
  /** How much of the reasoning the client may see. Default `full`. A server for clients sets less. */
  visibility?: Visibility
  /** A grammar or schema binds the answer to JSON, so delimiters and tokens in its strings are part of the answer. */
  isJson?: boolean
  /** Additional native events that pass below `full`, beside those that are known to be harmless. */
  nativeEvents?: readonly string[]
  /** The client's own stop sequences. Below `full`, `stop_sequence` is reported only if it is one of them. */
  stopSequences?: readonly string[]
}

/** The policies of one generation, for its pipeline. */
export interface Policy {
  /** For `createPipeline({ policies })`. */
  stages: Stage[]
  /** For `createPipeline({ governors })`. */
  governors: Governor[]
  /** Removes from the result, as configured, the parts that do not belong in a history. */
  forHistory(result: Result): Result
  /** Counts so far. Complete at the end of the generation. */
  report(): PolicyReport
}

/**
 * Creates all policies of one generation, in their required order:
 *
 *     cap ▶ (remember the reasoning) ▶ tags of a field ▶ after the answer ▶ service tokens ▶ repeats ▶ whitespace ▶ leak guard ▶ final guard ▶ outcome ▶ visibility, mode
 */
export function createPolicy({ llm }: PolicyConfig, context: PolicyContext = {}): Policy {
  check(llm, context)
  const ledger = newLedger()
  const { harmony } = llm
  const postproc = seenOf(context) === 'full' ? llm.postproc : withoutShownRest(llm.postproc)
  const isHarmony = context.adapter === 'harmony'
  const steps: MakeStep[] = []
  if (postproc.enabled) addTextSteps(steps, postproc, context, isHarmony)
  if (isHarmony && harmony.channels_parser.require_final_channel) steps.push(requireFinalStep)
  addDeliverySteps(steps, context)
  return {
    stages: steps.length === 0 ? [] : [createStage(steps, ledger, context.isJson)],
    governors: postproc.enabled ? governorsOf(postproc.reasoning, context) : [],
    forHistory: (result) =>
      forHistory(result, {
        dropReasoning: postproc.reasoning.drop_from_history,
        dropCommentary: isHarmony && harmony.channels_parser.drop_commentary_from_history,
      }),
    report: () => reportOf(ledger),
  }
}

const modes: readonly unknown[] = ['off', 'on', 'stream', undefined] satisfies (Mode | undefined)[]

/** Rejects what an untyped program may pass: raw options, and a misspelt mode, with which reasoning would stay visible. */
function check(llm: unknown, { mode }: PolicyContext): void {
  if (llm === undefined) throw new TypeError('createPolicy() takes a whole configuration: parsePolicyConfig({ … }).')
  if (!modes.includes(mode)) throw new TypeError(`The mode of createPolicy() is ${String(mode)}, but must be off, on or stream.`)
}

type Postproc = PolicyConfig['llm']['postproc']

function addTextSteps(
  steps: MakeStep[],
  postproc: Postproc,
  { serviceTokens = [], delimiters, adapter }: PolicyContext,
  isHarmony: boolean,
): void {
  // Without a format to split, the client asked for any tags in the answer.
  const residue = adapter === 'plain' ? 'report' : postproc.leak_guard.residue
  const { first, last } = delimiters === undefined ? configuredSteps(postproc, residue) : stepsOf(postproc, residue, delimiters)
  steps.push(...first)
  if (isHarmony) steps.push(afterAnswerStep)
  if (postproc.service_tokens && serviceTokens.length > 0) steps.push(serviceTokenStep(serviceTokens, delimiters ?? commonDelimiters))
  steps.push(...last)
}

/** Steps that depend only on the configuration: before and after those of the generation. */
interface ConfiguredSteps {
  first: readonly MakeStep[]
  last: readonly MakeStep[]
}

type Residue = Postproc['leak_guard']['residue']

const configured: Record<Residue, WeakMap<Postproc, ConfiguredSteps>> = { remove: new WeakMap(), report: new WeakMap() }

/** Created once per configuration, because there are more generations than configurations. */
function configuredSteps(postproc: Postproc, residue: Residue): ConfiguredSteps {
  let steps = configured[residue].get(postproc)
  if (steps === undefined) configured[residue].set(postproc, (steps = stepsOf(postproc, residue)))
  return steps
}

function stepsOf(postproc: Postproc, residue: Residue, delimiters?: PolicyContext['delimiters']): ConfiguredSteps {
  const { reasoning, leak_guard: leaks, ngram, collapse } = postproc
  const cap =
    reasoning.max_tokens === undefined
      ? []
      : [
          reasoningCapStep(
            { maxTokens: reasoning.max_tokens, action: reasoning.action === 'answer' ? 'answer' : 'suppress' },
            reasoning.action !== 'stop',
          ),
        ]
  const guard = leaks.enabled
    ? leakGuardSteps({
        action: leaks.action,
        residue,
        threshold: leaks.threshold,
        minGrams: leaks.min_grams,
        maxHeldChars: leaks.max_held_chars,
        maskText: leaks.mask_text,
        ...(delimiters !== undefined && { delimiters }),
      })
    : undefined
  const remember = guard === undefined ? [] : [guard.remember]
  return {
    // Reasoning that the cap passes on as answer is no leak. Reasoning that it suppresses would be one.
    first: reasoning.action === 'answer' ? [...cap, ...remember] : [...remember, ...cap],
    last: [
      // After the service tokens, which are counted, and may stand behind a tag.
      fieldTagsStep,
      ...(ngram === undefined ? [] : [ngramStep(ngram)]),
      ...(collapse.whitespace ? [whitespaceStep] : []),
      ...(guard === undefined ? [] : guard.guard),
    ],
  }
}

function governorsOf({ max_tokens: maxTokens, action, max_ms: maxReasoningMs }: Postproc['reasoning'], { now }: PolicyContext): Governor[] {
  const caps = [
    ...(maxTokens !== undefined && action === 'stop' ? [capGovernor(maxTokens)] : []),
    ...(maxReasoningMs === undefined ? [] : [latencyCap({ maxReasoningMs, ...(now !== undefined && { now }) })]),
  ]
  return caps.length > 1 ? [firstCap(caps)] : caps
}

function addDeliverySteps(steps: MakeStep[], context: PolicyContext): void {
  const seen = seenOf(context)
  const { now, nativeEvents, stopSequences } = context
  if (seen !== 'full')
    steps.push(
      visibilityStep(seen, {
        ...(now !== undefined && { now }),
        ...(nativeEvents && { nativeEvents }),
        ...(stopSequences && { stopSequences }),
      }),
    )
  if (context.mode === 'on') steps.push(wholeStep)
}

const seenOf = ({ mode, visibility = 'full' }: PolicyContext): Visibility => (mode === 'off' ? 'none' : visibility)

const hidingRests = new WeakMap<Postproc, Postproc>()

/** Replaces a cap that passes the rest of a thought on as answer, because the client may not see any reasoning. */
function withoutShownRest(postproc: Postproc): Postproc {
  if (postproc.reasoning.action !== 'answer') return postproc
  let hiding = hidingRests.get(postproc)
  if (hiding === undefined) hidingRests.set(postproc, (hiding = { ...postproc, reasoning: { ...postproc.reasoning, action: 'suppress' } }))
  return hiding
}
