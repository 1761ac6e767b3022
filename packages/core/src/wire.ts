import type { Capabilities, Passport, SPEC_VERSION } from './adapter.ts'
import type { Conversation, KnobReport } from './conversation/conversation.ts'
import type { ReplayPlan, Target } from './conversation/replay.ts'
import type { Frame } from './framing/frame.ts'
import type { DeltaPart, Part, WarningPart } from './parts.ts'
import type { PassThrough, RequestBody } from './pass-through.ts'
import type { Stage } from './pipeline/stage.ts'

/** Who answered, for seals and dialects. */
export interface WireSource {
  provider?: string
  model?: string
  upstream?: string
}

export interface ReaderOptions extends WireSource {
  /** Row of the format's dialect table. Absent: read what comes, which works for all of them. */
  dialect?: string
}

/** A frame of which only a text differs from others: that stands between these, as a JSON literal without its quotes. */
export interface TextFrame {
  before: string
  after: string
}

/** How a writer writes text of a block. */
export interface WrittenFrame extends Omit<TextFrame, 'after'> {
  /** Name of the event. Absent: it has none. */
  event?: string
  /** A function where frames are numbered: it is called once for each frame that is sent, and gives ASCII. */
  after: string | (() => string)
}

/** Provider events to parts. Never throws on input; ends with one `end`. */
export interface WireReader {
  /** An event as an SDK yields it, or as `JSON.parse` gives it; a whole body is one, too. */
  push(event: unknown): readonly Part[]
  /** A frame as the network brought it: an event, or a whole body. */
  pushFrame(frame: Frame): readonly Part[]
  /** Whether long numbers in the JSON of a frame keep their digits (`parseExact`). Absent: it parses every frame itself. */
  keepsDigits?(data: string): boolean
  /**
   * The shape of the last frame, if it contained one delta and nothing else. A frame with the same bytes around another text has the same
   * meaning, until a different frame comes. Undefined: the last frame has no such shape. Absent: the format offers none.
   */
  textFrame?(): (TextFrame & { part: DeltaPart }) | undefined
  /** The body is over. Closes what is open, adds what is missing, and ends. */
  end(): readonly Part[]
}

export interface WriterOptions {
  id?: string
  model?: string
  /** Unix time in seconds. */
  created?: number
  /** The time now, likewise, for a response that does not say when it was made. Default: 0. */
  now?: number
  /** Row of the format's dialect table: which fields carry what. */
  dialect?: string
  /** Where commentary goes in a format that has no place for it. Default `reasoning`: nothing doubtful in the answer. */
  commentary?: 'reasoning' | 'answer' | 'drop'
  /** Names of the tools that the client offered: written calls bear one of these where they can be resolved. */
  tools?: readonly string[]
  /** The client's request as it wrote it, for formats whose answers repeat settings of the request. */
  request?: Readonly<Record<string, unknown>>
  /** Whether the client asked for usage in a stream. Default true. */
  includeUsage?: boolean
  /**
   * Which native parts of the same wire format are written back into the fields that they were read from. `safe`: those
   * that cannot hold text of the reasoning (`NativePart.channel` is not `reasoning`). Default `safe`.
   */
  native?: 'none' | 'safe' | 'all'
  /** Makes the ids that the parts lack. `n` counts from 0 within the response. Default: derived from the response's own id. */
  createId?: (kind: 'response' | 'call', n: number) => string
  /** Told, once for each kind of thing, what the format has no place for (`not-carried`). */
  onWarning?: (warning: WarningPart) => void
}

/** Parts to provider events: what a gateway serves. */
export interface WireWriter {
  push(part: Part): readonly Frame[]
  /** How text of this block is written until another part comes. Undefined: not always alike. Absent: never sure. */
  textFrame?(part: DeltaPart): WrittenFrame | undefined
  /** Text has gone out in such frames. Absent: the writer need not know of it. */
  wrote?(part: DeltaPart): void
  /** An event that says nothing, which clients of the format pass over. Undefined: not now, as that choice has not begun or is over. Absent: the format has none. */
  ping?(choice?: number): Frame | undefined
  end(): readonly Frame[]
}

/**
 * Paths and headers of a format's requests over HTTP. With them a gateway can proxy any upstream that speaks the format. Formats send
 * nothing themselves.
 */
