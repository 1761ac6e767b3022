import type { Capabilities, Passport, SPEC_VERSION } from './adapter.ts'
import type { Conversation, KnobReport } from './conversation/conversation.ts'
import type { ReplayPlan, Target } from './conversation/replay.ts'
import type { Frame } from './framing/frame.ts'
import type { DeltaPart, Part, WarningPart } from './parts.ts'
import type { PassThrough, RequestBody } from './pass-through.ts'
import type { Stage } from './pipeline/stage.ts'

/** Origin of an answer, for seals and dialects. */
export interface WireSource {
  provider?: string
  model?: string
  upstream?: string
}

export interface ReaderOptions extends WireSource {
  /** Row of the format's dialect table. Absent: reads the fields of all dialects. */
  dialect?: string
}

/** A frame template whose only variable is a text, written between `before` and `after` as a JSON literal without its quotes. */
export interface TextFrame {
  before: string
  after: string
}

/** How a writer frames the text of a block. */
export interface WrittenFrame extends Omit<TextFrame, 'after'> {
  /** Event name. Absent: the event has none. */
  event?: string
  /** A function if frames are numbered: called once per sent frame, and returns ASCII. */
  after: string | (() => string)
}

/** Reads provider events into parts. Never throws on input. Ends with one `end`. */
export interface WireReader {
  /** Takes an event as an SDK yields it or `JSON.parse` returns it, or a whole body. */
  push(event: unknown): readonly Part[]
  /** Takes a frame from the network: an event, or a whole body. */
  pushFrame(frame: Frame): readonly Part[]
  /** Whether long numbers in the JSON of a frame keep their digits (`parseExact`). Absent: the reader parses every frame itself. */
  keepsDigits?(data: string): boolean
  /**
   * Shape of the last frame, if it contained one delta and nothing else. A frame with the same bytes around another text has the same meaning, until a
   * different frame comes. Undefined: the last frame has no such shape. Absent: the format has no such shapes.
   */
  textFrame?(): (TextFrame & { part: DeltaPart }) | undefined
  /** Called with the text of such frames that were not pushed, because their caller forwarded them unread. Absent: the reader need not know. */
  skipped?(part: DeltaPart): void
  /** True after the last event of a stream, such as `[DONE]`: the rest of the body has no meaning. Absent: only the body's end ends the response. */
  isOver?(): boolean
  /** True once this number of choices has a finish reason, and no second one followed. A silent upstream is then done. Absent: never. */
  isEnding?(choices: number): boolean
  /** Ends the body: closes open blocks, adds missing parts, and emits `end`. */
  end(): readonly Part[]
}

export interface WriterOptions {
  id?: string
  model?: string
  /** Unix time in seconds. */
  created?: number
  /** Current Unix time in seconds, for a response without a creation time. Default: 0. */
  now?: number
  /** Row of the format's dialect table, which defines the fields. */
  dialect?: string
  /** Channel for commentary in a format that has no place for it. Default `reasoning`: nothing doubtful in the answer. */
  commentary?: 'reasoning' | 'answer' | 'drop'
  /** Names of the tools that the client offered. Written calls use one of these names if theirs can be resolved. */
  tools?: readonly string[]
  /** The client's original request, for formats whose answers repeat settings of the request. */
  request?: Readonly<Record<string, unknown>>
  /** Whether the client asked for usage in a stream. Default true. */
  includeUsage?: boolean
  /** Estimates the input tokens, for an upstream that does not count, and for a stream that begins with them. Absent: 0 is written. */
  estimateInput?: () => number
  /**
   * Native parts of the same wire format that are written back into their original fields. `safe`: only parts that cannot contain reasoning text
   * (`NativePart.channel` is not `reasoning`). Default `safe`.
   */
  native?: 'none' | 'safe' | 'all'
  /** Creates missing ids. `n` counts from 0 within the response. Default: derived from the response's own id. */
  createId?: (kind: 'response' | 'call', n: number) => string
  /** Called once per kind of content that the format has no place for (`not-carried`). */
  onWarning?: (warning: WarningPart) => void
}

