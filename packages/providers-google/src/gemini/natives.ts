import type { Channel, NativePart } from '@reason/core/parts'
import { isEmpty, type Loose } from '@reason/wire-kit'

/** Object of a response that a native part belongs to: the first half of its name. */
export type NativeScope = 'part' | 'candidate' | 'response'

/** Fields that other readers handle, and fields that an SDK adds. */
export const ownFields: Readonly<Record<NativeScope, ReadonlySet<string>>> = {
  part: new Set(['text', 'thought', 'thoughtSignature', 'functionCall']),
  candidate: new Set(['content', 'finishReason', 'index']),
  response: new Set([
    'candidates',
    'usageMetadata',
    'modelVersion',
    'responseId',
    'createTime',
    'error',
    'sdkHttpResponse',
    'automaticFunctionCallingHistory',
  ]),
}

/** Fields with text of the answer, and fields without text of the model. All others may contain reasoning. */
const channels: Readonly<Record<string, 'answer' | 'none'>> = {
  'part.executableCode': 'none',
  'part.codeExecutionResult': 'none',
  'part.inlineData': 'none',
  'part.fileData': 'none',
  'part.functionResponse': 'none',
  'part.toolCall': 'none',
  'part.toolResponse': 'none',
  'candidate.citationMetadata': 'answer',
  'candidate.groundingMetadata': 'answer',
  'candidate.groundingAttributions': 'answer',
  'candidate.urlContextMetadata': 'none',
  'candidate.urlRetrievalMetadata': 'none',
  'candidate.safetyRatings': 'none',
  'candidate.avgLogprobs': 'none',
  'candidate.tokenCount': 'none',
  'response.promptFeedback': 'none',
  'response.modelStatus': 'none',
}

export function channelOf(event: string): { channel?: Channel } {
  const channel = channels[event] ?? 'reasoning'
  return channel === 'none' ? {} : { channel }
}

const none: readonly string[] = []

/** The fields of a part that the reader does not handle elsewhere. */
export function nativeFields(part: Loose): readonly string[] {
  let fields: string[] | undefined
  for (const field in part) if (!ownFields.part.has(field) && !isEmpty(part[field])) (fields ??= []).push(field)
  return fields ?? none
}

/** Finds the object and field that a native part is written to. */
export function placeOf({ event }: Pick<NativePart, 'event'>): { scope: NativeScope; field: string } | undefined {
  const at = event.indexOf('.')
  const scope = event.slice(0, at)
  return scope === 'part' || scope === 'candidate' || scope === 'response' ? { scope, field: event.slice(at + 1) } : undefined
}
