import type { ServerDescription } from '@reason/probe'
import type { Answer, Client } from './client.ts'
import { describeUpstream } from './description.ts'
import { markupIn } from './markup.ts'
import { probes, send, type Probed, type ProbeId } from './probes.ts'
import type { Seen } from './seen.ts'
import { fittingSettings, isClean, registryFor } from './settings.ts'
import { headersFor, type Survey } from './survey.ts'

export interface ExamineOptions {
  survey: Survey
  client: Client
  model: string
  maxTokens: number
  show: boolean
  key?: string
}

/** Has the model answer, one request after another: a small server has one slot. */
export async function examine(options: ExamineOptions): Promise<Seen> {
  const { survey, model, maxTokens, show } = options
  const probed: Partial<Record<ProbeId, Probed>> = {}
  for (const probe of probes) {
    const one = await send(probe, options)
    probed[probe.id] = one
    // Where the plain question fails, the others would fail alike; and a server that hangs would hang for each.
    if (probe.id === 'whole' && one.failure !== undefined) break
  }
  const [control, description] = await Promise.all([askControl(options), describeUpstream(survey, options.client, model, options.key)])
  const { wire, provider } = survey
  const registry = registryFor(wire)
  const { off, ...others } = probed
  const quiet = off === undefined || off.failure !== undefined ? [] : [off]
  const answers = [...Object.values(others).filter(({ failure }) => failure === undefined), ...quiet]
  const splits = splitsItself(description, answers)
  const query = { wire, model, alone: survey.models.length <= 1, splits, ...(provider !== undefined && { provider }) }
  const settings = fittingSettings(answers, query)
  return {
    survey,
    model,
    probed,
    settings,
    hidesAnswers: quiet.some(
      (one) => markupIn(one.result.answer, registry) === undefined && !isClean(one, settings ?? {}, query, registry),
    ),
    registry,
    maxTokens,
    show,
    ...(control !== undefined && { control }),
    ...(description !== undefined && { description }),
  }
}

/** No generation has this id, so nothing ends. */
async function askControl({ survey: { identity, wire, base }, client, key }: ExamineOptions): Promise<Answer | undefined> {
  if (identity.id !== 'llama.cpp') return undefined
  return client.ask(`${base}/chat/completions/control`, {
    method: 'POST',
    headers: headersFor(wire.endpoint, key),
    body: { id: 'reason-doctor', action: 'reasoning_end' },
  })
}

/** A field that came is proof. What the server says of itself counts where none came, as a model need not think about each question. */
const splitsItself = (description: ServerDescription | undefined, answers: readonly Probed[]): boolean =>
  answers.some(({ carriers }) => carriers.length > 0) || description?.splits === true
