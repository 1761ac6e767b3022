import type { Part } from '@reason/core'
import type { BlockKind, Channel, DeltaPart, FinishPart, Seal, ToolCallEndPart, ToolCallStartPart } from '@reason/core/parts'
import type { Frame, TextFrame, WriterOptions } from '@reason/core/wire'
import { argumentsAtEnd, createTextSeams, refusalText, resolveToolName } from '@reason/wire-kit'
import { createDetailWriter, writableSeals, writeSeals } from './detail-writer.ts'
import type { ResponseFacts } from './dialect/dialect.ts'
import { writeFinish } from './finish.ts'
import { oldFunctions } from './old-functions.ts'
import { lossOf, type CallPlace, type ChoicePlace } from './not-carried.ts'
import { signatureIn, writeSignature } from './signatures.ts'

/** The frames of one choice. */
export interface ChoiceWriter {
  /** The first frame, once. */
  role(): readonly Frame[]
  push(part: Part): readonly Frame[]
  textFrame(part: DeltaPart): TextFrame | undefined
  /** A ready-made `,"field":value` for the next frame of this choice, or for the next one of a call. */
  extra(place: ChoicePlace, member: string): readonly Frame[]
  /** A finish was written, or an error in its place. */
  finished(): boolean
  endedBy(): Pick<FinishPart, 'reason' | 'native'> | undefined
}

export interface ChoiceWriterContext {
  /** JSON up to the value of `choices`, the same for every frame. */
  head(): string
  /** Fields at the event's top for the next frame alone. */
  takeExtra(): string
  callId(own: string | undefined): string
  notCarried(what: string): void
}

const nothing: readonly Frame[] = Object.freeze([])

/** Behind the text of a delta. */
const afterText = '},"finish_reason":null}]}'

