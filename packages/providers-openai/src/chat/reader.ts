import {
  noParts,
  type DeltaPart,
  type Frame,
  type Part,
  type ReaderOptions,
  type Seal,
  type StartPart,
  type WireReader,
} from '@reason/core'
import { createChoice, type Choice } from './choice.ts'
import { createReadContext, WIRE } from './context.ts'
import type { Dialect } from './dialects.ts'
import { findError, readError } from '../shared/errors.ts'
import { createExtras } from './extras.ts'
import { createSkeletons, isEmpty, isLoose, isText, type Loose } from '@reason/core/wire-kit'
import { onlyText } from './only-text.ts'
import { createUsageReader } from './usage-reader.ts'
import { findUsage } from '../shared/usage.ts'

/**
 * Events of a Chat Completions stream to parts; a whole body is one event.
 *
 *   start ▶ { native · blocks and calls · usage · finish · error }* ▶ end
 *
 * What is missing at the end is made good: a finish for every choice, `unknown` after `[DONE]` or a whole body, `aborted`
 * where the stream was simply cut, `error` after an error.
 */
export function createChatReader(dialect: Dialect, options: ReaderOptions = {}): WireReader {
  const choices = new Map<number, Choice>()
  const extras = createExtras('event', 0)
  const usage = createUsageReader(dialect)
  const context = createReadContext(issuer)
  /** By what frame a delta came. */
  const skeletons = createSkeletons<DeltaPart>(onlyText)
  let model = options.model
  let upstream = options.upstream
  /** Harmless fields of frames before the first one of the response itself (Azure's content filter). */
  let prelude: Record<string, unknown> = {}
  const held: Part[] = []
  let started = false
  let failed = false
  /** Nothing more is expected: `[DONE]`, or a whole body. */
  let complete = false
  let ended = false

  return { push, pushFrame, end, textFrame }

  function pushFrame(frame: Frame): readonly Part[] {
    if (ended) return noParts
    const { event, data } = frame
    const known = event === undefined ? skeletons.find(data) : undefined
    if (known !== undefined) return again(known.meaning, known.text)
    const parts = readFrame(event, data)
    if (event === undefined) remember(data, parts)
    else skeletons.forgetAll()
    return parts
  }

  function textFrame(): ReturnType<NonNullable<WireReader['textFrame']>> {
    const last = ended ? undefined : skeletons.last()
    return last && { before: last.before, after: last.after, part: last.meaning }
  }

  /** A frame that says what the last one of its choice said, but for the text. */
  function again({ choice, block, channel }: DeltaPart, text: string): readonly Part[] {
    usage.saw(choice ?? 0, false)
    return [choice === undefined ? { type: 'delta', block, channel, text } : { type: 'delta', choice, block, channel, text }]
  }

  function remember(data: string, parts: readonly Part[]): void {
    const [only] = parts
    if (parts.length === 1 && only!.type === 'delta') skeletons.learn(data, only!.text, only!.choice ?? 0, only!)
    // It may have changed what the next frame of any choice means.
    else skeletons.forgetAll()
  }

  function readFrame(event: string | undefined, data: string): readonly Part[] {
    if (data === '[DONE]' || data.trim() === '[DONE]') return done()
    if (data === '') return noParts
    let value: unknown
    try {
      value = JSON.parse(data)
    } catch {
      return event === 'error' ? fail(data) : invalid(data)
    }
    if (event === 'error') return fail(value)
    return readValue(value, event)
  }

  function push(event: unknown): readonly Part[] {
    skeletons.forgetAll()
    return readValue(event)
  }

  function readValue(event: unknown, name?: string): readonly Part[] {
    if (ended) return noParts
    if (event === '[DONE]') return done()
    const out: Part[] = []
    if (isLoose(event)) readEvent(out, event, name)
    // Google's compatible API sends its errors inside an array.
    else if (Array.isArray(event))
      for (const one of event)
        if (isLoose(one)) readEvent(out, one, name)
        else unknownEvent(out, one, name)
    else if (event !== undefined && event !== null) unknownEvent(out, event, name)
    return out.length === 0 ? noParts : out
  }

  function readEvent(out: Part[], event: Loose, name: string | undefined): void {
    const { choices: value } = event
    const list = Array.isArray(value) ? (value as readonly unknown[]) : undefined
    const count = list?.length ?? 0
    const error = findError(event)
    const tokens = findUsage(event)
    const isChunk = list !== undefined || tokens !== undefined || isCompletion(event)
    if (!isChunk && error === undefined) return unknownEvent(out, event, name)
    if (isChunk && !started) start(out, event, count)
    if (list === undefined && !isEmpty(value)) context.warn(out, 'wrong-type', '"choices" was no array; it was ignored.', 0, 'choices')
    // The fields of an error are in the error part.
    if (isChunk) extras.read(started ? out : held, event, false)
    const finishes = list && readChoices(out, list)
    if (tokens !== undefined) readUsage(out, tokens, count, finishes !== undefined)
    if (finishes !== undefined) for (const { choice, native } of finishes) choice.finish(out, native, usage.reasoning())
    if (error !== undefined) addError(out, error)
  }

  function start(out: Part[], event: Loose, count: number): void {
    const constants = extras.takeConstants(event)
    if (!isText(event.id) && count === 0 && event.usage === undefined) {
      prelude = { ...prelude, ...constants }
      return
    }
    started = true
    const native = { ...prelude, ...constants }
    if (isText(event.model)) model = event.model
    if (isText(native.provider)) upstream ??= native.provider
    const part: StartPart = { type: 'start' }
    if (isText(event.id)) part.id = event.id
    if (isText(event.model)) part.model = event.model
    if (typeof event.created === 'number' && event.created > 0) part.created = event.created
    if (!isEmpty(native)) part.native = native
    out.push(part, ...held.splice(0))
  }

  function readChoices(out: Part[], list: readonly unknown[]): { choice: Choice; native: string }[] | undefined {
    let finishes: { choice: Choice; native: string }[] | undefined
    for (let position = 0; position < list.length; position++) {
      const value: unknown = list[position]
      if (!isLoose(value)) {
        if (!isEmpty(value)) context.warn(out, 'wrong-type', 'An element of "choices" was no object; it was ignored.', 0, 'choice')
        continue
      }
      const choice = choiceOf(isIndex(value.index) ? value.index : position)
      const native = choice.read(out, value)
      usage.saw(choice.index, native !== undefined)
      if (native !== undefined) (finishes ??= []).push({ choice, native })
      if (isLoose(value.message) && value.delta === undefined) complete = true
      if (!isEmpty(value.error)) addError(out, readError(value.error), choice.index)
      // Moonshot puts usage here.
      const tokens = findUsage(value)
      if (tokens !== undefined) out.push(usage.read(tokens, shown(), choice.index))
    }
    return finishes
  }

  function choiceOf(index: number): Choice {
    let choice = choices.get(index)
    if (choice === undefined) {
      choice = createChoice(index, context)
      choices.set(index, choice)
    }
    return choice
  }

  function readUsage(out: Part[], tokens: Loose, count: number, finishing: boolean): void {
    const part = usage.read(tokens, shown(), count === 0 ? usage.owner([...choices.values()]) : 0)
    out.push(part)
    const { reasoning } = part.usage
    // Counts in mid-stream may lag behind the text.
    if (reasoning?.source === 'implausible' && (finishing || [...choices.values()].some((choice) => choice.ending()))) {
      context.warn(out, 'implausible-usage', `${reasoning.value} reasoning tokens were reported, which cannot be true.`, 0)
    }
    for (const choice of choices.values()) choice.settle(out, usage.reasoning())
  }

  function addError(out: Part[], error: ReturnType<typeof readError>, choice = 0): void {
    failed = true
    out.push({ type: 'error', ...(choice > 0 && { choice }), error })
  }

  /** A frame that says that it is an error: what it holds is one, with or without the usual wrapping. */
  function fail(value: unknown): readonly Part[] {
    const out: Part[] = []
    addError(out, (isLoose(value) ? findError(value) : undefined) ?? readError(value))
    return out
  }

  function invalid(data: string): readonly Part[] {
    const out: Part[] = [{ type: 'native', wire: WIRE, event: 'frame.invalid-json', channel: 'reasoning', value: data }]
    context.warn(out, 'invalid-json', 'A frame was not JSON, or was cut; it was kept as a native part.', 0)
    return out
  }

  function unknownEvent(out: Part[], value: unknown, name: string | undefined): void {
    const type = name ?? (isLoose(value) && isText(value.type) ? value.type : typeof value)
    if (type === 'ping') return
    out.push({ type: 'native', wire: WIRE, event: `frame.${type}`, channel: 'reasoning', value })
    context.warn(out, 'unknown-event', 'An event was no Chat Completions chunk; it was kept as a native part.', 0, type)
  }

  function done(): readonly Part[] {
    complete = true
    const out: Part[] = []
    endChoices(out)
    return out.length === 0 ? noParts : out
  }

  function end(): readonly Part[] {
    if (ended) return noParts
    ended = true
    const out: Part[] = held.splice(0)
    endChoices(out)
    out.push({ type: 'end' })
    return out
  }

  function endChoices(out: Part[]): void {
    if (choices.size === 0) choiceOf(0)
    for (const choice of choices.values()) {
      if (!choice.ending() && !failed) context.warn(out, 'missing-finish', 'The response ended without a finish reason.', choice.index)
      choice.end(out, failed ? 'error' : complete ? 'unknown' : 'aborted')
    }
  }

  function shown(): boolean {
    for (const choice of choices.values()) if (choice.shown()) return true
    return false
  }

  function issuer(): Seal['issuer'] {
    return {
      ...(options.provider !== undefined && { provider: options.provider }),
      wire: WIRE,
      ...(model !== undefined && { model }),
      ...(upstream !== undefined && { upstream }),
    }
  }
}

const isCompletion = ({ object, choices }: Loose): boolean =>
  choices !== undefined || (typeof object === 'string' && (object.startsWith('chat.completion') || object === 'text_completion'))

const isIndex = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 0
