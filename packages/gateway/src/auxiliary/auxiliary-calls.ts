import type { AuxiliaryCall } from './auxiliary-call.ts'
import { compact } from './compact.ts'
import { countMessageTokens, countResponseTokens } from './count-tokens.ts'
import { embeddings } from './embeddings.ts'
import { modelByName, models } from './models.ts'

/** Endpoints for clients that generate no answers. */
export const auxiliaryCalls: readonly AuxiliaryCall[] = [countMessageTokens, countResponseTokens, compact, embeddings, models, modelByName]
