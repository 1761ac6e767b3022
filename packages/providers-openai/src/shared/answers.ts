/** Refusal for a tool call without an output. */
export const unanswered = (message: number, id: string): string =>
  `Message ${message} calls a tool (${id}), and no output answers it. Add a tool message, or leave out the call.`

/** Refusal for an output without a call. */
export const unasked = (message: number, id: string): string =>
  `Message ${message} is the output of a call (${id}) that is in no message. Add the message with the call.`
