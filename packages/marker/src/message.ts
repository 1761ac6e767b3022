/** A chat message, as far as it is read. Other fields are kept. */
export interface Message {
  role: string
  /** Text, or parts of which those with a `text` count. */
  content?: unknown
}

/** All text of a message, its parts on lines of their own. */
export function messageText({ content }: Message): string {
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

/** The message with a paragraph more, in the form that its content has. */
export function withText<M extends Message>(message: M, text: string): M {
  const { content } = message
  if (Array.isArray(content)) return { ...message, content: [...(content as unknown[]), { type: 'text', text }] }
  return { ...message, content: typeof content === 'string' && content !== '' ? `${content}\n\n${text}` : text }
}
