/** The used fields of a chat message. Other fields are kept. */
export interface MarkerMessage {
  role: string
  /** Text, or parts, of which only those with a `text` are read. */
  content?: unknown
}

/** All text of a message, with its parts on separate lines. */
export function messageText({ content }: MarkerMessage): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .map(partText)
    .filter((text) => text !== '')
    .join('\n')
}

const partText = (part: unknown): string => {
  if (typeof part === 'string') return part
  const text: unknown = typeof part === 'object' && part !== null ? (part as { text?: unknown }).text : undefined
  return typeof text === 'string' ? text : ''
}

/** Appends a paragraph to a message, in the form of its content. */
export function withText<M extends MarkerMessage>(message: M, text: string): M {
  const { content } = message
  if (Array.isArray(content)) return { ...message, content: [...(content as unknown[]), { type: 'text', text }] }
  return { ...message, content: typeof content === 'string' && content !== '' ? `${content}\n\n${text}` : text }
}
