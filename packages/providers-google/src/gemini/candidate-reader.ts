import type { Channel } from '@reason/core/parts'
import { isNone, isLoose, isText, refusalOf, type Loose, type ResponseContext, createExtras } from '@reason/wire-kit'
import { createCallReader } from './call-reader.ts'
import { readFinish } from './finish.ts'
import { channelOf, nativeFields, ownFields } from './natives.ts'

export interface CandidateReader {
  read(candidate: Loose): void
  /** @param blocked - The response's block reason, for a candidate that has no finish reason of its own. */
  end(blocked: string | undefined): void
}

/** Key of a block that comes whole. */
const WHOLE = 'whole'

/**
 * Reads one candidate over all chunks of a response.
 *
 *     text ─▶ block, continues ─▶ other text, a call, a native part: the next block
 *     text with a signature ─▶ a separate block, because its signature must go back on exactly that text
 *     "" with a signature   ─▶ a hidden block
 *
 * Older models send STOP in every chunk, so the last finish reason counts and is emitted at the end.
 */
export function createCandidateReader(index: number, context: ResponseContext): CandidateReader {
  const choice = context.choice(index)
  const calls = createCallReader(choice, index, context)
  const extras = createExtras(ownFields.candidate, (field, value) =>
    choice.native(`candidate.${field}`, value, channelOf(`candidate.${field}`)),
  )
  let reason: string | undefined
  let natives = 0
  /** An answer, a call or a native part has come. */
  let answered = false

  return {
    read(candidate) {
      readContent(candidate.content)
      extras(candidate)
      if (isText(candidate.finishReason)) reason = candidate.finishReason
    },
    end(blocked) {
      calls.end()
      const word = reason ?? blocked
      if (word === undefined) return
      const said = reason === undefined ? 'content-filter' : readFinish(reason, choice.called)
      // `OTHER` means that the generation failed for a reason that Google does not name.
      const read = said === 'unknown' && !answered ? 'error' : said
      choice.finish(read, word, { refusal: read === 'content-filter' ? refusalOf(word) : undefined })
    },
  }

  function readContent(content: unknown): void {
    if (isNone(content)) return
    const parts = isLoose(content) ? content.parts : content
    if (Array.isArray(parts)) for (const part of parts) readPart(part)
    else if (isLoose(parts)) readPart(parts)
    else if (!isNone(parts)) oddity('candidate.content', content)
  }

  function readPart(part: unknown): void {
    if (!isLoose(part)) return oddity('part', part)
    const { text, functionCall } = part
    const thought = isThought(part.thought)
    const signature = signatureOf(part)
    const others = nativeFields(part)
    answered ||= !thought && (isText(text) || isLoose(functionCall) || others.length > 0)
    // A part is one thing. If it has several fields, the signature belongs to the first one.
    if (isLoose(functionCall)) {
      choice.closeOtherBlocks()
      calls.read(functionCall, signature)
    } else {
      if (!isNone(functionCall)) oddity('part.functionCall', functionCall)
      if (typeof text === 'string' || (signature !== undefined && others.length === 0))
        readText(typeof text === 'string' ? text : '', thought, signature)
    }
    if (!isNone(text) && (typeof text !== 'string' || isLoose(functionCall))) oddity('part.text', text)
    if (others.length > 0) readNative(part, others, thought, typeof text === 'string' || isLoose(functionCall) ? undefined : signature)
  }

  /** Tells whether a part is a thought. An invalid flag counts as true: reasoning is private, and a thought must not become an answer. */
  function isThought(value: unknown): boolean {
    if (value === true) return true
    if (isNone(value) || value === false || value === 'false') return false
    context.warn(
      'wrong-type',
      '"part.thought" had another type than the format says; the part was taken for a thought.',
      'part.thought',
      index,
    )
    return true
  }

  function readText(text: string, thought: boolean, signature: string | undefined): void {
    if (text === '' && signature === undefined) return
    const channel: Channel = thought ? 'reasoning' : 'answer'
    const kind = thought ? 'summary' : undefined
    calls.end()
    if (signature === undefined) {
      choice.closeOtherBlocks(channel)
      return choice.text(channel, channel, text, kind)
    }
    choice.closeOtherBlocks()
    if (text === '') choice.openBlock(WHOLE, 'reasoning', 'hidden')
    else choice.text(WHOLE, channel, text, kind)
    // Without text, only the seal shows that the part was a thought.
    const item = text === '' && thought ? { item: 'thought' } : {}
    choice.seal(WHOLE, { kind: 'thought-signature', value: signature, ...item })
    choice.closeBlock(WHOLE)
  }

  /** Emits the unread fields of a part with text or a call, or else the whole part without its signature. */
  function readNative(part: Loose, fields: readonly string[], thought: boolean, signature: string | undefined): void {
    const isOwn = !isNone(part.text) || !isNone(part.functionCall)
    const event = isOwn ? 'beside-part' : `part.${fields[0]}`
    const channel: { channel?: Channel } = thought || isOwn ? { channel: 'reasoning' } : channelOf(event)
    const { thoughtSignature: _, ...value } = isOwn ? Object.fromEntries(fields.map((field) => [field, part[field]])) : part
    if (!isOwn) {
      calls.end()
      choice.closeOtherBlocks()
    }
    const seals = signature === undefined ? [] : [choice.toSeal({ kind: 'thought-signature', value: signature })]
    // A part that stands among texts and calls: what is held of a text comes before it.
    const place = isOwn ? {} : { item: natives++ }
    choice.native(event, value, { ...channel, ...place, ...(seals.length > 0 && { seals }) })
  }

  function signatureOf({ thoughtSignature }: Loose): string | undefined {
    if (isText(thoughtSignature)) return thoughtSignature
    if (!isNone(thoughtSignature) && thoughtSignature !== '') oddity('part.thoughtSignature', thoughtSignature)
    return undefined
  }

  function oddity(event: string, value: unknown): void {
    context.warn('wrong-type', `"${event}" had another type than the format says; it was kept as a native part.`, event, index)
    choice.native(`odd.${event}`, value, { channel: 'reasoning' })
  }
}
