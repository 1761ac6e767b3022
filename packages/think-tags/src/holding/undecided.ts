import { noParts, type Part, type Splitter } from '@reason/core'
import type { Deciding, Ending } from '@reason/core/adapter'
import type { StartChannel, StartPlan } from '@reason/core/start'
import { createCodeSpans } from '../output/code-spans.ts'
import { createHeldText } from '../output/held-text.ts'
import { newLine, readLine } from '../matching/lines.ts'
import { findLostCloser } from '../delimiters/lost-closer.ts'
import { placeOf } from '../matching/markdown.ts'
import { isCallNamed, isLineEnd, isNamed, isWhitespace } from '../matching/matcher.ts'
import { lastOwnTurn } from '../delimiters/next-turn.ts'
import { isQuoted } from '../matching/quoted.ts'
import type { Protocol } from '../protocol.ts'
import { isPromptOpen, statesClosed, type DecidedStart } from '../start.ts'
import { endsBehindTokens, type DelimiterKind } from '../delimiter.ts'
import { warning } from '../output/warning.ts'
import { isCallOpener } from '../tag-matchers.ts'

/**
 * Holds a text whose first channel is unknown, until one of these decides it:
 *
 *     2+2</think>4           the first delimiter is a closer: the text before it is reasoning
 *     Sure: <think>2+2       the first delimiter is an opener: the text before it is answer
 *     Four.                  no delimiter: the plan decides by how the text ended
 *     2+2 and so on and…     the limit or the timeout: the plan has a channel for each
 *
 * The whole text is then read again from its beginning, with a known start.
 */
