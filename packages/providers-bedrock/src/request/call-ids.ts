import type { ToolCall } from '@reason/core'
import type { Message } from '@reason/core/conversation'

/** Ids of calls as the format takes them, the same for a call and for its result. */
export interface CallIds {
  ofCall(call: ToolCall): string
  /** @param message - Index of a tool's message. */
  ofResult(message: number): string
  /** Calls and results that do not belong together, which the provider refuses. */
  refusals: readonly string[]
}

/**
 * Pairs calls and results. Those without an id are made one from their place, which is the same in every later request; characters that
 * are refused in an id become `_`.
 */
export function pairCalls(messages: readonly Message[], refused: RegExp): CallIds {
  const calls = new Map<ToolCall, string>()
  const results = new Map<number, string>()
  const refusals: string[] = []
  /** Of the last assistant message: as they were called, and as they are written. */
  let open: { native: string | undefined; id: string; name: string }[] = []
  let from = -1

  for (const [index, message] of messages.entries()) {
    if (message.role === 'assistant') {
      closeLoop()
      from = index
      const used = new Set<string>()
      for (const item of message.items) {
        if (item.type !== 'tool-call') continue
        const id = unused(
          item.id === undefined || item.id === '' ? `tooluse_${index}_${used.size}` : item.id.replaceAll(refused, '_'),
          used,
        )
        calls.set(item, id)
        open.push({ native: item.id, id, name: item.name })
      }
    } else if (message.role === 'tool') {
      const at = open.findIndex(({ native, name }) =>
        message.call !== undefined ? native === message.call : message.name === undefined || name === message.name,
      )
      const [answered] = at === -1 ? [] : open.splice(at, 1)
      results.set(index, answered?.id ?? (message.call ?? `tooluse_${index}`).replaceAll(refused, '_'))
      if (answered === undefined) {
        refusals.push(
          `Message ${index} is the result of ${message.call === undefined ? 'a call' : `the call "${message.call}"`} that the assistant message before it does not have: ` +
            'each result needs its call in that message. Put the call back, or leave the result out.',
        )
      }
    } else if (message.role === 'user' && messages[index + 1]?.role !== 'tool') closeLoop()
  }
  return { ofCall: (call) => calls.get(call)!, ofResult: (message) => results.get(message)!, refusals }

  /** Calls at the very end are still to be answered. */
  function closeLoop(): void {
    for (const { id, name } of open) {
      refusals.push(
        `Message ${from} calls "${name}" (${id}) and nothing answers: the message right after it has to have a result for each call. Add the result, be it a failed one.`,
      )
    }
    open = []
  }
}

function unused(id: string, used: Set<string>): string {
  let free = id
  for (let n = 1; used.has(free); n++) free = `${id}_${n}`
  used.add(free)
  return free
}
