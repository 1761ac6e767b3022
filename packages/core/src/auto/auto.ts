import { SPEC_VERSION, type TextAdapter } from '../adapter.ts'
import { contextFor, planFor, taggedIn, type AutoOptions } from './auto-plan.ts'
import { isMark, lastSignal, watch, type OwnedSignal, type Watched } from './auto-signals.ts'
import type { DelimiterMatch } from '../delimiters.ts'
import { isBegun, mayBecomeJson, newJsonText, readJson } from './json-text.ts'
import { noParts, type Part } from '../parts.ts'
import { plain } from './plain.ts'
import { renumber, type PartNumbers } from '../joining/renumber.ts'
import type { Deciding, Ending, Splitter, StreamContext } from '../splitter.ts'

/**
 * Adapter for an unknown model. Holds the beginning of the text until a signal identifies the format. Decides exactly once.
 *
 *   undecided ──signal──▶ that format
 *       │
 *       └─window full, time up, end──▶ fallback ──late signal──▶ that format, from there on
 *
 * A signal after the fallback cannot take back text that was already shown, but its delimiters are not shown.
 */
export function auto(options: AutoOptions): TextAdapter {
  const signals = options.candidates
    .flatMap((adapter) => (adapter.signals ?? []).map((signal) => ({ ...signal, adapter })))
    .filter(({ known }) => !known || options.isKnown)
  const anywhere = signals.filter(({ leading }) => leading !== true)
  // The adapter for tags recognises its own signals, and knows where in a text they count.
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

const whyAt: Partial<Record<Deciding, string>> = { timeout: 'no delimiter in time', limit: 'too many marks' }

function createAutoSplitter({ leading, anywhere, late }: Watched, options: AutoOptions, context: StreamContext = {}): Splitter {
  const { fallback = taggedIn(options) ?? plain() } = options
  /** Structure is expected, so it causes no warning. */
  const known = context.start && context.start !== 'unknown'
  const isSplit = context.wireReasoning === true
  const plan = planFor(options, context)
  /** Text that no splitter has read: the searched text while undecided, and text that may begin a signal. */
  let searched: string[] = []
  let searchedLength = 0
  let held = ''
  /** Text directly before `held`. */
  let latest = ''
  /** Only whitespace has come so far. */
  let isBlank = true
  /** Reads the held text to find code in it, and how much of `held` it has read. */
  let reader: Splitter | undefined
  let readTo = 0
  let inner: Splitter | undefined
  /** The fallback was chosen, and structure may still come. */
  let watching = false
  /** The watched text began with a thought, which another format ends. */
  let endsThought = false
  /** Position in the JSON of the searched text, if a grammar binds the text. */
  const json = context.grammar === true ? newJsonText() : undefined
  const offset: PartNumbers = { blocks: 0, calls: 0 }
  const used: PartNumbers = { blocks: 0, calls: 0 }

  const prompted = lastSignal(anywhere, context.prefill ?? '')
  // The end of the prompt may already be in a format. If the start is known, or the wire has split the text, nothing is held.
  if (prompted) inner = begin(prompted)
  else if (plan.start === 'reasoning') inner = begin(tagged())
  else if (plan.start === 'answer') startFallback(context.start)

  return {
    push,
    end,
    decide(reason) {
      // Without held text there is nothing to decide, because a text's timeout begins with the text. A guarded text waits for its end.
      if (!inner && (!holds() || (context.guarded && reason !== 'limit'))) return noParts
      const why = whyAt[reason]
      return [
        ...(inner ? noParts : settle(why ? plan.atLimit : plan.atStop, why ?? 'the text ended')),
        // The next part of the wire waits for the tail.
        ...(why || context.guarded ? noParts : watch('', true)),
        ...outward(inner!.decide?.(reason) ?? noParts),
      ]
    },
    isUndecided: () => (inner ? inner.isUndecided?.() === true : holds() && !context.guarded),
    passes,
    state: () => inner?.state?.() ?? null,
  }

  function holds(): boolean {
    return searched.length > 0 || held !== ''
  }

  function push(text: string): readonly Part[] {
    if (!inner) return hold(text)
    if (watching && !isPlain(text)) return watch(text, false)
    latest = text || latest
    return outward(inner.push(text))
  }

  function passes(text: string): boolean {
    return inner?.passes?.(text) === true && (!watching || isPlain(text))
  }

  /** Whether the text cannot contain a late signal. */
  function isPlain(text: string): boolean {
    return held === '' && !json && late.delimiters.isPlain(text)
  }

  function hold(piece: string): readonly Part[] {
    const text = held + piece
    if (json && mayBecomeJson(json)) {
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
    // The window is measured to the beginning of a signal, so that chunk boundaries do not change the decision.
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

  /** Begins the adapter for tags, which reads JSON as well. Other structure may follow. */
  function beginJson(): readonly Part[] {
    inner = begin(tagged())
    watching = true
    Object.assign(json!, newJsonText())
    return watch(takeHeld(), false)
  }

  /**
   * Decides held text that has no signal. The adapter for tags made the plan, and handles reasoning that never closes.
   *
   * @param isOver - Nothing follows. The adapter for tags may recognise more than its signals.
   */
  function settle(channel: 'reasoning' | 'answer', why: string, isOver?: true): readonly Part[] {
    if (channel === 'reasoning') {
      inner = begin(tagged())
      return release()
    }
    startFallback(isSplit || (isOver && context.origin) ? context.start : 'answer')
    const parts = watch(takeHeld(), false)
    // If the wire had reasoning in a separate field, no format is missing, so there is no warning.
    return isSplit
      ? parts
      : [{ type: 'warning', code: 'fallback', message: `No format recognised, so "${fallback.id}" splits it: ${why}.` }, ...parts]
  }

  /** The adapter for a text that begins in reasoning, and shows its format only by its closer. */
  function tagged(): TextAdapter {
    return taggedIn(options) ?? options.candidates[0] ?? fallback
  }

  function choose({ adapter, before }: OwnedSignal, place: number): readonly Part[] {
    // A format with plans decides itself where the text begins: an answer may mention its closers.
    inner = begin(adapter, before === 'reasoning' && place && !context.origin ? (adapter.start ? 'unknown' : before) : undefined)
    // A model that is known to write another format may return to it behind a thought in tags.
    watching = options.isKnown === true && adapter !== options.candidates[0]
    endsThought = watching
    return watching ? watch(takeHeld(), false) : release()
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

  /** Whether the held text at `at` is in a code fence. */
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

  /**
   * Searches for a signal, skipping tokens that are only mentioned: behind a quotation mark, or in code. The adapter for tags checks quotation marks
   * itself.
   */
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
      if (json && at > read) read = readJson(json, text, read, at)
      if (at > given) for (const part of outward(inner!.push((latest = text.slice(given, at))))) parts.push(part)
      given = at
      // A signal in a JSON string or in code is text.
      if (found && (json?.place === 'string' || inner!.isInCode?.())) {
        from = at + 1
        continue
      }
      held = text.slice(at)
      return found ? [...parts, ...handOver(index, text.slice(at, end))] : parts
    }
  }

  /** Ends the fallback's blocks. The late format continues their numbers. */
  function handOver(index: number, text: string): readonly Part[] {
    const { adapter } = late.signals[index]!
    const ended = outward(inner!.end(endsThought ? 'cut' : undefined)).map((part) =>
      part.type === 'block-end' ? { ...part, boundary: 'closer' as const } : part,
    )
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
    const renumbered = parts.map((part) => renumber(part, offset))
    for (const part of renumbered) {
      if (part.type === 'block-start') used.blocks = part.block + 1
      else if (part.type === 'tool-call-start') used.calls = part.call + 1
    }
    return renumbered
  }
}
