import type { Part } from '@reason/core'
import type { ErrorPart, Seal, StartPart } from '@reason/core/parts'
import type { ReaderOptions } from '@reason/core/wire'
import { isEmpty, isLoose, isText, type Loose } from '@reason/wire-kit'
import { findError, readError } from '../shared/errors.ts'
import { findUsage } from '../shared/usage.ts'
import { createChoice, endChoice, finishChoice, isEnding, readPiece, settleChoice, type Choice } from './choice.ts'
import { createReadContext, WIRE, type ReadContext } from './context.ts'
import type { ResponseFacts } from './dialect/dialect.ts'
import { createExtras, readExtras, takeConstants, type Extras } from './extras.ts'
import { createUsageReader, ownerOf, readTokens, sawChoice, type UsageReader } from './usage-reader.ts'

/**
 * What is known of a response by the events that were read of it.
 *
 *   start ▶ { native · blocks and calls · usage · finish · error }* ▶ ends of its choices
 *
 * One object and functions on it, here and for what it is made of: an answer in one piece is read once, and then functions of its own for
 * each response cost more than what they do.
 */
export interface ReadResponse {
  readonly options: ReaderOptions
  readonly context: ReadContext
  readonly choices: Map<number, Choice>
  readonly extras: Extras
  readonly usage: UsageReader
  /** Who answers, as far as it is known by now. */
  model: string | undefined
  upstream: string | undefined
  /** Harmless fields of frames before the first one of the response itself (Azure's content filter), and what else they had. */
  prelude: Record<string, unknown> | undefined
  held: Part[] | undefined
  started: boolean
  failed: boolean
  /** Nothing more is expected: `[DONE]`, or a whole body. */
  complete: boolean
}

export function createReadResponse(dialect: ResponseFacts, options: ReaderOptions): ReadResponse {
  const response: ReadResponse = {
    options,
    context: createReadContext(() => issuerOf(response)),
    choices: new Map(),
    extras: createExtras('event', 0),
    usage: createUsageReader(dialect),
    model: options.model,
    upstream: options.upstream,
    prelude: undefined,
    held: undefined,
    started: false,
    failed: false,
    complete: false,
  }
  return response
}

/** @param name - The frame's event name, where it had one. */
export function readEvent(response: ReadResponse, out: Part[], event: Loose, name: string | undefined): void {
  const { context, extras, usage } = response
  const { choices: value } = event
  const list = Array.isArray(value) ? (value as readonly unknown[]) : undefined
  const count = list?.length ?? 0
  const error = findError(event)
  const tokens = findUsage(event)
  const isChunk = list !== undefined || tokens !== undefined || isCompletion(event)
  if (!isChunk && error === undefined) return unknownEvent(response, out, event, name)
  if (isChunk && !response.started) start(response, out, event, count)
  if (list === undefined && !isEmpty(value)) context.warn(out, 'wrong-type', '"choices" was no array; it was ignored.', 0, 'choices')
  // The fields of an error are in the error part.
  if (isChunk) readExtras(extras, response.started ? out : (response.held ??= []), event, false)
  const finishes = list && readChoices(response, out, list)
  if (tokens !== undefined) readUsage(response, out, tokens, count, finishes !== undefined)
  if (finishes !== undefined) for (const { choice, native } of finishes) finishChoice(choice, out, native, usage.reasoning)
  if (error !== undefined) addError(response, out, error)
}

function start(response: ReadResponse, out: Part[], event: Loose, count: number): void {
  const constants = takeConstants(response.extras, event)
  const native = response.prelude === undefined ? constants : { ...response.prelude, ...constants }
  if (!isText(event.id) && count === 0 && event.usage === undefined) {
    response.prelude = native
    return
  }
  response.started = true
  if (isText(event.model)) response.model = event.model
  if (isText(native?.provider)) response.upstream ??= native.provider
  const part: StartPart = { type: 'start' }
  if (isText(event.id)) part.id = event.id
  if (isText(event.model)) part.model = event.model
  if (typeof event.created === 'number' && event.created > 0) part.created = event.created
  if (native !== undefined) part.native = native
  out.push(part)
  for (const held of takeHeld(response)) out.push(held)
}

