import type { Effort } from '@reason/core/conversation'
import type { ModelLimit } from '@reason/gateway-api'
import type { Json } from '../../json.ts'
import type { RequestDraft } from './request-draft.ts'

/** Values that other limits of the model, and its gateway, leave to choose from. */
export interface FitContext {
  efforts: readonly Effort[]
  /** Values of an effort that the model refuses. */
  refusedEfforts: ReadonlySet<unknown>
  refusedTypes: ReadonlySet<string>
  /** Fields that request a stream. */
  streaming: Json
}

/** Changes a draft to fit a limit. */
export type Fit<Limit> = (draft: RequestDraft, limit: Limit, context: FitContext) => void

export type Fits<Kind extends ModelLimit['kind']> = { readonly [One in Kind]: Fit<Extract<ModelLimit, { kind: One }>> }
