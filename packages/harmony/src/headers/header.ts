import type { Channel } from '@reason/core/parts'
import type { KnownWarningCode } from '@reason/core/warnings'
import {
  hasAnalysis,
  isChannelName,
  joinRecipients,
  readChannelWord,
  readRecipientWord,
  readWords,
  recipientName,
  saysAnalysis,
  type Words,
} from './header-words.ts'

export type Role = 'assistant' | 'system' | 'developer' | 'user' | 'tool'

/** Destination of a message's body. `foreign`: a turn of another role, which the model invented. */
export type MessageKind = Channel | 'call' | 'foreign'

export interface Header {
  role: Role
  /** Name of the author: `assistant:name`, or the tool that returned the result. */
  name: string | null
  /** The channel as the model wrote it. `analysis` if any marker of the header names it. */
  channel: string | null
  /** The called tool. An assistant's addresses (`user`, `all`) do not count as recipients. */
  recipient: string | null
  contentType: string | null
  kind: MessageKind
  warnings: readonly HeaderWarning[]
}

export interface HeaderWarning {
  code: KnownWarningCode
  excerpt?: string
}

export interface HeaderSettings {
  /** Names of the offered tools, by which a content type glued to a name is recognised. */
  tools: readonly string[]
  /** Channel of a message without a channel. */
  missingChannel: 'answer' | 'reasoning'
}

const roles = new Set<string>(['assistant', 'system', 'developer', 'user', 'tool'])
/** Names of an assistant in the formats of other makers. */
const assistants = new Set(['model', 'ai', 'bot'])
/** Addressees that cannot be called. */
const addresses = new Set(['assistant', 'user', 'all'])
/** Channels of answers that models of other makers have, and gpt-oss makes up or misspells. */
const answerChannel = /^(?:answer|assistant|reply|response|final(?:\w|[_ -]?(?:answer|message|response)))$/i
const knownTypes = new Set(['json', 'code'])
/** Matches a doubled role, or a channel that lost its marker, in any case and between signs: `assistantassistant`, `Assistant:final`. */
const gluedRole = /^[^\p{L}\p{N}]*(?:assistant[^\p{L}\p{N}]*)+(?:(analysis|commentary|final)[^\p{L}\p{N}]*)?$/iu
/** Matches a channel that lost its marker, without the role. */
const channelInRole = /^[^\p{L}\p{N}]*(analysis|commentary|final)[^\p{L}\p{N}]*$/iu
const usualRole = /^(?:assistant)*(?:analysis|commentary|final)?$/

/**
 * Parses a header, however odd, and decides the destination of the body. In doubt, the body is reasoning.
 *
 *     <|start|>assistant to=functions.f<|channel|>commentary <|constrain|>json<|message|>…
 *              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
 *
 * @param prompted - The prompt has begun the header. If not, a header without role and channel does not belong to an answer.
 */
export function parseHeader(text: string, prompted: boolean, settings: HeaderSettings): Header {
  return usualHeaders.get(text) ?? readHeader(text, prompted, settings)
}

function readHeader(text: string, prompted: boolean, settings: HeaderSettings): Header {
  const warnings: HeaderWarning[] = []
  const words = readWords(text, (name) => isOffered(name, settings.tools))
  const author = readRole(words, warnings)
  const namedChannel = readChannel(words, author.channel, warnings)
  const addressee = readRecipient(words, settings.tools, warnings)
  const channel = namedChannel ?? addressee.channel ?? null
  const type = addressee.contentType ?? readContentType(words, warnings)
  // A word that contains `analysis` is no content type.
  const contentType = channel === 'analysis' && type !== null && !isPlainName(type) && hasAnalysis(type) ? null : type
  const { role, name } = author
  // An address in our own messages is meaningless. In a tool's result, it belongs to the result.
  const recipient = role === 'assistant' && addressee.name !== null && addresses.has(addressee.name) ? null : addressee.name
  const header = { role, name, channel, recipient, contentType, warnings }
  if (role !== 'assistant') {
    warnings.push({ code: 'foreign-role', ...excerptOf(name ?? role) })
    return { ...header, kind: 'foreign' }
  }
  // Muse Glimmer thinks in messages to itself.
  if (recipient === 'self' && !isOffered(recipient, settings.tools)) return { ...header, recipient: null, kind: 'reasoning' }
  if (recipient !== null) return { ...header, kind: 'call' }
  return { ...header, kind: readKind() }

  function readKind(): Channel {
    if (channel === 'analysis') return 'reasoning'
    if (channel === 'commentary') return 'commentary'
    if (channel === 'final') return 'answer'
    if (channel === null && (prompted || words.role !== undefined) && !hasJunk(words)) {
      warnings.push({ code: 'missing-channel' })
      return settings.missingChannel
    }
    warnings.push(channel === null ? { code: 'unlabelled-text' } : { code: 'unknown-channel', ...excerptOf(channel) })
    return channel !== null && answerChannel.test(channel) ? 'answer' : 'reasoning'
  }
}