/** Writes parts as provider events, for a gateway's clients. */
export interface WireWriter {
  /** @param next - The part after this one, if it is there already. A writer may put both into one frame. It is pushed all the same. */
  push(part: Part, next?: Part): readonly Frame[]
  /** How text of this block is framed until another part comes. Undefined: the framing varies. Absent: never sure. */
  textFrame?(part: DeltaPart): WrittenFrame | undefined
  /** Called after text was sent in such frames. Absent: the writer need not know. */
  wrote?(part: DeltaPart): void
  /** An event that clients of the format ignore. Undefined: not now, because that choice has not begun or is over. Absent: the format has no such event. */
  ping?(choice?: number): Frame | undefined
  end(): readonly Frame[]
}

/** Paths and headers of a format's requests over HTTP. With them a gateway can proxy any upstream with this format. Formats send nothing themselves. */
export interface WireEndpoint {
  /** Appended to an address without a path: `/v1`. Begins with `/`, or is empty. */
  base: string
  /**
   * Path of a request for an answer, under the base. Begins with `/`.
   *
   * @param model - Encoded as one path segment, whatever its name.
   */
  path(model: string, stream: boolean): string
  /** Header for the API key, in lower case. `authorization` contains a bearer token, other headers the bare key. Default `authorization`. */
  keyHeader?: string
  /** Headers that every request has to send, by names in lower case. Default: none. */
  headers?: Readonly<Record<string, string>>
  /** Headers of the client's request that are forwarded to the provider, in lower case. Default: none of the format's own. */
  passes?: readonly string[]
  /** Framing of a stream with an unspecific content type. Default `sse`. */
  framing?: 'sse' | 'ndjson' | 'aws-eventstream'
  /** Whether one request may ask for several answers. Default: no. */
  choices?: boolean
  /** The list of models. Absent: no list, or one elsewhere. */
  models?: WireModels
  /** Path for embeddings, in the shape of OpenAI's `POST /v1/embeddings`. Under the base, begins with `/`. Absent: none, or in another shape. */
  embeddings?: string
}

/** A list of models: `{ [list]: [{ [id]: name }] }`. */
export interface WireModels {
  /** Under the base. Begins with `/`. */
  path: string
  /** Default `data`. */
  list?: string
  /** Default `id`. */
  id?: string
}

/** Reads and writes a provider's JSON. A whole body runs through the stream's machine in one push. */
export interface WireFormat {
  kind: 'wire'
  id: string
  specVersion: typeof SPEC_VERSION
  capabilities: Capabilities
  passports?: readonly Passport[]
  /** Names of the rows of its dialect table. Absent: the format has none, and ignores `dialect`. */
  dialects?: readonly string[]
  /**
   * Recognises an event of a stream, or a whole body, and returns its source. Undefined if it is in another format, or could be in several. Absent: the
   * format is not recognised.
   */
  recognise?(event: Readonly<Record<string, unknown>>): WireSource | undefined
  createReader(options?: ReaderOptions): WireReader
  createWriter(options?: WriterOptions): WireWriter
  /** Reads a whole body (parsed) into parts, ending with `end`. */
  readResponse(body: unknown, options?: ReaderOptions): readonly Part[]
  /** Writes parts as a whole body. */
  writeResponse(parts: Iterable<Part>, options?: WriterOptions): unknown
  /**
   * Reads the body of a request (parsed) into a conversation. Lenient: keeps fields that it does not model. Absent: the format supports only responses.
   *
   * @param source - Destination of the request, if known, which counts as the issuer of seals in its messages. Absent: the issuer is derived from the
   * model in the body.
   * @throws {TypeError} For a body that is not an object.
   */
  readRequest?(body: unknown, source?: WireSource): Conversation
  /** Translation of features that other formats lack. Absent: the format has no such features. */
  translation?: Translation
  /**
   * Writes a conversation as the body of a request, including its replay and knobs.
   * @throws {ReasonError} `REASON_REQUEST_REFUSED` if the provider is known to refuse it.
   */
  writeRequest?(conversation: Conversation, target: Target): WrittenRequest
  /** `writeRequest` in steps of some milliseconds, for conversations of thousands of messages. Absent: the format writes in one step. */
  writeInSteps?(conversation: Conversation, target: Target): Generator<void, WrittenRequest>
  /** Plans which reasoning is sent back, which is not, and why. Never throws. */
  replay?(conversation: Conversation, target: Target): ReplayPlan
  /** Changes for an upstream that uses the same format. Absent: requests stay unchanged. */
  passThrough?: PassThrough
  /** Whether the target reads a thought of the history only in its own field, and takes a thought in a text for the answer. Absent: never. */
  wantsThoughtsApart?(target: Target): boolean
  /** Whether instructions may stand between other messages, because the target reads them there. Absent: only at the beginning. */
  instructionsAnywhere?(target: Target): boolean
  /**
   * Fields for a request for a whole answer, if the target's model thinks only in streams. The gateway then collects the stream.
   *
   * @param body - Body of the request. @returns Undefined if no fields are needed.
   */
  streamsToThink?(body: RequestBody, target: Target): RequestBody | undefined
  /** Where a client of the format returns sealed data. Absent: in the original place, unchanged. */
  sealPlaces?: SealPlaces
  /** Paths and headers of requests. Absent: unknown. */
  endpoint?: WireEndpoint
}

