import type { AssistantMessage, InstructionMessage, Issuer, Message, Target, ToolMessage, UserMessage } from '@reason/core/conversation'
import {
  asLoose,
  beginsStep,
  cacheControl,
  cacheOfResult,
  isLoose,
  saidNothing,
  type CallPairs,
  type NotCarried,
  type Steps,
} from '@reason/wire-kit'
import { bindsThinking } from '@reason/claude'
import { writeItems } from './assistant-content.ts'
import { keptOf, without, type Loose } from './fields.ts'
import { isClaude } from './models.ts'
import { createPieceWriter } from './pieces.ts'

export interface WrittenMessages {
  messages: Loose[]
  /** Undefined if there were no instructions. */
  system: string | unknown[] | undefined
}

export interface MessageContext {
  ids: CallPairs
  target: Target
  /** Previous addressee of the conversation. */
  origin: Issuer | undefined
  /** True for another format's conversation, whose cache marks have to be written. Marks of this format stay in their original fields. */
  areMarked: boolean
  /** True if thinking without text and seal is written as an empty block. */
  keepsEmpty: boolean
}

/**
 * Writes messages. Instructions move to the top, where the format has them. Consecutive messages of a user and tools
 * become one message: results have to follow the calls in the next message, before any other content.
 */
export function* writeMessages(
  messages: readonly Message[],
  { ids, target, origin, areMarked, keepsEmpty }: MessageContext,
  notCarried: NotCarried,
): Steps<WrittenMessages> {
  const unsigned = !isClaude(target)
  const writeContent = createPieceWriter(target, origin, notCarried)
  const written: { role: string; content: string | unknown[] }[] = []
  /** Index of the first message that further user and tool content may join. */
  let start = 0
  const system: unknown[] = []
  let plainSystem: string | undefined
  let before: Message | undefined
  /** Instructions in mid-conversation, to be written after the user and tool content, before the next answer. */
  let midway: { role: string; content: string | unknown[] }[] = []
  /** Lower bound of the leading results of each message. Counting them for each result would take quadratic time. */
  const leading = new WeakMap<unknown[], number>()
  const staysInPlace = isClaude(target) && bindsThinking(target.model)

  for (const [index, message] of messages.entries()) {
    if (beginsStep(index)) yield
    if (message.role === 'assistant') {
      writeMidway()
      writeAssistant(message, index)
    } else if (message.role === 'user' || message.role === 'tool') {
      // A message that was restored from a seal has its own origin.
      if (message.role === 'user' && before?.role === 'assistant' && (areMarked || before.origin !== origin)) dropPaused()
      writeUser(message, index)
    } else {
      writeInstruction(message)
      continue
    }
    before = message
  }
  writeMidway()
  // Without a placeholder for an empty user message, the model would continue the preceding answer.
  if (before?.role === 'user' && written.at(-1)?.role === 'assistant') written.push({ role: 'user', content: saidNothing })
  trimBegun()
  const top = plainSystem !== undefined && system.length === 1 ? plainSystem : system
  return { messages: written, system: top.length > 0 ? top : undefined }

  function writeInstruction(message: InstructionMessage): void {
    const fields = keptOf(message)
    const content = writeContent(message.content, fields.content === 'string', areMarked)
    if (fields.role === 'system') return void written.push({ role: 'system', content, ...without(fields, 'role', 'content') })
    if (before !== undefined && staysInPlace) {
      const blocks = asBlocks(content)
      if (!blocks.every(isTextBlock)) notCarried('instructions that are no text')
      midway.push({ role: 'system', content: typeof content === 'string' ? content : blocks.filter(isTextBlock) })
      return
    }
    if (before !== undefined) notCarried('the place of an instruction in mid-conversation, which went to the top')
    if (typeof content === 'string') plainSystem = content
    const blocks = asBlocks(content)
    if (!blocks.every(isTextBlock)) notCarried('instructions that are no text')
    system.push(...blocks.filter(isTextBlock))
  }

  function writeMidway(): void {
    written.push(...midway)
    midway = []
  }

  function writeAssistant(message: AssistantMessage, index: number): void {
    const fields = keptOf(message)
    const blocks = writeItems(message, { callIds: ids.ofCalls(index), unsigned, keepsEmpty }, notCarried)
    const [only] = blocks
    const plain = fields.content === 'string' && blocks.length === 1 && only?.type === 'text' && Object.keys(only).length === 2
    // Anthropic refuses an assistant message without content. Consecutive user messages are allowed.
    if (blocks.length === 0) return
    written.push({ role: 'assistant', content: plain ? (only.text as string) : blocks, ...without(fields, 'content') })
    start = written.length
  }

  /**
   * Removes calls of the provider's own tools without a result. Anthropic refuses them unless the paused turn continues.
   * The client may not know of these calls.
   */
  function dropPaused(): void {
    const last = written.at(-1)
    const blocks = last === undefined ? [] : asBlocks(last.content).filter(isLoose)
    const ended = new Set(blocks.map((block) => block.tool_use_id))
    const kept = blocks.filter(({ type, id }) => !(type === 'server_tool_use' || type === 'mcp_tool_use') || ended.has(id))
    if (last?.role !== 'assistant' || kept.length === blocks.length) return
    notCarried('calls of tools of the provider that had not ended')
    if (kept.length > 0) last.content = kept
    else written.pop()
  }

  function writeUser(message: UserMessage | ToolMessage, index: number): void {
    const { message: own, content: shape, type: late, ...fields } = keptOf(message)
    const isResult = message.role === 'tool'
    const content = isResult ? [writeResult(message, index, fields, shape)] : writeContent(message.content, shape === 'string', areMarked)
    if (content.length === 0) return notCarried('messages without content')
    const first = own === undefined ? written[start] : undefined
    const last = own === undefined ? written.at(-1) : undefined
    if (isResult && late === undefined && first?.role === 'user') {
      const blocks = blocksOf(first)
      let at = leading.get(blocks) ?? 0
      while (asLoose(blocks[at]).type === 'tool_result') at++
      blocks.splice(at, 0, ...content)
      leading.set(blocks, at)
    } else if (last?.role === 'user' && start < written.length && (isResult || before?.role === 'tool')) {
      blocksOf(last).push(...asBlocks(content))
    } else {
      if (own !== undefined) start = written.length
      written.push({ role: 'user', content: Array.isArray(content) ? [...content] : content, ...(isLoose(own) && own) })
    }
  }

  function writeResult(message: ToolMessage, index: number, fields: Loose, shape: unknown): Loose {
    const content = writeContent(message.content, shape === 'string', false)
    return {
      type: 'tool_result',
      tool_use_id: ids.ofResult(index),
      ...(content.length > 0 || message.failed === true
        ? { content: content.length > 0 ? content : 'The tool failed.' }
        : shape !== 'none' && { content }),
      ...(message.failed !== undefined && { is_error: message.failed }),
      ...fields,
      ...(areMarked && cacheControl(cacheOfResult(message))),
    }
  }

  /** Trims an answer to continue, which must not end in white space. */
  function trimBegun(): void {
    const last = written.at(-1)
    if (last?.role !== 'assistant') return
    if (typeof last.content === 'string') last.content = last.content.trimEnd()
    else {
      const block = last.content.at(-1)
      if (isLoose(block) && block.type === 'text' && typeof block.text === 'string')
        last.content = [...last.content.slice(0, -1), { ...block, text: block.text.trimEnd() }]
    }
  }
}

const asBlocks = (content: string | unknown[]): unknown[] => (typeof content === 'string' ? [{ type: 'text', text: content }] : content)

/** Returns the blocks of a message, to be changed in place. */
function blocksOf(message: { content: string | unknown[] }): unknown[] {
  const blocks = asBlocks(message.content)
  message.content = blocks
  return blocks
}

const isTextBlock = (block: unknown): boolean => isLoose(block) && block.type === 'text'