function readRole(words: Words, warnings: HeaderWarning[]): { role: Role; name: string | null; channel: string | undefined } {
  const whole = words.role ?? ''
  const [word, named = null] = splitAtColon(whole)
  const wholly = gluedRole.exec(whole) ?? channelInRole.exec(whole)
  const glued = wholly ?? gluedRole.exec(word) ?? channelInRole.exec(word)
  if (whole === '' || glued !== null) {
    const channel = glued?.[1]?.toLowerCase()
    if (channel !== undefined)
      warnings.push({
        code: channel === 'analysis' && !usualRole.test(wholly === null ? word : whole) ? 'damaged-analysis' : 'channel-in-role',
      })
    if (/^assistantassistant/i.test(word)) warnings.push({ code: 'stray-token' })
    return { role: 'assistant', name: wholly === null ? named : null, channel }
  }
  if (assistants.has(word)) return { role: 'assistant', name: named, channel: undefined }
  if (roles.has(word)) return { role: word as Role, name: named, channel: undefined }
  // The name of a tool replaces its role.
  return { role: 'tool', name: whole, channel: undefined }
}

function readChannel(words: Words, inRole: string | undefined, warnings: HeaderWarning[]): string | null {
  const { strayChannels } = words
  const channels = words.channels.map(readChannelWord)
  const all = [...(inRole === undefined ? [] : [inRole]), ...channels, ...strayChannels]
  const unmarked = strayChannels.length > 0
  const known = warnings.length
  if (unmarked && all.length === strayChannels.length) warnings.push({ code: 'channel-in-role' })
  else if (unmarked || channels.length > 1 || all.some((channel) => channel !== all[0])) warnings.push({ code: 'duplicate-channel' })
  const isUsual = channels.every((channel, index) => channel === words.channels[index])
  // A schema may be named `code-analysis`. Signs that no name contains come from damage.
  const constraint = words.constraint === undefined || isPlainName(words.constraint) ? '' : words.constraint
  if (all.some(saysAnalysis) || [words.role ?? '', constraint, ...channels, ...words.loose].some(hasAnalysis)) {
    if (warnings.length === known && inRole === undefined && !words.channels.includes('analysis'))
      warnings.push({ code: 'damaged-analysis' })
    return 'analysis'
  }
  if (!isUsual) warnings.push({ code: 'damaged-token' })
  // A channel with its marker is more reliable than one without.
  return channels.at(-1) ?? all.at(-1) ?? null
}

interface Addressee {
  name: string | null
  channel?: string
  contentType?: string
}

function readRecipient({ recipients }: Words, tools: readonly string[], warnings: HeaderWarning[]): Addressee {
  if (recipients.length > 1) warnings.push({ code: 'repeated-recipient' })
  const name = recipients.find((recipient) => !addresses.has(recipient)) ?? recipients[0]
  if (name === undefined) return { name: null }
  if (tools.length === 0 || isOffered(name, tools)) return { name }
  for (const { suffix, ...glued } of gluedToName) {
    const shorter = name.endsWith(suffix) ? name.slice(0, -suffix.length) : ''
    if (!isOffered(shorter, tools)) continue
    warnings.push({ code: 'resolved-tool', ...excerptOf(name) })
    return { name: shorter, ...glued }
  }
  return { name }
}

/** Suffixes that become part of a name if the tokens after it are lost: `functions.fcommentaryjson`. */
const gluedToName = ['', 'commentary', 'analysis'].flatMap((channel) =>
  ['', ...knownTypes]
    .filter((type) => channel + type !== '')
    .map((type) => ({ suffix: channel + type, ...(channel && { channel }), ...(type && { contentType: type }) })),
)

