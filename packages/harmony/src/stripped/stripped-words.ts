import { isHighSurrogate } from '@reason/core/adapter'

/** A header without its tokens: the equivalent header, and its end. */
export interface StrippedToken {
  means: string
  end: number
}

/** Spelling of the words at the beginning of the text, which later words share. */
export interface StrippedStyle {
  /** Not in lower case: `ANALYSIS`. */
  anyCase: boolean
  /** With blanks between and after the words: `analysis The user`. */
  spaced: boolean
  /** On lines of their own. */
  onLines: boolean
  /** With a colon behind them: `analysis: The user`. */
  labelled: boolean
}

/** Default style: words in lower case, glued to each other or on separate lines. */
export const usualStyle: StrippedStyle = { anyCase: false, spaced: false, onLines: false, labelled: false }

export interface StrippedOpening extends StrippedToken {
  /** The word may be prose. */
  doubtful: boolean
  style: StrippedStyle
}

/** `more`: the text may still become a marker. `cut`: the stream ended inside a marker. `undefined`: no marker. */
type WordReading<M> = M | 'more' | 'cut' | undefined

const longestBlanks = 64
const longestName = 256
/** Limit of text between a role and its channel. */
const mostBetween = 4
const channelAt = /^(?:analysis|commentary|final)/i
const separator = /^(?:\s?[:|]\s?|\s{1,4})/

