export type { BlockReader } from './reading/block-reader.ts'
export { of, type BlockKey, type ChoiceAssembler, type AnswerEnding, type SealPiece } from './reading/assembler.ts'
export { fromBase64, textToBase64, toBase64 } from './values/base64.ts'
export { cacheControl, cacheOf, cacheOfResult, marked, withLastMarked } from './requests/cache-marks.ts'
export { createCallIds, uniquePart } from './calls/call-ids.ts'
export { createChatBody, isFunctionCall, withoutNotes } from './requests/chat-body.ts'
export type { ChatBodyReaders, FunctionCall, ReadCall } from './requests/chat-body.ts'
export { callInput } from './calls/call-input.ts'
export { pairCalls, uniqueCallIds, type CallIdForm, type CallPairs } from './calls/call-pairs.ts'
export { createCallQueue, type CallQueue, type WholeCall } from './calls/call-queue.ts'
export { inSnakeCase } from './values/client-spelling.ts'
export { createContentBlocks, type ContentBlocks } from './writing/content-blocks.ts'
export type { ContentBlocksContext, ContentSink } from './writing/content-sink.ts'
export { noteDemandedTool } from './calls/demanded-tool.ts'
export { budgetFor, budgetWithin, effortFor, isEffort, nearestEffort } from './requests/effort-scale.ts'
export { argumentsAtEnd } from './calls/ended-arguments.ts'
export { endingMessage } from './writing/endings.ts'
export { errorWords, type ErrorWords } from './reading/error-words.ts'
export { parseExact, parseExactObject } from './values/exact-json.ts'
export { excerptOf } from './values/excerpt.ts'
export { createExtras } from './reading/extras.ts'
export { createFieldKeeper, without, type Extended, type FieldKeeper, type FieldTaker } from './requests/field-keeper.ts'
export { withFailureSaid } from './requests/failed-result.ts'
export { fileAsText } from './requests/file-text.ts'
export { videoOf } from './requests/native-video.ts'
export { createFrameWriter } from './writing/frame-writer.ts'
export { foreignSettings } from './requests/foreign-settings.ts'
export { isBoolean, isHttpStatus, isIndex, isList, isNone, isNumber, isString, isStrings } from './values/guards.ts'
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
  listOf,
  parseJson,
  type Loose,
} from './values/loose.ts'
export { isAsked, lostSettings, type LostSettingName } from './requests/lost-settings.ts'
export { readMetadata } from './requests/metadata.ts'
export { underOneName } from './requests/model-names.ts'
export { createNotCarried } from './requests/not-carried.ts'
export type { NotCarried } from './values/not-carried.ts'
export { objectArguments } from './calls/object-arguments.ts'
export { plannedReasoning, type PlannedReasoning } from './requests/planned-reasoning.ts'
export { createRecordFinder } from './reading/record-finder.ts'
export { readWhole } from './reading/read-whole.ts'
export { createResponseReader, type EventReader, type ResponseContext } from './reading/reader.ts'
export { withToolNames } from './calls/renamed-tools.ts'
export { thinkingWish } from './requests/thinking-wish.ts'
export { textOf } from './values/text-of.ts'
export { createTextSeams, firstBlocks, type TextSeams } from './values/text-seams.ts'
export { assertNotRefused } from './requests/refused.ts'
export { saidNothing } from './requests/said-nothing.ts'
export { assertBody } from './requests/request-body.ts'
export { takingConversation } from './requests/request-conversation.ts'
export { isSame } from './values/same.ts'
export { isSealedHere } from './writing/sealed-here.ts'
export { SingleAnswer, type AnswerSteps } from './writing/single-answer.ts'
export { bareCallId, signatureInCallId } from './calls/signed-call-ids.ts'
export { addressOf, citationsIn, imagesIn, itemIn, type Citation, type MadeImage } from './reading/shared-natives.ts'
export { createSkeletons, type FoundText, type Skeletons } from './reading/skeletons.ts'
export { declaredName, fitBehindUnderscore, fitToolName, resolveToolName } from './calls/tool-names.ts'
export { firstCount, reportedUsage, tokenCount, type ReportedCounts } from './usage/usage.ts'
export { audioTokens } from './usage/audio-tokens.ts'
export { wholeInput, type WholeInput } from './usage/whole-input.ts'
export { withTools } from './calls/with-tools.ts'
export { wordsIn } from './values/words-in.ts'
export { writtenModel } from './writing/written-model.ts'
export { isLabelledThought } from './reading/thought-label.ts'
export { bareRefusal, refusalOf, refusalText } from './reading/refusals.ts'
export { writesNative } from './writing/writes-native.ts'
