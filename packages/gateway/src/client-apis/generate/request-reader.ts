import type { Seal } from '@reason/core/parts'
import type { Block, Item } from '@reason/core/result'
import type { AssistantMessage, Conversation, Issuer, Knobs, MediaSource, Message, Piece, Sampling } from '@reason/core/conversation'
import type { AssistantContent, GenerateRequest, InputContent, RequestMessage } from '@reason/gateway-api/generate'
import { defined } from '@reason/wire-kit'

/**
 * Converts a validated request to a provider-neutral conversation.
 *
 * @param wire - Wire format of the upstream, recorded as the origin of the model's messages.
 */
export function readGenerateRequest(request: GenerateRequest, wire: string): Conversation {
  const { model, prompt, messages, tools, tool_choice: toolChoice, answer_schema: schema } = request
  const origin: Issuer = { wire, model }
  const knobs = knobsOf(request)
  const sampling = samplingOf(request)
  return {
    model,
    messages: messages === undefined ? [{ role: 'user', content: piecesOf(prompt ?? '') }] : messages.map((one) => messageOf(one, origin)),
    ...(tools !== undefined && { tools: tools.map((tool) => ({ type: 'function' as const, ...defined(tool) })) }),
    ...(toolChoice !== undefined && { toolChoice }),
    ...(Object.keys(knobs).length > 0 && { knobs }),
    ...(Object.keys(sampling).length > 0 && { sampling }),
    ...(schema !== undefined && { responseFormat: { type: 'json-schema', schema } }),
  }
}

/** Knobs of a request. Visibility `full` or `summary` also asks the provider for reasoning. `label` and `none` set nothing, as the model thinks anyway. */
function knobsOf({ effort, budget_tokens: budgetTokens, visibility }: GenerateRequest): Knobs {
  return {
    ...(effort !== undefined && { effort }),
    ...(effort === 'none' && { enabled: false }),
    ...(budgetTokens !== undefined && { budgetTokens }),
    ...((visibility === 'full' || visibility === 'summary') && { visibility }),
  }
}

function samplingOf({ max_tokens: maxOutputTokens, temperature, top_p: topP, seed, stop }: GenerateRequest): Sampling {
  return defined({ maxOutputTokens, temperature, topP, seed, stop })
}

function messageOf(message: RequestMessage, origin: Issuer): Message {
  if (message.role === 'assistant') return assistantOf(message.content, origin)
  const content = piecesOf(message.content)
  if (message.role !== 'tool') return { role: message.role, content }
  const { call, name, failed } = message
  return { role: 'tool', content, ...defined({ call, name, failed }) }
}

function piecesOf(content: InputContent): Piece[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return content.map((piece) => {
    if (piece.type === 'text') return piece
    const { type, name, url, data = '', media_type: mediaType } = piece
    const source: MediaSource =
      url === undefined
        ? { type: 'data', data, mediaType: mediaType ?? '' }
        : { type: 'url', url, ...(mediaType !== undefined && { mediaType }) }
    return { type, source, ...(name !== undefined && { name }) }
  })
}

function assistantOf(content: string | AssistantContent, origin: Issuer): AssistantMessage {
  const pieces: AssistantContent = typeof content === 'string' ? [{ type: 'text', text: content }] : content
  return { role: 'assistant', items: pieces.map(itemOf), origin }
}

function itemOf(piece: AssistantContent[number]): Item {
  const seals = piece.seals === undefined ? {} : { seals: piece.seals.map((seal) => defined(seal) as unknown as Seal) }
  if (piece.type === 'tool_call') {
    const { id, name, arguments: text } = piece
    return { type: 'tool-call', ...(id !== undefined && { id }), name, arguments: text, boundary: 'wire', ...seals }
  }
  const channel = piece.type === 'text' ? 'answer' : piece.type
  const block: Block = { type: 'block', channel, text: piece.text, boundary: 'wire', ...seals }
  return piece.type === 'reasoning' && piece.kind !== undefined ? { ...block, kind: piece.kind } : block
}
