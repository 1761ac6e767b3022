import type { ConversationFields } from '../../client-apis/client-api.ts'
import type { ClientRequest, WrapUp } from '../../client-apis/client-request.ts'
import { itemsOf } from '../../client-apis/conversation-items.ts'
import type { Json } from '../../json.ts'
import { sealerAt } from '../../upstreams/providers.ts'
import type { Backend } from '../backend.ts'
import type { Asking } from './directive.ts'
import { changedBody } from './pending-body.ts'

type Role = 'system' | 'developer'

/**
 * Puts messages that ask the model to come to an end behind what the client has said: as an instruction, where the upstream's format has a place for
 * one in mid-conversation, else as a text behind the user's.
 */
export function withWrapUps(asking: Asking, backend: Pick<Backend, 'upstream' | 'wire'>): Asking {
  const { request } = asking
  const { wrapUps = [], api } = request
  if (wrapUps.length === 0) return asking
  const role = roleOf(request, backend)
  const isSame = api.id === backend.wire.id
  const items = itemsOf(request).flatMap((item, index) => {
    const put = wrapUps.find(({ behind }) => behind === index)
    return put === undefined ? [item] : withText(item, put, { conversation: api.conversation, role, isSame })
  })
  const json = { ...request.json, [api.conversation.in]: items }
  return { request: { ...request, json }, bytes: changedBody(json, request, asking.bytes) }
}

/** In the words of the client's format. Undefined: instructions would be moved, or refused. */
function roleOf(request: ClientRequest, { upstream, wire }: Pick<Backend, 'upstream' | 'wire'>): Role | undefined {
  if (wire.instructionsAnywhere?.({ wire: wire.id, model: request.model, ...sealerAt(upstream) }) !== true) return undefined
  const { roles = [] } = request.api.conversation
  // OpenAI asks for one of the two in a request.
  return roles.includes('developer') && !itemsOf(request).some(({ role }) => role === 'system') ? 'developer' : 'system'
}

interface Place {
  conversation: ConversationFields
  role: Role | undefined
  /** The upstream speaks what the client speaks. */
  isSame: boolean
}

function withText(item: Json, { text }: WrapUp, { conversation, role, isSame }: Place): Json[] {
  const { textType = 'text' } = conversation
  const piece = { type: textType, text }
  const message = (as: Role | 'user'): Json =>
    conversation.in === 'input' ? { type: 'message', role: as, content: [piece] } : { role: as, content: text }
  if (role !== undefined) return [item, message(role)]
  // Some providers refuse a user who speaks behind the result of a tool. Where the request is written anew, that is seen to.
  const takes = item['role'] === 'user' || (item['role'] === 'tool' && isSame)
  const { content } = item
  if (takes && typeof content === 'string') return [{ ...item, content: `${content}\n\n${text}` }]
  if (takes && Array.isArray(content)) return [{ ...item, content: [...(content as unknown[]), piece] }]
  return [item, message('user')]
}
