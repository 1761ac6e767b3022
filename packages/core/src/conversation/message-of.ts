import type { Seal } from '../parts.ts'
import type { Item, Result } from '../result.ts'
import type { AssistantMessage, Issuer } from './conversation.ts'
import { isSameModel } from './same-model.ts'

/**
 * Builds the message for the next request from a response. Expects the result of the reader's own parts, before splitting and policies, so that
 * everything that must be sent back is unedited.
 *
 * @param origin - Destination of the request. Its `model` is the requested name. Absent: the name in the response.
 */
export function messageOf(result: Pick<Result, 'items' | 'finish' | 'model'>, origin: Issuer): AssistantMessage {
  const { model } = result
  // Compared once: the names of models cost more than the rest of a message with many seals.
  const isAlias = model !== undefined && origin.model !== undefined && !isSameModel(model, origin.model)
  const seals = isAlias ? result.finish?.seals?.map(reissued) : result.finish?.seals
  return {
    role: 'assistant',
    items: isAlias ? result.items.map(reissuedItem) : [...result.items],
    origin: { ...(model !== undefined && { model }), ...origin },
    ...(isAlias && { answered: model }),
    ...(seals !== undefined && seals.length > 0 && { seals: [...seals] }),
  }

  function reissuedItem(item: Item): Item {
    return item.seals === undefined ? item : { ...item, seals: item.seals.map(reissued) }
  }

  /** Replaces the answering model's name in a seal by the requested name, because the next request uses the requested name. */
  function reissued(seal: Seal): Seal {
    if (seal.issuer.model !== model || seal.issuer.wire !== origin.wire) return seal
    return { ...seal, issuer: { ...seal.issuer, model: origin.model! } }
  }
}
