export { createChoiceAssembler, type AssemblerOptions, type BlockKey, type ChoiceAssembler, type SealPiece } from './assembler.ts'
export { asText, isEmpty, isLoose, isScalar, isText, type Loose } from './loose.ts'
export { createResponseReader, type EventReader, type ResponseContext } from './reader.ts'
export { reportedUsage, tokenCount, type ReportedCounts } from './usage.ts'
