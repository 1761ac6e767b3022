import { tokenAt, type HarmonyToken } from '../tokens/tokens.ts'

/** The words of a header, by position. */
export interface Words {
  role: string | undefined
  /** After `<|channel|>`. */
  channels: string[]
  /** Channels in any other place: after the role or a channel, as content type, as recipient. */
  strayChannels: string[]
  recipients: string[]
  /** After `<|constrain|>`. */
  constraint: string | undefined
  /** All other words: a content type without its marker, or junk. */
  loose: string[]
}

const channelNames = new Set(['analysis', 'commentary', 'final'])
/** Matches `analysis` alone, in any spelling, and among other header words. Lenient, because `analysis` hides the message. */
const analysisWord =
  /^\W*(?:to=)?(?:assistant|commentary|final|json|code)*analysis(?:assistant|analysis|commentary|final|json|code|to)*\W*$/i
/** Matches `analysis` with a thought glued to it. A schema may be named `analysis_report`. */
const gluedThought = /^\W*analysis[^a-z0-9_.+/-]/
const channelAddress = /^(?:assistant|user|all)*(analysis|commentary|final)$/
/** Matches a recipient. The words before it may have lost their blanks. */
const recipientWord = /^((?:assistant|analysis|commentary|final|json|code)*)to=(.*)$/s
/** Matches a recipient cut by a blank: `to= functions.f`, `to =functions.f`. */
const cutRecipient =
  /(?<!\S)((?:assistant|analysis|commentary|final|json|code)*to)(?:\s=\s?|=\s)(?!(?:json|code|analysis|commentary|final)(?!\S))(?=[\w.-])/g

/** Matches a channel in any case and between signs: `Final`, `––analysis––`. */
const channelWord = /^[^\p{L}\p{N}]*(analysis|commentary|final)[^\p{L}\p{N}]*$/iu

/** Normalises the word after a channel token to its channel, if it is one. */
export const readChannelWord = (word: string): string => channelWord.exec(word)?.[1]!.toLowerCase() ?? word

/** Whether a text contains the word `analysis`. The name of a schema, `analysis_report`, does not count. */
export const hasAnalysis = (text: string): boolean => /\banalysis\b/i.test(text)

export const isChannelName = (word: string): boolean => channelNames.has(word)

/** Returns the channel that a word names in a place where no channel belongs. */
export function strayChannel(word: string): string | undefined {
  if (channelNames.has(word)) return word
  return analysisWord.test(word) || gluedThought.test(word) ? 'analysis' : undefined
}

/** Whether the text after a channel token names `analysis`, even with text glued to it. */
export const saysAnalysis = (channel: string): boolean => /^\W*analysis/i.test(channel) || analysisWord.test(channel)

/** Reads the words of a header. @param isTool - Whether a tool of this name was offered, because a tool may have the name of a channel. */
export function readWords(text: string, isTool: (name: string) => boolean): Words {
  const words: Words = { role: undefined, channels: [], strayChannels: [], recipients: [], constraint: undefined, loose: [] }
  for (const { marker, segment } of segments(text)) {
    const joined = joinRecipients(segment)
    const plain = plainWords(joined, words, isTool)
    if (marker === undefined) {
      if (!joined.trimStart().startsWith('to=')) words.role = cutAtMarkup(plain.shift() ?? '', words) || undefined
    } else if (marker === 'channel') {
      words.channels.push(cutAtMarkup(plain.shift() ?? '', words))
    }
    const others: string[] = []
    for (const word of plain) {
      const channel = strayChannel(word)
      if (channel !== undefined) words.strayChannels.push(channel)
      else others.push(word)
    }
    if (marker === 'constrain') words.constraint ??= others.join(' ') || undefined
    else words.loose.push(...others.filter((word) => word !== 'assistant'))
  }
  return words
}

/** Yields the text before the first marker, and after each marker. */
function* segments(text: string): Generator<{ marker?: HarmonyToken; segment: string }, void, void> {
  let marker: HarmonyToken | undefined
  let from = 0
  for (let at = text.indexOf('<|'); at !== -1; at = text.indexOf('<|', at + 2)) {
    const hit = tokenAt(text, at)
    if (hit === undefined || hit === 'partial') continue
    yield { ...(marker && { marker }), segment: text.slice(from, at) }
    marker = hit.token
    from = at + hit.text.length
  }
  yield { ...(marker && { marker }), segment: text.slice(from) }
}

/** Returns the words of a segment without its recipients, which are added to `words`. */
function plainWords(segment: string, words: Words, isTool: (name: string) => boolean): string[] {
  const plain: string[] = []
  for (const word of segment.match(/\S+/g) ?? []) {
    const { before, recipient } = readRecipientWord(word) ?? {}
    if (recipient === undefined) {
      plain.push(word)
      continue
    }
    if (before) plain.push(before)
    const name = recipientName(recipient)
    const channel = isTool(name) ? undefined : (channelAddress.exec(name)?.[1] ?? strayChannel(name))
    if (channel !== undefined) words.strayChannels.push(channel)
    else if (name !== '') words.recipients.push(name)
  }
  return plain
}

/** Returns the name in a recipient, because a body without header may be glued to it. */
export const recipientName = (recipient: string): string => /^[^\s<{[]*/.exec(recipient)![0]

/** Splits a word with a recipient: the text before `to=`, and the recipient. */
export function readRecipientWord(word: string): { before: string; recipient: string } | undefined {
  const match = recipientWord.exec(word)
  return match === null ? undefined : { before: match[1]!, recipient: match[2]! }
}

export const joinRecipients = (text: string): string => (text.includes('to') ? text.replace(cutRecipient, '$1=') : text)

/** Cuts a name at the first markup, even if it is not structural. After a damaged token, the markup may still contain the channel. */
function cutAtMarkup(name: string, words: Words): string {
  const at = name.indexOf('<')
  if (at === -1) return name
  if (hasAnalysis(name.slice(at))) words.strayChannels.push('analysis')
  return name.slice(0, at)
}

/** Whether the word occurs only in headers. */
const isBareWord = (word: string): boolean => bareWords.includes(word) || word.startsWith('to=')
const bareWords = [...channelNames, 'assistant', 'json', 'code']

/** Limit of a late header's length in characters: some words, a name, and blanks. */
const longestLateHeader = 64

/** Whether a text may still turn out to consist of header words only. */
export function mayBecomeHeader(text: string): boolean {
  if (text.length > longestLateHeader) return false
  const words = text.match(/\S+/g) ?? []
  const last = /\s$/.test(text) ? '' : (words.pop() ?? '')
  return words.every(isBareWord) && (last.startsWith('to=') || [...bareWords, 'to='].some((word) => word.startsWith(last)))
}

/** Whether a body is in fact a header: only header words, one of them a channel or a recipient. */
export function isLateHeader(text: string): boolean {
  const words = text.match(/\S+/g) ?? []
  return words.every(isBareWord) && words.some((word) => isChannelName(word) || word.startsWith('to='))
}
