import type { DeltaPart } from '@reason/core/parts'
import type { ReaderOptions, WireReader } from '@reason/core/wire'
import { createResponseReader, isLoose, type EventReader, type Loose, type ResponseContext } from '@reason/wire-kit'
import { hasEnding } from './choice.ts'
import { fromChatClient, fromChatPiece } from './client-events.ts'
import { dialectOf } from './find-dialect.ts'
import type { ResponseFacts } from './dialect/dialect.ts'
import { noteThought } from './message-reasoning.ts'
import { onlyText } from './only-text.ts'
import { createReadResponse, endChoices, readEvent, readFailure, takeHeld, unknownEvent, type ReadResponse } from './read-response.ts'
import { sawChoice } from './usage-reader.ts'
import { WIRE } from './wire-id.ts'

/** Reads frames of a Chat Completions stream. A whole body is a single frame. */
export const createChatReader = (dialect: ResponseFacts, options: ReaderOptions = {}): WireReader =>
  createResponseReader(WIRE, options, (context) => new ChatEvents(dialect, context, isReplayed(options)))

/** True if an upstream without a dialect gets its reasoning back. Only gateways name the upstream. */
const isReplayed = ({ upstream, dialect, provider }: ReaderOptions): boolean =>
  upstream !== undefined && dialectOf(dialect ?? provider) === undefined

class ChatEvents implements EventReader {
  readonly onlyText = onlyText
  readonly fromClient = (event: Loose): Loose => fromChatPiece(fromChatClient(event))
  readonly #response: ReadResponse

  constructor(dialect: ResponseFacts, context: ResponseContext, notesField: boolean) {
    this.#response = createReadResponse(dialect, context, notesField)
  }

  read(event: unknown, name: string | undefined): void {
    if (name === 'error') readFailure(this.#response, event)
    else if (isLoose(event)) readEvent(this.#response, event, name)
    // Google's compatible API wraps errors in an array.
    else if (Array.isArray(event)) for (const one of event) this.#readOne(one, name)
    else if (event !== undefined && event !== null) unknownEvent(this.#response, event, name)
  }

  #readOne(event: unknown, name: string | undefined): void {
    if (isLoose(event)) readEvent(this.#response, event, name)
    else unknownEvent(this.#response, event, name)
  }

  readText(data: string, name: string | undefined): boolean {
    if (name !== 'error') return false
    readFailure(this.#response, data)
    return true
  }

  onAlike({ choice = 0, channel, text }: DeltaPart): void {
    sawChoice(this.#response.usage, choice, false)
    if (channel === 'reasoning') noteThought(this.#response.choices.get(choice)!, text)
  }

  isEnding(choices: number): boolean {
    return hasEnding(this.#response.choices, choices)
  }

  onDone(): void {
    endChoices(this.#response)
  }

  beforeEnd(): void {
    takeHeld(this.#response)
    endChoices(this.#response)
  }
}
