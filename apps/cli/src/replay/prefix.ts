import type { WireFormat } from '@reason/core'
import type { Conversation, Target } from '@reason/core/conversation'
import { isSame } from '@reason/wire-kit'

type Body = Readonly<Record<string, unknown>>

/** Fields before the messages, and fields with the messages, of all formats. */
const heads = ['system', 'systemInstruction', 'system_instruction', 'instructions', 'tools'] as const
const lists = ['messages', 'input', 'contents'] as const

/**
 * Changes in the prefix of a request, both requests written for the same target. A provider that binds a thought to everything before it then refuses or
 * ignores the thought.
 *
 * @returns A line for each change. Empty if the later request only adds messages.
 * @throws {ReasonError} `REASON_REQUEST_REFUSED`
 */
export function changesOfPrefix(wire: WireFormat, earlier: Conversation, later: Conversation, target: Target): string[] {
  const [before, after] = [earlier, later].map((one) => wire.writeRequest!(one, target).body) as [Body, Body]
  return [
    ...heads.flatMap((field) => changesOfHead(field, before[field], after[field])),
    ...lists.flatMap((field) => changesOfList(field, before[field], after[field])),
  ]
}

function changesOfHead(field: string, before: unknown, after: unknown): string[] {
  if (isUnchanged(before, after)) return []
  if (before === undefined) return [`${field} was added`]
  if (after === undefined) return [`${field} was left out`]
  if (field !== 'tools' || !Array.isArray(before) || !Array.isArray(after)) return [`${field} changed`]
  const [was, is] = [before.map(nameOf), after.map(nameOf)]
  const named = [
    ...was.filter((name) => !is.includes(name)).map((name) => `tools: ${name} was left out`),
    ...is.filter((name) => !was.includes(name)).map((name) => `tools: ${name} was added`),
    ...was
      .filter((name, at) => is.includes(name) && !isUnchanged(before[at], after[is.indexOf(name)]))
      .map((name) => `tools: ${name} changed`),
  ]
  return named.length > 0 ? named : ['tools are in another order']
}

function changesOfList(field: string, before: unknown, after: unknown): string[] {
  if (!Array.isArray(before) || !Array.isArray(after)) return isUnchanged(before, after) ? [] : [`${field} changed`]
  return before.flatMap((message, at) => {
    if (at >= after.length) return [`${field}[${at}] was left out`]
    return isUnchanged(message, after[at]) ? [] : [`${field}[${at}] changed`]
  })
}

function nameOf(tool: unknown): string {
  const { name, type, function: of } = tool as { name?: unknown; type?: unknown; function?: { name?: unknown } }
  return String(name ?? of?.name ?? type)
}

/** Compares without cache marks, which move with each request. Thoughts are not bound to them. */
const isUnchanged = (one: unknown, other: unknown): boolean => isSame(withoutMarks(one), withoutMarks(other))

function withoutMarks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMarks)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).flatMap(([name, one]) => (name === 'cache_control' ? [] : [[name, withoutMarks(one)]])))
}