export interface WireEndpoint {
  /** Added to an address that has no path of its own: `/v1`. Begins with `/`, or is empty. */
  base: string
  /**
   * Of a request for an answer, under the base. Begins with `/`.
   *
   * @param model - Encoded: one segment of a path, whatever it is called.
   */
  path(model: string, stream: boolean): string
  /** Header in which the key is shown, in lower case. In `authorization` it is a bearer token, in others it stands alone. Default `authorization`. */
  keyHeader?: string
  /** What every request has to say besides, by names in lower case. Default: nothing. */
  headers?: Readonly<Record<string, string>>
  /** Headers of the client's request that are forwarded to the provider, in lower case. Default: none of the format's own. */
  passes?: readonly string[]
  /** How a stream is framed whose content type says nothing. Default `sse`. */
  framing?: 'sse' | 'ndjson' | 'aws-eventstream'
  /** One request may ask for several answers. Default: no. */
  choices?: boolean
  /** Where the models are listed. Absent: they are not, or elsewhere. */
  models?: WireModels
  /** Where texts become vectors, in the shape of OpenAI's `POST /v1/embeddings`. Under the base; begins with `/`. Absent: nowhere, or in another shape. */
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

/** A provider's JSON, both ways. The whole body is the stream's machine fed once. */
export interface WireFormat {
  kind: 'wire'
  id: string
  specVersion: typeof SPEC_VERSION
  capabilities: Capabilities
  passports?: readonly Passport[]
  /** Names of the rows of its dialect table. Absent: it has none, and a `dialect` means nothing to it. */
  dialects?: readonly string[]
  /**
   * Recognises an event of a stream, or a whole body, and returns its source. Undefined if it is in another format, or could be in several.
   * Absent: the format is not recognised.
   */
  recognise?(event: Readonly<Record<string, unknown>>): WireSource | undefined
  createReader(options?: ReaderOptions): WireReader
  createWriter(options?: WriterOptions): WireWriter
  /** A whole body (parsed) to parts, ending with `end`. */
  readResponse(body: unknown, options?: ReaderOptions): readonly Part[]
  /** Parts to a whole body. */
  writeResponse(parts: Iterable<Part>, options?: WriterOptions): unknown
  /**
   * The body of a request (parsed) to a conversation. Lenient: what it does not model is kept. Absent: the format does responses only.
   *
   * @param source - Whom the request is addressed to, where that is known: what its messages bring of seals is taken for theirs.
   * Absent: for those of the model that the body names.
   * @throws {TypeError} for a body that is no object
   */
  readRequest?(body: unknown, source?: WireSource): Conversation
  /** For a format that has what others lack: how its requests and answers go through another one. Absent: it has nothing of the kind. */
  translation?: Translation
  /**
   * A conversation to the body of a request, its replay and knobs included.
   * @throws {ReasonError} `REASON_REQUEST_REFUSED`, where the provider is known to refuse it
   */
  writeRequest?(conversation: Conversation, target: Target): WrittenRequest
  /** What must go back of the reasoning, what must not, and why; nothing is thrown. */
  replay?(conversation: Conversation, target: Target): ReplayPlan
  /** How a request goes to an upstream that speaks the format, too. Absent: as it came. */
  passThrough?: PassThrough
  /** Whether the target reads a thought of the history in its own field alone, and takes one in a text for the answer. Absent: never. */
  wantsThoughtsApart?(target: Target): boolean
  /** Whether instructions may stand between other messages, where the target reads them there. Absent: at the beginning alone. */
  instructionsAnywhere?(target: Target): boolean
  /**
   * Fields that a request for a whole answer needs, as the target lets its model think in streams alone: what it streams is collected.
   *
   * @param body - Of the request. @returns Undefined: none.
   */
  streamsToThink?(body: RequestBody, target: Target): RequestBody | undefined
  /** Where a client of the format brings back what travels sealed. Absent: wherever it stood, as it came. */
  sealPlaces?: SealPlaces
  /** Where written requests go. Absent: that is not known here. */
  endpoint?: WireEndpoint
}

/** What clients of a format do with seals. */
export interface SealPlaces {
  /** Seals are an extension of the format: its writers leave them out or change them, and most clients lose them. Ids of calls are sure. */
  areLost?: true
  /** A block of reasoning has a place for a seal beside its text. */
  inBlocks?: true
  /** Clients take the last block of a message for its result, so that no seal may stand behind the answer. */
  beforeAnswer?: true
  /** The arguments of a call are an object: clients do not bring them back as the model wrote them. */
  parsedArguments?: true
}

/** A format that does requests as well as responses, and says where they go. */
export type FullWireFormat = WireFormat & Required<Pick<WireFormat, 'readRequest' | 'writeRequest' | 'replay' | 'endpoint'>>

export interface WrittenRequest {
  body: Record<string, unknown>
  plan: ReplayPlan
  knobs: KnobReport
  /** What the format had no place for. */
  notCarried: readonly string[]
  /** Headers without which the provider refuses the body. A list stands beside what the client says under that name. */
  headers?: Readonly<Record<string, string>>
}

/** What a format has that others lack, in the form that others can take: tools outside of the list of tools, in namespaces, and with free text. */
export interface Translation {
  /**
   * The request, all its tools in one list of functions under plain names. Never throws.
   *
   * @param isOwn - It is written in this format again, and items keep their types otherwise. Default false.
   */
  read(body: RequestBody, isOwn?: boolean): Conversation
  /**
   * Turns calls of those functions into what the client knows. Absent: it knows them.
   *
   * @param body - The client's own request.
   * @param createId - For what needs an id and has none.
   */
  stages?(body: RequestBody, createId: () => string): readonly Stage[]
  /** Whether a target that speaks this format, too, knows functions alone, and the request has more. Absent: none does. */
  isNeeded?(body: RequestBody, target: Target): boolean
  /** Why the request cannot be answered by a target of another format. Undefined: it can. */
  refusal?(body: RequestBody): TranslationRefusal | undefined
}

export interface TranslationRefusal {
  /** What is wrong, and what to do. */
  message: string
  /** The field that it is about. */
  param: string
  /** For the client's program, in the format's own words. */
  details?: Readonly<Record<string, unknown>>
}

export type { Amended, Amendment, AmendmentContext, LeadingThought, PassThrough, RequestBody, WayToSee } from './pass-through.ts'
export type { Frame } from './framing/frame.ts'
