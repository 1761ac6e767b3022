import type { Part } from '@reason/core'
import type { Boundary, Seal, ToolCallEndPart } from '@reason/core/parts'
import { of, WIRE, type ReadContext } from './context.ts'
import { createExtras, readExtras, type Extras } from './extras.ts'
import { ownFields } from './fields.ts'
import { readSignature } from './signatures.ts'
import { asText, isEmpty, isLoose, isText, type Loose } from '@reason/wire-kit'

/** The tool calls of one choice. */
export interface Calls {
  /** @param whole - The entries are complete calls, not pieces of calls. */
  read(out: Part[], entries: readonly unknown[], whole: boolean): void
  /** The call of the deprecated `function_call` field. */
  readFunction(out: Part[], call: Loose): void
  /** The choice is over: ends all calls. One that never got its name is a call all the same. */
  finish(out: Part[], boundary: Boundary): void
  /** A call was seen, whether or not its name came yet. */
  called(): boolean
}

interface Call {
  /** Ours, once it has begun. */
  number: number | undefined
  id: string
  name: string
  custom: boolean
  hasArguments: boolean
  /** Arguments that came before the name. */
  early: string
  seals: Seal[]
  /** Fields that nobody reads, of the entry and of its function: once it has begun. */
  extras: { call: Extras; function: Extras } | undefined
  /** What came before the name. */
  earlyExtras: [entry: Loose, body: Loose][]
}

/**
 * Pieces of calls are told apart by `index`; where that is missing by `id`, else by a name, which only a first piece has.
 * A piece without a name whose index nothing has opened belongs to the call of its id, else to the call that began last.
 * The wire does not say where a call ends, and pieces of several may alternate: all end with the choice.
 *
 * @param onCall - Called before a call begins, to end what else is going on.
 */
