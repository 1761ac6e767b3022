export { of, type BlockKey, type ChoiceAssembler, type AnswerEnding, type SealPiece } from './assembler.ts'
export { fromBase64, textToBase64, toBase64 } from './base64.ts'
export { cacheControl, cacheOf, cacheOfResult, marked, withLastMarked } from './cache-marks.ts'
export { createCallIds } from './call-ids.ts'
export { createChatBody, isFunctionCall, withoutNotes, type ChatBodyReaders, type FunctionCall, type ReadCall } from './chat-body.ts'
export { callInput } from './call-input.ts'
export { pairCalls, type CallIdForm, type CallPairs } from './call-pairs.ts'
export { createCallQueue, type CallQueue, type WholeCall } from './call-queue.ts'
export { inSnakeCase } from './client-spelling.ts'
export { createContentBlocks, type ContentBlocks } from './content-blocks.ts'
export type { ContentBlocksContext, ContentSink } from './content-sink.ts'
export { noteDemandedTool } from './demanded-tool.ts'
export { budgetFor, budgetWithin, effortFor, isEffort, nearestEffort } from './effort-scale.ts'
export { argumentsAtEnd } from './ended-arguments.ts'
export { endingMessage } from './endings.ts'
export { errorWords, type ErrorWords } from './error-words.ts'
export { parseExact } from './exact-json.ts'
export { excerptOf } from './excerpt.ts'
export { createExtras } from './extras.ts'
export { createFieldKeeper, without, type Extended, type FieldKeeper, type FieldTaker } from './field-keeper.ts'
export { fileAsText } from './file-text.ts'
export { videoOf } from './native-video.ts'
export { createFrameWriter } from './frame-writer.ts'
export { foreignSettings } from './foreign-settings.ts'
export { isBoolean, isHttpStatus, isList, isNumber, isString, isStrings } from './guards.ts'
export {
  asJson,
  asList,
  asLoose,
  asText,
  defined,
  isEmpty,
  isJson,
  isLoose,
  isScalar,
  isText,
  jsonOrText,
  parseJson,
  type Loose,
} from './loose.ts'
export { isAsked, lostSettings, type LostSettingName } from './lost-settings.ts'
export { readMetadata } from './metadata.ts'
export { underOneName } from './model-names.ts'
export { createNotCarried } from './not-carried.ts'
export { objectArguments } from './object-arguments.ts'
export { plannedReasoning, type PlannedReasoning } from './planned-reasoning.ts'
export { createRecordFinder } from './record-finder.ts'
export { createResponseReader, type EventReader, type ResponseContext } from './reader.ts'
export { withToolNames } from './renamed-tools.ts'
export { textOf } from './text-of.ts'
export { createTextSeams, firstBlocks, type TextSeams } from './text-seams.ts'
export { assertBody } from './request-body.ts'
export { takingConversation } from './request-conversation.ts'
export { isSame } from './same.ts'
export { isSealedHere } from './sealed-here.ts'
export { bareCallId, signatureInCallId } from './signed-call-ids.ts'
export { addressOf, citationsIn, imagesIn, itemIn, type Citation, type MadeImage } from './shared-natives.ts'
export { createSkeletons, type FoundText, type Skeletons } from './skeletons.ts'
export { fitBehindUnderscore, fitToolName, resolveToolName } from './tool-names.ts'
export { reportedUsage, tokenCount, type ReportedCounts } from './usage.ts'
export { audioTokens } from './audio-tokens.ts'
export { wholeInput, type WholeInput } from './whole-input.ts'
export { withTools } from './with-tools.ts'
export { wordsIn } from './words-in.ts'
export { writtenModel } from './written-model.ts'
export { bareRefusal, refusalOf, refusalText } from './refusals.ts'
export { writesNative } from './writes-native.ts'
