import type { Channel, NativePart } from '@reason/core/parts'
import type { Loose } from '@reason/wire-kit'

/**
 * Whether a content block that is kept as a native part is free of reasoning: server tools, their lists and results, uploads,
 * and the mark where another model takes over. A summary of the conversation and an unknown block may contain it.
 */
export const isHarmlessBlock = (type: string): boolean =>
  /^(?:container_upload|fallback|mcp_tool_listing)$|_tool_(?:use|result)$/.test(type)

/** Fields of known blocks that are read as text, seals and calls. */
const ownFields: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['text', new Set(['type', 'text', 'citations'])],
  ['thinking', new Set(['type', 'thinking', 'signature'])],
  ['redacted_thinking', new Set(['type', 'data'])],
  ['tool_use', new Set(['type', 'id', 'name', 'input'])],
])

export const isOwnField = (type: string, field: string): boolean => ownFields.get(type)?.has(field) === true

/** Caller and toolset of a tool. Clients need both, and neither contains text. */
const harmlessFields = new Set(['tool_use.caller', 'tool_use.toolset_name'])

/** The channel that an extra field of a known block may repeat. An unknown field may repeat reasoning, also on a text block. */
export const channelOfField = (type: string, field: string): { channel?: Channel } =>
  harmlessFields.has(`${type}.${field}`) ? {} : { channel: 'reasoning' }

/** Fields of a message beside its content that clients expect at its end. They contain no text of the model. */
export const harmlessMessageFields = new Set([
  'container',
  'diagnostics', // why a prompt cache missed
  'context_management',
  'input_transformations',
  'stop_details',
  'stop_reason', // a new one, without an equivalent in other formats
  'stop_sequence',
])

/** Finds the destination of a native part of this format. `event`: a separate event. Undefined: the part is not written. */
export function placeOf({ event, value }: NativePart): 'block' | 'citation' | 'field' | 'message' | 'event' | undefined {
  if (/^(?:frame|late|odd|thinking|redacted_thinking)\./.test(event)) return undefined
  if (event === 'citation') return 'citation'
  if (event.startsWith('message.') || harmlessMessageFields.has(event)) return 'message'
  if (/^(?:text|tool_use)\./.test(event)) return 'field'
  return isBlockOf(event, value) ? 'block' : 'event'
}

const isBlockOf = (event: string, value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && (value as Loose).type === event
