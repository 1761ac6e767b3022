import { SPEC_VERSION, type Signal, type TextAdapter } from './adapter.ts'
import { createDelimiters, type DelimiterMatch, type Delimiters } from './delimiters.ts'
import { mayBecomeJson, newJsonText, readJson, type JsonText } from './json-text.ts'
import { noParts, type Part } from './parts.ts'
import { plain } from './plain.ts'
import { renumber, type Numbers } from './renumber.ts'
import type { Ending, JsonValue, Splitter, StreamContext } from './splitter.ts'
import type { StartPlan } from './start/plan.ts'

export interface AutoOptions {
  /** Formats that may turn out to be spoken, by their `signals`. At one place in the text, the first of them wins. */
  candidates: readonly TextAdapter[]
  /** The model is known to write the first of them. */
  isKnown?: boolean
  /** What is known of the model or server for each of them, by adapter id (`MergedPassport.options`): options of the stream they begin. */
  options?: Readonly<Record<string, JsonValue>>
  /** What a text is split with that shows no structure in time. Default: the candidate for tags, else `plain()`. */
  fallback?: TextAdapter
  /** How much text is held for a signal, in UTF-16 units. Default 128; where a server may have split it, as much as `StreamContext.origin` says. */
  maxHeldChars?: number
}

/**
 * For a model of which nothing is known: holds the beginning of the text until a signal shows which format it is, and
 * decides exactly once.
 *
 *   undecided ──signal──▶ that format
 *       │
 *       └─window full, time up, end──▶ fallback ──late signal──▶ that format, from there on
 *
 * A signal after the fallback cannot take back what was shown, but nothing of its structure is.
 */
export function auto(options: AutoOptions): TextAdapter {
  const signals = options.candidates
    .flatMap((adapter) => (adapter.signals ?? []).map((signal) => ({ ...signal, adapter })))
    .filter(({ known }) => !known || options.isKnown)
  const anywhere = signals.filter(({ leading }) => leading !== true)
  // What reads tags knows its own, and where in a text they count.
  const reader = options.fallback === undefined ? taggedIn(options) : undefined
  const watched: Watched = {
    leading: watch(signals),
    anywhere: watch(anywhere),
    late: watch(anywhere.filter(({ adapter, known }) => adapter !== reader && !known)),
  }
  return {
    kind: 'text',
    id: 'auto',
    specVersion: SPEC_VERSION,
    capabilities: {
      streaming: true,
      multipleReasoningBlocks: true,
      toolCalls: true,
      commentary: true,
      turnEnd: true,
      conservation: true,
      monotone: true,
    },
    start: (context) => planFor(options, context),
    createSplitter: (context) => createAutoSplitter(watched, options, context),
  }
}

/** What stands in front of a token that a text speaks of. */
const isMark = (unit: string): boolean => !!unit && '`"\'“„‘«»「'.includes(unit)

const isBegun = (json: JsonText): boolean => !mayBecomeJson(json)

const whyAt = { timeout: 'no delimiter in time', limit: 'too many marks in the text' } as const

/** What the decision needs of a plan. */
type Plan = Pick<StartPlan, 'start' | 'by' | 'maxHeldChars' | 'atLimit' | 'atStop' | 'atCut'>

const answers = (by: StartPlan['by']): Plan => ({
  start: 'answer',
  by,
  maxHeldChars: 0,
  atLimit: 'answer',
  atStop: 'answer',
  atCut: 'answer',
})

/**
 * Without a server between, text of an unknown model is shown after a while, and at once where its start is known. Of text that a server may have
 * split a candidate knows more.
 */
function planFor(options: AutoOptions, context: StreamContext): Plan {
  const { start, wireReasoning, origin, guarded, whole } = context
  const { maxHeldChars: most = 128 } = options
  const waits = guarded && whole
  if (start && start !== 'unknown') return answers('operator')
  if (wireReasoning && !waits) return answers('field')
  const tags = taggedIn(options)
  const plan = origin === undefined ? undefined : tags?.start?.(contextFor(tags, options, context))
  // Of a whole text even a late closer may tell, whatever was known of its start.
  if (waits) return { ...answers('nothing'), ...plan, start: 'unknown', maxHeldChars: Number.POSITIVE_INFINITY }
  if (plan) return guarded ? plan : { ...plan, maxHeldChars: options.maxHeldChars ?? plan.maxHeldChars }
  return { ...answers('nothing'), start: 'unknown', maxHeldChars: most }
}

const taggedIn = ({ candidates }: AutoOptions): TextAdapter | undefined => candidates.find(({ capabilities }) => capabilities.tags)

/** Options are those of one adapter: where there are some for each, those of the stream are another one's. */
function contextFor({ id }: TextAdapter, { options: known }: AutoOptions, { options: ofStream, ...rest }: StreamContext): StreamContext {
  const own = known ? known[id] : ofStream
  return own === undefined ? rest : { ...rest, options: own }
}

/** What all streams of one adapter look for: at the beginning of a text, behind it, and when it was given up. */
type Watched = Record<'leading' | 'anywhere' | 'late', { signals: readonly OwnedSignal[]; delimiters: Delimiters }>
type OwnedSignal = Signal & { adapter: TextAdapter }

