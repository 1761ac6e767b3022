import type { Item, ToolCall } from '@reason/core/result'
import { bareCallId, isLoose, isSame, jsonOrText, objectArguments, resolveToolName } from '@reason/wire-kit'

/** Matches between the calls of a record and the calls that a client sent back. */
export interface PairedCalls {
  /** The client's call for each call of the record. */
  said: ReadonlyMap<ToolCall, ToolCall>
  /** Calls of the client that the record lacks. */
  unknown: readonly ToolCall[]
  /** True if every call is present, in its place, and unchanged. */
  areSame: boolean
}

export const callsOf = (items: readonly Item[]): ToolCall[] => items.filter((item): item is ToolCall => item.type === 'tool-call')

/**
 * Matches calls by id. If a client has its own ids, or the provider has none, calls of the same name are matched in
 * order.
 *
 * @param tools - Tool names that the client offered, and by which it knows the calls.
 */
export function pairCalls(recorded: readonly ToolCall[], sent: readonly ToolCall[], tools: readonly string[]): PairedCalls {
  const said = new Map<ToolCall, ToolCall>()
  const open = new Set(sent)
  pair(
    ({ id }) => [id],
    ({ id }) => id,
  )
  // A client that may not see what is sealed has the beginning of an id.
  pair(
    ({ id }) => [id === undefined ? id : bareCallId(id)],
    ({ id }) => id,
  )
  pair(
    ({ name }) => [name, resolveToolName(name, tools)],
    ({ name }) => name,
  )
  const areSame =
    recorded.length === sent.length &&
    recorded.every((call, index) => {
      const by = sent[index]!
      return said.get(call) === by && haveSameName(call, by, tools) && haveSameArguments(call, by)
    })
  return { said, unknown: [...open], areSame }

  /** Pairs each call with the first open one that has one of its keys. Takes linear time in both lists. */
  function pair(keysOf: (call: ToolCall) => readonly (string | undefined)[], keyOf: (by: ToolCall) => string | undefined): void {
    const places = new Map([...open].map((by, place) => [by, place]))
    const byKey = new Map<string | undefined, ToolCall[]>()
    for (const by of [...open].reverse())
      byKey
        .set(keyOf(by), byKey.get(keyOf(by)) ?? [])
        .get(keyOf(by))!
        .push(by)
    for (const call of recorded) {
      if (said.has(call)) continue
      const found = keysOf(call)
        .flatMap((key) => (key === undefined ? [] : (firstOpen(byKey.get(key)) ?? [])))
        .toSorted((one, other) => places.get(one)! - places.get(other)!)[0]
      if (found === undefined) continue
      said.set(call, found)
      open.delete(found)
    }
  }

  /** @param calls - Calls with one key, in reverse order. Calls that are no longer open are removed from the end. */
  function firstOpen(calls: ToolCall[] = []): ToolCall | undefined {
    while (calls.length > 0 && !open.has(calls.at(-1)!)) calls.pop()
    return calls.at(-1)
  }
}

/** Compares names, as a writer resolves names to the client's tools. */
export const haveSameName = (call: ToolCall, by: ToolCall, tools: readonly string[]): boolean =>
  by.name === call.name || by.name === resolveToolName(call.name, tools)

/** Returns the model's original arguments, unless the client changed them. Some formats carry a parsed object, with free text as `input`. */
export function argumentsOf(call: ToolCall, by: ToolCall): string {
  if (haveSameArguments(call, by)) return call.arguments
  const value = valueOf(by.arguments)
  const isWrapped = call.contentType === 'custom' && by.contentType === undefined && isLoose(value) && typeof value.input === 'string'
  return isWrapped ? (value.input as string) : by.arguments
}

function haveSameArguments(call: ToolCall, { arguments: sent }: ToolCall): boolean {
  return call.arguments.trim() === sent.trim() || isSame(valueOf(objectArguments(call.arguments, call.contentType)), valueOf(sent))
}

const valueOf = (text: string): unknown => (text.trim() === '' ? {} : jsonOrText(text))
