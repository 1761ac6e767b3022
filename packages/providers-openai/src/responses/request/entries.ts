import type { AssistantMessage, Conversation, Message, Target, ToolMessage } from '@reason/core/conversation'
import { beginsStep, resolveToolName, withFailureSaid, type Steps } from '@reason/wire-kit'
import { WIRE } from '../wire.ts'
import { createCallIds, type CallIds } from './call-ids.ts'
import type { Decisions } from './decisions.ts'
import { isFromHere, kept } from './extra.ts'
import { writePieces } from './parts.ts'
import { planGroups, type PlannedGroup } from './plan-groups.ts'
import type { RequestRow } from '../dialect/index.ts'
import { toolNames } from './tools.ts'
import { writeModelItem } from './write-item.ts'

/** An element of a request's `input`, with facts about it. */
export interface RequestEntry {
  item: unknown
  /** Index of the message that the element comes from. */
  message: number
  by: 'client' | 'model'
  type: 'reasoning' | 'call' | 'output' | 'other'
  /** Id of a call or an output. */
  callId?: string
}

export interface EntryWriting {
  target: Target
  row: RequestRow
  areKept: boolean
  commentary: boolean
  decisions: Decisions
  notCarried(what: string): void
}

/** Writes the messages as one list of items, in order. */
export function* writeEntries(
  conversation: Pick<Conversation, 'messages' | 'tools'>,
  { target, row, areKept, commentary, decisions, notCarried }: EntryWriting,
): Steps<{ entries: RequestEntry[]; refusals: readonly string[] }> {
  const { planned, refusals } = planGroups(conversation, { target, row, areKept, decisions })
  yield
  const tools = toolNames(conversation.tools)
  const ids = createCallIds()
  const entries: RequestEntry[] = []
  for (const [index, message] of conversation.messages.entries()) {
    if (beginsStep(index)) yield
    for (const entry of entriesOf(message, index)) entries.push(entry)
  }
  return { entries, refusals }

  function entriesOf(message: Message, index: number): RequestEntry[] {
    if (message.role === 'assistant') return (planned.get(index) ?? []).map((group) => modelEntry(group, index))
    const written = message.role === 'tool' ? outputEntries(message, index, ids) : clientEntries(message, index)
    if (written.length > 0) ids.endTurn()
    return written
  }

  function modelEntry(planned: PlannedGroup, message: number): RequestEntry {
    const { call, layout, native, type } = planned.group
    const callId = call === undefined ? undefined : ids.ofCall(call, message, layout !== undefined)
    const item = writeModelItem(planned, {
      contentOnly: row.contentOnly === true,
      commentary,
      customTools: row.customTools === true,
      callId: callId ?? '',
      toolName: (name) => resolveToolName(name, tools),
    })
    const kind = type === 'reasoning' || type === 'call' ? type : 'other'
    return { item, message, by: 'model', type: native === undefined ? kind : 'other', ...(callId !== undefined && { callId }) }
  }

  function outputEntries(message: ToolMessage, index: number, ids: CallIds): RequestEntry[] {
    const { id, custom } = ids.ofOutput(message)
    if (isWhole(message)) {
      return clientEntries(message, index).map((entry) => ({ ...entry, ...(id !== undefined && { callId: id }) }))
    }
    const item = {
      type: custom ? 'custom_tool_call_output' : 'function_call_output',
      ...kept(message.extra),
      ...(custom && row.customTools !== true && { type: 'function_call_output' }),
      ...(id !== undefined && { call_id: id }),
      output: contentOf(withFailureSaid(message, { notCarried })),
    }
    return [{ item, message: index, by: 'client', type: 'output', ...(id !== undefined && { callId: id }) }]
  }

  /** Writes content. Empty content of another format becomes an empty string. */
  function contentOf(message: Exclude<Message, AssistantMessage>): string | unknown[] {
    const pieces = writePieces(message.content, notCarried)
    return pieces.length === 0 && !isFromHere(message) ? '' : pieces
  }

  function clientEntries(message: Exclude<Message, AssistantMessage>, index: number): RequestEntry[] {
    const entry = (item: unknown): RequestEntry => ({ item, message: index, by: 'client', type: 'other' })
    const { content, extra, role } = message
    if (isWhole(message)) {
      const written = writePieces(content, notCarried)
      return Array.isArray(written) ? written.map(entry) : []
    }
    return [entry({ role, ...kept(extra), content: contentOf(message) })]
  }
}

/** True for a message that holds a single native item of this format. */
function isWhole(message: Exclude<Message, AssistantMessage>): boolean {
  const [only] = message.content
  return !isFromHere(message) && message.content.length === 1 && only!.type === 'native' && only!.wire === WIRE
}
