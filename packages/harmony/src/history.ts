import type { HarmonyMessage } from './message.ts'

export interface HistoryOptions {
  /** Also drops preambles (commentary without a recipient) of finished turns. Default false: they were said to the user. */
  dropCommentary?: boolean
}

/**
 * Makes messages fit to be a prompt again: terminators as history has them, and no reasoning of finished turns.
 *
 * Reasoning after the last answer stays: it belongs to a tool loop that is not finished, and models do worse without it.
 * Calls and tools' results stay everywhere.
 *
 * @returns New messages; those given are not changed. What is returned comes out the same again.
 */
export function canonicaliseHistory(messages: readonly HarmonyMessage[], options: HistoryOptions = {}): HarmonyMessage[] {
  const { dropCommentary = false } = options
  const lastAnswer = messages.findLastIndex(isAnswer)
  return messages
    .filter((message, index) => index >= lastAnswer || !(isReasoning(message) || (dropCommentary && isPreamble(message))))
    .map((message) => ({ ...message, terminator: isCall(message) ? 'call' : 'end' }))
}

const isCall = ({ role, recipient }: HarmonyMessage): boolean => role === 'assistant' && recipient !== null

const isSaid = (message: HarmonyMessage): boolean => message.role === 'assistant' && message.recipient === null

/** A message without a channel counts as an answer, as in a stream. */
const isAnswer = (message: HarmonyMessage): boolean => isSaid(message) && (message.channel === 'final' || message.channel === null)

const isPreamble = (message: HarmonyMessage): boolean => isSaid(message) && message.channel === 'commentary'

/** Unknown channels count as reasoning, as they do in a stream. */
const isReasoning = (message: HarmonyMessage): boolean => isSaid(message) && !isAnswer(message) && !isPreamble(message)
