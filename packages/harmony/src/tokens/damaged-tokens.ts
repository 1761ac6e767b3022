import { tokens, type HarmonyToken } from './tokens.ts'

/** A structural token with a damaged spelling, and its position. */
export interface DamagedToken {
  token: HarmonyToken
  at: number
  end: number
}

const channelWords = ['analysis', 'commentary', 'final']
const roleWords = ['assistant', 'user', 'system', 'developer', 'functions', 'browser', 'python', ...channelWords]

/** Minimum length of a name that may be misspelt. A short name with a missing letter is another word: `<|en|>` is a language. */
const shortestMisspelt = 5

/** Every name, also with one letter missing or doubled. */
const names = new Map<string, HarmonyToken>(
  tokens.flatMap((token): [string, HarmonyToken][] => {
    if (token.length < shortestMisspelt) return [[token, token]]
    const letters = [...token].flatMap((letter, at) => ['', letter + letter].map((put) => token.slice(0, at) + put + token.slice(at + 1)))
    return [token, ...letters].map((name) => [name, token])
  }),
)

const longestJunk = 8
const longestBlanks = 16
/** Length of `<||constrain||>` with a doubled letter. */
const longestSpelling = 16

/** All beginnings of such names. */
const beginnings = new Set([...names.keys()].flatMap((name) => Array.from({ length: name.length + 1 }, (_, to) => name.slice(0, to))))

const spelling = /^<\|{1,2}([a-z]{2,10})(?:\|{1,2}>|>|\|(?!\|?>))/i
const spellingBegun = /^<\|{1,2}([a-z]{0,10})\|{0,2}$/i

/**
 * Finds a damaged token at a `<|` without an exact one.
 *
 *     <|channel>analysis    <|channel|analysis    <|CHANNEL|>analysis    <|chanel|>analysis
 *
 * In bodies a quoted token looks the same. So the token must fit its position: `start` before a role, `channel` before a channel, and a terminator
 * before another token or at the end of the text. The machine decides about `message` and `constrain`.
 *
 * @param final - No more text will come.
 * @returns `partial`: the text is too short to decide. Undefined: ordinary text.
 */
export function damagedTokenAt(text: string, at: number, final: boolean): DamagedToken | 'partial' | undefined {
  const third = text.charCodeAt(at + 2) | 0x20
  // Only `|` and letters may follow. Anything else is text.
  if (third !== 0x7c && (third < 0x61 || third > 0x7a)) return undefined
  const here = text.slice(at, at + longestSpelling + 2)
  if (!final && here.length < longestSpelling) {
    const begun = spellingBegun.exec(here)?.[1]?.toLowerCase()
    if (begun !== undefined && beginnings.has(begun)) return 'partial'
  }
  const match = spelling.exec(here)
  const token = match === null ? undefined : names.get(match[1]!.toLowerCase())
  if (token === undefined) return undefined
  const end = at + match![0].length
  const fits = fitsBefore(token, text, end, final)
  return fits === 'partial' ? 'partial' : fits ? { token, at, end } : undefined
}

/** Whether the text at `at` may follow such a token. */
function fitsBefore(token: HarmonyToken, text: string, at: number, final: boolean): boolean | 'partial' {
  if (token === 'message' || token === 'constrain') return true
  if (token === 'start' || token === 'channel') {
    const junk = token === 'start' ? /^\s*/ : /^[^A-Za-z<]*/
    const rest = text.slice(at, at + longestJunk + 'commentary'.length)
    const [{ length }] = junk.exec(rest)!
    if (length > longestJunk) return false
    const word = rest.slice(length).toLowerCase()
    const words = token === 'start' ? roleWords : channelWords
    if (words.some((other) => word.startsWith(other))) return true
    return !final && at + rest.length === text.length && words.some((other) => other.startsWith(word)) ? 'partial' : false
  }
  const rest = text.slice(at, at + longestBlanks + 2).replace(/^\s{0,16}/, '')
  if (rest.startsWith('<|')) return true
  if (rest !== '' && rest !== '<') return false
  if (final) return rest === ''
  return at + longestBlanks + 2 > text.length ? 'partial' : false
}

