import type { AssistantMessage, InstructionMessage, Message, ToolMessage, UserMessage } from '@reason/core/conversation'
import { isLoose } from '@reason/core/wire-kit'
import { writeItems } from './assistant-content.ts'
import type { CallIds } from './call-ids.ts'
import { keptOf, without, type Loose } from './fields.ts'
import { writeContent } from './pieces.ts'

export interface WrittenMessages {
  messages: Loose[]
  /** Undefined: there were no instructions. */
  system: string | unknown[] | undefined
}

/**
 * Instructions go to the top, where the format has them. What a user and tools say one after the other is one message: results have to
 * stand in the message right after the calls.
 */
export function writeMessages(messages: readonly Message[], ids: CallIds, notCarried: (what: string) => void): WrittenMessages {
  const written: { role: string; content: string | unknown[] }[] = []
  const system: unknown[] = []
  let plainSystem: string | undefined
  let before: Message | undefined

  for (const [index, message] of messages.entries()) {
    if (message.role === 'assistant') writeAssistant(message)
    else if (message.role === 'user' || message.role === 'tool') writeUser(message, index)
    else {
      writeInstruction(message)
      continue
    }
    before = message
  }
  const top = plainSystem !== undefined && system.length === 1 ? plainSystem : system
  return { messages: written, system: top.length > 0 ? top : undefined }

  function writeInstruction(message: InstructionMessage): void {
    const fields = keptOf(message)
    const content = writeContent(message.content, fields.content === 'string', notCarried)
    if (fields.role === 'system') return void written.push({ role: 'system', content, ...without(fields, 'role', 'content') })
    if (before !== undefined) notCarried('the place of an instruction in mid-conversation, which went to the top')
    if (typeof content === 'string') plainSystem = content
    system.push(...asBlocks(content).filter(isTextBlock))
  }

  function writeAssistant(message: AssistantMessage): void {
    const fields = keptOf(message)
    const blocks = writeItems(message, ids.ofCall, notCarried)
    const [only] = blocks
    const plain = fields.content === 'string' && blocks.length === 1 && only?.type === 'text' && Object.keys(only).length === 2
    // An assistant message without content is refused; users' messages may follow each other.
    if (blocks.length > 0)
      written.push({ role: 'assistant', content: plain ? (only.text as string) : blocks, ...without(fields, 'content') })
  }

  function writeUser(message: UserMessage | ToolMessage, index: number): void {
    const { message: own, content: shape, ...fields } = keptOf(message)
    const content =
      message.role === 'tool' ? [writeResult(message, index, fields, shape)] : writeContent(message.content, shape === 'string', notCarried)
    if (content.length === 0) return notCarried('messages without content')
    const last = written.at(-1)
    const continues = own === undefined && (before?.role === 'tool' || (before?.role === 'user' && message.role === 'tool'))
    if (continues && last?.role === 'user') last.content = [...asBlocks(last.content), ...asBlocks(content)]
    else written.push({ role: 'user', content, ...(isLoose(own) && own) })
  }

  function writeResult(message: ToolMessage, index: number, fields: Loose, shape: unknown): Loose {
    const content = writeContent(message.content, shape === 'string', notCarried)
    return {
      type: 'tool_result',
      tool_use_id: ids.ofResult(index),
      ...(content.length > 0 || shape !== 'none' ? { content } : {}),
      ...(message.failed !== undefined && { is_error: message.failed }),
      ...fields,
    }
  }
}

const asBlocks = (content: string | unknown[]): unknown[] => (typeof content === 'string' ? [{ type: 'text', text: content }] : content)

const isTextBlock = (block: unknown): boolean => isLoose(block) && block.type === 'text'
