import { asText, isEmpty, isJson, isLoose, isText, parseJson } from '@reason/wire-kit'
import type { ChoiceAssembler, Loose, ResponseContext, SealPiece } from '@reason/wire-kit'
import { createExtras, readExtras, type ScopedExtras } from './extras.ts'
import { ownFields } from './fields.ts'
import { readSignature } from './signatures.ts'

/** The tool calls of one choice. */
export interface Calls {
  /** @param whole - The entries are complete calls, not pieces of calls. */
  read(entries: readonly unknown[], whole: boolean): void
  /** The call of the deprecated `function_call` field. */
  readFunction(call: Loose): void
  /** Ends the choice. A call that never got its name counts as a call all the same. */
  finish(): void
  /** True once a call was seen, even if its name is still missing. */
  called(): boolean
  /** True if the arguments of the last call are incomplete. */
  isCut(): boolean
}

interface Call {
  /** Number of the call. Undefined until the call has begun. */
  number: number | undefined
  id: string
  name: string
  custom: boolean
  /** Arguments received so far. */
  text: string
  /** Arguments that came before the name. */
  early: string
  /** The signature of the call, which routers repeat. */
  signature: string | undefined
  /** Seals that came before the name. */
  earlySeals: SealPiece[]
  /** Fields of the entry and its function that no other reader takes. Undefined until the call has begun. */
  extras: { call: ScopedExtras; function: ScopedExtras } | undefined
  /** Extra fields that came before the name. */
  earlyExtras: [entry: Loose, body: Loose][]
}

/**
 * Reads tool calls from their pieces. Pieces of one call share an `index`. Without an index, pieces are matched by `id`,
 * and without an id by name, which only a first piece has. A piece without a name and with an unknown index belongs to
 * the call of its id, else to the call that began last. The wire does not mark the end of a call, and pieces of several
 * calls may alternate. Therefore all calls end with the choice.
 *
 * @param onCall - Called before a call begins, to end the open block.
 */
