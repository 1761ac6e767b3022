import { noParts, type Part, type Splitter, type StreamContext } from '@reason/core'
import { newJsonText, readJson } from '@reason/core/adapter'
import { beginsDamaged } from '../tokens/damaged-tokens.ts'
import { createMarkerSearch, type MarkerSearch } from './marker-search.ts'
import { tokens } from '../tokens/tokens.ts'
import { beginsStripped, readOpening, usualStyle } from './stripped-words.ts'

export interface FirstWordOptions {
  /** Limit of held text, in UTF-16 units. Past it, a word that may be prose counts as a channel, so its message is hidden. */
  maxHeldChars: number
  /** Hold any text, whatever its first word is, because the other splitter holds it anyway, or the client gets it in one piece. */
  waits: boolean
  /** The other splitter decides by the clock, so a word that does not arrive in time is prose. */
  isTimed: boolean
  /** A grammar binds the answer, so a text that begins as JSON contains no header words. */
  grammar?: boolean | undefined
  /** Accept only words that cannot be prose, without waiting for a second header, because the model is unknown, or the wire has split its answer. */
  onlyCertain: boolean
  /** Creates a splitter for a text that begins with the rest of a header. Default: the other splitter. */
  createHeaded?: () => Splitter
  /** Creates a splitter for a text that begins with a damaged token. Default: the other splitter, which reads channels by itself. */
  createDamaged?: () => Splitter
}

/**
 * Detects stripped tokens by the first word, if no dialect is configured. An answer never begins with a channel word that is glued to the next text. If
 * the word may be prose, a second header, a token or the end decides.
 *
 *     <|channel|>analysis<|message|>We…    analysisWe…    Analysis of…
 *     ^ a token: none were stripped        ^^^^^^^^^      ^^^^^^^^ prose, unless `assistantfinal` follows
 */
export function byFirstWord(createStripped: () => Splitter, createOther: () => Splitter, options: FirstWordOptions): Splitter {
  const { maxHeldChars, waits, isTimed, onlyCertain, createDamaged, createHeaded, grammar } = options
  const json = grammar === true ? newJsonText() : undefined
  let known: Splitter | undefined
  let held = ''
  let search: MarkerSearch | undefined
  /** The first word names a channel, unless it is prose. */
  let isDoubtful = false
  const waiting: string[] = []

  return {
    push: (text) => (known === undefined ? look(text, false) : known.push(text)),
    end: (ending) => [...(known === undefined ? look('', true) : noParts), ...known!.end(ending)],
    passes: (text) => known?.passes?.(text) === true,
    ...(isTimed && { isUndecided, decide }),
    state: () => known?.state?.() ?? null,
  }

  /** Whether the clock may decide. A complete word may hide a thought, so the clock decides only incomplete ones. */
  function isUndecided(): boolean {
    if (known !== undefined) return known.isUndecided?.() === true
    return held !== '' && !wholeWord.test(held)
  }

  function decide(reason: 'timeout'): readonly Part[] {
    const began = known === undefined && isUndecided() ? begin(createOther(), held) : noParts
    return [...began, ...(known?.decide?.(reason) ?? noParts)]
  }

  function look(piece: string, final: boolean): readonly Part[] {
    if (search !== undefined) return wait(search, piece, final)
    held += piece
    if (json !== undefined) {
      readJson(json, piece, 0, piece.length)
      if (json.place === 'opened' && !final) return noParts
      if (json.place !== 'blank' && json.place !== 'broken') return begin(createOther(), held)
    }
    if (token.test(held)) return begin(createOther(), held)
    const isDamaged = createDamaged === undefined ? false : beginsDamaged(held, final)
    if (isDamaged === 'more') return noParts
    if (isDamaged) return begin(createDamaged!(), held)
    const rest = createHeaded && restOfHeader.exec(held)
    if (rest) {
      if (rest[1] ?? rest[2] ?? rest[3]) return begin(createHeaded!(), held)
      if (!final) return noParts
    }
    const begins = beginsStripped(held, final)
    if (begins === 'more') return noParts
    if (begins === 'yes') return begin(createStripped(), held)
    if (onlyCertain || (begins === 'no' && !waits)) return begin(createOther(), held)
    isDoubtful = begins === 'doubtful'
    const opening = readOpening(held, final)
    search = createMarkerSearch(typeof opening === 'object' ? opening.style : usualStyle, maxHeldChars)
    const text = held
    held = ''
    return wait(search, text, final)
  }

  function wait(search: MarkerSearch, piece: string, final: boolean): readonly Part[] {
    waiting.push(piece)
    const found = search.push(piece, final)
    if (found === undefined && !final) return noParts
    const isStripped = found === 'marker' || (found === 'limit' && isDoubtful)
    return begin(isStripped ? createStripped() : createOther(), waiting.splice(0).join(''))
  }

  function begin(splitter: Splitter, text: string): readonly Part[] {
    known = splitter
    return splitter.push(text)
  }
}

const token = new RegExp(`^<\\|(?:${tokens.join('|')})\\|>`)
const escaped = (token: string): string => token.replaceAll('|', '\\|')
const partOfToken = '<(?:\\|[a-z]{0,7}\\|?)?$'
/** Matches `final<|message|>`, `assistant<|channel|>` and ` to=self<|message|>`, or a beginning of them: from `<` on, of the last from `t` on. */
const restOfHeader = new RegExp(
  `^\\s*(?:(?:final|commentary|analysis)\\s?(?:(${escaped('<|message|>')})|${partOfToken})|assistant\\s?(?:(${escaped('<|channel|>')})|${partOfToken})` +
    `|t(?:$|o(?:$|=[\\w.-]{0,64}(?:$|\\s?(?:(<\\|(?:message|channel|constrain)\\|>)|${partOfToken})))))`,
)
const wholeWord = /^\s*(?:assistant\W{0,4})?(?:analysis|commentary|final|assistant)\s*$/i

/** Whether no hint places the beginning of the text elsewhere than after the prompt's `<|start|>assistant`. */
export const mayBeStripped = ({ start, prefill }: StreamContext): boolean => start === undefined && prefill === undefined

/** Context for stripped text, in which the remaining words identify the messages, whatever the wire has split. */
export const withoutTokens = (context: StreamContext): StreamContext => ({ ...context, grammar: false, wireReasoning: false })
