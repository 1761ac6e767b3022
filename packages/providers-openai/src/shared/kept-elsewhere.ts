import type { Conversation, Target } from '@reason/core/conversation'
import { isEmpty, isLoose } from '@reason/wire-kit'

/** Formats that share stored files: an id of one is valid in the other. */
const ofOpenai: readonly string[] = ['openai-chat', 'openai-responses']

/** The provider that the conversation was sent to before, if it is known and differs from the target. */
export function elsewhere({ origin }: Pick<Conversation, 'origin'>, { provider }: Pick<Target, 'provider'>): string | undefined {
  if (origin === undefined) return undefined
  if (origin.provider !== undefined && provider !== undefined) return origin.provider === provider ? undefined : origin.provider
  return ofOpenai.includes(origin.wire) ? undefined : (origin.provider ?? origin.wire)
}

/** Refusals for files that another provider stores: the target cannot resolve their ids. */
export function foreignFiles(conversation: Pick<Conversation, 'origin' | 'messages'>, target: Pick<Target, 'provider' | 'wire'>): string[] {
  const keeper = elsewhere(conversation, target)
  if (keeper === undefined) return []
  const isKept = conversation.messages.some(
    (message) => message.role !== 'assistant' && message.content.some((piece) => 'source' in piece && piece.source.type === 'id'),
  )
  return isKept
    ? [`A file is given by its id at ${keeper}, which ${target.provider ?? 'the target'} cannot read. Send the file's content.`]
    : []
}

/**
 * Lists refusals for a conversation of another format that is incomplete, because its provider stores the rest or alone
 * can read it. Without the rest, the model would answer another question.
 */
export function missingMessages({ extra, messages }: Pick<Conversation, 'extra' | 'messages'>, wire: string): string[] {
  const fields = extra === undefined || extra.wire === wire ? {} : extra.fields
  const named = standIns.filter((field) => !isEmpty(fields[field]))
  const isInside = messages.some(
    (message) =>
      message.role === 'assistant' && message.items.some((item) => item.type === 'native' && item.wire !== wire && isStandIn(item.value)),
  )
  return [
    ...named.map((field) => `${field} stands for messages that the provider of ${extra!.wire} keeps. Give the messages themselves.`),
    ...(isInside ? ['A part of the conversation is in a form that its provider alone can read. Give the messages themselves.'] : []),
  ]
}

const standIns = ['previous_response_id', 'conversation', 'prompt', 'previous_interaction_id'] as const

const isStandIn = (value: unknown): boolean => isLoose(value) && (value.type === 'item_reference' || value.type === 'compaction')
