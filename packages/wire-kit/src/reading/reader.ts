import { noParts, type Part } from '@reason/core'
import type { DeltaPart, ErrorPart, Seal, StartPart } from '@reason/core/parts'
import type { WarningCode } from '@reason/core/warnings'
import type { Frame, ReaderOptions, WireReader } from '@reason/core/wire'
import { ChoiceAssembler, of, type AssemblerContext } from './assembler.ts'
import { parseExact } from '../values/exact-json.ts'
import { isLoose, type Loose } from '../values/loose.ts'
import { createSkeletons, type Skeletons } from './skeletons.ts'

/** Services for a format's reader while it reads an event. */
export interface ResponseContext {
  /** Returns the choice of that index, which is created on first use. */
  choice(index?: number): ChoiceAssembler
  /** Emits `start` once, as proxies may repeat it. Sets the issuer of seals: the response's model, else the requested one. */
  start(start: Omit<StartPart, 'type'>): void
  /** Sets the issuer of seals, for readers that emit `start` themselves. */
  answeredBy(model: string | undefined, upstream: string | undefined): void
  /** Reports a failure inside the response. Earlier content stays valid; choices without a finish end with `error`. */
  fail(error: ErrorPart['error'], choice?: number): void
  /** Warns once per code, subject and choice. */
  warn(code: WarningCode, message: string, subject?: string, choice?: number): void
  /** Keeps an event that the format does not define, and warns once per kind. */
  unknownEvent(name: string, value: unknown): void
  /** Emits a part unchanged, for parts without a choice. */
  emit(part: Part): void
  /** Marks the response as complete, after the format's own last event. A missing finish is then no cut stream. */
  complete(): void
  /** Marks the last event of a stream, after which nothing follows. The body need not end, then. Implies `complete`. */
  lastEvent(): void
  readonly failed: boolean
  readonly completed: boolean
}

/** The format-specific part of a reader. Never throws on input. */
export interface EventReader {
  /** @param name - Event name of the frame, if any. */
  read(event: unknown, name: string | undefined): void
  /** Converts an event as an official client yields it to the event of the wire. Absent: clients yield the wire's own events. */
  fromClient?(event: Loose): unknown
  /**
   * Reads a frame that is not JSON.
   *
   * @returns True if the frame was understood. Otherwise it is kept as a native part, with a warning.
   */
  readText?(data: string, name: string | undefined): boolean
  /** Text that occurs in every event with call arguments as a JSON value. Their numbers keep all digits. */
  argumentsField?: string
  /**
   * Returns the text of an event that means nothing but that text, and undefined for any other event. With this
   * function, frames that differ from the previous one only in their text are not parsed (fast path).
   */
  onlyText?(event: unknown): string | undefined
  /** Called with the part of a frame that took the fast path, or with the joined text of several such frames. */
  onAlike?(part: DeltaPart): void
  isEnding?: WireReader['isEnding']
  /** Called on `[DONE]`. */
  onDone?(): void
  /** Called before everything is closed, for decisions that need the end. */
  beforeEnd?(): void
}

/**
 * The part of a reader that all formats share: JSON, identity, one `start`, one finish per choice, one `end`, and no
 * lost content.
 *
 *   frame ──like the one before──▶ text of it
 *     └────else──▶ JSON ▶ the format's reader ▶ parts
 *
 * @param wire - Id of the format, on seals and native parts.
 */
