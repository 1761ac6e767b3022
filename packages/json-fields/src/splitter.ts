import { noParts, type Part, type Splitter } from '@reason/core'
import { isHighSurrogate, type Ending } from '@reason/core/adapter'
import type { Channel } from '@reason/core/parts'
import { createBehind } from './behind.ts'
import type { JsonFieldsConfig } from './config.ts'
import { readEscape } from './escape.ts'
import type { FieldKind, FieldNames } from './field-names.ts'
import { createNameAhead, type JsonPlace, type NameVerdict } from './name-ahead.ts'
import { openBraces, splitPreamble } from './preamble.ts'
import { createRawJson } from './raw-json.ts'
import { createScalar } from './scalar.ts'
import { createOutside, type Begin } from './outside.ts'
import { afterBlanks, endsScalar, isBlank, isQuote, next, sign } from './signs.ts'
import { createFieldWriter } from './writer.ts'

type State = 'outside' | 'value' | 'string' | 'raw' | 'scalar' | 'steps' | 'between' | 'behind'

const outsideSigns = /["'{,]/g
const betweenSigns = /["'}]/g
const doubleQuoted = /["\\]/g
const singleQuoted = /['\\]/g

/**
 * Splits the fields of a JSON object.
 *
 *   outside ── { "name": ──▶ value ──▶ string, raw, scalar, steps ──▶ between ── } ──▶ behind
 *     ▲ └─ …" , "name": ──▶    ▲                                        │               │
 *     │   (the prompt opened   └──────────── , "name": ─────────────────┘               │
 *     │    the string …)                                                                │
 *     └─────────────────────────────────────────────────────────────────────────────────┘
 *
 * Outside, text is held until the first field with a known name. A text without one is the answer. A sign that may end a string or begin a field is held
 * until `NameAhead` has decided. Half of a character or escape is held, too, and nothing else.
 */
export function createJsonFieldsSplitter(config: JsonFieldsConfig, kindOf: FieldNames, begin: Begin): Splitter {
  const writer = createFieldWriter(config.separator)
  const behind = createBehind(writer)
  const outside = createOutside(writer, begin)
  const ahead = createNameAhead()
  const rawJson = createRawJson()
  const scalar = createScalar()
  const others: Channel | undefined = config.otherFields === 'reasoning' ? 'reasoning' : undefined

  let state: State = begin.at
  /** Kind of the current field, and channel of its text. Undefined channel: markup. */
  let kind: FieldKind = 'reasoning'
  let channel: Channel | undefined = 'reasoning'
  let quote: number = sign.quote
  /** Number of open objects with fields. */
  let levels = state === 'string' ? 1 : 0
  let isInSteps = false
  let isAnswered = false
  let hasFields = state === 'string'
  let isOver = false

  /** The current text, and the index in it. */
  let text = ''
  let at = 0
  /** Half of a character or of an escape. */
  let tail = ''
  /** Index of the undecided sign in the text. -1: it came with an earlier piece, and begins `held`. Undefined: there is none. */
  let signAt: number | undefined
  let held = ''

  const readers: Record<State, (final: boolean) => void> = {
    outside: readOutside,
    value: readValue,
    string: readString,
    raw: readRaw,
    scalar: readScalar,
    steps: readSteps,
    between: readBetween,
    behind: readBehind,
  }

  if (begin.prefill !== '') readPrefill()

  return { push, end, passes }

  function push(piece: string): readonly Part[] {
    if (piece === '') return noParts
    read(tail + piece, false)
    const parts = writer.take()
    return parts.length === 0 ? noParts : parts
  }

  function passes(piece: string): boolean {
    if (state !== 'string' || channel === undefined || !writer.isIn(channel) || piece === '') return false
    if (tail !== '' || signAt !== undefined || isHighSurrogate(piece.charCodeAt(piece.length - 1))) return false
    return next(stringSigns(), piece, 0) === piece.length
  }

  function end(ending: Ending = 'complete'): readonly Part[] {
    if (isOver) return noParts
    isOver = true
    read(tail, true)
    if (signAt !== undefined) endUndecided()
    if (state === 'scalar') endScalar()
    writer.markup(behind.take())
    endWaiting(ending)
    const isUnclosed = writer.hasOpen('reasoning') && hasFields && state !== 'outside'
    if (isUnclosed) writer.warn('unclosed', 'The text ended within a field of reasoning.')
    writer.close('end-of-stream')
    return writer.take()
  }

  /** Reads the prompt as if the model had written it, without any output. */
  function readPrefill(): void {
    read(begin.prefill, false)
    tail = ''
    held = ''
    outside.take()
    writer.reset()
    // A client that may not see the reasoning must not decide by its prompt where the answer is.
    if (begin.isGuarded && hasFields && channel !== 'reasoning') {
      state = 'outside'
      levels = 0
      signAt = undefined
      hasFields = false
      isAnswered = false
    }
  }

  function read(piece: string, final: boolean): void {
    const keep = !final && isHighSurrogate(piece.charCodeAt(piece.length - 1)) ? 1 : 0
    tail = keep === 0 ? '' : piece.slice(-1)
    text = keep === 0 ? piece : piece.slice(0, -1)
    at = 0
    while (at < text.length) {
      if (signAt !== undefined) decide()
      else readers[state](final)
    }
    if (signAt === undefined) return
    held += text.slice(Math.max(signAt, 0))
    signAt = -1
  }

  // Undecided signs

  function lookAhead(from: JsonPlace, by?: number): void {
    ahead.begin(from, by)
    signAt = at
    held = ''
    at++
  }

  function decide(): void {
    while (at < text.length) {
      const verdict = ahead.step(text.charCodeAt(at++))
      if (verdict === 'more') continue
      const whole = held + text.slice(Math.max(signAt!, 0), at)
      if (!isMeant(verdict)) return backToSign()
      signAt = undefined
      held = ''
      return take(verdict, whole)
    }
  }

  /** Whether the verdict applies in the current state. */
  function isMeant(verdict: NameVerdict): boolean {
    if (state === 'string' && verdict === 'end') return true
    if (verdict !== 'name') return false
    // Without a comma, a quote and a word may be text.
    return (state === 'string' && ahead.isSeparated()) || state === 'between' || kindOf(ahead.name()) !== 'other'
  }

  function take(verdict: NameVerdict, whole: string): void {
    if (state === 'string' && isInSteps) return endStep(whole)
    if (state === 'string') writer.close('closer', whole.charAt(0))
    if (state === 'outside') enter(whole)
    else writer.markup(whole)
    // An object around the fields.
    if (state === 'value') levels++
    if (verdict === 'end') endObject()
    else beginField()
  }

  /** Reads the sign as text, and reads the text after it again in the current state. */
  function backToSign(): void {
    // A sign of the prompt is not in the text.
    const isHere = signAt! >= 0 || held !== ''
    if (signAt! < 0) text = held + text
    at = Math.max(signAt!, 0)
    signAt = undefined
    held = ''
    if (!isHere) return
    const unit = text.charAt(at++)
    if (state === 'outside') outside.write(unit)
    else if (state === 'between') writer.markup(unit)
    else {
      if (state === 'value') beginRaw(1)
      write(unit)
    }
  }

  /** Ends the text: a string is closed, and the rest is no text. */
  function endUndecided(): void {
    if (state === 'outside') outside.write(held)
    else {
      if (state === 'string' && !isInSteps) writer.close('closer', held.charAt(0))
      writer.markup(held)
      if (state === 'string') state = isInSteps ? 'steps' : 'between'
    }
    signAt = undefined
    held = ''
  }

  // Outside of fields

  function readOutside(): void {
    const from = at
    at = next(outsideSigns, text, at)
    outside.write(text.slice(from, at))
    if (at === text.length) return
    const unit = text.charCodeAt(at)
    lookAhead(isQuote(unit) ? 'closed' : 'open')
  }

  /** Handles the first known field. The text before it is prose, the beginning of the object, or a string that the prompt opened. */
  function enter(whole: string): void {
    const isOpened = whole.charCodeAt(0) === sign.openBrace
    const { prose, opening } = splitPreamble(outside.take(), isOpened)
    if (!isOpened && prose !== '') {
      writer.warn('orphan-reclassified', 'A field ended in text without an object; the text before it became reasoning.')
      channel = 'reasoning'
      decode(prose)
    } else {
      writer.text('reasoning', prose)
      if (others === undefined || isOpened) writer.markup(opening, isOpened ? 'delimiter' : 'dropped')
      else writer.text(others, opening)
    }
    writer.close('closer')
    writer.markup(whole)
    levels = Math.max(1, openBraces(opening) + (isOpened ? 1 : 0))
  }

  /** Decodes a complete string. */
  function decode(string: string): void {
    const rest = { text, at }
    text = string
    for (at = 0; at < text.length;) {
      const found = text.indexOf('\\', at)
      write(text.slice(at, found === -1 ? text.length : found))
      at = found === -1 ? text.length : found
      if (found !== -1) writeEscape(true)
    }
    text = rest.text
    at = rest.at
  }

  // Fields

  function beginField(): void {
    kind = kindOf(ahead.name())
    channel = kind === 'other' ? others : kind
    hasFields = true
    isInSteps = false
    state = 'value'
  }

  function readValue(): void {
    const from = at
    at = afterBlanks(text, at)
    writer.markup(text.slice(from, at))
    if (at < text.length) beginValue(text.charCodeAt(at))
  }

  function beginValue(unit: number): void {
    if (isQuote(unit)) {
      quote = unit
      state = 'string'
      writer.markup(text.charAt(at++))
    } else if (unit === sign.openBracket && kind === 'reasoning' && !isInSteps) {
      isInSteps = true
      state = 'steps'
      writer.markup(text.charAt(at++))
    } else if (unit === sign.openBrace && kind !== 'reasoning') lookAhead('open')
    else if (unit === sign.openBrace || unit === sign.openBracket) beginRaw(0)
    else state = 'scalar'
  }

  function readString(final: boolean): void {
    const from = at
    at = next(stringSigns(), text, at)
    write(text.slice(from, at))
    if (at === text.length) return
    if (text.charCodeAt(at) === quote) lookAhead(isInSteps ? 'item' : 'closed')
    else writeEscape(final)
  }

  function writeEscape(final: boolean): void {
    const escape = readEscape(text, at, final)
    if (escape === undefined) {
      tail = text.slice(at) + tail
      at = text.length
      return
    }
    const { end: to, meaning } = escape
    const from = at
    at = to
    if (meaning === undefined || channel === undefined) return write(text.slice(from, to))
    // A character that its backslash only escapes is in the text unchanged.
    const isSign = to === from + 2 && text.charAt(from + 1) === meaning
    writer.markup(text.slice(from, isSign ? from + 1 : to))
    if (isSign) return write(meaning)
    isAnswered ||= channel === 'answer'
    writer.inserted(channel, meaning)
  }

  function beginRaw(depth: number): void {
    rawJson.begin(depth)
    state = 'raw'
  }

  function readRaw(): void {
    const from = at
    at = rawJson.read(text, at)
    write(text.slice(from, at))
    if (rawJson.isOver()) endValue()
  }

  function readScalar(): void {
    const from = at
    while (at < text.length && !endsScalar(text.charCodeAt(at))) at++
    write(scalar.push(text.slice(from, at)))
    if (at < text.length) endScalar()
  }

  function endScalar(): void {
    const { value, rest } = scalar.end()
    write(value)
    writer.markup(rest)
    endValue()
  }

  function readSteps(): void {
    const unit = text.charCodeAt(at)
    if (unit === sign.closeBracket) {
      writer.markup(text.charAt(at++))
      endSteps()
    } else if (isBlank(unit) || unit === sign.comma || unit === sign.closeBrace) {
      const from = at
      at = afterBlanks(text, at + 1)
      writer.markup(text.slice(from, at))
    } else beginValue(unit)
  }

  /** @param whole - Text from the quote to the comma or bracket. */
  function endStep(whole: string): void {
    writer.markup(whole)
    if (whole.endsWith(']')) endSteps()
    else endValue()
  }

  function endSteps(): void {
    isInSteps = false
    endValue()
  }

  function endValue(): void {
    if (isInSteps) {
      if (channel !== undefined) writer.separate(channel)
      state = 'steps'
    } else {
      writer.close('closer')
      state = 'between'
    }
  }

  /** Reads commas, blanks and misplaced text between fields. */
  function readBetween(): void {
    const from = at
    at = next(betweenSigns, text, at)
    writer.markup(text.slice(from, at))
    if (at === text.length) return
    const unit = text.charCodeAt(at)
    if (unit !== sign.closeBrace) return lookAhead('name', unit)
    writer.markup(text.charAt(at++))
    endObject()
  }

  function endObject(): void {
    levels--
    state = levels > 0 ? 'between' : 'behind'
  }

  function readBehind(): void {
    at = behind.read(text, at)
    if (at < text.length) leave()
  }

  /** Handles other text after the object, which continues like text outside. */
  function leave(): void {
    const isDoubtful = begin.isGuarded && kind !== 'answer'
    outside.sendTo(isDoubtful ? 'reasoning' : isAnswered ? 'answer' : undefined)
    state = 'outside'
    outside.write(behind.take())
  }

  /**
   * Decides held text. Without any field, the whole text is the answer. Text cut by a limit may be prose before a field, which a guarded client may not
   * see.
   */
  function endWaiting(ending: Ending): void {
    const waiting = outside.take()
    if (waiting === '') return
    const hides = begin.isGuarded && !begin.isAnswer && ending === 'cut'
    if (!hasFields && !begin.isAnswer) {
      const outcome = hides ? 'the text stays reasoning' : 'the whole text is the answer'
      writer.warn('json-fields/no-field', `No field of reasoning or answer came; ${outcome}.`)
    }
    writer.text(hides ? 'reasoning' : 'answer', waiting)
  }

  function write(run: string): void {
    if (run === '') return
    if (channel === undefined) return writer.markup(run, 'dropped')
    isAnswered ||= channel === 'answer'
    writer.text(channel, run)
  }

  function stringSigns(): RegExp {
    return quote === sign.quote ? doubleQuoted : singleQuoted
  }
}