const watch = (signals: readonly OwnedSignal[]): Watched['anywhere'] => ({ signals, delimiters: createDelimiters(signals) })

function createAutoSplitter({ leading, anywhere, late }: Watched, options: AutoOptions, context: StreamContext = {}): Splitter {
  const { fallback = taggedIn(options) ?? plain() } = options
  /** Structure is expected, and no surprise when it comes. */
  const known = context.start && context.start !== 'unknown'
  const isSplit = context.wireReasoning === true
  const plan = planFor(options, context)
  /** Text that no splitter has seen: while undecided what was searched, and what may be a signal's beginning. */
  let searched: string[] = []
  let searchedLength = 0
  let held = ''
  /** Text that ends in front of `held`. */
  let latest = ''
  /** Nothing but whitespace has come. */
  let isBlank = true
  /** Reads what is held, to know where code is in it, and how much of `held` it has read. */
  let reader: Splitter | undefined
  let readTo = 0
  let inner: Splitter | undefined
  /** The fallback was taken, and structure may still come. */
  let watching = false
  /** Of a text that a grammar binds: where in its JSON the text is that was searched. */
  const json = context.grammar === true ? newJsonText() : undefined
  const offset: Numbers = { blocks: 0, calls: 0 }
  const used: Numbers = { blocks: 0, calls: 0 }

  const prompted = lastSignal(context.prefill ?? '')
  // What the prompt ended with is in a format already. Where the start is known, or the wire has split, nothing has to wait.
  if (prompted) inner = begin(prompted)
  else if (plan.start === 'reasoning') inner = begin(tagged())
  else if (plan.start === 'answer') startFallback(context.start)

  return {
    push,
    end,
    decide(reason) {
      if (inner) return outward(inner.decide?.(reason) ?? noParts)
      // Of nothing there is nothing to decide: the time of a text begins with it. A guarded text waits for its end.
      if (!holds() || (context.guarded && reason !== 'limit')) return noParts
      const settled = reason === 'wire' ? settle(plan.atStop, 'the text ended') : settle(plan.atLimit, whyAt[reason])
      return [...settled, ...outward(inner!.decide?.(reason) ?? noParts)]
    },
    isUndecided: () => (inner ? inner.isUndecided?.() === true : holds() && !context.guarded),
    passes,
    state: () => inner?.state?.() ?? null,
  }

  function lastSignal(prompt: string): TextAdapter | undefined {
    let last: TextAdapter | undefined
    const { signals, delimiters } = anywhere
    for (let match = delimiters.search(prompt, 0, true); match.found; match = delimiters.search(prompt, match.end, true)) {
      last = signals[match.index]!.adapter
    }
    return last
  }

  function holds(): boolean {
    return searched.length > 0 || held !== ''
  }

  function push(text: string): readonly Part[] {
    if (!inner) return hold(text)
    if (!watching) return outward(inner.push(text))
    if (!isPlain(text)) return watch(text, false)
    latest = text || latest
    return outward(inner.push(text))
  }

  function passes(text: string): boolean {
    return inner?.passes?.(text) === true && (!watching || isPlain(text))
  }

  /** Nothing in it may be a late signal. */
  function isPlain(text: string): boolean {
    return held === '' && json === undefined && late.delimiters.isPlain(text)
  }

  function hold(piece: string): readonly Part[] {
    const text = held + piece
    if (json !== undefined && mayBecomeJson(json)) {
      readJson(json, piece, 0, piece.length, isBegun)
      if (json.place !== 'broken') {
        held = text
        return mayBecomeJson(json) ? noParts : beginJson()
      }
    }
    let signals = isBlank ? leading : anywhere
    let { found, at, index } = searchUnquoted(signals, text, 0, false)
    if (isBlank && text.slice(0, at).trim() !== '') {
      isBlank = false
      signals = anywhere
      ;({ found, at, index } = searchUnquoted(signals, text, 0, false))
    }
    const signal = signals.signals[index]
    const place = searchedLength + at
    // The window counts to where a signal begins, so that no cutting of the text moves the decision.
    if (found && place < plan.maxHeldChars) {
      held = text
      return choose(signal!, place)
    }
    if (at > 0) searched.push((latest = text.slice(0, at)))
    reader?.push(text.slice(readTo, at))
    readTo = 0
    searchedLength = place
    held = text.slice(at)
    if (place < plan.maxHeldChars) return noParts
    const settled = settle(plan.atLimit, `no delimiter in ${plan.maxHeldChars} characters`)
    return [...settled, ...outward(inner!.decide?.('timeout') ?? noParts)]
  }

  /** What reads tags reads JSON, too. Other structure may follow it. */
  function beginJson(): readonly Part[] {
    inner = begin(tagged())
    watching = true
    Object.assign(json!, newJsonText())
    return watch(takeHeld(), false)
  }

  /**
   * No signal has come for what is held. What reads tags made the plan, and knows what becomes of reasoning that never closes.
   *
   * @param isOver - Nothing follows: what reads tags may know more of it than its signals tell.
   */
  function settle(channel: 'reasoning' | 'answer', why: string, isOver?: true): readonly Part[] {
    if (channel === 'reasoning') {
      inner = begin(tagged())
      return release()
    }
    startFallback(isSplit || (isOver && context.origin) ? context.start : 'answer')
    const parts = watch(takeHeld(), false)
    // No format is missed behind reasoning that the wire had in a field of its own.
    return isSplit
      ? parts
      : [{ type: 'warning', code: 'fallback', message: `Nothing recognised, so "${fallback.id}" splits it: ${why}.` }, ...parts]
  }

  /** What splits a text that began in reasoning, and shows its format by its closer alone. */
  function tagged(): TextAdapter {
    return taggedIn(options) ?? options.candidates[0] ?? fallback
  }

  function choose({ adapter, before }: OwnedSignal, place: number): readonly Part[] {
    // Where a server may have split the text, the format itself weighs what its first delimiter says.
    inner = begin(adapter, before === 'reasoning' && place > 0 && !context.origin ? 'reasoning' : undefined)
    return release()
  }

  function begin(adapter: TextAdapter, start = context.start): Splitter {
    return adapter.createSplitter({ ...contextFor(adapter, options, context), ...(start !== undefined && { start }) })
  }

  function startFallback(start: StreamContext['start']): void {
    inner = fallback === taggedIn(options) ? begin(fallback, start) : fallback.createSplitter(context)
    watching = true
  }

  function release(): readonly Part[] {
    return outward(inner!.push(takeHeld()))
  }

  function takeHeld(): string {
    const text = searched.join('') + held
    searched = []
    held = ''
    latest = ''
    return text
  }

  /** Whether what is held is in a code fence there. */
  function isInCode(text: string, at: number): boolean {
    if (!reader) {
      const before = searched.join('')
      if (!/`{3}|~{3}/.test(before + text.slice(0, at))) return false
      reader = tagged().createSplitter({ start: 'answer' })
      reader.push(before)
    }
    reader.push(text.slice(readTo, at))
    readTo = at
    return reader.isInCode?.() === true
  }

  /** Behind a quotation mark, and in code, a text speaks of a token. What reads tags looks for the marks itself. */
  function searchUnquoted(of: Watched['late'], text: string, from: number, final: boolean): DelimiterMatch {
    const { signals, delimiters } = of
    let match = delimiters.search(text, from, final)
    while (
      match.found &&
      ((signals[match.index]!.adapter.capabilities.tags !== true &&
        isMark(match.at === 0 ? latest.charAt(latest.length - 1) : text.charAt(match.at - 1))) ||
        (of === anywhere && isInCode(text, match.at)))
    )
      match = delimiters.search(text, match.end, final)
    return match
  }

  function watch(piece: string, final: boolean): readonly Part[] {
    const text = held === '' ? piece : held + piece
    const parts: Part[] = []
    for (let from = 0, read = 0, given = 0; ;) {
      const { found, at, end, index } = searchUnquoted(late, text, from, final)
      if (json !== undefined && at > read) read = readJson(json, text, read, at)
      if (at > given) for (const part of outward(inner!.push((latest = text.slice(given, at))))) parts.push(part)
      given = at
      // In a string of JSON, or in code, it is text.
      if (found && (json?.place === 'string' || inner!.isInCode?.())) {
        from = at + 1
        continue
      }
      held = text.slice(at)
      return found ? [...parts, ...handOver(index, text.slice(at, end))] : parts
    }
  }

  /** The fallback's blocks end here; the format that was recognised late counts on from them. */
  function handOver(index: number, text: string): readonly Part[] {
    const { adapter } = late.signals[index]!
    const ended = outward(inner!.end()).map((part) => (part.type === 'block-end' ? { ...part, boundary: 'closer' as const } : part))
    offset.blocks = used.blocks
    offset.calls = used.calls
    watching = false
    inner = begin(adapter, context.start === 'reasoning' ? context.start : isSplit ? undefined : 'answer')
    const warning: Part = {
      type: 'warning',
      code: 'late-structure',
      message: `"${text}" came late; the text after it is split as "${adapter.id}".`,
    }
    return [...ended, ...(known ? noParts : [warning]), ...release()]
  }

  function end(ending: Ending = 'complete'): readonly Part[] {
    const channel = ending === 'cut' ? plan.atCut : plan.atStop
    const decided = !inner && holds() ? settle(channel, 'the text ended', true) : noParts
    const rest = watching ? watch('', true) : noParts
    return [...decided, ...rest, ...(inner ? outward(inner.end(ending)) : noParts)]
  }

  function outward(parts: readonly Part[]): readonly Part[] {
    if (parts.length === 1 && parts[0]!.type === 'delta' && offset.blocks === 0) return parts
    const renumbered = offset.blocks + offset.calls === 0 ? parts : parts.map((part) => renumber(part, offset))
    for (const part of renumbered) {
      if (part.type === 'block-start') used.blocks = part.block + 1
      else if (part.type === 'tool-call-start') used.calls = part.call + 1
    }
    return renumbered
  }
}