function readChoices(response: ReadResponse, out: Part[], list: readonly unknown[]): Finish[] | undefined {
  let finishes: Finish[] | undefined
  for (let position = 0; position < list.length; position++) {
    const value: unknown = list[position]
    if (!isLoose(value)) {
      if (!isEmpty(value)) response.context.warn(out, 'wrong-type', 'An element of "choices" was no object; it was ignored.', 0, 'choice')
      continue
    }
    const choice = choiceOf(response, isIndex(value.index) ? value.index : position)
    const native = readPiece(choice, out, value)
    sawChoice(response.usage, choice.index, native !== undefined)
    if (native !== undefined) (finishes ??= []).push({ choice, native })
    if (isLoose(value.message) && value.delta === undefined) response.complete = true
    if (!isEmpty(value.error)) addError(response, out, readError(value.error), choice.index)
    // Moonshot puts usage here.
    const tokens = findUsage(value)
    if (tokens !== undefined) out.push(readTokens(response.usage, tokens, isShown(response), choice.index))
  }
  return finishes
}

interface Finish {
  choice: Choice
  /** The word. */
  native: string
}

function choiceOf({ choices, context }: ReadResponse, index: number): Choice {
  let choice = choices.get(index)
  if (choice === undefined) choices.set(index, (choice = createChoice(index, context)))
  return choice
}

function readUsage(response: ReadResponse, out: Part[], tokens: Loose, count: number, finishing: boolean): void {
  const { context, choices, usage } = response
  const part = readTokens(usage, tokens, isShown(response), count === 0 ? ownerOf(usage, choices) : 0)
  out.push(part)
  const { reasoning } = part.usage
  // Counts in mid-stream may lag behind the text.
  if (reasoning?.source === 'implausible' && (finishing || [...choices.values()].some(isEnding))) {
    context.warn(out, 'implausible-usage', `${reasoning.value} reasoning tokens were reported, which cannot be true.`, 0)
  }
  for (const choice of choices.values()) settleChoice(choice, out, usage.reasoning)
}

function isShown({ choices }: ReadResponse): boolean {
  for (const { blocks } of choices.values()) if (blocks.shown) return true
  return false
}

function addError(response: ReadResponse, out: Part[], error: ErrorPart['error'], choice = 0): void {
  response.failed = true
  out.push({ type: 'error', ...(choice > 0 && { choice }), error })
}

/** A frame that says that it is an error: what it holds is one, with or without the usual wrapping. */
export function readFailure(response: ReadResponse, out: Part[], value: unknown): void {
  addError(response, out, (isLoose(value) ? findError(value) : undefined) ?? readError(value))
}

export function unknownEvent({ context }: ReadResponse, out: Part[], value: unknown, name: string | undefined): void {
  const type = name ?? (isLoose(value) && isText(value.type) ? value.type : typeof value)
  if (type === 'ping') return
  out.push({ type: 'native', wire: WIRE, event: `frame.${type}`, channel: 'reasoning', value })
  context.warn(out, 'unknown-event', 'An event was no Chat Completions chunk; it was kept as a native part.', 0, type)
}

/** What frames before the response had, and nobody was told yet. */
export function takeHeld(response: ReadResponse): Part[] {
  const { held = [] } = response
  response.held = undefined
  return held
}

/**
 * No more will come. What is missing is made good: a finish for every choice, `unknown` after `[DONE]` or a whole body, `aborted` where the
 * stream was simply cut, `error` after an error.
 */
export function endChoices(response: ReadResponse, out: Part[]): void {
  const { choices, context, failed, complete } = response
  if (choices.size === 0) choiceOf(response, 0)
  for (const choice of choices.values()) {
    if (!isEnding(choice) && !failed) context.warn(out, 'missing-finish', 'The response ended without a finish reason.', choice.index)
    endChoice(choice, out, failed ? 'error' : complete ? 'unknown' : 'aborted')
  }
}

function issuerOf({ options, model, upstream }: ReadResponse): Seal['issuer'] {
  return {
    ...(options.provider !== undefined && { provider: options.provider }),
    wire: WIRE,
    ...(model !== undefined && { model }),
    ...(upstream !== undefined && { upstream }),
  }
}

const isCompletion = ({ object, choices }: Loose): boolean =>
  choices !== undefined || (typeof object === 'string' && (object.startsWith('chat.completion') || object === 'text_completion'))

const isIndex = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 0
