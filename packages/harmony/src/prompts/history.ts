import type { HarmonyMessage } from '../messages/message.ts'

export interface HarmonyHistoryOptions {
  /** Also drops preambles (commentary without a recipient) of finished turns. Default false, because they were meant for the user. */
  dropCommentary?: boolean
}

/**
 * Prepares messages for use in a prompt: sets the terminators of a history, and drops reasoning of finished turns.
 *
 * Reasoning after the last answer stays, because it belongs to an unfinished tool loop, and models do worse without it. Calls and tool results always
 * stay.
 *
 * @returns New messages. The input is not changed. Idempotent.
 */
export function canonicaliseHistory(messages: readonly HarmonyMessage[], options: HarmonyHistoryOptions = {}): HarmonyMessage[] {
  const { dropCommentary = false } = options
  const lastAnswer = messages.findLastIndex(isAnswer)
  return messages
    .filter((message, index) => index >= lastAnswer || !(isReasoning(message) || (dropCommentary && isPreamble(message))))
    .map((message) => ({ ...message, terminator: message.role === 'assistant' && message.recipient !== null ? 'call' : 'end' }))
}

const isSaid = (message: HarmonyMessage): boolean => message.role === 'assistant' && message.recipient === null

/** Whether the message is an answer. A message without a channel counts as one, as in a stream. */
const isAnswer = (message: HarmonyMessage): boolean => isSaid(message) && (message.channel === 'final' || message.channel === null)

const isPreamble = (message: HarmonyMessage): boolean => isSaid(message) && message.channel === 'commentary'

/** Whether the message is reasoning. An unknown channel counts as reasoning, as in a stream. */
const isReasoning = (message: HarmonyMessage): boolean => isSaid(message) && !isAnswer(message) && !isPreamble(message)
