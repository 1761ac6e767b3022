import type { Part } from '@reason/core'
import type { Channel } from '@reason/core/parts'
import type { Redactor, StreamRedactor } from '@reason/core/pipeline'
import { finishReason } from './conventions.ts'

/** A part of an output message, in the schema of the conventions. */
interface MessagePart {
  type: 'reasoning' | 'text' | 'tool_call'
  content?: string
  id?: string
  name?: string
  arguments?: unknown
}

interface OutputMessage {
  role: 'assistant'
  parts: MessagePart[]
  finish_reason: string
}

/** Captured text, redacted piece by piece up to a limit, so that truncation never leaves a part of a secret. */
interface Draft {
  part: MessagePart
  pieces: string[]
  room: number
  redactor: StreamRedactor | undefined
}

export interface Content {
  /** Adds a part, if its channel is captured. */
  add(part: Part): void
  /** @param reasons - Finish reasons by choice. */
  messages(reasons: ReadonlyMap<number, string>): OutputMessage[]
}

export function createContent(redactor: Redactor | undefined, maxChars: number): Content {
  const choices = new Map<number, Draft[]>()
  const drafts = new Map<string, Draft>()
  /** Draft of the last delta, cached because the next delta mostly continues it. */
  let last: { choice: number; block: number; channel: Channel; draft: Draft } | undefined

  return { add, messages }

  function add(part: Part): void {
    const choice = part.choice ?? 0
    if (part.type === 'delta') {
      const { block, channel, text } = part
      if (last?.block !== block || last.channel !== channel || last.choice !== choice) {
        last = { choice, block, channel, draft: draftOf(choice, `${channel} ${block}`, () => ({ type: typeOf(channel) })) }
      }
      grow(last.draft, text)
    } else if (part.type === 'tool-call-start') {
      draftOf(choice, `call ${part.call}`, () => ({ type: 'tool_call', ...(part.id !== undefined && { id: part.id }), name: part.name }))
    } else if (part.type === 'tool-call-delta') {
      const draft = drafts.get(`${choice} call ${part.call}`)
      if (draft !== undefined) grow(draft, part.text)
    }
  }

  function draftOf(choice: number, name: string, make: () => MessagePart): Draft {
    const key = `${choice} ${name}`
    let draft = drafts.get(key)
    if (draft === undefined) {
      draft = { part: make(), pieces: [], room: maxChars, redactor: redactor?.stream() }
      drafts.set(key, draft)
      choices.set(choice, [...(choices.get(choice) ?? []), draft])
    }
    return draft
  }

  function messages(reasons: ReadonlyMap<number, string>): OutputMessage[] {
    const all = [...new Set([...reasons.keys(), ...choices.keys()])].sort((a, b) => a - b)
    return all.map((choice) => ({
      role: 'assistant',
      parts: (choices.get(choice) ?? []).map((draft) => finished(draft, redactor)),
      finish_reason: finishReason(reasons.get(choice) ?? 'unknown'),
    }))
  }
}

const typeOf = (channel: Channel): MessagePart['type'] => (channel === 'reasoning' ? 'reasoning' : 'text')

function grow(draft: Draft, text: string): void {
  if (draft.room > 0) keep(draft, draft.redactor === undefined ? text : draft.redactor.push(text))
}

function keep(draft: Draft, text: string): void {
  const kept = text.slice(0, draft.room)
  draft.room -= kept.length
  draft.pieces.push(kept)
}

function finished(draft: Draft, redactor: Redactor | undefined): MessagePart {
  if (draft.room > 0 && draft.redactor !== undefined) keep(draft, draft.redactor.end())
  const text = draft.pieces.join('')
  return draft.part.type === 'tool_call' ? { ...draft.part, arguments: parsed(text, redactor) } : { ...draft.part, content: text }
}

/** Parses arguments to an object if possible; truncated or invalid ones stay text. Redaction runs again, as escapes may have hidden a secret. */
function parsed(text: string, redactor: Redactor | undefined): unknown {
  try {
    if (redactor === undefined || !text.includes('\\')) return JSON.parse(text)
    return JSON.parse(text, (_, value: unknown) => withoutSecrets(value, redactor))
  } catch {
    return text
  }
}

function withoutSecrets(value: unknown, redactor: Redactor): unknown {
  if (typeof value === 'string') return redactor.redact(value).text
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [redactor.redact(name).text, one as unknown]))
}
