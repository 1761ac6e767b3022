import { createAccumulator, type Part } from '@reason/core'
import type { BlockKind, StartPart } from '@reason/core/parts'
import { originOf } from '@reason/core/result'
import type { WriterOptions } from '@reason/core/wire'
import { resolveToolName } from '@reason/wire-kit'
import { leakCodes, thinkingTimeOf } from '@reason/policy'
import { asObject } from '../../json.ts'
import type { FinalEvent, GenerateEvent } from '@reason/gateway-api/generate'
import { finalOf, generationFacts, usageOf, type FinalFacts } from './final-event.ts'
import { partEvent, wireEvent } from './wire-events.ts'

export interface EventOptions extends Pick<WriterOptions, 'id' | 'model' | 'created' | 'tools' | 'createId' | 'onWarning'> {
  /** Codes of warnings for clients. Other warnings are for operators. */
  warnings: ReadonlySet<string>
  /** `drop_from_history`: reasoning is sent once, in its own events, and not repeated in the final message. */
  dropsReasoning: boolean
}

/** Translates the parts of one generation to events of the Generate API. It ignores further choices, which this API cannot request. */
export interface Events {
  push(part: Part): GenerateEvent[]
}

/**
 *   { analysis | commentary | token | tool_call | warning }* ▶ usage? ▶ final
 *                                                             └───────▶ error
 */
export function createEvents(options: EventOptions): Events {
  const result = createAccumulator()
  let start: StartPart | undefined
  /** Kinds of blocks other than ordinary text. */
  const kinds = new Map<number, BlockKind>()
  const blocks: NonNullable<FinalEvent['blocks']> = []
  /** Blocks without an event so far. A block that only carries a seal stays here. */
  const unsent = new Map<number, (typeof blocks)[number]>()
  /** Tool calls that are incomplete. */
  const calls = new Map<number, { id: string; name: string; pieces: string[] }>()
  /** Ids made for calls without one. A message needs an id to refer to the call's result. */
  const ids = new Map<number, string>()
  let facts: FinalFacts | undefined
  let isLeak = false
  let isOver = false

  return { push }

  function push(part: Part): GenerateEvent[] {
    if (isOver || (part.choice ?? 0) !== 0) return []
    const shown = part.type === 'native' ? tappedEvent(part) : undefined
    if (shown !== undefined) return [shown]
    if (part.type === 'native' && part.wire === generationFacts.wire && part.event === generationFacts.event) {
      facts = part.value as FinalFacts
      return []
    }
    result.push(part.type === 'tool-call-start' ? named(part) : part)
    switch (part.type) {
      case 'start':
        start ??= part
        return []
      case 'block-start':
        return startBlock(part)
      case 'delta':
        return part.text === '' ? [] : [textEvent(part)]
      case 'native':
        return nativeEvents(part)
      case 'tool-call-start': {
        const { id = '', name } = named(part)
        calls.set(part.call, { id, name, pieces: [] })
        return []
      }
      case 'tool-call-delta':
        calls.get(part.call)?.pieces.push(part.text)
        return []
      case 'tool-call-end':
        return callEvents(part.call)
      case 'warning':
        isLeak ||= leakCodes.has(part.code)
        return options.warnings.has(part.code) ? [{ type: 'warning', code: part.code, message: part.message }] : []
      case 'error': {
        const { message, code = null, status } = part.error
        isOver = true
        return [...usageEvents(), { type: 'error', error: { message, code, ...(status !== undefined && { status }) } }]
      }
      case 'end':
        isOver = true
        return [...usageEvents(), final()]
      default:
        return []
    }
  }

  /** The blocks as the client may see them. If no reasoning is shown, they are renumbered, because gaps would reveal it. */
  function shown(): typeof blocks {
    return blocks.some(({ channel }) => channel === 'reasoning') ? blocks : blocks.map((one, block) => ({ ...one, block }))
  }

  function startBlock(part: Extract<Part, { type: 'block-start' }>): GenerateEvent[] {
    const { block, channel, kind } = part
    const listed = { block, channel, ...(kind !== undefined && { kind }), origin: originOf(part) }
    if (kind !== undefined) kinds.set(block, kind)
    if (kind !== 'hidden') {
      unsent.set(block, listed)
      return []
    }
    blocks.push(listed)
    return [{ type: 'analysis', block, text: '', kind, origin: listed.origin }]
  }

  function textEvent({ channel, block, text }: Extract<Part, { type: 'delta' }>): GenerateEvent {
    const listed = unsent.get(block)
    if (listed !== undefined) {
      unsent.delete(block)
      blocks.push(listed)
    }
    const first = listed && { origin: listed.origin }
    if (channel === 'commentary') return { type: 'commentary', text, ...first }
    const kind = kinds.get(block)
    if (channel === 'reasoning') return { type: 'analysis', block, text, ...(kind === 'summary' && { kind }), ...first }
    return { type: 'token', text, ...(kind === 'refusal' && { kind }), ...first }
  }

  function nativeEvents(part: Extract<Part, { type: 'native' }>): GenerateEvent[] {
    const thought = thinkingTimeOf(part)
    if (thought !== undefined) return [{ type: 'analysis', ...thought, text: '', kind: 'hidden' }]
    options.onWarning?.({
      type: 'warning',
      code: 'not-carried',
      message: `Left out: ${part.event}. The events of /v1/generate have no field for this.`,
    })
    return []
  }

  /** The event for a raw upstream event or part, which the client asked to see in addition to the answer. */
  function tappedEvent({ wire, event, value }: Extract<Part, { type: 'native' }>): GenerateEvent | undefined {
    if (wire !== wireEvent.wire) return undefined
    if (event === wireEvent.event) {
      const { text, ms } = asObject(value)
      return { type: 'wire', text: String(text), ms: Number(ms) }
    }
    return event === partEvent.event ? { type: 'part', part: value as Part & Record<string, unknown> } : undefined
  }

  function named(part: Extract<Part, { type: 'tool-call-start' }>): Extract<Part, { type: 'tool-call-start' }> {
    let id = part.id ?? ids.get(part.call)
    if (id === undefined) ids.set(part.call, (id = options.createId?.('call', ids.size) ?? `call_${part.call}`))
    return { ...part, id, name: resolveToolName(part.name, options.tools) }
  }

  function callEvents(number: number): GenerateEvent[] {
    const call = calls.get(number)
    if (call === undefined) return []
    calls.delete(number)
    const { pieces, ...rest } = call
    return [{ type: 'tool_call', ...rest, arguments: pieces.join('') }]
  }

  function usageEvents(): GenerateEvent[] {
    const { usage } = result.snapshot()
    return usage === undefined ? [] : [{ type: 'usage', usage: usageOf(usage) }]
  }

  function final(): FinalEvent {
    const id = options.id ?? start?.id ?? options.createId?.('response', 0) ?? 'gen_0'
    const created = options.created ?? start?.created ?? null
    const model = options.model ?? start?.model ?? null
    return {
      type: 'final',
      id,
      model,
      created,
      leak_detected: isLeak,
      blocks: shown(),
      ...finalOf(result.snapshot(), options.dropsReasoning, facts),
    }
  }
}
