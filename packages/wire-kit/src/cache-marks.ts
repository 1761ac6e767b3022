import type { CacheMark, Message, Piece } from '@reason/core/conversation'
import { isLoose, type Loose } from './loose.ts'

/** What `cache_control` of a block, part or tool says, for formats that say it otherwise; it stays as it was written, too. */
export function cacheOf({ cache_control: control }: Loose): { cache?: CacheMark } {
  if (!isLoose(control) || control.type !== 'ephemeral') return {}
  return { cache: control.ttl === '1h' ? '1h' : '5m' }
}

/** The same in those words. */
export const cacheControl = (cache: CacheMark | undefined): { cache_control?: unknown } =>
  cache === undefined ? {} : { cache_control: { type: 'ephemeral', ...(cache === '1h' && { ttl: '1h' }) } }

/** Of a result of a tool: its own mark, or the last one inside it. */
export const cacheOfResult = ({ cache, content }: { cache?: CacheMark; content: readonly Piece[] }): CacheMark | undefined =>
  cache ?? content.map((piece) => (piece.type === 'native' ? undefined : piece.cache)).findLast((one) => one !== undefined)

/**
 * A mark of the request as a whole stands for one on the last block that can be kept: other formats have marks there alone. What stands
 * behind that, of an assistant, is kept the next time.
 */
export function withLastMarked(messages: readonly Message[], body: Loose): readonly Message[] {
  const { cache } = cacheOf(body)
  const at = cache === undefined ? -1 : messages.findLastIndex((message) => message.role === 'tool' || message.role === 'user')
  const last = messages[at]
  return cache === undefined || last === undefined ? messages : messages.with(at, marked(last, cache))
}

/** A message whose end is marked. */
export function marked<M extends Message>(message: M, cache: CacheMark | undefined): M {
  if (cache === undefined || message.role === 'assistant') return message
  if (message.role === 'tool') return { cache, ...message }
  const at = message.content.findLastIndex(({ type }) => type !== 'native')
  const piece = message.content[at]
  return piece === undefined ? message : { ...message, content: message.content.with(at, { cache, ...piece } as Piece) }
}
