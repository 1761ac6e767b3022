import { noParts, type Part, type StreamContext, type WireFormat } from '@reason/core'
import type { Resolution } from '@reason/core/adapter'
import type { DeltaPart, StartPart } from '@reason/core/parts'
import type { Frame, ReaderOptions, WireReader } from '@reason/core/wire'
import { harmless, TooLargeError, type AnswerBounds } from '../../bounds/answer-bounds.ts'
import { parseInSteps } from '../../event-loop/json-parsing.ts'
import { createSlice, jsonPerTurn } from '../../event-loop/slices.ts'
import { textPieces } from '../../event-loop/text-pieces.ts'
import type { ReadFrame } from '../../fast-path/passage.ts'
import { createBodyFrames, type BodyFrames, type BodyFraming } from './body-frames.ts'
import { mostAtOnce, piecesOf, upToMost } from './part-slices.ts'
import { SplitPath } from './split-path.ts'
import type { TurnEnd } from './turn-end.ts'

export interface TranslationOptions {
  /** Wire format of the upstream. */
  wire: WireFormat
  resolution: Resolution
  context: StreamContext
  reader: ReaderOptions
  framing: BodyFraming
  /** Longest event, and longest whole body, in bytes. */
  limit: number
  bounds: AnswerBounds
  /** Secrets of the operator, which errors must not show. */
  secrets?: readonly string[] | undefined
  /** Ends the answer at the end of its turn. Undefined: text after that is part of the answer. */
  turnEnd?: TurnEnd | undefined
  /** Gets each start part before any text is split. */
  onStart?: ((part: StartPart) => void) | undefined
  /** Gets every part as the upstream sent it: before splitting, unless tool calls stand in the text. */
  onRead?: ((part: Part) => void) | undefined
  /** Gets every part before splitting, even if tool calls stand in the text. */
  onUnsplit?: ((part: Part) => void) | undefined
}

/**
 * Translates the bytes of an upstream into split parts. `push` returns all parts of a read, unless the read is so long that other requests
 * would wait. Then the rest comes in slices. Methods throw `TooLargeError` if an answer exceeds a bound.
 */
export class AnswerTranslation {
  readonly #frames: BodyFrames
  readonly #reader: WireReader
  readonly #path: SplitPath
  readonly #bounds: AnswerBounds
  readonly #limit: number
  /** Bytes since the last complete event. */
  #open = 0
  #wasComment = false
  /** Long work, and its parts that are not returned yet. */
  #work: Generator<void, void> | undefined
  #ready: Part[] = []
  /** How many of the ready parts were returned. */
  #given = 0
  #isClosed = false

  constructor(options: TranslationOptions) {
    this.#frames = createBodyFrames(options.framing)
    this.#reader = options.wire.createReader(options.reader)
    this.#path = new SplitPath(options)
    this.#bounds = options.bounds
    this.#limit = options.limit
  }

