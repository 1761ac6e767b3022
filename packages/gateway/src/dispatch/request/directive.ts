import { injectDirective } from '@reason/marker'
import { markerPlan, type PolicyConfig } from '@reason/policy'
import type { ClientRequest } from '../../client-apis/client-request.ts'
import { asList, asObject, isObject, type Json } from '../../json.ts'
import type { Chosen } from '../../upstreams/adapter-choice.ts'
import { changedBody } from './pending-body.ts'
import type { RequestContent } from '../../generation/destination.ts'

/**
 * Asks the model for the marker at which its answers are split, in the client's own format. It adds nothing for models whose answers are
 * split otherwise, or whose operator has removed the marker.
 */
export function askForMarker(content: RequestContent, chosen: Chosen, policy: PolicyConfig): RequestContent {
  const { request } = content
  const { adapter, context } = chosen.net?.marked ?? chosen
  if (adapter.id !== 'marker' || !markerPlan(policy, { model: request.model, isHarmony: false }).directive) return content
  const [marker] = [asObject(context.options)['endTag']].flat()
  const { messages, injected, ...injection } = injectDirective(
    promptOf(request),
    typeof marker === 'string' ? { marker } : {},
    request.grammar !== undefined ? { grammar: true } : {},
  )
  if (injection.marker === undefined) return content
  const asked: ClientRequest = { ...request, marker: injection.marker }
  if (!injected) return { request: asked, bytes: content.bytes }
  const json = withPrompt(request, messages)
  return { request: { ...asked, json }, bytes: changedBody(json, request, content.bytes) }
}

interface ClientMessage {
  role: string
  content?: unknown
}

/** All messages that the model reads. If instructions have a field of their own, they come first. */
function promptOf({ api, json }: ClientRequest): ClientMessage[] {
  const { in: field, instructions } = api.conversation
  const said = json[field]
  const messages: ClientMessage[] = (typeof said === 'string' ? [{ role: 'user', content: said }] : asList(said)).map((message) =>
    isObject(message) && typeof message['role'] === 'string' ? (message as unknown as ClientMessage) : { role: '', content: message },
  )
  if (instructions === undefined) return messages
  const own = json[instructions]
  // Only instructions in the field may be changed.
  const others = messages.map((message) => (message.role === 'assistant' ? message : { ...message, role: 'user' }))
  return own === undefined || own === null ? others : [{ role: 'system', content: own }, ...others]
}

function withPrompt({ api, json }: ClientRequest, messages: readonly ClientMessage[]): Json {
  const { instructions } = api.conversation
  return instructions === undefined ? { ...json, messages } : { ...json, [instructions]: messages[0]!.content }
}
