import type { Seal } from '../parts.ts'
import type { Item, Result } from '../result.ts'
import type { AssistantMessage, Issuer } from './conversation.ts'
import { isSameModel } from './same-model.ts'

/**
 * The message for the next request, from the reader's own record of a response: give it the result of the reader's parts, before splitting
 * and policy, so that nothing that must go back was edited.
 *
 * @param origin - Where the request went. Its `model` is the name that was asked for; absent: the one that answered.
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

/** A seal names the model that answered. Where that was asked for by another name, it is by that name that the next request goes to it. */
function reissued(seal: Seal, answered: string | undefined, origin: Issuer): Seal {
  if (!isAlias(answered, origin) || seal.issuer.model !== answered || seal.issuer.wire !== origin.wire) return seal
  return { ...seal, issuer: { ...seal.issuer, model: origin.model! } }
}

const isAlias = (answered: string | undefined, origin: Issuer): boolean =>
  answered !== undefined && origin.model !== undefined && !isSameModel(answered, origin.model)
