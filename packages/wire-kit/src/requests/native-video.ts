import type { MediaSource, Piece } from '@reason/core/conversation'
import { isLoose, isText } from '../values/loose.ts'
import { readMediaUrl } from './media-url.ts'

/**
 * Reads the video of a `video_url` part of Chat Completions (vLLM, SGLang, DashScope, OpenRouter), which other formats do not know.
 *
 * @returns Undefined for other native pieces.
 */
export function videoOf(piece: Extract<Piece, { type: 'native' }>): Extract<Piece, { source: MediaSource }> | undefined {
  const { wire, value } = piece
  if (wire !== 'openai-chat' || !isLoose(value) || value.type !== 'video_url') return undefined
  const url = isLoose(value.video_url) ? value.video_url.url : value.video_url
  return isText(url) ? { type: 'file', source: readMediaUrl(url) } : undefined
}