export function createUndecidedSplitter(
  { config, tables }: Protocol,
  plan: StartPlan,
  options: {
    /** The start is known to be an answer, so only a closer raises a doubt. */
    isAnswer: boolean
    /** Whether a closer that a sentence names is text. */
    namesClosers: boolean
  },
  /** @param isGuess - No delimiter has shown where the text began. */
  createDecided: (start: DecidedStart, isGuess: boolean) => Splitter,
): Splitter {
  const { scanner, delimiters } = tables.doubt
  const maxHeldChars = options.isAnswer ? config.maxHeldChars : plan.maxHeldChars
  const atLimit = options.isAnswer ? config.onHoldLimit : plan.atLimit
  let decided: Splitter | undefined
  const waiting = createHeldText()
  /** The tail that may still become a delimiter. */
  let tail = ''
  /** All held text is whitespace. */
  let isBlank = true
  /** The text ended at a limit. */
  let isCut = false
  const line = config.markerLine && newLine()
  /** Tracks code of either channel, because a delimiter in code that counts is no evidence. */
  const code = createCodeSpans({ ...config, codeAware: config.codeAware || config.codeAwareReasoning })

  return {
    push,
    end,
    decide,
    passes: (text) => decided?.passes?.(text) === true,
    isInCode,
    isUndecided() {
      return decided === undefined ? holds() : (decided.isUndecided?.() ?? false)
    },
    state: () => decided?.state?.() ?? null,
  }

  function isInCode(): boolean {
    const markdown = decided === undefined ? code.markdownOf('answer') : undefined
    return markdown === undefined ? decided?.isInCode?.() === true : placeOf(markdown) === 'code'
  }

  function push(piece: string): readonly Part[] {
    return decided === undefined ? search(piece, false) : decided.push(piece)
  }

  function end(ending: Ending = 'complete'): readonly Part[] {
    isCut = ending === 'cut'
    const isLeft = ending === 'calls' && endsInOpener()
    const found = decided === undefined && !isLeft ? search('', true) : noParts
    const rest = decided === undefined ? guess(channelAt(ending), isLeft ? tail : '') : noParts
    return [...found, ...rest, ...decided!.end(ending)]
  }

  function channelAt(ending: Ending): StartChannel {
    if (options.isAnswer) return 'answer'
    if (ending === 'cut') return plan.atCut
    const text = waiting.take()
    waiting.add(text)
    if (findLostCloser(text + tail) !== undefined) return 'reasoning'
    return plan.ifRaw !== plan.atStop && (endsInToken(text) || lastOwnTurn(text + tail) !== -1) ? plan.ifRaw : plan.atStop
  }

  function endsInToken(text: string): boolean {
    const { scanner: services } = tables.services
    const end = text.trimEnd().length
    for (let from = 0; ;) {
      const { index, at, end: behind } = services.search(text, from, true)
      if (index === -1) return false
      if (behind === end) return true
      from = at + 1
    }
  }

  function decide(reason: Deciding): readonly Part[] {
    if (decided !== undefined) return decided.decide?.(reason) ?? noParts
    if (!holds()) return noParts
    const isOver = reason === 'wire' || reason === 'field'
    // A closer right before a call waits for the next character, but none comes.
    const found = isOver && !(reason === 'wire' && endsInOpener()) ? search('', true) : noParts
    if (isDecided()) return [...found, ...(decided!.decide?.(reason) ?? noParts)]
    const rest = code.isWaiting() ? code.resume(undefined)!.text : tail
    const why = warning(reason === 'limit' ? 'hold-limit' : 'fallback')
    const parts = isOver && !options.isAnswer ? guess(plan.atStop, rest) : [why, ...guess(atLimit, rest)]
    return [...parts, ...(decided!.decide?.(reason) ?? noParts)]
  }

  /** Whether the text ends in the opener of a call that the wire brings. It is no evidence. */
  function endsInOpener(): boolean {
    return isCallOpener(config, tail.trim())
  }

  function isDecided(): boolean {
    return decided !== undefined
  }

  function holds(): boolean {
    return waiting.length() + tail.length > 0
  }

  function search(piece: string, final: boolean): readonly Part[] {
    const resumed = code.isWaiting() ? code.resume(final ? undefined : piece) : { text: tail + piece }
    tail = ''
    if (resumed === undefined) return noParts
    const { text } = resumed
    let done = 0
    for (let from = 0; ;) {
      const { at: found, end, index } = scanner.search(text, from, final)
      stash(text.slice(done, found))
      done = found
      // Measured to the beginning of a delimiter, so that chunk boundaries do not change the decision.
      if (waiting.length() >= maxHeldChars) return [warning('hold-limit'), ...guess(atLimit, text.slice(found))]
      if (index === -1) {
        tail = text.slice(found)
        return noParts
      }
      const { kind, behind } = delimiters[index]!
      if (kind === 'service') {
        from = found + 1
        if (!isBlank) continue
        // A token at the beginning of a text does not show its channel.
        waiting.add(text.slice(found, end))
        done = from = end
        continue
      }
      // A prompt without a thought ends in its closer, and some models repeat it.
      const isLeftOver =
        kind === 'close' && !isBlank && statesClosed(plan) && !isCut ? endsBehindTokens(tables.services, text, end, final) : false
      if (isLeftOver === undefined) {
        tail = text.slice(found)
        return noParts
      }
      if (isLeftOver) {
        from = end
        continue
      }
      const began = behind?.test(waiting.ending()) === false ? undefined : startBefore(kind, text.charCodeAt(found))
      const isText =
        config.isForgiving && (kind === 'open' || kind === 'close' || kind === 'tool') ? isMentioned(kind, text, end, final) : false
      if (isText === undefined) {
        tail = text.slice(found)
        return noParts
      }
      const verdict = began === undefined || isText ? 'text' : code.judge('answer', text, found, final)
      if (verdict === 'wait') return noParts
      if (began !== undefined && verdict !== 'text') {
        const rest = text.slice(found)
        // Warns only if the start was believed to be known.
        return began.orphaned && options.isAnswer ? [warning('orphan-reclassified'), ...start(began, rest)] : start(began, rest)
      }
      from = isText ? end : found + 1
    }
  }

  function isMentioned(kind: DelimiterKind, text: string, end: number, final: boolean): boolean | undefined {
    const before = waiting.ending()
    const quoted = isQuoted(before, text, end, final)
    if (quoted === false && kind === 'tool') return isCallNamed(before, text, end, final)
    return quoted === false && kind === 'close' && options.namesClosers ? isNamed(before, text, end, final) : quoted
  }

  /** Start of the text if this delimiter comes first. Undefined: the delimiter does not count here. */
  function startBefore(kind: DelimiterKind, first: number): DecidedStart | undefined {
    switch (kind) {
      case 'close':
        return line === undefined || line.blank || isLineEnd(first) ? { channel: 'reasoning', orphaned: true } : undefined
      case 'open':
        // Where the prompt opens the thought, text before a tag that no server has read is a thought, too.
        if (!isBlank && !options.isAnswer && isPromptOpen(plan) && !isRole()) return undefined
        return config.opener === 'anywhere' || isBlank ? { channel: 'answer', orphaned: false } : undefined
      case 'first-open':
        return isBlank ? { channel: 'answer', orphaned: false } : undefined
      case 'answer-token':
        return options.isAnswer ? undefined : { channel: isBlank ? 'answer' : 'reasoning', orphaned: false }
      case 'answer-end':
        return options.isAnswer ? undefined : { channel: 'answer', orphaned: false }
      case 'wrapper':
      case 'answer-open':
        return isBlank && !options.isAnswer ? { channel: 'answer', orphaned: false } : undefined
      default:
        // A tool call ends both reasoning and answers.
        return { channel: isBlank || options.isAnswer ? 'answer' : plan.beforeCall, orphaned: false }
    }
  }

  /** Whether the held text is the rest of a header. */
  function isRole(): boolean {
    if (waiting.length() > longestRole) return false
    const text = waiting.take()
    waiting.add(text)
    return role.test(text)
  }

  function stash(piece: string): void {
    waiting.add(piece)
    code.read('answer', piece, 0, piece.length)
    if (line !== undefined) readLine(line, piece, 0, piece.length)
    for (let at = 0; isBlank && at < piece.length; at++) isBlank = isWhitespace(piece.charCodeAt(at))
  }

  function guess(channel: StartChannel, rest: string): readonly Part[] {
    return start({ channel, orphaned: false }, rest, true)
  }

  function start(from: DecidedStart, rest: string, isGuess = false): readonly Part[] {
    decided = createDecided(from, isGuess)
    waiting.add(rest)
    return decided.push(waiting.take())
  }
}

/** Role of a header, before a thought, with tokens before it. */
const role = /^(?:[<[]\S{1,72}[>\]])?\s{0,8}(?:assistant|model):?\s{0,8}$/i
const longestRole = 96
