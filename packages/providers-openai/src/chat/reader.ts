import { noParts, type Part } from '@reason/core'
import type { DeltaPart } from '@reason/core/parts'
import type { Frame, ReaderOptions, WireReader } from '@reason/core/wire'
import { createSkeletons, isLoose, type Skeletons } from '@reason/wire-kit'
import { WIRE } from './context.ts'
import type { ResponseFacts } from './dialect/dialect.ts'
import { onlyText } from './only-text.ts'
import { createReadResponse, endChoices, readEvent, readFailure, takeHeld, unknownEvent } from './read-response.ts'
import { sawChoice } from './usage-reader.ts'

/**
 * Frames of a Chat Completions stream to parts; a whole body is one frame.
 *
 *   frame ──like the one before──▶ text of it
 *     └────else──▶ JSON ▶ events ▶ parts
 */
export function createChatReader(dialect: ResponseFacts, options: ReaderOptions = {}): WireReader {
  const response = createReadResponse(dialect, options)
  /** By what frame a delta came. Undefined: none did. */
  let skeletons: Skeletons<DeltaPart> | undefined
  let ended = false

  return { push, pushFrame, end, textFrame }

  function pushFrame({ event, data }: Frame): readonly Part[] {
    if (ended) return noParts
    const known = event === undefined ? skeletons?.find(data) : undefined
    if (known !== undefined) return again(known.meaning, known.text)
    const parts = readFrame(event, data)
    if (event === undefined) remember(data, parts)
    else skeletons?.forgetAll()
    return parts
  }

  function textFrame(): ReturnType<NonNullable<WireReader['textFrame']>> {
    const last = ended ? undefined : skeletons?.last()
    return last && { before: last.before, after: last.after, part: last.meaning }
  }

  /** A frame that says what the last one of its choice said, but for the text. */
  function again({ choice, block, channel }: DeltaPart, text: string): readonly Part[] {
    sawChoice(response.usage, choice ?? 0, false)
    return [choice === undefined ? { type: 'delta', block, channel, text } : { type: 'delta', choice, block, channel, text }]
  }

  function remember(data: string, parts: readonly Part[]): void {
    const only = parts.length === 1 ? parts[0]! : undefined
    if (only?.type === 'delta') (skeletons ??= createSkeletons(onlyText)).learn(data, only.text, only.choice ?? 0, only)
    // It may have changed what the next frame of any choice means.
    else skeletons?.forgetAll()
  }

  function readFrame(event: string | undefined, data: string): readonly Part[] {
    if (data === '[DONE]' || data.trim() === '[DONE]') return done()
    if (data === '') return noParts
    let value: unknown
    try {
      value = JSON.parse(data)
    } catch {
      return event === 'error' ? fail(data) : invalid(data)
    }
    return event === 'error' ? fail(value) : readValue(value, event)
  }

  function push(event: unknown): readonly Part[] {
    skeletons?.forgetAll()
    return readValue(event)
  }

  function readValue(event: unknown, name?: string): readonly Part[] {
    if (ended) return noParts
    if (event === '[DONE]') return done()
    const out: Part[] = []
    if (isLoose(event)) readEvent(response, out, event, name)
    // Google's compatible API sends its errors inside an array.
    else if (Array.isArray(event))
      for (const one of event)
        if (isLoose(one)) readEvent(response, out, one, name)
        else unknownEvent(response, out, one, name)
    else if (event !== undefined && event !== null) unknownEvent(response, out, event, name)
    return out.length === 0 ? noParts : out
  }

  function fail(value: unknown): readonly Part[] {
    const out: Part[] = []
    readFailure(response, out, value)
    return out
  }

  function invalid(data: string): readonly Part[] {
    const out: Part[] = [{ type: 'native', wire: WIRE, event: 'frame.invalid-json', channel: 'reasoning', value: data }]
    response.context.warn(out, 'invalid-json', 'A frame was not JSON, or was cut; it was kept as a native part.', 0)
    return out
  }

  function done(): readonly Part[] {
    response.complete = true
    const out: Part[] = []
    endChoices(response, out)
    return out.length === 0 ? noParts : out
  }

  function end(): readonly Part[] {
    if (ended) return noParts
    ended = true
    const out = takeHeld(response)
    endChoices(response, out)
    out.push({ type: 'end' })
    return out
  }
}
