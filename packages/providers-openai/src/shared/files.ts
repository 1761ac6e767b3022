import type { Conversation, Target } from '@reason/core/conversation'

/** The formats whose files are the same: an id of one is known to the other. */
const ofOpenai: readonly string[] = ['openai-chat', 'openai-responses']

/** Whom the conversation was addressed to, where that is known to be somebody else than the target. */
export function elsewhere({ origin }: Pick<Conversation, 'origin'>, { provider }: Pick<Target, 'provider'>): string | undefined {
  if (origin === undefined) return undefined
  if (origin.provider !== undefined && provider !== undefined) return origin.provider === provider ? undefined : origin.provider
  return ofOpenai.includes(origin.wire) ? undefined : (origin.provider ?? origin.wire)
}

/** Why files that somebody else keeps are refused: their ids mean nothing here. */
export function foreignFiles(conversation: Pick<Conversation, 'origin' | 'messages'>, target: Pick<Target, 'provider' | 'wire'>): string[] {
  const keeper = elsewhere(conversation, target)
  if (keeper === undefined) return []
  const isKept = conversation.messages.some(
    (message) =>
      message.role !== 'assistant' &&
      message.content.some((piece) => 'source' in piece && piece.type === 'file' && piece.source.type === 'id'),
  )
  return isKept ? [`A file is given by an id that ${keeper} knows, and ${target.provider ?? 'the target'} does not. Give its content.`] : []
}
