import type { ConversationFields } from '../../client-apis/client-api.ts'
import type { ClientRequest, WrapUp } from '../../client-apis/client-request.ts'
import { itemsOf } from '../../client-apis/conversation-items.ts'
import type { Json } from '../../json.ts'
import { sealerAt } from '../../upstreams/providers.ts'
import type { Backend } from '../../generation/backend.ts'
import { changedBody } from './pending-body.ts'
import type { RequestContent } from '../../generation/destination.ts'

type WrapUpRole = 'system' | 'developer'

/**
 * Places the messages that ask the model to finish after the client's messages. If the upstream's format accepts instructions in
 * mid-conversation, they are instructions. Otherwise they are user text.
 */
export function withWrapUps(content: RequestContent, backend: Pick<Backend, 'upstream' | 'wire'>): RequestContent {
  const { request } = content
  const { wrapUps = [], api } = request
  if (wrapUps.length === 0) return content
  const role = roleOf(request, backend)
  const isSame = api.id === backend.wire.id
  const items = itemsOf(request).flatMap((item, index) => {
    const put = wrapUps.find(({ behind }) => behind === index)
    return put === undefined ? [item] : withText(item, put, { conversation: api.conversation, role, isSame })
  })
  const json = { ...request.json, [api.conversation.in]: items }
  return { request: { ...request, json }, bytes: changedBody(json, request, content.bytes) }
}

/** The instruction role in the client's format. Undefined: the upstream would move or refuse instructions there. */
function roleOf(request: ClientRequest, { upstream, wire }: Pick<Backend, 'upstream' | 'wire'>): WrapUpRole | undefined {
  if (wire.instructionsAnywhere?.({ wire: wire.id, model: request.model, ...sealerAt(upstream) }) !== true) return undefined
  const { roles = [] } = request.api.conversation
  // OpenAI accepts only one of the two roles in a request.
  return roles.includes('developer') && !itemsOf(request).some(({ role }) => role === 'system') ? 'developer' : 'system'
}

interface Place {
  conversation: ConversationFields
  role: WrapUpRole | undefined
  /** The upstream uses the client's format. */
  isSame: boolean
}

function withText(item: Json, { text }: WrapUp, { conversation, role, isSame }: Place): Json[] {
  const { textType = 'text' } = conversation
  const piece = { type: textType, text }
  const message = (as: WrapUpRole | 'user'): Json =>
    conversation.in === 'input' ? { type: 'message', role: as, content: [piece] } : { role: as, content: text }
  if (role !== undefined) return [item, message(role)]
  // Some providers refuse a user message after a tool result. If the request is rewritten, the writer handles that.
  const takes = item['role'] === 'user' || (item['role'] === 'tool' && isSame)
  const { content } = item
  if (takes && typeof content === 'string') return [{ ...item, content: `${content}\n\n${text}` }]
  if (takes && Array.isArray(content)) return [{ ...item, content: [...(content as unknown[]), piece] }]
  return [item, message('user')]
}
