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
  const seals = result.finish?.seals?.map((seal) => reissued(seal, model, origin))
  return {
    role: 'assistant',
    items: result.items.map((item) => reissuedItem(item, model, origin)),
    origin: { ...(model !== undefined && { model }), ...origin },
    ...(model !== undefined && isAlias(model, origin) && { answered: model }),
    ...(seals !== undefined && seals.length > 0 && { seals }),
  }
}

function reissuedItem(item: Item, answered: string | undefined, origin: Issuer): Item {
  if (item.seals === undefined || !isAlias(answered, origin)) return item
  return { ...item, seals: item.seals.map((seal) => reissued(seal, answered, origin)) }
}

/** Replaces the answering model's name in a seal by the requested name, if they differ, because the next request uses the requested name. */
function reissued(seal: Seal, answered: string | undefined, origin: Issuer): Seal {
  if (!isAlias(answered, origin) || seal.issuer.model !== answered || seal.issuer.wire !== origin.wire) return seal
  return { ...seal, issuer: { ...seal.issuer, model: origin.model! } }
}

const isAlias = (answered: string | undefined, origin: Issuer): boolean =>
  answered !== undefined && origin.model !== undefined && !isSameModel(answered, origin.model)
