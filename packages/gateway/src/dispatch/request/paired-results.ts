import { toolSteps, type Message, type ToolMessage } from '@reason/core/conversation'

/**
 * Gives each call a result, and each result a call. Agents that were interrupted, or that shortened their history, leave some unpaired.
 * Most providers refuse these, in this turn and in each later one.
 *
 * A missing result is replaced by a text that reports it missing, since the tool may have run. A result without its call becomes a text of
 * the user, since it may be the only trace of an event. Calls at the end of the conversation wait for their results and stay.
 */
export function withPairedResults(messages: readonly Message[]): { messages: readonly Message[]; notes: string[] } {
  const notes: string[] = []
  const behind = new Map<number, Message[]>()
  const orphans = new Set<number>()
  for (const { calls, results, missing, pending } of toolSteps(messages)) {
    for (const { message, call } of results) if (call === undefined) orphans.add(message)
    if (pending || missing.length === 0) continue
    const lastResult = new Map(results.map((result) => [result.call?.message, result.message]))
    for (const { message, call } of missing) {
      const last = lastResult.get(message) ?? message
      behind.set(last, behind.get(last) ?? [])
      behind.get(last)!.push(unknownResult(call.id, call.name))
      notes.push(
        `message ${message} calls ${calls.length > 1 ? 'several tools, one of them' : 'a tool'} without a result: one was added that says so`,
      )
    }
  }
  for (const index of orphans) notes.push(`message ${index} is the result of a call that is not there: it was sent as a text of the user's`)
  if (notes.length === 0) return { messages, notes }
  const paired = messages.flatMap((message, index) => [
    message.role === 'tool' && orphans.has(index) ? asText(message) : message,
    ...(behind.get(index) ?? []),
  ])
  return { messages: paired, notes }
}

const unknownResult = (call: string | undefined, name: string): ToolMessage => ({
  role: 'tool',
  ...(call !== undefined && { call }),
  name,
  content: [{ type: 'text', text: 'There is no result: the call was interrupted, or its result was lost. It may have run.' }],
  failed: true,
})

/** Joins heading and result into one text, for servers that accept no lists. */
function asText({ content: [first, ...rest] }: ToolMessage): Message {
  const heading = 'Result of an earlier tool call:'
  const text = first?.type === 'text' ? `${heading}\n${first.text}` : heading
  return { role: 'user', content: [{ type: 'text', text }, ...(first === undefined || first.type === 'text' ? [] : [first]), ...rest] }
}
