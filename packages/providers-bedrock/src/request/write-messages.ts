import type { Message, ToolMessage } from '@reason/core/conversation'
import { asLoose, beginsStep, cacheOfResult, saidNothing, type CallPairs, type NotCarried, type Steps } from '@reason/wire-kit'
import { writeItems } from './assistant-content.ts'
import { POINT, type CachePoint } from './caching.ts'
import { isLoose, keptOf, without, type Loose } from './fields.ts'
import { createPieceWriter } from './pieces.ts'
import { LATE } from './read-messages.ts'

export interface WrittenMessages {
  messages: Loose[]
  system: unknown[]
}

/**
 * Writes messages. Instructions move to the top, where the format has them. Roles have to alternate: consecutive
 * messages of a user and tools become one message, and so do those of the assistant.
 */
export function* writeMessages(
  messages: readonly Message[],
  { ids, unsigned, isOwn, cachePoint }: { ids: CallPairs; unsigned: boolean; isOwn: boolean; cachePoint: CachePoint },
  notCarried: NotCarried,
): Steps<WrittenMessages> {
  const writeContent = createPieceWriter(notCarried)
  const written: { role: string; content: unknown[] }[] = []
  const system: unknown[] = []
  /** Lower bound of the leading results of each message. Counting them for each result would take quadratic time. */
  const leading = new WeakMap<unknown[], number>()

  for (const [index, message] of messages.entries()) {
    if (beginsStep(index)) yield
    if (message.role === 'assistant')
      add('assistant', writeItems(message, { callIds: ids.ofCalls(index), unsigned }, notCarried), keptOf(message))
    else if (message.role === 'tool') addResult(message, index)
    else if (message.role === 'user') add('user', writeContent(message.content, cachePoint))
    else {
      if (written.length > 0) notCarried('the place of an instruction in mid-conversation, which went to the top')
      const blocks = writeContent(message.content, cachePoint)
      if (!blocks.every(isInstruction)) notCarried('instructions that are no text')
      system.push(...blocks.filter(isInstruction))
    }
  }
  const turns = messages.filter(({ role }) => role !== 'system' && role !== 'developer')
  // Without a placeholder for an empty user message, the model would continue the preceding answer.
  if (turns.at(-1)?.role === 'user' && written.at(-1)?.role === 'assistant') add('user', [{ text: saidNothing }])
  // A conversation must not begin with an assistant message, be it the answer to an empty message or a greeting.
  if (written[0]?.role === 'assistant' && (turns[0]?.role === 'user' || !isOwn)) {
    if (turns[0]?.role !== 'user') notCarried('a first message of the assistant (one of the user was put before it)')
    written.unshift({ role: 'user', content: [{ text: saidNothing }] })
  }
  if (!isOwn) for (const { content } of written) nameDocuments(content)
  if (!unsigned) trimBegun()
  return { messages: written, system }

  function add(role: string, content: unknown[], fields: Loose = {}): void {
    if (content.length === 0) return
    const last = written.at(-1)
    if (last?.role === role) last.content.push(...content)
    else written.push({ role, content, ...fields })
  }

  /** Adds a result. Results precede other content in their message, unless a request of this format has another order. */
  function addResult(message: ToolMessage, index: number): void {
    const last = written.at(-1)
    const blocks = [writeResult(message, index), ...cachePoint(markOf(message))]
    if (last?.role !== 'user' || LATE in keptOf(message)) return add('user', blocks)
    let at = leading.get(last.content) ?? 0
    while ('toolResult' in asLoose(last.content[at]) || POINT in asLoose(last.content[at])) at++
    last.content.splice(at, 0, ...blocks)
    leading.set(last.content, at)
  }

  /** Converse refuses a document without a text in its message, which other formats take. */
  function nameDocuments(content: unknown[]): void {
    const names = content.flatMap((block) => (isLoose(block) && isLoose(block.document) ? [String(block.document.name)] : []))
    if (names.length === 0 || content.some((block) => isLoose(block) && block.text !== undefined)) return
    notCarried('documents without a text (their names were put beside them)')
    content.push({ text: names.join(', ') })
  }

  function writeResult(message: ToolMessage, index: number): Loose {
    const content = writeContent(message.content)
    return {
      toolResult: {
        toolUseId: ids.ofResult(index),
        // Claude refuses a failed result without content.
        content: content.length === 0 && message.failed === true && !isOwn ? [{ text: 'The tool failed.' }] : content,
        ...(message.failed !== undefined && { status: message.failed ? 'error' : 'success' }),
        ...without(keptOf(message), LATE, POINT),
      },
    }
  }

  /** Trims an answer to continue, which must not end in white space, at least for Claude. */
  function trimBegun(): void {
    const last = written.at(-1)
    const block = last?.role === 'assistant' ? last.content.at(-1) : undefined
    if (isLoose(block) && typeof block.text === 'string') last!.content.splice(-1, 1, { ...block, text: block.text.trimEnd() })
  }
}

/** Returns the cache mark of a result. The cache point goes after the result, as there is no place for it inside. */
function markOf(message: ToolMessage): Parameters<CachePoint>[0] {
  const mark = cacheOfResult(message)
  return { ...(mark !== undefined && { cache: mark }), ...(message.extra !== undefined && { extra: message.extra }) }
}

const isInstruction = (block: unknown): boolean => isLoose(block) && ('text' in block || 'cachePoint' in block || 'guardContent' in block)
