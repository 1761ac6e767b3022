import type { Translation } from '@reason/core/wire'
import type { Target } from '@reason/core/conversation'
import { requestRow } from '../responses/dialect-rows.ts'
import { WIRE as RESPONSES } from '../responses/wire.ts'
import { asFunctions, asResponsesTools, customCalls, customTools } from '../shared/custom-tools.ts'
import { withMadeMedia } from './request/made-media.ts'
import { readChatRequest } from './request/read/read-request.ts'

/** Translates media that a model made, and custom tools with free text. */
export const chatTranslation: Translation = {
  read(body, isOwn = false, target) {
    const conversation = withMadeMedia(readChatRequest(body))
    if (isOwn) return conversation
    return target !== undefined && hasCustomTools(target) ? asResponsesTools(conversation, RESPONSES) : asFunctions(conversation)
  },
  stages(body) {
    const customs = customTools(body)
    return customs.length > 0 ? [customCalls(customs)] : []
  },
}

/** Whether the target has custom tools, as OpenAI's Responses has. */
function hasCustomTools(target: Target): boolean {
  if (target.wire !== RESPONSES) return false
  const { customTools: has, plainTools } = requestRow(target)
  return has === true && plainTools !== true
}
