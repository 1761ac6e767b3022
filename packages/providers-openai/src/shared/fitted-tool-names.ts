import type { Conversation } from '@reason/core/conversation'
import { fitToolName, withToolNames } from '@reason/wire-kit'

/** @param maxLength - Maximum length of a tool name, of letters, digits, `_` and `-`. Absent: any name is accepted. */
export const withFittedToolNames = (conversation: Conversation, maxLength: number | undefined): Conversation =>
  maxLength === undefined ? conversation : withToolNames(conversation, (name) => fitToolName(name, maxLength))
