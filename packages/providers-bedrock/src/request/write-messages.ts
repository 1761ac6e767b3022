import type { Message, ToolMessage } from '@reason/core/conversation'
import { writeItems } from './assistant-content.ts'
import type { CallIds } from './call-ids.ts'
import { isLoose, keptOf, type Loose } from './fields.ts'
import { writeContent } from './pieces.ts'

export interface WrittenMessages {
  messages: Loose[]
  system: unknown[]
}

/**
 * Instructions go to the top, where the format has them. Roles have to alternate: what a user and tools say one after the other is one
 * message, and so is what an assistant does.
 */
export function writeMessages(messages: readonly Message[], ids: CallIds, notCarried: (what: string) => void): WrittenMessages {
  const written: { role: string; content: unknown[] }[] = []
  const system: unknown[] = []

  for (const [index, message] of messages.entries()) {
    if (message.role === 'assistant') add('assistant', writeItems(message, ids.ofCall, notCarried), keptOf(message))
    else if (message.role === 'tool') add('user', [writeResult(message, index)])
    else if (message.role === 'user') add('user', writeContent(message.content, notCarried))
    else {
      if (written.length > 0) notCarried('the place of an instruction in mid-conversation, which went to the top')
      system.push(...writeContent(message.content, notCarried).filter(isInstruction))
    }
  }
  return { messages: written, system }

  function add(role: string, content: unknown[], fields: Loose = {}): void {
    if (content.length === 0) return
    const last = written.at(-1)
    if (last?.role === role) last.content.push(...content)
    else written.push({ role, content, ...fields })
  }

  function writeResult(message: ToolMessage, index: number): Loose {
    return {
      toolResult: {
        toolUseId: ids.ofResult(index),
        content: writeContent(message.content, notCarried),
        ...(message.failed !== undefined && { status: message.failed ? 'error' : 'success' }),
        ...keptOf(message),
      },
    }
  }
}

const isInstruction = (block: unknown): boolean => isLoose(block) && ('text' in block || 'cachePoint' in block || 'guardContent' in block)