export function createResponseReader(wire: string, options: ReaderOptions, create: (context: ResponseContext) => EventReader): WireReader {
  let out: Part[] = []
  let started = false
  let { model, upstream } = options
  let ended = false
  let isOver = false
  const choices = new Map<number, ChoiceAssembler>()
  let said: Set<string> | undefined
  /** Frames that led to deltas, by shape. Undefined before the first one. */
  let skeletons: Skeletons<DeltaPart> | undefined
  const context: ResponseContext & AssemblerContext & { failed: boolean; completed: boolean } = {
    wire,
    choice,
    start(start) {
      if (started) return
      started = true
      model = start.model ?? model
      emit({ type: 'start', ...(model !== undefined && { model }), ...start })
    },
    answeredBy(said, behind) {
      model = said ?? model
      upstream ??= behind
    },
    fail(error, index = 0) {
      context.failed = true
      emit({ type: 'error', ...of(index), error })
    },
    warn,
    unknownEvent(name, value) {
      emit({ type: 'native', wire, event: name, channel: 'reasoning', value })
      warn('unknown-event', `The format lists no event "${name}"; it was kept as a native part.`, name)
    },
    emit,
    issuer,
    complete() {
      context.completed = true
    },
    lastEvent() {
      context.completed = isOver = true
    },
    failed: false,
    completed: false,
  }
  const reader = create(context)
  const { onlyText } = reader

  const isEnding = (choices: number): boolean => reader.isEnding?.(choices) === true
  const methods: WireReader = { push, pushFrame, keepsDigits, isOver: () => isOver, isEnding, end }
  return onlyText === undefined ? methods : { ...methods, textFrame, skipped: (part) => reader.onAlike?.(part) }

  function push(event: unknown): readonly Part[] {
    if (ended) return noParts
    skeletons?.forgetAll()
    read(isLoose(event) ? (reader.fromClient?.(event) ?? event) : event, undefined)
    return take()
  }

  function pushFrame({ event, data, parsed }: Frame): readonly Part[] {
    if (ended) return noParts
    const known = event === undefined && parsed === undefined ? skeletons?.find(data) : undefined
    if (known !== undefined) {
      const part = alike(known.meaning, known.text)
      reader.onAlike?.(part)
      return [part]
    }
    // Proxies that frame the events of a stream anew leave `data: ` in them. JSON cannot begin so.
    const plain = data.startsWith('data:') ? data.slice(5).trim() : data
    if (plain === '[DONE]') done()
    else if (plain !== '') readFrame(event, plain, plain === data ? parsed : undefined)
    const parts = take()
    if (onlyText !== undefined) learn(onlyText, event === undefined ? data : undefined, parts)
    return parts
  }

  function keepsDigits(data: string): boolean {
    return reader.argumentsField !== undefined && data.includes(reader.argumentsField)
  }

  function readFrame(event: string | undefined, data: string, parsed: Frame['parsed']): void {
    let value: unknown
    try {
      if (parsed === 'no JSON') throw new SyntaxError(parsed)
      value = parsed !== undefined ? parsed.json : keepsDigits(data) ? parseExact(data) : JSON.parse(data)
    } catch {
      if (data.trim() === '[DONE]') return done()
      if (reader.readText?.(data, event) === true) return
      emit({ type: 'native', wire, event: 'frame.invalid-json', channel: 'reasoning', value: data })
      return warn('invalid-json', 'A frame was not JSON, or was cut; it was kept as a native part.')
    }
    read(value, event)
  }

  function read(value: unknown, name: string | undefined): void {
    if (value === '[DONE]') done()
    else reader.read(value, name)
  }

  function done(): void {
    context.lastEvent()
    reader.onDone?.()
  }

  function learn(textIn: (event: unknown) => string | undefined, data: string | undefined, parts: readonly Part[]): void {
    const only = parts.length === 1 ? parts[0]! : undefined
    if (data !== undefined && only?.type === 'delta') (skeletons ??= createSkeletons(textIn)).learn(data, only.text, only.choice ?? 0, only)
    // Any other event may change the meaning of the next frame of any choice.
    else skeletons?.forgetAll()
  }

  function textFrame(): ReturnType<NonNullable<WireReader['textFrame']>> {
    const last = skeletons?.last()
    return last && { before: last.before, after: last.after, part: last.meaning }
  }

  function end(): readonly Part[] {
    if (ended) return noParts
    ended = true
    skeletons?.forgetAll()
    reader.beforeEnd?.()
    if (choices.size === 0) choice()
    for (const [index, assembler] of choices) {
      if (!assembler.finished && !context.failed) warn('missing-finish', 'The response ended without a finish reason.', '', index)
      assembler.end(context.failed ? 'error' : context.completed ? 'unknown' : 'aborted')
    }
    emit({ type: 'end' })
    return take()
  }

  function take(): readonly Part[] {
    if (out.length === 0) return noParts
    const parts = out
    out = []
    return parts
  }

  function choice(index = 0): ChoiceAssembler {
    let assembler = choices.get(index)
    if (assembler === undefined) choices.set(index, (assembler = new ChoiceAssembler(context, index)))
    return assembler
  }

  function warn(code: WarningCode, message: string, subject = '', index = 0): void {
    const key = `${index}/${code}/${subject}`
    if (said !== undefined && (said.has(key) || said.size >= mostSaid)) return
    ;(said ??= new Set()).add(key)
    emit({ type: 'warning', ...of(index), code, message })
  }

  function emit(part: Part): void {
    out.push(part)
  }

  function issuer(): Seal['issuer'] {
    const { provider } = options
    return {
      ...(provider !== undefined && { provider }),
      wire,
      ...(model !== undefined && { model }),
      ...(upstream !== undefined && { upstream }),
    }
  }
}

/** Maximum number of remembered warnings. An upstream could cause a new one in each event of an endless stream. */
const mostSaid = 1000

/** Creates the part for a frame that differs from another one only in its text. */
const alike = ({ choice, block, channel }: DeltaPart, text: string): DeltaPart =>
  choice === undefined ? { type: 'delta', block, channel, text } : { type: 'delta', choice, block, channel, text }
