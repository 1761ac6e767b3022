import type { BlockKind, Seal } from '@reason/core/parts'
import type { TextFrame } from '@reason/core/wire'
import { asJson } from '@reason/wire-kit'
import { writeSignature } from '../signatures.ts'
import type { BodyContext, FieldPairs } from './choice-body.ts'
import { writeSeals } from './detail-writer.ts'
import type { ChoicePlace } from './not-carried.ts'
import { joinPieces } from './pieced-fields.ts'
import type { CallHead, ChoiceSink, TextField } from './sink.ts'

export interface ChoiceFrames extends ChoiceSink {
  /** Writes the first frame. */
  begin(): void
  /** Returns the frame around the next text of a field. Undefined if the frame has more than the text. */
  textFrame(field: TextField): TextFrame | undefined
}

export interface FrameContext extends BodyContext {
  /** JSON up to the value of `choices`, the same for every frame. */
  head(): string
  /** Returns top-level event fields, for the next frame alone. */
  takeExtra(): string
  hasExtra(): boolean
  emit(data: string): void
}

/** JSON after the text of a delta. */
const afterText = '},"finish_reason":null}]}'

export function createChoiceFrames(index: number, context: FrameContext): ChoiceFrames {
  const { details, knowsNoTools } = context
  /** Call numbers, and whether the call is a custom one. */
  const calls = new Map<number, boolean>()
  /** Calls whose `extra_content` was written as it came, including the signature. */
  const withExtraContent = new Set<number>()
  /** JSON before the value, by field. The prefix is cached, as only the text changes from frame to frame. */
  const prefixes = new Map<string, string>()
  /** Fields for the next frame or the next call. Buffered text has the fields of several events. */
  const held: Record<'choice' | 'message' | 'call' | 'function', FieldPairs | undefined> = {
    choice: undefined,
    message: undefined,
    call: undefined,
    function: undefined,
  }

  return {
    begin: () => frame('"role":"assistant","content":""'),
    text,
    textFrame,
    seals: (block, seals: readonly Seal[]) => frame(`"reasoning_details":${JSON.stringify(writeSeals(seals, block))}`),
    openCall,
    callText(call, said) {
      if (knowsNoTools) frame(`"function_call":{"arguments":${JSON.stringify(said)}}`)
      else frame(callFrame(call, pieceOf(call, said)))
    },
    closeCall(call, rest, signature) {
      if (signature === undefined || knowsNoTools || withExtraContent.has(call)) {
        if (rest !== '') this.callText(call, rest)
      } else {
        // Clients (the AI SDK) refuse a piece of a call without its function.
        frame(callFrame(call, `${pieceOf(call, rest)},${writeSignature(signature)}`))
      }
    },
    field,
    finish: (word, signature) => frame(signature === undefined ? '' : writeSignature(signature), JSON.stringify(word)),
  }

  function text(field: TextField, said: string, block: number, kind: BlockKind | undefined): void {
    const json = JSON.stringify(said)
    const name = nameOf(field)
    if (name === 'parts') frame(`"content":[{"type":"thinking","thinking":[{"type":"text","text":${json}}]}]`)
    else if (field === 'reasoning' && details !== undefined) {
      frame(`"${name}":${json},"reasoning_details":${details.text(json, kind, block)}`)
    } else if (hasMore()) frame(`"${name}":${json}`)
    // Fast path: only the text differs from the previous frame.
    else context.emit(prefixOf(name) + json + afterText)
  }

  function textFrame(field: TextField): TextFrame | undefined {
    const name = nameOf(field)
    if (hasMore() || name === 'parts' || (field === 'reasoning' && details !== undefined)) return undefined
    return { before: `${prefixOf(name)}"`, after: `"${afterText}` }
  }

  function nameOf(field: TextField): string {
    return field === 'reasoning' ? context.field : field
  }

  function openCall({ call, id, name, custom }: CallHead, text = ''): void {
    calls.set(call, custom)
    const [written, said] = [JSON.stringify(name), JSON.stringify(text)]
    if (knowsNoTools) return frame(`"function_call":{"name":${written},"arguments":${said}}`)
    const body = custom
      ? `"type":"custom","custom":{"name":${written},"input":${said}${take('function')}}`
      : `"type":"function","function":{"name":${written},"arguments":${said}${take('function')}}`
    frame(callFrame(call, `"id":${JSON.stringify(id)},${body}${take('call')}`))
  }

  function field(place: ChoicePlace, value: unknown): void {
    const { scope, field: name } = place
    if ('call' in place && scope === 'call' && name === 'extra_content') withExtraContent.add(place.call)
    if (!('call' in place) || !calls.has(place.call)) return void (held[scope] ??= []).push([name, value])
    const member = memberOf(name, value)
    if (scope === 'call') frame(callFrame(place.call, pieceOf(place.call, '') + member))
    else frame(callFrame(place.call, pieceOf(place.call, '', member)))
  }

  /** @param beside - More fields of the function. */
  function pieceOf(call: number, said: string, beside = ''): string {
    const [object, name] = calls.get(call) === true ? ['custom', 'input'] : ['function', 'arguments']
    return `"${object}":{"${name}":${JSON.stringify(said)}${beside}}`
  }

  function hasMore(): boolean {
    return held.choice !== undefined || held.message !== undefined || context.hasExtra()
  }

  function prefixOf(name: string): string {
    let prefix = prefixes.get(name)
    if (prefix === undefined) prefixes.set(name, (prefix = `${context.head()},"choices":[{"index":${index},"delta":{"${name}":`))
    return prefix
  }

  function frame(delta: string, finishReason = 'null'): void {
    const message = delta === '' ? take('message').slice(1) : delta + take('message')
    context.emit(
      `${context.head()}${context.takeExtra()},"choices":[{"index":${index},"delta":{${message}},"finish_reason":${finishReason}${take('choice')}}]}`,
    )
  }

  function take(scope: keyof typeof held): string {
    const fields = held[scope]
    if (fields === undefined) return ''
    held[scope] = undefined
    return joinPieces(fields)
      .map(([name, value]) => memberOf(name, value))
      .join('')
  }
}

const callFrame = (call: number, members: string): string => `"tool_calls":[{"index":${call},${members}}]`

/** Writes a further member of an object. Empty for a value that JSON cannot express. */
export const memberOf = (field: string, value: unknown): string => (value === undefined ? '' : `,${JSON.stringify(field)}:${asJson(value)}`)
