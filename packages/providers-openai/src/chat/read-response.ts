import type { NativePart, StartPart } from '@reason/core/parts'
import { isIndex, isEmpty, isLoose, isText, of, type Loose, type ResponseContext } from '@reason/wire-kit'
import { findError, readError } from '../shared/errors.ts'
import { findUsage } from '../shared/usage.ts'
import { readThought } from './carriers.ts'
import { createChoice, endChoice, finishChoice, isEnding, readPiece, settleChoice, type ChatChoice } from './choice.ts'
import type { ResponseFacts } from './dialect/dialect.ts'
import { createExtras, readExtras, takeConstants, type ScopedExtras } from './extras.ts'
import { createUsageReader, ownerOf, readTokens, sawChoice, type UsageReader } from './usage-reader.ts'
import { WIRE } from './wire-id.ts'

/**
 * State of a response that is being read.
 *
 *   start ▶ { native · blocks and calls · usage · finish · error }* ▶ ends of its choices
 *
 * Plain objects with functions on them, here and for the parts. A whole response is read once, and creating closures for
 * each response would cost more than running them.
 */
export interface ReadResponse {
  readonly context: ResponseContext
  readonly choices: Map<number, ChatChoice>
  readonly extras: ScopedExtras
  readonly usage: UsageReader
  /** The provider spreads one answer over several choices. */
  readonly isSpread: boolean
  /** The provider has no dialect, and its reasoning goes back in the field in which it came. */
  readonly notesField: boolean
  /** Finish reason of an answer that is spread over choices. Another choice may follow. */
  ending: Finish | undefined
  /** Harmless fields of frames before the response itself (Azure's content filter), and native parts of those frames. */
  prelude: Record<string, unknown> | undefined
  held: NativePart[] | undefined
  started: boolean
}

export const createReadResponse = (dialect: ResponseFacts, context: ResponseContext, notesField: boolean): ReadResponse => ({
  context,
  choices: new Map(),
  extras: createExtras('event', 0),
  usage: createUsageReader(dialect),
  isSpread: dialect.spreadsAnswer === true,
  notesField,
  ending: undefined,
  prelude: undefined,
  held: undefined,
  started: false,
})

/** @param name - Event name of the frame, if any. */
export function readEvent(response: ReadResponse, event: Loose, name: string | undefined): void {
  const { context, extras, usage } = response
  const { choices: value } = event
  const list = Array.isArray(value) ? (value as readonly unknown[]) : undefined
  const count = list?.length ?? 0
  const error = findError(event)
  const tokens = findUsage(event)
  const isChunk = list !== undefined || tokens !== undefined || isCompletion(event)
  if (!isChunk && error === undefined) return unknownEvent(response, event, name)
  if (isChunk && !response.started) start(response, event, count)
  if (list === undefined && !isEmpty(value)) context.warn('wrong-type', '"choices" was no array; it was ignored.', 'choices')
  // The error part has the fields of an error.
  if (isChunk) readExtras(extras, response.started ? context.emit : (part) => (response.held ??= []).push(part), event, false)
  readSummary(response, event)
  const finishes = list && readChoices(response, list)
  if (tokens !== undefined) readUsage(response, tokens, count, finishes !== undefined)
  if (tokens !== undefined && list?.length === 0 && isUnended(response)) context.complete()
  if (finishes !== undefined) for (const { choice, native } of finishes) finishChoice(choice, native, usage.reasoning)
  if (error !== undefined) context.fail(error)
}

/** Reads Inception's summary of a thought, which stands beside the choices. */
function readSummary(response: ReadResponse, { reasoning_summary: summary }: Loose): void {
  if (summary === undefined || summary === null) return
  const text = readThought(summary)
  if (text !== '') readPiece(choiceOf(response, 0), { delta: { reasoning_summary: text } })
}

/** True if no choice has a finish reason. Some gateways send neither a finish reason nor `[DONE]`, and end with the usage of the whole response. */
const isUnended = ({ choices, ending }: ReadResponse): boolean =>
  ending === undefined && choices.size > 0 && [...choices.values()].every((choice) => !isEnding(choice))

function start(response: ReadResponse, event: Loose, count: number): void {
  const constants = takeConstants(response.extras, event)
  const native = response.prelude === undefined ? constants : { ...response.prelude, ...constants }
  if (!isText(event.id) && count === 0 && event.usage === undefined) {
    response.prelude = native
    return
  }
  response.started = true
  const { context } = response
  context.answeredBy(isText(event.model) ? event.model : undefined, isText(native?.provider) ? native.provider : undefined)
  const part: StartPart = { type: 'start' }
  if (isText(event.id)) part.id = event.id
  if (isText(event.model)) part.model = event.model
  if (typeof event.created === 'number' && event.created > 0) part.created = event.created
  if (native !== undefined) part.native = native
  context.emit(part)
  takeHeld(response)
}

