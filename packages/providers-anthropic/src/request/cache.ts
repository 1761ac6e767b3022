import type { CacheMark, Message, Piece } from '@reason/core/conversation'
import { isLoose, type Loose } from './fields.ts'

/** What `cache_control` of a block says, for other formats; it stays as it was written, too. */
export function cacheOf({ cache_control: control }: Loose): { cache?: CacheMark } {
  if (!isLoose(control) || control.type !== 'ephemeral') return {}
  return { cache: control.ttl === '1h' ? '1h' : '5m' }
}

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

function marked(message: Message, cache: CacheMark): Message {
  if (message.role === 'tool') return { cache, ...message }
  if (message.role === 'assistant') return message
  const at = message.content.findLastIndex(({ type }) => type !== 'native')
  const piece = message.content[at]
  return piece === undefined ? message : { ...message, content: message.content.with(at, { cache, ...piece } as Piece) }
}
