import { nextDamaged } from '../tokens/damaged-tokens.ts'
import { isAuthor } from '../headers/header.ts'
import { isProse } from '../headers/headerless.ts'
import { recipientName, strayChannel } from '../headers/header-words.ts'
import type { HarmonyMessage } from '../messages/message.ts'
import { blankTokens, hasToken } from '../tokens/written-tokens.ts'
import { spell } from '../tokens/tokens.ts'

export interface RenderOptions {
  /**
   * Treatment of a structural token in a message's content, where it would begin or end messages. `refuse` throws. `blank` replaces each by a space.
   * Default `refuse`.
   */
  tokens?: 'refuse' | 'blank'
}

/**
 * Writes messages as Harmony text: role, recipient, channel, content type, body, terminator. `parse` is the inverse.
 *
 * A message without a terminator gets the usual one: `call` if the assistant calls a tool, else `end`. Text for a prompt should go through
 * `canonicaliseHistory` first, because `return` is never valid there.
 *
 * @throws {TypeError} For a name that is invalid in a header, and for content with a token in it (see `tokens`).
 */
export function render(messages: readonly HarmonyMessage[], options: RenderOptions = {}): string {
  return messages.map((message, index) => renderMessage(message, index, options)).join('')
}

function renderMessage(message: HarmonyMessage, index: number, { tokens = 'refuse' }: RenderOptions): string {
  const { channel, recipient, contentType } = message
  const to = recipient === null ? '' : ` to=${checkName(recipient, 'recipient', index)}`
  const on = channel === null ? '' : `${spell('channel')}${checkName(channel, 'channel', index)}`
  const terminator = message.terminator ?? (message.role === 'assistant' && recipient !== null ? 'call' : 'end')
  const head = `${spell('start')}${author(message, index)}${to}${on}${typeOf(contentType, index)}${spell('message')}`
  return `${head}${checkContent(message.content, tokens, index)}${spell(terminator)}`
}

function author({ role, name }: HarmonyMessage, index: number): string {
  if (name === undefined) return role
  checkName(name, 'name', index)
  if (role !== 'tool') return `${role}:${name}`
  if (!isAuthor(name)) return name
  throw new TypeError(
    `Message ${index} is the result of a tool called ${JSON.stringify(name)}, which reads as a role. Give the tool's full name.`,
  )
}

/** Writes a content type with its marker, which is unambiguous. Without it, the name of a type could mean anything. */
const typeOf = (contentType: string | null, index: number): string =>
  contentType === null ? '' : ` ${spell('constrain')}${checkName(contentType, 'contentType', index)}`

function checkName(name: string, field: string, index: number): string {
  const misread =
    (field === 'contentType' && strayChannel(name) !== undefined) ||
    (field === 'recipient' && recipientName(name) !== name) ||
    nextDamaged(name, 0, true) !== undefined ||
    (field !== 'recipient' && isProse(name))
  if (/^[^\s<]+$/.test(name) && !/^(?:\w*)to=/.test(name) && !misread) return name
  throw new TypeError(
    `Message ${index} has the ${field} ${JSON.stringify(name)}, which cannot stand in a header: it must be one word without "<", "to=" or a damaged token, ` +
      'a recipient also without "{" and "[", and no content type may be called as a channel is.',
  )
}

function checkContent(content: string, tokens: 'refuse' | 'blank', index: number): string {
  if (!hasToken(content)) return content
  if (tokens === 'blank') return blankTokens(content)
  throw new TypeError(
    `The content of message ${index} holds a structural token of Harmony, which would end it or begin another one. ` +
      `Take it out, or pass { tokens: 'blank' } to write a space in its place.`,
  )
}
