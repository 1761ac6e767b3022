import type { ToolMessage } from '@reason/core/conversation'

/** Says in the text of a result that its tool failed, for formats without a field for that. A text that begins with such words is not changed. */
export function withFailureSaid(message: ToolMessage, context: { notCarried(what: string): void }): ToolMessage {
  const piece = message.content.find((one) => one.type === 'text')
  if (message.failed !== true || /^[^]{0,80}(?:error|fail|denied|reject|interrupt|cancel)/i.test(piece?.text ?? '')) return message
  context.notCarried('that a tool failed (its result begins with "Error:")')
  const said = { ...piece, type: 'text' as const, text: `Error: ${piece?.text || 'the tool failed.'}` }
  return { ...message, content: [said, ...message.content.filter((one) => one !== piece)] }
}
