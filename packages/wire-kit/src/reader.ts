import { noParts, type Part } from '@reason/core'
import type { DeltaPart, ErrorPart, Seal, StartPart } from '@reason/core/parts'
import type { WarningCode } from '@reason/core/warnings'
import type { Frame, ReaderOptions, WireReader } from '@reason/core/wire'
import { createChoiceAssembler, of, type AssemblerContext, type ChoiceAssembler } from './assembler.ts'
import { parseExact } from './exact-json.ts'
import { createSkeletons, type Skeletons } from './skeletons.ts'

/** What the reader of a format has at hand while it reads an event. */
export interface ResponseContext {
  /** The generation of that index; made when it is first asked for. */
  choice(index?: number): ChoiceAssembler
  /** Once: proxies repeat it. Tells seals which model answered: the one that was asked, where the format does not say. */
  start(start: Omit<StartPart, 'type'>): void
  /** Tells seals who answered, for readers that emit a `start` of their own. */
  answeredBy(model: string | undefined, upstream: string | undefined): void
  /** A failure inside the response. What came before it counts; choices without a finish end with `error`. */
  fail(error: ErrorPart['error'], choice?: number): void
  /** Once per code, subject and choice. */
  warn(code: WarningCode, message: string, subject?: string, choice?: number): void
  /** An event of a kind that the format does not list: kept, and reported once. */
  unknownEvent(name: string, value: unknown): void
  /** A part that belongs to no choice, as it is. */
  emit(part: Part): void
  /** The format's own last event has come, so that a missing finish is not a cut stream. */
  complete(): void
  readonly failed: boolean
  readonly completed: boolean
}

/** A format's own part of a reader. Never throws on input. */
export interface EventReader {
  /** @param name - The frame's event name, where it had one. */
  read(event: unknown, name: string | undefined): void
  /**
   * A frame that is not JSON.
   *
   * @returns Whether that was understood. Absent or false: it is kept as a native part, with a warning.
   */
  readText?(data: string, name: string | undefined): boolean
  /** Stands in every event that has arguments of a call as a value, and not as text: their numbers keep their digits. */
  argumentsField?: string
  /**
   * The text of an event that means nothing but that text, undefined for any other. With it, frames that differ from the one before in their
   * text alone are not parsed.
   */
  onlyText?(event: unknown): string | undefined
  /** A frame of that choice was not parsed. */
  onAlike?(choice: number): void
  /** `[DONE]` has come. */
  onDone?(): void
  /** Before everything is closed: what only the end decides. */
  beforeEnd?(): void
}

/**
 * The part of a reader that all formats share: JSON, identity, one `start`, one finish per choice, one `end`, and nothing
 * lost on the way.
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
  const choices = new Map<number, ChoiceAssembler>()
  let said: Set<string> | undefined
  /** By what frame a delta came. Undefined: none did. */
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
    failed: false,
    completed: false,
  }
  const reader = create(context)
  const { onlyText } = reader

  const methods: WireReader = { push, pushFrame, keepsDigits, end }
  return onlyText === undefined ? methods : { ...methods, textFrame }

  function push(event: unknown): readonly Part[] {
    if (ended) return noParts
    skeletons?.forgetAll()
    read(event, undefined)
    return take()
  }

  function pushFrame({ event, data, parsed }: Frame): readonly Part[] {
    if (ended) return noParts
    const known = event === undefined && parsed === undefined ? skeletons?.find(data) : undefined
    if (known !== undefined) {
      const { meaning, text } = known
      reader.onAlike?.(meaning.choice ?? 0)
      return [alike(meaning, text)]
    }
    if (data === '[DONE]') done()
    else if (data !== '') readFrame(event, data, parsed)
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
    context.completed = true
    reader.onDone?.()
  }

  function learn(textIn: (event: unknown) => string | undefined, data: string | undefined, parts: readonly Part[]): void {
    const only = parts.length === 1 ? parts[0]! : undefined
    if (data !== undefined && only?.type === 'delta') (skeletons ??= createSkeletons(textIn)).learn(data, only.text, only.choice ?? 0, only)
    // It may have changed what the next frame of any choice means.
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
    if (assembler === undefined) choices.set(index, (assembler = createChoiceAssembler(context, index)))
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

/** Warnings of one response: an upstream could name something new in each event of a stream without end. */
const mostSaid = 1000

/** What a frame says that says the same as another, but for the text. */
const alike = ({ choice, block, channel }: DeltaPart, text: string): DeltaPart =>
  choice === undefined ? { type: 'delta', block, channel, text } : { type: 'delta', choice, block, channel, text }
