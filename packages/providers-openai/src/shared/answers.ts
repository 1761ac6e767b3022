/** What providers refuse of tools: a call that nothing answers. */
export const unanswered = (message: number, id: string): string =>
  `Message ${message} calls a tool (${id}), and no output answers it. Add a tool message, or leave out the call.`

/** And an answer to nothing. */
export const unasked = (message: number, id: string): string =>
  `Message ${message} is the output of a call (${id}) that is in no message. Add the message with the call.`
