import type { WrittenRequest } from '@reason/core/wire'
import type { Conversation, Target } from '@reason/core/conversation'
import { asLoose, assertNotRefused, foreignSettings, lostSettings, type Steps } from '@reason/wire-kit'
import { WIRE } from '../wire-id.ts'
import { isLoose, keptOf, without, type Loose } from './fields.ts'
import { cachePointFor } from './caching.ts'
import { writeFormat } from './format.ts'
import { withoutKnobs } from './knob-fields.ts'
import { modelRowOf } from './models.ts'
import { planRequest } from './replay.ts'
import { writeMetadata } from './metadata.ts'
import { known, writeSampling } from './sampling.ts'
import { writeTools } from './tools.ts'

/** @throws {ReasonError} `REASON_REQUEST_REFUSED`, with the reasons as its cause, if the provider is known to refuse the request */
export function* writeRequest(conversation: Conversation, target: Target): Steps<WrittenRequest> {
  const { thinking, planned, written, replay, notCarried } = yield* planRequest(conversation, target)
  assertNotRefused(replay.refusals, target)
  const kept = keptOf(conversation)
  const notes = [...thinking.report.notes]
  const missing = (what: string) => notCarried.add(what)
  const { config, topK } = writeSampling(conversation, target, thinking, (note) => notes.push(note))
  for (const path of foreignSettings(conversation.extra, WIRE)) missing(`the setting ${path}`)
  for (const what of lostSettings(conversation, known)) missing(what)
  if (conversation.parallelToolCalls === false) missing('one call at a time')
  const format = writeFormat(conversation, target, kept, missing)

  const inferenceConfig = { ...config, ...asLoose(kept.inferenceConfig) }
  const toolConfig = writeTools(
    { ...conversation, ...(thinking.toolChoice && { toolChoice: thinking.toolChoice }) },
    asLoose(kept.toolConfig),
    { messages: planned, model: target.model, cachePoint: cachePointFor(target.model) },
    missing,
  )
  const isEmptyConfig = isLoose(kept.toolConfig) && Object.keys(kept.toolConfig).length === 0 && conversation.tools === undefined
  const additional = additionalFields()
  const body: Record<string, unknown> = {
    ...without(kept, 'inferenceConfig', 'toolConfig', 'additionalModelRequestFields'),
    ...(kept.modelId !== undefined && { modelId: target.model }),
    messages: written.messages,
    ...(written.system.length > 0 && { system: written.system }),
    ...((isLoose(kept.inferenceConfig) || Object.keys(config).length > 0) && { inferenceConfig }),
    ...((toolConfig !== undefined || isEmptyConfig) && { toolConfig: toolConfig ?? {} }),
    ...(additional !== undefined && { additionalModelRequestFields: additional }),
    ...format,
    ...writeMetadata(conversation, kept, missing),
  }
  return { body, plan: replay, knobs: { ...thinking.report, notes }, notCarried: [...notCarried] }

  function additionalFields(): Loose | undefined {
    const before = kept.additionalModelRequestFields
    const { top_k: _, ...others } = withoutKnobs(asLoose(before))
    const { form } = modelRowOf(target.model)
    const claude = form === 'claude'
    // Each maker has its own fields, and refuses those of others.
    const from = conversation.origin?.model
    const isElsewhere = from !== undefined && modelRowOf(from).form !== form
    if (isElsewhere) for (const field of Object.keys(others)) missing(`the setting ${field}, which is of ${from}`)
    const rest = isElsewhere ? {} : others
    if (topK !== undefined && !claude && asLoose(before).top_k !== topK) missing('top_k, which each model has a field of its own for')
    const { output_config: output, ...fields } = thinking.fields
    const fullOutput = { ...asLoose(rest.output_config), ...asLoose(output) }
    const all = {
      ...rest,
      ...fields,
      ...(Object.keys(fullOutput).length > 0 && { output_config: fullOutput }),
      ...(topK !== undefined && (claude || asLoose(before).top_k === topK) && { top_k: topK }),
    }
    return Object.keys(all).length > 0 ? all : isLoose(before) && Object.keys(before).length === 0 ? before : undefined
  }
}