export function createCalls(index: number, choice: ChoiceAssembler, { emit, warn }: ResponseContext, onCall: () => void): Calls {
  const byIndex = new Map<number, Call>()
  const byId = new Map<string, Call>()
  /** Calls whose name has not come yet. */
  const unnamed = new Set<Call>()
  let last: Call | undefined
  /** Calls whose arguments begin with a quotation mark. Their type is known only at the end. */
  let quoted: Set<Call> | undefined
  let legacy: Call | undefined
  let next = 0
  let called = false

  return {
    read,
    readFunction,
    finish,
    called: () => called,
    isCut: () => last !== undefined && !isWhole(last),
  }

  function read(entries: readonly unknown[], whole: boolean): void {
    for (const entry of entries) {
      if (!isLoose(entry)) {
        if (!isEmpty(entry)) warn('wrong-type', 'An element of tool_calls was no object; it was ignored.', 'tool_calls', index)
        continue
      }
      const custom = isLoose(entry.custom) && (isText(entry.custom.name) || isText(entry.custom.input)) && !isNamed(entry.function)
      const body = custom ? (entry.custom as Loose) : isLoose(entry.function) ? entry.function : entry
      const call = whole ? create(entry) : find(entry, isText(body.name))
      call.custom ||= custom
      if (call.id === '' && call.number === undefined && isText(entry.id)) call.id = entry.id
      if (hasExtras(entry, body)) {
        if (call.number === undefined) call.earlyExtras.push([entry, body])
        else readBeside(call, entry, body)
      }
      const args = custom ? body.input : body.arguments
      if (isText(body.name) && isRepeated(call, args)) repeated(call, args)
      else feed(call, body.name, args)
      const signature = readSignature(entry)
      if (signature !== undefined && signature.value !== call.signature) {
        call.signature = signature.value
        seal(call, { kind: 'thought-signature', ...signature })
        // Google sends each call whole. The sealed call is therefore known at once, and its seal can go along in the id.
        if (call.number !== undefined && isWhole(call)) choice.closeCall(call.number)
      }
      if (whole && unnamed.has(call)) begin(call)
    }
  }

  function readFunction(call: Loose): void {
    if (!isText(call.name) && isEmpty(call.arguments)) return
    legacy ??= create({})
    feed(legacy, call.name, call.arguments)
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

  /**
   * Handles an index that no first piece had, because some servers count pieces instead of calls. The piece continues
   * the call that began last.
   */
  function begun(call: Call | undefined): Call | undefined {
    return call?.number === undefined ? undefined : call
  }

  function create(entry: Loose): Call {
    const call: Call = {
      number: undefined,
      id: isText(entry.id) ? entry.id : '',
      name: '',
      custom: false,
      text: '',
      early: '',
      signature: undefined,
      earlySeals: [],
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

  function feed(call: Call, name: unknown, args: unknown): void {
    if (call.number === undefined && isText(name)) {
      call.name = name
      begin(call)
    }
    if (args === undefined || args === null || args === '') return
    const text = asText(args)
    if (call.text === '' && !call.custom && text.trimStart().startsWith('"')) (quoted ??= new Set()).add(call)
    call.text += text
    if (quoted?.has(call) === true) return
    if (call.number === undefined) call.early += text
    else delta(call.number, text)
  }

  function begin(call: Call): void {
    unnamed.delete(call)
    onCall()
    call.number = next++
    // Extra fields go out before the call starts, so that a writer can put them all in one frame. Clients read unusual
    // fields from the first piece, if at all.
    for (const [entry, body] of call.earlyExtras.splice(0)) readBeside(call, entry, body)
    choice.openCall(call.number, {
      ...(call.id !== '' && { id: call.id }),
      name: call.name,
      ...(call.custom && { contentType: 'custom' }),
    })
    delta(call.number, call.early)
    call.early = ''
    for (const piece of call.earlySeals.splice(0)) choice.sealCall(call.number, piece)
  }

  function readBeside(call: Call, entry: Loose, body: Loose): void {
    call.extras ??= { call: createExtras('call', index, call.number), function: createExtras('function', index, call.number) }
    readExtras(call.extras.call, emit, entry, true)
    if (body !== entry) readExtras(call.extras.function, emit, body, true)
  }

  function seal(call: Call, piece: SealPiece): void {
    if (call.number === undefined) call.earlySeals.push(piece)
    else choice.sealCall(call.number, piece)
  }

  function delta(call: number, text: string): void {
    if (choice.callText(call, text)) return
    choice.native('late.arguments', { call, text }, { channel: 'reasoning' })
    warn('late-part', 'Arguments came for a tool call that had ended; they were kept as a native part.', 'arguments', index)
  }

  function repeated({ number }: Call, text: unknown): void {
    choice.native('late.arguments', { call: number, text }, { channel: 'reasoning' })
    warn('late-part', 'The arguments of a tool call came once more as a whole; they were kept as a native part.', 'arguments', index)
  }

  function finish(): void {
    for (const call of unnamed) begin(call)
    for (const call of quoted ?? []) delta(call.number!, unquoted(call.text))
  }
}

/** Decodes arguments that a server encoded twice. Arguments should be a JSON object, and some servers send it as a JSON string of JSON. */
function unquoted(text: string): string {
  const value = parseJson(text)
  return typeof value === 'string' && isLoose(parseJson(value)) ? value : text
}

function hasExtras(entry: Loose, body: Loose): boolean {
  for (const field in entry) if (!ownFields.call.has(field)) return true
  if (body !== entry) for (const field in body) if (!ownFields.function.has(field)) return true
  return false
}

/**
 * Tells whether an entry begins another call although its index is known: some servers give every call the index 0. An
 * entry with a name begins another call if its id differs or, without ids, if its arguments begin a new object.
 */
function isAnother(known: Call, id: string | undefined, entry: Loose): boolean {
  if (id !== undefined && known.id !== '') return id !== known.id
  const body = isLoose(entry.function) ? entry.function : entry
  return known.text !== '' && (isLoose(body.arguments) || (isText(body.arguments) && body.arguments.trimStart().startsWith('{')))
}

/** Detects a call that a last event repeats as a whole, as some servers do. Doubled arguments would not be valid JSON. */
function isRepeated({ text }: Call, args: unknown): boolean {
  return isText(args) && args === text && text.startsWith('{') && isJson(text)
}

const isWhole = ({ text }: Call): boolean => text.startsWith('{') && isJson(text)

const isNamed = (value: unknown): boolean => isLoose(value) && isText(value.name)