/** Matches text that cannot continue a word, so the word was a marker. In scripts without capitals, any letter. */
const glued = /^(?:[\p{Lu}\p{Lt}\p{Lo}\p{N}\p{So}"“«¿¡`#$]|\*[*\p{L}]|'\p{Lu})/u
/** For `analysis` and `commentary`, which begin no other word. */
const anyLetter = /^\p{L}/u
/** `FINALLY` is a word, `FINALThe` is not. */
const capitals = /^[*'\p{Lu}]$/u
/** Matches the beginning of a sentence, also in bold or in quotes. */
const sentence = /^[*_#"“«(>-]{0,3}[\p{Lu}\p{Lt}\p{Lo}]/u

/**
 * Reads the beginning of a stream, after `<|start|>assistant` in the prompt.
 *
 *     analysisThe user…    analysis The user…    analysis of the quarter…    ANALYSIS The user…
 *     ^^^^^^^^             ^^^^^^^^              ^^^^^^^^ (doubtful)         ^^^^^^^^ (doubtful)
 *
 * Text glued to the word makes it a header, because prose never does that. Before a blank, only a lower-case word followed by the beginning of a
 * sentence is a header, because prose begins with a capital. All other cases are doubtful.
 */
export function readOpening(text: string, final: boolean): WordReading<StrippedOpening> {
  const lead = blanksAt(text, 0)
  const rest = text.slice(lead, lead + longestBlanks)
  if (lead > longestBlanks) return undefined
  const begun = rest.toLowerCase()
  if (['analysis', 'commentary', 'final', 'assistant', 'to='].some((word) => word.length > begun.length && word.startsWith(begun))) {
    return final ? undefined : 'more'
  }
  if (rest.startsWith('to=')) return certain(readRoleRecipient(text, lead, final), usualStyle)
  const role = begun.startsWith('assistant') ? readRole(rest, final) : ''
  if (role === undefined || role === 'more') return role
  if (role === 'to=') return certain(readRoleRecipient(text, lead + 'assistant '.length, final), usualStyle)
  const from = lead + role.length
  const word = channelAt.exec(text.slice(from))?.[0]
  if (word === undefined) return undefined

  const channel = word.toLowerCase()
  const end = behindColon(text, from + word.length)
  const blanks = blanksAt(text, end)
  const next = text.slice(end + blanks, end + blanks + longestBlanks)
  const isGluedRole = role.length === 'assistant'.length
  const style: StrippedStyle = {
    anyCase: text.slice(lead, end) !== begun.slice(0, end - lead),
    spaced: blanks > 0 || (role !== '' && !isGluedRole),
    onLines: text.slice(end, end + blanks).includes('\n'),
    labelled: end > from + word.length,
  }
  if (next === '' && blanks <= longestBlanks) return final ? 'cut' : 'more'
  if (channel !== 'final' && 'to='.startsWith(next.slice(0, 3))) {
    if (next.length < 3) return final ? undefined : 'more'
    return certain(readRecipient(text, end, channel, final), style)
  }
  const follows = isGluedRole || (blanks === 0 ? isGlued(word, next, final) : beginsSentence(next, final))
  if (follows === 'more') return 'more'
  const isOwnLine = channel !== 'final' && style.onLines
  const means = `assistant<|channel|>${channel}`
  if (isGluedRole || (blanks === 0 && follows) || (!style.anyCase && (follows || isOwnLine))) return { means, end, style, doubtful: false }
  // If the word counted, "final thoughts" before a marker would be an answer. As prose, it is hidden. Text glued to "analysis" is hidden either way, but
  // the word is not part of the reasoning.
  return channel === 'analysis' || (blanks > 0 && channel !== 'final') ? { means, end, style, doubtful: true } : undefined
}

const certain = (marker: WordReading<StrippedToken>, style: StrippedStyle): WordReading<StrippedOpening> =>
  typeof marker === 'object' ? { ...marker, style, doubtful: false } : marker

/** Reads the role with its separator, before a channel, or `to=` for a recipient. `more`: the text is too short. Undefined: neither follows. */
function readRole(rest: string, final: boolean): string | undefined {
  const role = rest.slice(0, 'assistant'.length)
  const after = rest.slice(role.length)
  if (after.startsWith(' to=')) return 'to='
  const between = separator.exec(after)?.[0] ?? ''
  const begun = after.slice(between.length).toLowerCase()
  if (channelAt.test(begun)) return role + between
  const possible = ['analysis', 'commentary', 'final', 'to='].some((word) => word.startsWith(begun))
  return possible && !final ? 'more' : undefined
}

/** Whether the text directly after the word shows that the word is not prose. */
function isGlued(word: string, next: string, final: boolean): boolean | 'more' {
  const goesOn = word === 'FINAL' ? capitals : /^[*']$/
  if (!final && isUnfinished(next, goesOn)) return 'more'
  return word === 'FINAL'
    ? glued.test(next) && !/^\p{Lu}{2}/u.test(next)
    : glued.test(next) || (!/final/i.test(word) && anyLetter.test(next))
}

function beginsSentence(next: string, final: boolean): boolean | 'more' {
  if (!final && isUnfinished(next, /^[*_#"“«(>-]{1,3}$/)) return 'more'
  return sentence.test(next)
}

/** Whether the text ends before or within the deciding character. */
const isUnfinished = (next: string, signs: RegExp): boolean => signs.test(next.replace(/[\ud800-\udbff]$/, '')) || isHalf(next)
const isHalf = (next: string): boolean => next.length === 1 && isHighSurrogate(next.charCodeAt(0))

/** Whether a text begins with a header that lost its tokens. `more`: needs more text. A recipient alone may precede a token that has not arrived. */
export function beginsStripped(text: string, final: boolean): 'yes' | 'doubtful' | 'no' | 'more' {
  if (!/^\s*(?:[acf]|$)/i.test(text)) return 'no'
  const opening = readOpening(text, final)
  if (opening === 'more') return 'more'
  if (typeof opening !== 'object' || !/^\s*(?:assistant\W{0,4})?(?:analysis|commentary|final)/i.test(text)) return 'no'
  return opening.doubtful ? 'doubtful' : 'yes'
}

/**
 * Reads a header after the first message.
 *
 *     …politely.assistantfinalHello!…       …search.assistantcommentary to=functions.f json{"a":…
 *               ^^^^^^^^^^^^^^                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
 *
 * @param at - Index of `assistant`, in any case.
 * @param before - Some characters before it, if `text` begins with it.
 */
export function readMarker(text: string, at: number, final: boolean, style = usualStyle, before = ''): WordReading<StrippedToken> {
  const end = at + roleWord.length
  const isLower = text.startsWith(roleWord, at)
  if (!isLower && !style.anyCase) return undefined
  const rest = text.slice(end, end + mostBetween + 'commentary'.length)
  if (rest.startsWith(' to=')) return readRoleRecipient(text, end + 1, final)
  const between = separator.exec(rest)?.[0] ?? ''
  const begun = rest.slice(between.length)
  const word = channelAt.exec(begun)?.[0]
  if (word === undefined) {
    const names = ['analysis', 'commentary', 'final', ...(between === '' || between === ' ' ? ['to='] : [])]
    const possible = names.some((name) => name.length > begun.length && name.startsWith(begun.toLowerCase()))
    return possible && !final && end + rest.length === text.length ? 'more' : undefined
  }
  const channel = word.toLowerCase()
  if (word !== channel && !style.anyCase) return undefined
  const from = end + between.length + word.length
  const behind = behindColon(text, from)
  if (between !== '') {
    if (!mayStandApart(text.slice(Math.max(0, at - longestContext), at) || before, between, style)) return undefined
    const follows = standsApart(text.slice(behind, behind + longestContext), final)
    if (follows !== true) return follows === 'more' ? 'more' : undefined
  }
  if (from === text.length && !final) return 'more'
  return channel === 'final' ? { means: 'assistant<|channel|>final', end: behind } : readRecipient(text, behind, channel, final)
}

/** Skips a colon after the word, as in `Analysis: …`, which is not part of the message. */
const behindColon = (text: string, at: number): number => (text.charAt(at) === ':' ? at + 1 : at)

const loneWord = 'final'
/** The word on a line by itself, or with a colon in front of its text. */
const lone = `(?<=\\n[^\\S\\n]{0,4})${loneWord}(?=:?[^\\S\\n]{0,4}\\n|:[^\\S\\n]{1,4}\\S)`

/** Whether the found word is not a role. */
export const isLoneWord = (text: string, at: number): boolean => /f/i.test(text.charAt(at))

/** Reads the word on its line, after a sentence or an empty line. */
export function readLone(text: string, at: number, before: string, { labelled }: StrippedStyle): StrippedToken | undefined {
  const isLabel = /^:[^\S\n]{1,4}\S/.test(text.slice(at + loneWord.length, at + loneWord.length + longestContext))
  if (isLabel && !labelled) return undefined
  const line = text.lastIndexOf('\n', at)
  const ended = (before + text.slice(Math.max(0, line - longestContext), line)).slice(-longestContext)
  if (!text.startsWith(loneWord, at) || !/(?:[.!?…。！？)"'”’*`]|\n)[^\S\n]*$/.test(ended)) return undefined
  return { means: 'assistant<|channel|>final', end: behindColon(text, at + loneWord.length) }
}

/** Length of a possible beginning of such a line at the end of a text. */
export const partialLone = (text: string): number => /\n[^\S\n]{0,4}(?:f|fi|fin|fina|final:?[^\S\n]{0,4})?$/.exec(text)?.[0].length ?? 0

/** Index of the next role, in any case. */
export const nextRole = (text: string, from: number): number => nextOf(anyRole, text, from)

/** Index of the next role, or of a word on a line by itself. */
export const nextRoleOrLone = (text: string, from: number): number => nextOf(anyRoleOrLone, text, from)

function nextOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.exec(text)?.index ?? -1
}

const anyRole = /assistant/gi
const anyRoleOrLone = new RegExp(`assistant|${lone}`, 'gi')

/** Length of a possible beginning of the role at the end of a text. */
export function partialRole(text: string): number {
  const end = text.slice(1 - roleWord.length).toLowerCase()
  for (let length = Math.min(roleWord.length - 1, text.length); length > 0; length--) {
    if (end.endsWith(roleWord.slice(0, length))) return length
  }
  return 0
}

const roleWord = 'assistant'
/** Number of characters around a marker that decide whether it is one. */
export const longestContext = 8

/** Whether words with blanks between them may be a marker: on lines by themselves, glued to the text before, or like the first words, after a sentence. */
function mayStandApart(before: string, between: string, style: StrippedStyle): boolean {
  const text = before.trimEnd()
  if (between.includes('\n') || before.slice(text.length).includes('\n') || (before === text && text !== '')) return true
  return style.spaced && (text === '' || /[^\p{L}\p{N},;–—-]$/u.test(text))
}

/** Whether the text after a separate marker fits: the end of a line, the beginning of a sentence, or a recipient. */
function standsApart(text: string, final: boolean): boolean | 'more' {
  const next = text.trimStart()
  const blanks = text.slice(0, text.length - next.length)
  if (blanks.includes('\n')) return true
  if (next === '') return final || blanks.length >= longestContext ? final : 'more'
  if (!final && (isUnfinished(next, /^[*_#"“«(>-]{1,3}$/) || 'to='.startsWith(next))) return 'more'
  return next.startsWith('to=') || sentence.test(next) || glued.test(next)
}

/** Reads an optional recipient after a channel word. */
function readRecipient(text: string, at: number, channel: string, final: boolean): WordReading<StrippedToken> {
  const plain = { means: `assistant<|channel|>${channel}`, end: at }
  const from = at + Math.min(blanksAt(text, at), 1)
  const next = text.slice(from, from + 3)
  if (next !== 'to=') return 'to='.startsWith(next) && !final ? 'more' : plain
  // If the recipient is the assistant itself, another header follows.
  if (text.startsWith('assistant', from + 3)) {
    const marker = readMarker(text, from + 3, final)
    if (typeof marker === 'object') return { ...marker, means: marker.means.replace('assistant', `assistant<|channel|>${channel}`) }
    if (marker !== undefined) return marker
  }
  const name = nameAt(text, from + 3)
  return readType(text, from + 3 + name.length, `assistant<|channel|>${channel} to=${name}`, final)
}

/** Reads a recipient in the role part. Its name, the channel word and the content type were separate once. */
function readRoleRecipient(text: string, at: number, final: boolean): WordReading<StrippedToken> {
  const name = nameAt(text, at + 3)
  const [, tool = name, channel, type] = /^(.+?)(analysis|commentary)(json|code)?$/.exec(name) ?? []
  const means = `assistant to=${tool}${channel === undefined ? '' : `<|channel|>${channel}`}`
  if (type !== undefined && at + 3 + name.length < text.length) {
    return { means: `${means} <|constrain|>${type}`, end: at + 3 + name.length }
  }
  return readType(text, at + 3 + name.length, means, final)
}

/** Reads an optional content type after a recipient. The arguments follow. */
function readType(text: string, at: number, means: string, final: boolean): WordReading<StrippedToken> {
  const rest = text.slice(at, at + 5)
  const type = /^\s?(json|code)/.exec(rest)
  if (type !== null) return { means: `${means} <|constrain|>${type[1]}`, end: at + type[0].length }
  const possible = [' json', ' code', 'json', 'code'].some((word) => word.startsWith(rest.replace(/^\s/, ' ')))
  if (possible) return final ? 'cut' : 'more'
  return { means, end: at }
}

const nameAt = (text: string, at: number): string => /^[\w.-]*/.exec(text.slice(at, at + longestName))![0]

function blanksAt(text: string, at: number): number {
  let end = at
  while (end < text.length && end - at <= longestBlanks && /\s/.test(text.charAt(end))) end++
  return end - at
}
