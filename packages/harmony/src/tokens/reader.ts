import { isHighSurrogate } from '@reason/core/adapter'
import { damagedTokenAt } from './damaged-tokens.ts'
import { createTokenQuotes } from './quoted-tokens.ts'
import { isTerminator, tokenAt, type HarmonyToken } from './tokens.ts'

/** Receiver of text and tokens, in input order. */
export interface TokenTarget {
  text(text: string): void
  token(token: HarmonyToken, source: string): void
  /** Handles a token with a damaged spelling. */
  damaged(token: HarmonyToken, source: string): void
  /** @param isWhole - The model ended the text, so a header was not cut off. */
  end(isWhole?: boolean): void
}

/** Receiver of bodies, whose text may mention tokens. */
export interface BodyTarget {
  isInBody(): boolean
  mention(written: string): void
}

export interface Reader {
  push(chunk: string): void
  end(isWhole?: boolean): void
  /** Whether this whole chunk would pass at once as text. */
  isPlain(chunk: string): boolean
}

/**
 * Finds the tokens in text that the network may cut anywhere.
 *
 *     …so it is four<|e│nd|><|start|>…
 *                   ^^^ held: could still become a token
 *
 * Holds at most one token less a character, half a surrogate pair, or up to four tokens of other vocabularies. It may also hold a damaged token with the few
 * characters after it that decide whether it is one.
 */
export function createReader(
  target: TokenTarget,
  /**
   * Takes tokens of other vocabularies that end a message, and a token that the end of the text has cut. Default: they are text.
   *
   * @param at - Number of characters before it that the target got.
   */
  takeForeign?: (written: string, at: number) => void,
  /** Takes tokens that a body only mentions. Default: every token is one of the structure. */
  bodies?: BodyTarget,
): Reader {
  let held = ''
  /** Foreign tokens at the end of the text. The target may still hold text in front of them. */
  let last = ''
  /** Number of characters that the target got. */
  let given = 0
  const quotes = bodies === undefined ? undefined : createTokenQuotes()

  return { push, end, isPlain }

  function isPlain(chunk: string): boolean {
    return held === '' && chunk !== '' && !chunk.includes('<|') && safeEnd(chunk, 0) === chunk.length
  }

  function push(chunk: string): void {
    if (held === '' && isPlainWord(chunk)) {
      quotes?.skip(chunk)
      given += chunk.length
      return target.text(chunk)
    }
    const text = held === '' ? chunk : held + chunk
    const at = text.indexOf('<|')
    const to = at === -1 ? pass(text, 0) : read(text, at, false)
    held = to === text.length ? '' : text.slice(to)
  }

  function give(text: string): void {
    quotes?.read(text)
    given += text.length
    target.text(text)
  }

  /** Passes text on. @returns Start of the text that has to be held. */
  function pass(text: string, from: number): number {
    const to = safeEnd(text, from)
    if (to > from) give(to - from === text.length ? text : text.slice(from, to))
    return to
  }

  /** @param at - Index of the first `<|`. */
  function read(text: string, at: number, final: boolean): number {
    let from = 0
    while (at !== -1) {
      const exact = tokenAt(text, at)
      const hit = exact === undefined || (final && exact === 'partial') ? damagedTokenAt(text, at, final) : exact
      if (hit === 'partial') break
      if (hit === undefined) {
        const isCut = exact === 'partial' && text.length - at >= leastOfToken
        const to = takeForeign === undefined ? 'text' : isCut ? text.length : endOfForeign(text, at, final)
        if (to === 'more') break
        if (to === 'text') at = text.indexOf('<|', at + 2)
        else {
          if (at > from) give(text.slice(from, at))
          const written = text.slice(at, to)
          if (final && to === text.length) last = written
          else takeForeign!(written, given)
          from = to
          at = text.indexOf('<|', to)
        }
        continue
      }
      if (at > from) give(text.slice(from, at))
      from = at
      const end = 'text' in hit ? at + hit.text.length : hit.end
      const mentioned = bodies?.isInBody() === true ? quotes!.judge(text, end, isTerminator(hit.token), final) : 'token'
      if (mentioned === 'more') return at
      if (mentioned !== 'token') {
        const written = text.slice(at, mentioned)
        quotes!.read(written)
        given += written.length
        bodies!.mention(written)
        from = mentioned
        at = text.indexOf('<|', from)
        continue
      }
      quotes?.reset()
      if ('text' in hit) {
        from = end
        given += hit.text.length
        target.token(hit.token, hit.text)
      } else {
        from = hit.end
        given += from - at
        target.damaged(hit.token, text.slice(at, from))
      }
      at = text.indexOf('<|', from)
    }
    if (at === -1 && !final) return pass(text, from)
    const to = final ? text.length : at
    if (to > from) give(text.slice(from, to))
    return to
  }

  // An incomplete token is left out of what a server sent. In a file it is text of the current channel.
  function end(isWhole = false): void {
    const rest = held
    held = ''
    if (rest !== '') read(rest, rest.indexOf('<|'), true)
    target.end(isWhole)
    if (last !== '') takeForeign!(last, given)
    last = ''
  }
}

/** Length of a token's beginning that is left out if the text ends in it, in UTF-16 units. */
const leastOfToken = 3

const foreign = /<\|\/?\w{1,40}\|>\s{0,16}/y
const beginningOfForeign = /^<(?:\|(?:\/?\w{0,40}\|?)?)?$/
const mostForeign = 4

/**
 * End of tokens of other vocabularies, if nothing or a structural token follows: `<|im_end|>`, `<|eot|>`. Elsewhere, a text speaks of them.
 *
 * @returns `more`: needs more text.
 */
function endOfForeign(text: string, at: number, final: boolean): number | 'more' | 'text' {
  let to = at
  for (let count = 0; count < mostForeign; count++) {
    if (to === text.length) return final ? to : 'more'
    const known = text.startsWith('<|', to) ? tokenAt(text, to) : undefined
    if (typeof known === 'object') return to
    // A cut token alone has no end in front of it.
    if (final && known === 'partial' && to > at) return text.length
    foreign.lastIndex = to
    const found = foreign.exec(text)?.[0]
    if (found === undefined) return !final && beginningOfForeign.test(text.slice(to, to + 44)) ? 'more' : 'text'
    to += found.length
  }
  return final && to === text.length ? to : 'text'
}

function safeEnd(text: string, from: number): number {
  const length = text.length
  if (length === from) return length
  const last = text.charCodeAt(length - 1)
  return last === lessThan || isHighSurrogate(last) ? length - 1 : length
}

const lessThan = 0x3c
const backtick = 0x60
/** Limit of a chunk that one loop reads faster than several searches do, in UTF-16 units. */
const longestWord = 24

/** Whether a short chunk has nothing that could be a mark, a token or half a character. */
function isPlainWord(chunk: string): boolean {
  if (chunk.length === 0 || chunk.length > longestWord) return false
  for (let at = 0; at < chunk.length; at++) {
    const unit = chunk.charCodeAt(at)
    if (unit === lessThan || unit === backtick || isHighSurrogate(unit)) return false
  }
  return true
}
