import type { Conversation } from '@reason/core/conversation'
import { fitToolName, withToolNames } from '@reason/wire-kit'

/** @param maxLength - Of the name of a tool, which has letters, digits, `_` and `-` only. Absent: any name is taken. */
export const withFittedToolNames = (conversation: Conversation, maxLength: number | undefined): Conversation =>
  maxLength === undefined ? conversation : withToolNames(conversation, (name) => fitToolName(name, maxLength))