export function createCalls(choice: number, { issuer, warn }: ReadContext, onCall: (out: Part[]) => void): Calls {
  const byIndex = new Map<number, Call>()
  const byId = new Map<string, Call>()
  /** Calls whose name has not come. */
  const unnamed = new Set<Call>()
  let last: Call | undefined
  const open = new Set<Call>()
  let legacy: Call | undefined
  let next = 0
  let called = false

  return {
    read,
    readFunction,
    finish,
    called: () => called,
  }

  function read(out: Part[], entries: readonly unknown[], whole: boolean): void {
    for (const entry of entries) {
      if (!isLoose(entry)) {
        if (!isEmpty(entry)) warn(out, 'wrong-type', 'An element of tool_calls was no object; it was ignored.', choice, 'tool_calls')
        continue
      }
      const custom = isLoose(entry.custom) && (isText(entry.custom.name) || isText(entry.custom.input)) && !isNamed(entry.function)
      const body = custom ? (entry.custom as Loose) : isLoose(entry.function) ? entry.function : entry
      const call = whole ? create(entry) : find(entry, isText(body.name))
      call.custom ||= custom
      if (call.id === '' && call.number === undefined && isText(entry.id)) call.id = entry.id
      if (hasExtras(entry, body)) {
        if (call.number === undefined) call.earlyExtras.push([entry, body])
        else readBeside(out, call, entry, body)
      }
      feed(out, call, body.name, custom ? body.input : body.arguments)
      const signature = readSignature(entry)
      if (signature !== undefined) call.seals.push({ kind: 'thought-signature', ...signature, issuer: issuer() })
      if (whole && unnamed.has(call)) begin(out, call)
    }
  }

  function readFunction(out: Part[], call: Loose): void {
    if (!isText(call.name) && isEmpty(call.arguments)) return
    legacy ??= create({})
    feed(out, legacy, call.name, call.arguments)
  }

  function find(entry: Loose, named: boolean): Call {
    const { index } = entry
    const id = isText(entry.id) ? entry.id : undefined
    if (typeof index === 'number') {
      const known = byIndex.get(index)
      if (known !== undefined && !(named && isAnother(known, id, entry))) return known
      const stray = known === undefined && !named ? (id === undefined ? begun(last) : byId.get(id)) : undefined
      if (stray !== undefined) return stray
    } else if (id !== undefined) {
      const known = byId.get(id)
      if (known !== undefined) return known
    } else if (!named && last !== undefined) return last
    return create(entry)
  }

  /** An index that no head has: servers count pieces in its place, or heads otherwise. The piece goes on with the call whose head came last. */
  function begun(call: Call | undefined): Call | undefined {
    return call?.number === undefined ? undefined : call
  }

  function create(entry: Loose): Call {
    const call: Call = {
      number: undefined,
      id: isText(entry.id) ? entry.id : '',
      name: '',
      custom: false,
      hasArguments: false,
      early: '',
      seals: [],
      extras: undefined,
      earlyExtras: [],
    }
    called = true
    last = call
    unnamed.add(call)
    if (typeof entry.index === 'number') byIndex.set(entry.index, call)
    if (call.id !== '') byId.set(call.id, call)
    return call
  }

  function feed(out: Part[], call: Call, name: unknown, args: unknown): void {
    if (call.number === undefined && isText(name)) {
      call.name = name
      begin(out, call)
    }
    if (args === undefined || args === null || args === '') return
    const text = asText(args)
    call.hasArguments = true
    if (call.number === undefined) call.early += text
    else delta(out, call, text)
  }

  function begin(out: Part[], call: Call): void {
    unnamed.delete(call)
    onCall(out)
    call.number = next++
    open.add(call)
    // Before its start, so that a writer can say all of it in one frame: clients read what is odd from the first piece, if at all.
    for (const [entry, body] of call.earlyExtras.splice(0)) readBeside(out, call, entry, body)
    out.push({
      type: 'tool-call-start',
      ...of(choice),
      call: call.number,
      ...(call.id !== '' && { id: call.id }),
      name: call.name,
      ...(call.custom && { contentType: 'custom' }),
    })
    if (call.early !== '') delta(out, call, call.early)
    call.early = ''
  }

  function readBeside(out: Part[], call: Call, entry: Loose, body: Loose): void {
    call.extras ??= { call: createExtras('call', choice, call.number), function: createExtras('function', choice, call.number) }
    readExtras(call.extras.call, out, entry, true)
    if (body !== entry) readExtras(call.extras.function, out, body, true)
  }

  function delta(out: Part[], call: Call, text: string): void {
    const number = call.number!
    if (!open.has(call)) {
      out.push({ type: 'native', ...of(choice), wire: WIRE, event: 'late.arguments', channel: 'reasoning', value: { call: number, text } })
      return warn(out, 'late-part', 'Arguments came for a tool call that had ended; they were kept as a native part.', choice, 'arguments')
    }
    out.push(choice === 0 ? { type: 'tool-call-delta', call: number, text } : { type: 'tool-call-delta', choice, call: number, text })
  }

  function finish(out: Part[], boundary: Boundary): void {
    for (const call of unnamed) begin(out, call)
    for (const { number, seals } of open) {
      const end: ToolCallEndPart = { type: 'tool-call-end', ...of(choice), call: number!, boundary }
      if (seals.length > 0) end.seals = seals
      out.push(end)
    }
    open.clear()
  }
}

function hasExtras(entry: Loose, body: Loose): boolean {
  for (const field in entry) if (!ownFields.call.has(field)) return true
  if (body !== entry) for (const field in body) if (!ownFields.function.has(field)) return true
  return false
}

/**
 * Some servers give every call the index 0. An entry with a name begins another call where its id is another or, without
 * ids, where arguments begin anew.
 */
function isAnother(known: Call, id: string | undefined, entry: Loose): boolean {
  if (id !== undefined && known.id !== '') return id !== known.id
  const body = isLoose(entry.function) ? entry.function : entry
  return known.hasArguments && (isLoose(body.arguments) || (isText(body.arguments) && body.arguments.trimStart().startsWith('{')))
}

const isNamed = (value: unknown): boolean => isLoose(value) && isText(value.name)