const anyName = [...names.keys()].toSorted((a, b) => b.length - a.length).join('|')
/** Matches brackets of any kind, also with the bars of other vocabularies, on at least one side. Tokenizers put blanks between a sign and a word. */
const anyBrackets = `(?:<?[|｜]{1,2} ?|<)(${anyName})(?: ?[|｜>]{1,3}|(?=analysis|commentary|final|assistant))|(?<![a-z0-9_])(${anyName})[|｜>]{1,3}`
const anySpelling = new RegExp(anyBrackets, 'gi')
const beginsToken = new RegExp(`^(?:<\\||${anyBrackets})`, 'i')
const hasBar = /[|｜]/
/** Matches a text whose tokens have all lost their bars. */
const withoutBars = /^\s{0,16}<(?:start|channel)>/i
const damagedOpening = new RegExp(`^\\s{0,16}(?:${anyBrackets})\\s{0,4}(?:analysis|commentary|final|assistant)`, 'i')
const mayOpenDamaged = /^\s{0,16}(?:<?[|｜]{0,2} ?[a-z]{0,10} ?[|｜>]{0,3}\s{0,4}[a-z]{0,10})?$/i

/** Matches the beginning of a text whose first token has lost all before its name: `channel|>analysis`. */
const mayOpenBare = /^\s{0,16}([a-z]{1,10})(?:[|｜>]{1,3}\s{0,4}([a-z]{0,10}))?$/
const openingWords = [...channelWords, 'assistant']

/** Whether a text begins with a damaged token before a role or a channel. `more`: needs more text. */
export function beginsDamaged(text: string, final: boolean): boolean | 'more' {
  if (damagedOpening.test(text)) return true
  if (final) return false
  if (/^\s{0,16}[<|｜]/.test(text)) return mayOpenDamaged.test(text) && 'more'
  const [, name, word] = mayOpenBare.exec(text.slice(0, longestWords).toLowerCase()) ?? []
  const mayBe =
    word === undefined ? name !== undefined && beginnings.has(name) : names.has(name!) && openingWords.some((one) => one.startsWith(word))
  return mayBe && 'more'
}

/** Limit of header text before a damaged token, in characters. Allows for a few words. */
const longestWords = 64

/** Whether text may contain a damaged token at all. */
export const mayHoldDamaged = (text: string): boolean => /[<>|｜]/.test(text)

/**
 * Finds the next damaged token in held text, all of which is available. The token may have lost any of its signs: `<channel|>`, `|start|>`.
 *
 * @param inHeader - The text continues a header, so any token near its beginning counts. Otherwise the token must fit its position.
 */
export function nextDamaged(text: string, from: number, inHeader: boolean): DamagedToken | undefined {
  const searched = inHeader ? text.slice(0, from + longestWords) : text
  const hasNoBars = withoutBars.test(text)
  anySpelling.lastIndex = from
  for (let match = anySpelling.exec(searched); match !== null; match = anySpelling.exec(searched)) {
    const { index: at, 0: written } = match
    const token = names.get((match[1] ?? match[2]!).toLowerCase())!
    const end = at + written.length
    if (inHeader) return { token, at, end }
    if (!hasBar.test(written) && !hasNoBars && !(at <= longestBlanks && written.startsWith('<') && text.slice(0, at).trim() === ''))
      continue
    if (token === 'message' || token === 'constrain') continue
    const isTerminator = token !== 'start' && token !== 'channel'
    if (isTerminator ? endsMessage(text, end) : fitsBefore(token, text, end, true) === true) return { token, at, end }
  }
  return undefined
}

/** Whether a terminator may end here: before another token in any spelling, or at the end. */
function endsMessage(text: string, at: number): boolean {
  const rest = text.slice(at, at + longestBlanks + longestSpelling).trimStart()
  return rest === '' || beginsToken.test(rest)
}