  push(bytes: Buffer): readonly Part[] {
    const found = this.#frames.push(bytes)
    if (found.length === 0) {
      this.#wasComment = this.#frames.wasComment()
      this.#open += bytes.length
      if (this.#open <= this.#limit) return noParts
      throw new TooLargeError(`more than ${this.#limit} bytes without an end, the limit that --answer-limit sets (in an app: answerLimit)`)
    }
    this.#open = 0
    // If an event exceeds a bound, `fail` returns the parts of those before it.
    const out = this.#ready
    const isSliceOver = createSlice(mostAtOnce)
    for (let index = 0; index < found.length; index++) {
      if (found[index]!.data.length > harmless || out.length > mostAtOnce || isSliceOver()) {
        this.#wasComment = false
        this.#work = this.#readAll(found.slice(index))
        return this.goOn()
      }
      this.#read(found[index]!, out)
    }
    this.#wasComment = out.length === 0 && found.at(-1)!.event === 'ping'
    return this.#taken()
  }

  /** Reads the end of the upstream's body. The resulting work may wait. */
  close(): void {
    this.#isClosed = true
    this.#work = this.#readLast(this.#frames.end())
    this.#step()
  }

  /** Some work waits. Until it is done, neither `push` nor `end` may be called. */
  isBehind(): boolean {
    // Before the end of the body, `ready` must be emptied, or the next bytes would overtake it. After it, `end` returns the last slice.
    return this.#work !== undefined || (this.#isClosed ? upToMost(this.#ready, this.#given) : this.#given) < this.#ready.length
  }

  /** Reads the next slice of the waiting work. @returns At most one slice, without the parts that `end` returns. */
  goOn(): readonly Part[] {
    if (this.#ready.length === this.#given) this.#step()
    const to = upToMost(this.#ready, this.#given)
    if (to === this.#ready.length) return this.#isClosed && this.#work === undefined ? noParts : this.#taken()
    const parts = this.#ready.slice(this.#given, to)
    this.#given = to
    return parts
  }

  /** Returns the last parts. */
  end(): readonly Part[] {
    if (!this.#isClosed) {
      this.#isClosed = true
      const found = this.#frames.end()
      if (found.some(({ data }) => data.length > harmless)) for (const _ of this.#readLast(found));
      else {
        for (const frame of found) this.#read(frame, this.#ready)
        this.#finish()
      }
    }
    return this.#taken()
  }

  /** Ends an answer that broke off. Releases held text, and puts the error last. */
  fail(message: string, code: string): readonly Part[] {
    // Without these parts, blocks would end that have not begun for the client.
    const out: Part[] = this.#isClosed ? [] : [...this.#taken()]
    this.#work = undefined
    const ending = this.#isClosed ? [{ type: 'end' } as const] : this.#reader.end()
    // Released text comes before the error, because a client stops reading there. `end` comes after it.
    try {
      this.#path.push(ending.slice(0, -1), out)
    } catch (exceeded) {
      // An answer may fail because it has too many choices. The surplus choices get no ending.
      if (!(exceeded instanceof TooLargeError)) throw exceeded
    }
    this.#path.push([{ type: 'error', error: { message, code } }], out)
    this.#path.push(ending.slice(-1), out)
    return out
  }

  /** Releases text of an unknown format after the time for holding it. */
  decide(): readonly Part[] {
    return this.#path.decide()
  }

  /** Text is held because its format is not known yet. */
  isUndecided(): boolean {
    return this.#path.isUndecided()
  }

  /** Format of frames like the last one of the last read. Undefined unless all that was read has been parsed. */
  textFrame(): ReadFrame | undefined {
    return this.#frames.isBetween() ? this.#reader.textFrame?.() : undefined
  }

  /** True if this text would come out unchanged. */
  passes(part: DeltaPart): boolean {
    return this.#path.passes(part)
  }

  /** Reads text whose frames took the fast path. The frames are like the last one. */
  catchUp(part: DeltaPart): readonly Part[] {
    this.#reader.skipped?.(part)
    return this.#path.catchUp(part)
  }

  /** The format's last event was read: the rest of the body has no meaning. */
  isOver(): boolean {
    return this.#reader.isOver?.() === true
  }

  /** Each of the choices has a finish reason. A silent upstream is then done. */
  isEnding(choices: number): boolean {
    return this.#reader.isEnding?.(choices) === true
  }

  /** The last read was a comment or a ping, which upstreams send as a keep-alive. */
  wasComment(): boolean {
    return this.#wasComment
  }

  #step(): void {
    if (this.#work?.next().done === true) this.#work = undefined
  }

  #taken(): readonly Part[] {
    const parts = this.#given === 0 ? this.#ready : this.#ready.slice(this.#given)
    this.#ready = []
    this.#given = 0
    return parts
  }

  *#readLast(found: readonly Frame[]): Generator<void, void> {
    yield* this.#readAll(found)
    this.#finish()
  }

  /** Reads in steps, each of which adds to `ready`. */
  *#readAll(found: readonly Frame[]): Generator<void, void> {
    let isSliceOver = createSlice(mostAtOnce)
    for (const frame of found) {
      if (frame.data.length > harmless) yield* this.#readLong(frame)
      else this.#read(frame, this.#ready)
      if (this.#ready.length <= mostAtOnce && !isSliceOver()) continue
      yield
      isSliceOver = createSlice(mostAtOnce)
    }
  }

  *#readLong(frame: Frame): Generator<void, void> {
    const values = yield* this.#bounds.event(frame.data)
    const parts = this.#reader.pushFrame(yield* this.#parsed(frame))
    yield
    this.#keep(frame, parts, values)
    for (const part of parts) {
      for (const piece of piecesOf(part)) {
        this.#path.pushBounded([piece], this.#ready)
        if (piece !== part || this.#ready.length > mostAtOnce) yield
      }
    }
  }

  /** Parses long JSON in steps, which takes longer than reading the result. */
  *#parsed(frame: Frame): Generator<void, Frame> {
    const reader = this.#reader
    if (frame.data.length <= jsonPerTurn || reader.keepsDigits === undefined) return frame
    const json = Buffer.allocUnsafe(Buffer.byteLength(frame.data))
    let length = 0
    for (const piece of textPieces(frame.data, encodedAtOnce)) {
      length += json.write(piece, length)
      yield
    }
    try {
      return { ...frame, parsed: { json: yield* parseInSteps(json, reader.keepsDigits(frame.data) ? undefined : noFields) } }
    } catch {
      return { ...frame, parsed: 'no JSON' }
    }
  }

  #read(frame: Frame, out: Part[]): void {
    const parts = this.#reader.pushFrame(frame)
    this.#keep(frame, parts)
    this.#path.pushBounded(parts, out)
  }

  #keep({ data }: Frame, parts: readonly Part[], values?: number): void {
    if (parts.length === 0) return this.#bounds.kept(data, false, values)
    for (let at = 0; at < parts.length; at++) if (parts[at]!.type === 'native') return this.#bounds.kept(data, true, values)
  }

  #finish(): void {
    this.#path.pushBounded(this.#reader.end(), this.#ready)
  }
}

/** UTF-16 units encoded in one step. */
const encodedAtOnce = 1_048_576

const noFields: ReadonlySet<string> = new Set()
