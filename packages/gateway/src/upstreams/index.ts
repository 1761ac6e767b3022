export { type OtherAdapter, unfitness, unknownAdapter } from './adapter-fitness.ts'
export { type Api, apiOf } from './api.ts'
export { createDechunker, type Dechunker } from './dechunk.ts'
export { createFormats, type Formats, textAdapters } from './formats.ts'
export { forUpstream } from './headers.ts'
export type { LearnedFile, UpstreamRecord } from './learned/learned-records.ts'
export { readLearned, writeLearned } from './learned/learned-text.ts'
export { createLearned, type Lesson } from './learned/learned.ts'
export { isOpenai, modelList } from './model-list.ts'
export { providerNames } from './providers.ts'
export { createFetchUpstream } from './fetch-upstream.ts'
export { tellInTurn } from './turn-delivery.ts'
export { upstreamAddress, type UpstreamIdentity } from './upstream-address.ts'
export type { AnswerFailure, UpstreamFailure } from '../errors/failure.ts'
export {
  type AnswerListener,
  type BodyBytes,
  type UpstreamCall,
  type ChatRequest,
  deaf,
  lingering,
  type Send,
  type Upstream,
} from './upstream.ts'
export { loopRefusal, newVia, viaOf } from './via.ts'
export { createWires, type OurWire, ourWires, type UpstreamWire } from '../wires.ts'
export { mostInterim, tooManyInterim } from './interim-responses.ts'
