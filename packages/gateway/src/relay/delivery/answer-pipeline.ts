import { randomUUID } from 'node:crypto'
import { createPipeline, type Pipeline } from '@reason/core'
import { dropRepeatedKinds, trim, withhold } from '@reason/policy'
import type { ClientRequest } from '../../client-apis/client-request.ts'
import type { Destination } from '../../generation/destination.ts'
import type { AnswerStages } from '../../generation/generation.ts'
import type { GatewaySettings } from '../../settings/settings.ts'
import type { WritingOptions } from './answer-writer.ts'
import type { Sealed } from '../answer-seals.ts'
import { leftOut, tagged } from './client-format.ts'
import { tagReasoning } from './tagged-reasoning.ts'

export interface AnswerPipelineOptions {
  request: ClientRequest
  destination: Destination
  settings: Pick<GatewaySettings, 'commentary' | 'trim'>
  writing: WritingOptions
  sealed: Sealed
  /** Called when a governor stops the reasoning. */
  endReasoning(): void
}

/** Creates the stages for the parts of an answer: the rules, then the stages that the request and its API need. */
export function createAnswerPipeline(rules: AnswerStages, options: AnswerPipelineOptions): Pipeline {
  const { request, destination, settings, writing, sealed, endReasoning } = options
  const { untrimmed, policies, governors, observers } = rules
  const hidden = leftOut(request, settings)
  const inTags = tagged(request, writing)
  const { clientFormats, wire, upstream } = destination.backend
  const { translation: own } = clientFormats[request.api.id].wire
  const target = {
    wire: wire.id,
    model: destination.request.model,
    ...(upstream.provider !== undefined && { provider: upstream.provider }),
  }
  const isTranslated = wire.id !== request.api.id || own?.isNeeded?.(request.json, target) === true
  const ofApi = isTranslated ? own?.stages?.(request.json, () => `call_${randomUUID()}`) : own?.ownStages?.(request.json)
  return createPipeline({
    policies: [
      ...(wire.id !== request.api.id && oneField.has(request.api.id) ? [dropRepeatedKinds()] : []),
      ...untrimmed,
      ...(settings.trim ? [trim()] : []),
      ...policies,
      ...(hidden.length > 0 ? [withhold(...hidden)] : []),
      ...(ofApi ?? []),
      ...(inTags.length > 0 ? [tagReasoning(inTags)] : []),
      ...sealed.stages(),
    ],
    governors,
    observers,
    endReasoning,
  })
}

/** APIs that have one field for all kinds of reasoning. */
const oneField: ReadonlySet<string> = new Set(['openai-chat', 'anthropic-messages'])
