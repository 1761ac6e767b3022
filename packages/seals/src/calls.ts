import type { Item, ToolCall } from '@reason/core/result'
import { bareCallId, isLoose, isSame, objectArguments, resolveToolName } from '@reason/wire-kit'

/** Calls of a record and those that a client sent back, each with its other half. */
export interface PairedCalls {
  /** By the record's. */
  said: ReadonlyMap<ToolCall, ToolCall>
  /** The client's that the record does not have. */
  unknown: readonly ToolCall[]
  /** Every call is there, in its place, and as it was. */
  areSame: boolean
}

export const callsOf = (items: readonly Item[]): ToolCall[] => items.filter((item): item is ToolCall => item.type === 'tool-call')

/**
 * By id, and where a client has ids of its own, or the provider has none, in order among those of the same name.
 *
 * @param tools - Names under which the client offered them: by these it knows the calls.
 */
export function pairCalls(recorded: readonly ToolCall[], sent: readonly ToolCall[], tools: readonly string[]): PairedCalls {
  const said = new Map<ToolCall, ToolCall>()
  const open = new Set(sent)
  pair((call, by) => call.id !== undefined && call.id === by.id)
  // A client that may not see what is sealed has the beginning of an id.
  pair((call, by) => call.id !== undefined && bareCallId(call.id) === by.id)
  pair((call, by) => haveSameName(call, by, tools))
  const areSame =
    recorded.length === sent.length &&
    recorded.every((call, index) => {
      const by = sent[index]!
      return said.get(call) === by && haveSameName(call, by, tools) && haveSameArguments(call, by)
    })
  return { said, unknown: [...open], areSame }

  function pair(fits: (call: ToolCall, by: ToolCall) => boolean): void {
    for (const call of recorded) {
      if (said.has(call)) continue
      const found = [...open].find((by) => fits(call, by))
      if (found === undefined) continue
      said.set(call, found)
      open.delete(found)
    }
  }
}

/** A writer resolves names to those that the client offered. */
export const haveSameName = (call: ToolCall, by: ToolCall, tools: readonly string[]): boolean =>
  by.name === call.name || by.name === resolveToolName(call.name, tools)

/** As the model wrote them, unless the client has changed them: some formats carry an object, which is written anew, and which has free text as `input`. */
export function argumentsOf(call: ToolCall, by: ToolCall): string {
  if (haveSameArguments(call, by)) return call.arguments
  const value = valueOf(by.arguments)
  const isWrapped = call.contentType === 'custom' && by.contentType === undefined && isLoose(value) && typeof value.input === 'string'
  return isWrapped ? (value.input as string) : by.arguments
}

function haveSameArguments(call: ToolCall, { arguments: sent }: ToolCall): boolean {
  return call.arguments.trim() === sent.trim() || isSame(valueOf(objectArguments(call.arguments, call.contentType)), valueOf(sent))
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text.trim() === '' ? '{}' : text)
  } catch {
    return text
  }
}
