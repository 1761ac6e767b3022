import type { AuxiliaryCall } from './auxiliary-call.ts'
import { compact } from './compact.ts'
import { countMessageTokens, countResponseTokens } from './count-tokens.ts'
import { embeddings } from './embeddings.ts'
import { modelByName, models } from './models.ts'

/** What clients may ask beside answers. */
export const auxiliaryCalls: readonly AuxiliaryCall[] = [countMessageTokens, countResponseTokens, compact, embeddings, models, modelByName]
