import { tokenAt, type Token } from './tokens.ts'

/** The words of a header, by where they stood. */
export interface Words {
  role: string | undefined
  /** After `<|channel|>`. */
  channels: string[]
  /** Channels that stood anywhere else: after the role or a channel, as content type, as recipient. */
  strayChannels: string[]
  recipients: string[]
  /** After `<|constrain|>`. */
  constraint: string | undefined
  /** None of the above: a content type without its marker, or junk. */
  loose: string[]
}

const channelNames = new Set(['analysis', 'commentary', 'final'])
/** `analysis` alone, in any spelling, and between other words of headers. What hides a message is not read strictly. */
const analysisWord = /^\W*(?:assistant|commentary|final|json|code)*analysis(?:assistant|analysis|commentary|final|json|code|to)*\W*$/i
/** A thought glued to it. A schema may be called `analysis_report`. */
const gluedThought = /^\W*analysis[^a-z0-9_.+/-]/
const channelAddress = /^(?:assistant|user|all)*(analysis|commentary|final)$/
/** The words before may have lost their blanks. */
const recipientWord = /^((?:assistant|analysis|commentary|final)*)to=(.*)$/s
/** A recipient that a blank cuts: `to= functions.f`, `to =functions.f`. */
const cutRecipient =
  /(?<!\S)((?:assistant|analysis|commentary|final)*to)(?:\s=\s?|=\s)(?!(?:json|code|analysis|commentary|final)(?!\S))(?=[\w.-])/g

/** A channel, in any case and between signs: `Final`, `––analysis––`. */
const channelWord = /^[^\p{L}\p{N}]*(analysis|commentary|final)[^\p{L}\p{N}]*$/iu

/** The channel that stands behind a channel token, as the format writes it. */
export const readChannelWord = (word: string): string => channelWord.exec(word)?.[1]!.toLowerCase() ?? word

/** Whether a text has the word in it. `analysis_report` is the name of a schema. */
export const hasAnalysis = (text: string): boolean => /\banalysis\b/i.test(text)

export const isChannelName = (word: string): boolean => channelNames.has(word)

/** The channel that a word names where no channel belongs. */
export function strayChannel(word: string): string | undefined {
  if (channelNames.has(word)) return word
  return analysisWord.test(word) || gluedThought.test(word) ? 'analysis' : undefined
}

/** Whether what stands after a channel token says `analysis`, also when text is glued to it. */
export const saysAnalysis = (channel: string): boolean => /^\W*analysis/i.test(channel) || analysisWord.test(channel)

/** @param isTool - Whether a tool of this name was offered: it may be called as a channel is. */
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

/** What stands before the first marker, and after each. */
function* segments(text: string): Generator<{ marker?: Token; segment: string }, void, void> {
  let marker: Token | undefined
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

/** The words of a segment, without its recipients, which are noted. */
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

/** The part of a recipient that is a name: a body without header may be glued to it. */
export const recipientName = (recipient: string): string => /^[^\s<{[]*/.exec(recipient)![0]

/** A word with a recipient: what stands before the `to=`, and who is meant. */
export function readRecipientWord(word: string): { before: string; recipient: string } | undefined {
  const match = recipientWord.exec(word)
  return match === null ? undefined : { before: match[1]!, recipient: match[2]! }
}

export const joinRecipients = (text: string): string => (text.includes('to') ? text.replace(cutRecipient, '$1=') : text)

/** A name ends where markup begins, also markup that is not structural. Behind a damaged token the channel may still stand in it. */
function cutAtMarkup(name: string, words: Words): string {
  const at = name.indexOf('<')
  if (at === -1) return name
  if (hasAnalysis(name.slice(at))) words.strayChannels.push('analysis')
  return name.slice(0, at)
}

/** Words that only headers are made of. */
const isBareWord = (word: string): boolean => bareWords.includes(word) || word.startsWith('to=')
const bareWords = [...channelNames, 'assistant', 'json', 'code']

/** Most characters of a header that comes too late: some words, a name, and blanks. */
const longestLateHeader = 64

/** Whether a text that goes on can come to nothing but words of headers. */
export function mayBecomeHeader(text: string): boolean {
  if (text.length > longestLateHeader) return false
  const words = text.match(/\S+/g) ?? []
  const last = /\s$/.test(text) ? '' : (words.pop() ?? '')
  return words.every(isBareWord) && (last.startsWith('to=') || [...bareWords, 'to='].some((word) => word.startsWith(last)))
}

/** Whether the text of a body is a header yet: words of headers alone, and one that says where it goes. */
export function isLateHeader(text: string): boolean {
  const words = text.match(/\S+/g) ?? []
  return words.every(isBareWord) && words.some((word) => isChannelName(word) || word.startsWith('to='))
}