/** How clients of a format treat seals. */
export interface SealPlaces {
  /** Seals are an extension of the format, so its writers omit or change them, and most clients lose them. Only ids of calls are reliable. */
  areLost?: true
  /** A reasoning block has a place for a seal beside its text. */
  inBlocks?: true
  /** Clients take the last block of a message for its result, so no seal may follow the answer. */
  beforeAnswer?: true
  /** The arguments of a call are an object, so clients do not return the model's exact text. */
  parsedArguments?: true
}

/** A format that supports requests as well as responses, and has an endpoint. */
export type FullWireFormat = WireFormat & Required<Pick<WireFormat, 'readRequest' | 'writeRequest' | 'replay' | 'endpoint'>>

export interface WrittenRequest {
  body: Record<string, unknown>
  plan: ReplayPlan
  knobs: KnobReport
  /** Content that the format has no place for. */
  notCarried: readonly string[]
  /** Headers without which the provider refuses the body. A list is appended to the client's header of that name. */
  headers?: Readonly<Record<string, string>>
}

/** Translates features that other formats lack: tools outside the list of tools, tools in namespaces, and tools with free text. */
export interface Translation {
  /**
   * Reads the request, with all its tools in one list of functions under plain names. Never throws.
   *
   * @param isOwn - The request will be written in this format again, so items keep their other types. Default false.
   * @param target - Destination. A tool that its format has, too, stays as it is.
   */
  read(body: RequestBody, isOwn?: boolean, target?: Target): Conversation
  /**
   * Stages that turn calls of those functions into the client's own calls. Absent: none are needed.
   *
   * @param body - The client's own request.
   * @param createId - Creates ids for items that need one.
   */
  stages?(body: RequestBody, createId: () => string): readonly Stage[]
  /** Stages that complete calls of an upstream that speaks this format itself, and loses parts of it. Absent: none are needed. */
  ownStages?(body: RequestBody): readonly Stage[]
  /** Whether a target with this format supports only functions, and the request has other tools. Absent: never. */
  isNeeded?(body: RequestBody, target: Target): boolean
  /** Reason why a target of another format cannot answer the request. Undefined: it can. */
  refusal?(body: RequestBody): TranslationRefusal | undefined
}

export interface TranslationRefusal {
  /** Problem and remedy. */
  message: string
  /** Name of the invalid field. */
  param: string
  /** Details for the client's program, in the format's own words. */
  details?: Readonly<Record<string, unknown>>
}

export type { Amended, Amendment, AmendmentContext, LeadingThought, PassThrough, RequestBody, WayToSee } from './pass-through.ts'
export type { Frame } from './framing/frame.ts'
