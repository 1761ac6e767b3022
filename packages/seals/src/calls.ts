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

  /** Gives each call the first open one with one of its keys. Linear in both. */
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

  /** @param calls - The first one is the last of the list. Those that are not open any more are taken off it. */
  function firstOpen(calls: ToolCall[] = []): ToolCall | undefined {
    while (calls.length > 0 && !open.has(calls.at(-1)!)) calls.pop()
    return calls.at(-1)
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
