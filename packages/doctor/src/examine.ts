import type { Registry } from '@reason/core'
import type { ServerDescription } from '@reason/probe'
import type { HttpAnswer } from './http/client.ts'
import { describeUpstream } from './description.ts'
import { markupIn } from './markup.ts'
import { probes, send, type ProbeAnswer, type ProbeId } from './probes.ts'
import type { Examination, ExamineOptions } from './examination.ts'
import { fittingSettings, isClean, isCutThought, registryFor } from './split-settings.ts'
import { headersFor } from './survey.ts'

/** Sends the probes to the model, one after another, because a small server has one slot. */
export async function examine(options: ExamineOptions): Promise<Examination> {
  const { survey, model, maxTokens, show, notation } = options
  const probeAnswers: Partial<Record<ProbeId, ProbeAnswer>> = {}
  for (const probe of probes) {
    const one = await send(probe, options)
    probeAnswers[probe.id] = one
    // If the plain question fails, the others would fail alike, and a server that hangs would hang for each.
    if (probe.id === 'whole' && one.failure !== undefined) break
  }
  const [control, description] = await Promise.all([askControl(options), describeUpstream(survey, options.client, model, options.key)])
  const { wire, provider } = survey
  const registry = registryFor(wire)
  const { off, ...others } = probeAnswers
  const quiet = off === undefined || off.failure !== undefined ? [] : [off]
  const answers = [...Object.values(others).filter(({ failure }) => failure === undefined), ...quiet]
  const splits = splitsItself(description, answers)
  // Newer builds put the opening tag back, so that it is part of the text.
  const start = splits || description?.restoresOpener === true ? undefined : description?.start
  const query = {
    wire,
    model,
    alone: survey.models.length <= 1,
    splits,
    ...(provider !== undefined && { provider }),
    ...(start !== undefined && { start }),
  }
  const settings = fittingSettings(answers, query)
  return {
    survey,
    model,
    probeAnswers,
    settings,
    hidesAnswers: quiet.some(
      (one) => markupIn(one.result.answer, registry) === undefined && !isClean(one, settings ?? {}, query, registry),
    ),
    cutThoughts: answers.filter((one) => one.probe.off !== true && isCutThought(one, settings ?? {}, query)),
    unclosed: start === 'reasoning' ? answers.filter((one) => one.probe.off !== true && isUnmarked(one, registry)) : [],
    registry,
    maxTokens,
    show,
    notation,
    ...(control !== undefined && { control }),
    ...(description !== undefined && { description }),
  }
}

/** True if the answer ended normally and has no markup. */
const isUnmarked = ({ result: { answer, finish } }: ProbeAnswer, registry: Registry): boolean =>
  finish?.reason === 'stop' && answer.trim() !== '' && markupIn(answer, registry) === undefined

/** Asks llama-server to end a thought of an unknown id, which has no effect. */
async function askControl({ survey: { identity, wire, base }, client, key }: ExamineOptions): Promise<HttpAnswer | undefined> {
  if (identity.id !== 'llama.cpp') return undefined
  return client.ask(`${base}/chat/completions/control`, {
    method: 'POST',
    headers: headersFor(wire.endpoint, key),
    body: { id: 'reason-doctor', action: 'reasoning_end' },
  })
}

/**
 * Tells whether the server splits reasoning. A field with reasoning proves it. Otherwise its own statement counts,
 * because a model need not think about each question.
 */
const splitsItself = (description: ServerDescription | undefined, answers: readonly ProbeAnswer[]): boolean =>
  answers.some(({ carriers }) => carriers.length > 0) || description?.splits === true
