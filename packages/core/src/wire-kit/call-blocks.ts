import type { ToolCallDeltaPart, ToolCallEndPart, ToolCallStartPart, WriterOptions } from '../index.ts'
import type { ContentBlocksContext, ContentSink } from './content-blocks.ts'
import { createJsonEnd, type JsonEnd } from './json-end.ts'
import { resolveToolName } from './tool-names.ts'

interface OpenCall {
  index: number
  /** `text`: the arguments are no JSON and become a field of an object. Undefined: their first character will tell. */
  form: 'json' | 'text' | undefined
  /** White space before the first character. */
  blank: string
  jsonEnd: JsonEnd
}

/** The tool calls among content blocks. Arguments must be JSON there: free text goes into an object, as `input`. */
export function createCallBlocks(
  sink: Pick<ContentSink, 'openCall' | 'callText' | 'close'>,
  { tools }: WriterOptions,
  { callId, notCarried }: ContentBlocksContext,
  next: () => number,
) {
  const open = new Map<number, OpenCall>()
  let called = false

  return {
    push(part: ToolCallStartPart | ToolCallDeltaPart | ToolCallEndPart): void {
      if (part.type === 'tool-call-start') start(part)
      else if (part.type === 'tool-call-delta') text(part)
      else end(part)
    },
    closeComplete,
    closeAll(): void {
      for (const call of open.keys()) close(call)
    },
    get called() {
      return called
    },
  }

  function start({ call, id, name, contentType }: ToolCallStartPart): void {
    called = true
    close(call)
    closeComplete()
    const state: OpenCall = { index: next(), form: formOf(contentType), blank: '', jsonEnd: createJsonEnd() }
    open.set(call, state)
    sink.openCall(state.index, { id: callId(id), name: resolveToolName(name, tools) })
    if (state.form === 'text') sink.callText(state.index, '{"input":"')
  }

  function text({ call, text }: ToolCallDeltaPart): void {
    const state = open.get(call)
    if (state === undefined) {
      if (text.trim() !== '') notCarried('arguments of a call that has ended')
      return
    }
    if (state.form !== undefined) return write(state, text)
    state.blank += text
    const first = state.blank.trimStart().charAt(0)
    if (first === '') return
    state.form = first === '{' ? 'json' : 'text'
    if (state.form === 'text') sink.callText(state.index, '{"input":"')
    write(state, state.blank)
  }

  function write({ index, form, jsonEnd }: OpenCall, text: string): void {
    if (form === 'text') return sink.callText(index, JSON.stringify(text).slice(1, -1))
    jsonEnd.push(text)
    sink.callText(index, text)
  }

  function end({ call, seals = [] }: ToolCallEndPart): void {
    if (seals.length > 0) notCarried('seals of tool calls')
    close(call)
  }

  function close(call: number): void {
    const state = open.get(call)
    if (state === undefined) return
    open.delete(call)
    if (state.form === 'text') sink.callText(state.index, '"}')
    sink.close(state.index)
  }

  /** Formats without call ends give all of them last. Where the arguments are whole, nothing can follow. */
  function closeComplete(): void {
    for (const [call, { jsonEnd }] of open) if (jsonEnd.reached) close(call)
  }
}

/** `code` (Harmony) may be JSON all the same. */
function formOf(contentType: string | undefined): OpenCall['form'] {
  if (contentType === undefined || /json/i.test(contentType)) return 'json'
  return contentType === 'custom' ? 'text' : undefined
}
