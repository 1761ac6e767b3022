import { isSameModel, type AssistantMessage, type Issuer, type Message, type Target } from '@reason/core/conversation'
import type { Seal } from '@reason/core/parts'
import { bindsThinking } from './models.ts'

/**
 * Clouds that accept each other's signatures, as Anthropic documents.
 *
 * @see https://platform.claude.com/docs/en/build-with-claude/extended-thinking
 */
const clouds: ReadonlySet<string | undefined> = new Set(['anthropic', 'bedrock', 'google-vertex'])

/**
 * Names the target as the issuer of signatures by the same model of another cloud. Newer models bind their thinking to an
 * organization, and each cloud's account is another one. A message with redacted thinking stays as it is, too: Anthropic
 * documents nothing for it, and a thought goes back whole or not at all.
 */
export function underOneCloud(message: Message, target: Target): Message {
  const { provider, wire, model } = target
  if (message.role !== 'assistant' || !clouds.has(provider) || bindsThinking(bareModel(model))) return message
  if (sealsOf(message).some(({ kind }) => kind !== 'signature')) return message
  return { ...message, items: message.items.map((item) => (item.type === 'block' ? resealed(item) : item)) }

  function resealed<T extends { seals?: readonly Seal[] }>(block: T): T {
    return block.seals === undefined ? block : { ...block, seals: block.seals.map((seal) => ({ ...seal, issuer: issuerOf(seal) })) }
  }

  function issuerOf({ issuer }: Seal): Issuer {
    const isKnown = clouds.has(issuer.provider) && issuer.model !== undefined
    return isKnown && isSameModel(bareModel(issuer.model!), bareModel(model)) ? { ...issuer, provider: provider!, wire, model } : issuer
  }
}

const sealsOf = ({ items }: AssistantMessage): Seal[] => items.flatMap((item) => (item.type === 'block' ? (item.seals ?? []) : []))

/** `us.anthropic.claude-opus-4-6-v1:0` is `claude-opus-4-6` on Bedrock. */
const bareModel = (model: string): string => model.replace(/^(?:[a-z-]+\.)?anthropic\./, '').replace(/-v\d+(?::\d\w*)?$/, '')
