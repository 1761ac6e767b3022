import { isList, isLoose } from './fields.ts'

/** Lists the reasons why Converse would refuse the messages, whatever the model. */
export function wrongTurns(messages: readonly { readonly role?: unknown; readonly content?: unknown }[]): string[] {
  const refusals: string[] = []
  if (messages.length > 0 && messages[0]!.role !== 'user')
    refusals.push(
      'The conversation begins with a message of the assistant, and Bedrock wants one of the user first. Remove the message, or put one of the user before it.',
    )
  for (const [index, { content }] of messages.entries()) {
    const blocks = isList(content) ? content.filter(isLoose) : []
    if (blocks.some(({ document }) => document !== undefined) && !blocks.some(({ text }) => text !== undefined))
      refusals.push(
        `Message ${index} of the request has a document and no text: each document needs a text beside it. Say what to do with it.`,
      )
  }
  return refusals
}