const isOffered = (name: string, tools: readonly string[]): boolean =>
  name !== '' && tools.some((tool) => bareName(tool) === bareName(name))

const bareName = (name: string): string => (name.startsWith('functions.') ? name.slice('functions.'.length) : name)

function readContentType({ constraint, loose }: Words, warnings: HeaderWarning[]): string | null {
  const type = constraint ?? (loose.length === 1 ? loose[0]! : (loose.find(isKnownType) ?? null))
  const odd = type === null ? loose.length > 0 : !isPlainName(type) || type.startsWith('functions.')
  if (odd || loose.length > 1) warnings.push({ code: 'odd-content-type' })
  return type
}

/** Whether there are words that no header has. A body after them needs a channel to be trusted. */
const hasJunk = ({ loose, constraint = '' }: Words): boolean =>
  loose.some((word) => !isKnownType(word)) || (constraint !== '' && (!isPlainName(constraint) || /analysis/i.test(constraint)))

/** Whether a first word names a role or a channel. Any other word is a tool's name. */
export function isAuthor(word: string): boolean {
  const [role] = splitAtColon(word)
  return role === '' || roles.has(role) || assistants.has(role) || channelInRole.test(role) || gluedRole.test(role) || gluedRole.test(word)
}

export const isKnownType = (word: string): boolean => knownTypes.has(word.toLowerCase())
/** Whether a text is a name that may be shown, because it cannot be a sentence. */
export const isPlainName = (text: string): boolean => /^[\w.+/:-]{1,64}$/.test(text)

const excerptOf = (name: string): { excerpt?: string } => (isPlainName(name) ? { excerpt: name } : {})

function splitAtColon(text: string): [string, string | undefined] {
  const at = text.indexOf(':')
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}

/** Header of a message without a header. */
export const bareHeader = (kind: 'answer' | 'reasoning', channel: string | null): Header => ({
  role: 'assistant',
  name: null,
  channel,
  recipient: null,
  contentType: null,
  kind,
  warnings: [],
})

export const unlabelledHeader: Header = { ...bareHeader('reasoning', 'analysis'), warnings: [{ code: 'unlabelled-text' }] }

/** Whether a body is shown to the user. */
export const isVisible = ({ kind }: Header): boolean => kind === 'answer' || kind === 'commentary'

/**
 * Whether loose text can be (part of) a header: a role or channel word, recipients, a known content type. With a recipient, the first word may be any
 * name, because a tool's name replaces its role.
 */
export function isHeaderLike(text: string): boolean {
  if (text.length > longestHeaderLike) return false
  const [first, ...rest] = joinRecipients(text).match(/\S+/g) ?? []
  if (first === undefined) return true
  const others = readRecipientWord(first) === undefined ? rest : [first, ...rest]
  if (others.some((word) => !isRecipient(word) && !isKnownType(word))) return false
  return isAuthor(first) || others.some(isRecipient)
}

const isRecipient = (word: string): boolean => recipientName(readRecipientWord(word)?.recipient ?? '') !== ''

/** Limit of a header without tokens, in characters. */
export const longestHeaderLike = 512

/** Whether loose text continues the assistant header that the prompt began, instead of beginning its own. */
export function isContinuation(text: string): boolean {
  const [first = ''] = joinRecipients(text).match(/\S+/) ?? []
  return first === '' || first.startsWith('to=') || isChannelName(first) || gluedRole.test(first)
}

/** Whether loose text names the recipient of a call. */
export const hasRecipient = (text: string): boolean => isHeaderLike(text) && (joinRecipients(text).match(/\S+/g) ?? []).some(isRecipient)

/**
 * The headers of nearly all messages, parsed once. Such a header names a channel and no recipient, so neither prompt nor settings affect it. Parsing one
 * created more garbage than its message.
 */
const usualHeaders: ReadonlyMap<string, Header> = new Map(
  ['analysis', 'commentary', 'final'].flatMap((channel) =>
    ['', 'assistant'].map((role): [string, Header] => {
      const text = `${role}<|channel|>${channel}`
      return [text, readHeader(text, true, { tools: [], missingChannel: 'answer' })]
    }),
  ),
)

/** Whether a header is one of the usual ones. */
export const isUsualHeader = (text: string): boolean => usualHeaders.has(text)
