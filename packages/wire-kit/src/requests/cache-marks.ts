import type { CacheMark, Message, Piece } from '@reason/core/conversation'
import { isLoose, type Loose } from '../values/loose.ts'

/** Reads the cache mark of a block, part or tool for other formats: Anthropic's, or OpenAI's breakpoint. The original field stays as well. */
export function cacheOf({ cache_control: control, prompt_cache_breakpoint: point }: Loose): { cache?: CacheMark } {
  if (isLoose(point)) return { cache: '5m' }
  if (!isLoose(control) || control.type !== 'ephemeral') return {}
  return { cache: control.ttl === '1h' ? '1h' : '5m' }
}

/** Writes a cache mark as `cache_control`. */
export const cacheControl = (cache: CacheMark | undefined): { cache_control?: unknown } =>
  cache === undefined ? {} : { cache_control: { type: 'ephemeral', ...(cache === '1h' && { ttl: '1h' }) } }

/** Returns the cache mark of a tool result: its own, or the last one inside it. */
export const cacheOfResult = ({ cache, content }: { cache?: CacheMark; content: readonly Piece[] }): CacheMark | undefined =>
  cache ?? content.map((piece) => (piece.type === 'native' ? undefined : piece.cache)).findLast((one) => one !== undefined)

/**
 * Moves a cache mark of the whole request to the last block that can be marked, because other formats have marks only on
 * blocks. Later assistant content is cached with the next request.
 */
export function withLastMarked(messages: readonly Message[], body: Loose): readonly Message[] {
  const { cache } = cacheOf(body)
  const at = cache === undefined ? -1 : messages.findLastIndex((message) => message.role === 'tool' || message.role === 'user')
  const last = messages[at]
  return cache === undefined || last === undefined ? messages : messages.with(at, marked(last, cache))
}

/** Returns a message with a cache mark at its end. */
export function marked<M extends Message>(message: M, cache: CacheMark | undefined): M {
  if (cache === undefined || message.role === 'assistant') return message
  if (message.role === 'tool') return { cache, ...message }
  const at = message.content.findLastIndex(({ type }) => type !== 'native')
  const piece = message.content[at]
  return piece === undefined ? message : { ...message, content: message.content.with(at, { cache, ...piece } as Piece) }
}