export function createChoiceWriter(
  index: number,
  dialect: ResponseFacts,
  options: WriterOptions,
  context: ChoiceWriterContext,
): ChoiceWriter {
  const { commentary = 'reasoning', tools } = options
  const knowsNoTools = oldFunctions(options.request ?? {}) !== undefined
  /** The call that a client of the first version is told of. */
  let functionCall: number | undefined
  const details = createDetailWriter(dialect)
  const seams = createTextSeams()
  /** Kinds of the open blocks that have one. */
  let kinds: Map<number, BlockKind> | undefined
  let calls: Map<number, { custom: boolean; isEmpty: boolean }> | undefined
  let refused = false
  let answered = false
  /** Fields of the next call. */
  let heldInCall = { call: '', function: '' }
  /** Calls whose `extra_content` has been written as it came, with the signature that is in it. */
  let withExtraContent: Set<number> | undefined
  /** Everything before the value, for each field: made once, as the text is all that changes from frame to frame. */
  const prefixes = new Map<string, string>()
  let heldInChoice = ''
  let heldInMessage = ''
  let begun = false
  let finished = false
  let endedBy: FinishPart | undefined

  return {
    role,
    push,
    textFrame,
    extra,
    finished: () => finished,
    endedBy: () => endedBy,
  }

  function role(): readonly Frame[] {
    if (begun) return nothing
    begun = true
    return [frame('"role":"assistant","content":""')]
  }

  function extra(place: ChoicePlace, member: string): readonly Frame[] {
    if ('call' in place) return callExtra(place, member)
    if (place.scope === 'choice') heldInChoice += member
    else heldInMessage += member
    return nothing
  }

  function callExtra({ scope, call, field }: CallPlace, member: string): readonly Frame[] {
    if (scope === 'call' && field === 'extra_content') (withExtraContent ??= new Set()).add(call)
    if (knowsNoTools) return nothing
    if (calls?.has(call) !== true) {
      heldInCall[scope] += member
      return nothing
    }
    const [ofCall, ofBody] = scope === 'call' ? [member, ''] : ['', member]
    return [frame(`"tool_calls":[{"index":${call},${pieceOf(call, '', ofBody)}${ofCall}}]`)]
  }

  function push(part: Part): readonly Frame[] {
    const loss = lossOf(part, details !== undefined)
    if (loss !== undefined) context.notCarried(loss)
    switch (part.type) {
      case 'delta':
        return begin(text(part))
      case 'block-start':
        if (part.kind !== undefined) (kinds ??= new Map()).set(part.block, part.kind)
        return nothing
      case 'block-end':
        kinds?.delete(part.block)
        return part.channel === 'reasoning' && part.seals !== undefined ? blockSeals(part.seals, part.block) : nothing
      case 'tool-call-start':
        return begin(knowsNoTools ? functionStart(part) : [callStart(part)])
      case 'tool-call-delta':
        return argumentsOf(part.call, part.text)
      case 'tool-call-end':
        return callEnd(part)
      case 'finish':
        return finish(part)
      default:
        return nothing
    }
  }

  function blockSeals(all: readonly Seal[], block: number): readonly Frame[] {
    const seals = writableSeals(all, details !== undefined)
    return seals.length === 0 ? nothing : begin([frame(`"reasoning_details":${JSON.stringify(writeSeals(seals, block))}`)])
  }

  /** The role goes first, also where no `start` part came. */
  function begin(frames: readonly Frame[]): readonly Frame[] {
    return begun || frames.length === 0 ? frames : [...role(), ...frames]
  }

  function text(part: DeltaPart): readonly Frame[] {
    const { channel, block } = part
    const target = targetOf(channel)
    if (target === undefined) {
      context.notCarried('commentary')
      return nothing
    }
    const name = target === 'answer' ? answerField(block) : target
    const json = JSON.stringify(seams.before(name, part) + part.text)
    if (target === 'answer') {
      if (name === 'refusal') refused = true
      else answered = true
      return [field(name, json)]
    }
    if (details !== undefined) {
      const list = details.text(json, kinds?.get(block), block)
      return [frame(`"${dialect.field}":${json},"reasoning_details":${list}`)]
    }
    if (dialect.field === 'parts') return [frame(`"content":[{"type":"thinking","thinking":[{"type":"text","text":${json}}]}]`)]
    return [field(dialect.field, json)]
  }

  function textFrame(part: DeltaPart): TextFrame | undefined {
    const { channel, block } = part
    const target = targetOf(channel)
    if (!begun || target === undefined || heldInChoice !== '' || heldInMessage !== '') return undefined
    if (target === 'reasoning' && (details !== undefined || dialect.field === 'parts')) return undefined
    const place = target === 'answer' ? answerField(block) : target
    if (seams.isDue(place, part)) return undefined
    const name = target === 'answer' ? place : dialect.field
    return { before: `${prefixOf(name)}"`, after: `"${afterText}` }
  }

  function answerField(block: number): string {
    return kinds?.get(block) === 'refusal' ? 'refusal' : 'content'
  }

  function targetOf(channel: Channel): 'reasoning' | 'answer' | undefined {
    if (channel !== 'commentary') return channel
    return commentary === 'drop' ? undefined : commentary
  }

  function callStart({ call, id, name, contentType }: ToolCallStartPart): Frame {
    const custom = contentType === 'custom'
    calls ??= new Map()
    calls.set(call, { custom, isEmpty: true })
    const written = JSON.stringify(resolveToolName(name, tools))
    const held = heldInCall
    heldInCall = { call: '', function: '' }
    const body = custom
      ? `"type":"custom","custom":{"name":${written},"input":""${held.function}}`
      : `"type":"function","function":{"name":${written},"arguments":""${held.function}}`
    return frame(`"tool_calls":[{"index":${call},"id":${JSON.stringify(context.callId(id))},${body}${held.call}}]`)
  }

  function functionStart({ call, name }: ToolCallStartPart): readonly Frame[] {
    calls ??= new Map()
    calls.set(call, { custom: false, isEmpty: true })
    if (functionCall !== undefined) {
      context.notCarried('a second call, for a client that knows no tools')
      return nothing
    }
    functionCall = call
    return [frame(`"function_call":{"name":${JSON.stringify(resolveToolName(name, tools))},"arguments":""}`)]
  }

  function argumentsOf(call: number, text: string): readonly Frame[] {
    const known = calls?.get(call)
    if (known !== undefined) known.isEmpty = false
    if (!knowsNoTools) return [frame(`"tool_calls":[{"index":${call},${pieceOf(call, text)}}]`)]
    return call === functionCall ? [frame(`"function_call":{"arguments":${JSON.stringify(text)}}`)] : nothing
  }

  /** @param beside - More fields of the function. */
  function pieceOf(call: number, text: string, beside = ''): string {
    const [object, name] = calls?.get(call)?.custom === true ? ['custom', 'input'] : ['function', 'arguments']
    return `"${object}":{"${name}":${JSON.stringify(text)}${beside}}`
  }

  function callEnd({ call, seals, boundary }: ToolCallEndPart): readonly Frame[] {
    const known = calls?.get(call)
    const added = known === undefined ? '' : argumentsAtEnd({ ...known, boundary })
    const signature = knowsNoTools || withExtraContent?.has(call) === true ? undefined : signatureIn(seals)
    if (signature === undefined) return added === '' ? nothing : argumentsOf(call, added)
    // Clients (the AI SDK) refuse a piece of a call that has nothing of its function.
    return [frame(`"tool_calls":[{"index":${call},${pieceOf(call, added)},${writeSignature(signature)}}]`)]
  }

  function finish(part: FinishPart): readonly Frame[] {
    const { seals } = part
    endedBy = part
    const word = writeFinish(part, calls !== undefined, knowsNoTools)
    if (word === undefined) {
      // An error that was reported has been written; the end of the stream sees to one that was not.
      return nothing
    }
    finished = true
    const signature = signatureIn(seals)
    const refusal = refusalText(part, { refused, answered: answered || calls !== undefined })
    const own = refusal === undefined ? nothing : begin([field('refusal', JSON.stringify(refusal))])
    return [...own, ...begin([frame(signature === undefined ? '' : writeSignature(signature), JSON.stringify(word))])]
  }

  /** The short way: nothing but a text differs from the frame before. */
  function field(name: string, json: string): Frame {
    const extra = context.takeExtra()
    if (extra !== '' || heldInChoice !== '' || heldInMessage !== '') return frame(`"${name}":${json}`, 'null', extra)
    return { data: prefixOf(name) + json + afterText }
  }

  function prefixOf(name: string): string {
    let prefix = prefixes.get(name)
    if (prefix === undefined) {
      prefix = `${context.head()},"choices":[{"index":${index},"delta":{"${name}":`
      prefixes.set(name, prefix)
    }
    return prefix
  }

  function frame(delta: string, finishReason = 'null', extra = context.takeExtra()): Frame {
    const message = delta === '' ? heldInMessage.slice(1) : delta + heldInMessage
    const data = `${context.head()}${extra},"choices":[{"index":${index},"delta":{${message}},"finish_reason":${finishReason}${heldInChoice}}]}`
    heldInChoice = ''
    heldInMessage = ''
    return { data }
  }
}