function readChoices(response: ReadResponse, list: readonly unknown[]): Finish[] | undefined {
  const { context, usage } = response
  let finishes: Finish[] | undefined
  for (let position = 0; position < list.length; position++) {
    const value: unknown = list[position]
    if (!isLoose(value)) {
      if (!isEmpty(value)) context.warn('wrong-type', 'An element of "choices" was no object; it was ignored.', 'choice')
      continue
    }
    const choice = choiceOf(response, response.isSpread ? 0 : isIndex(value.index) ? value.index : position)
    const native = readPiece(choice, value)
    sawChoice(usage, choice.index, native !== undefined)
    if (native !== undefined && response.isSpread) response.ending = { choice, native }
    else if (native !== undefined) (finishes ??= []).push({ choice, native })
    if (isLoose(value.message) && value.delta === undefined) context.complete()
    if (!isEmpty(value.error)) context.fail(readError(value.error), choice.index)
    // Moonshot puts usage on the choice.
    const tokens = findUsage(value)
    if (tokens !== undefined) context.emit({ type: 'usage', ...of(choice.index), usage: readTokens(usage, tokens, isShown(response)) })
  }
  return finishes
}

interface Finish {
  choice: ChatChoice
  /** The finish reason. */
  native: string
}

function choiceOf({ choices, context, notesField }: ReadResponse, index: number): ChatChoice {
  let choice = choices.get(index)
  if (choice === undefined) choices.set(index, (choice = createChoice(index, context, notesField)))
  return choice
}

function readUsage(response: ReadResponse, tokens: Loose, count: number, finishing: boolean): void {
  const { context, choices, usage } = response
  const counts = readTokens(usage, tokens, isShown(response))
  context.emit({ type: 'usage', ...of(count === 0 ? ownerOf(usage, choices) : 0), usage: counts })
  const { reasoning } = counts
  // Counts in the middle of a stream may lag behind the text.
  if (reasoning?.source === 'implausible' && (finishing || [...choices.values()].some(isEnding))) {
    context.warn('implausible-usage', `The reported number of reasoning tokens, ${reasoning.value}, is impossible.`)
  }
  for (const choice of choices.values()) settleChoice(choice, usage.reasoning)
}

function isShown({ choices }: ReadResponse): boolean {
  for (const { blocks } of choices.values()) if (blocks.shown) return true
  return false
}

/** Reads a frame that is marked as an error. Its content is the error, with or without the usual wrapper. */
export function readFailure({ context }: ReadResponse, value: unknown): void {
  context.fail((isLoose(value) ? findError(value) : undefined) ?? readError(value))
}

export function unknownEvent({ context }: ReadResponse, value: unknown, name: string | undefined): void {
  const type = name ?? (isLoose(value) && isText(value.type) ? value.type : typeof value)
  if (type === 'ping') return
  context.emit({ type: 'native', wire: WIRE, event: `frame.${type}`, channel: 'reasoning', value })
  context.warn('unknown-event', 'An event was no Chat Completions chunk; it was kept as a native part.', type)
}

/** Emits the native parts of frames that came before the response. */
export function takeHeld(response: ReadResponse): void {
  response.held?.forEach(response.context.emit)
  response.held = undefined
}

/**
 * Ends all choices. A choice without a finish reason gets `unknown` after `[DONE]` or a whole body, `aborted` if the
 * stream was cut, and `error` after an error.
 */
export function endChoices(response: ReadResponse): void {
  const { choices, context, ending, usage } = response
  if (ending !== undefined) finishChoice(ending.choice, ending.native, usage.reasoning)
  response.ending = undefined
  const { failed, completed } = context
  if (choices.size === 0) choiceOf(response, 0)
  for (const choice of choices.values()) {
    if (!isEnding(choice) && !failed) context.warn('missing-finish', 'The response ended without a finish reason.', '', choice.index)
    endChoice(choice, failed ? 'error' : completed ? 'unknown' : 'aborted')
  }
}

const isCompletion = ({ object, choices }: Loose): boolean =>
  choices !== undefined || (typeof object === 'string' && (object.startsWith('chat.completion') || object === 'text_completion'))
