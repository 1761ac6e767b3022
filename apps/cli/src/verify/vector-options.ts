import type { VectorOptions } from '@reason/conformance'

/** The options of a vector as those of think-tags: the names are the same, but that no opening tag at all is `null` there. */
export const thinkTagsOptions = ({ startTag, ...options }: VectorOptions): Record<string, unknown> => ({
  ...options,
  startTag: startTag.length === 0 ? null : startTag,
})

/**
 * Most text that may be held for a vector, in UTF-16 units: its longest delimiter with the whitespace beside it, which may
 * still have to be trimmed. A tag with attributes is as long as its author likes.
 */
export function longestDelimiter(options: VectorOptions, input: string): number {
  if (options.tagAttributes) return Math.max(1, input.length)
  const { startTag, endTag, toolOpeners, contentStrip, stripTokens, startLabel = '', toolLookahead = '' } = options
  const delimiters = [...startTag, ...endTag, ...toolOpeners, ...contentStrip, ...stripTokens]
  const whitespace = Math.max(0, ...(input.match(/\s+/g) ?? []).map((run) => run.length))
  return Math.max(...delimiters.map((text) => text.length)) + startLabel.length + toolLookahead.length + whitespace
}
