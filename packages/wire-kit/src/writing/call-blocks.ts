import type { ToolCallDeltaPart, ToolCallEndPart, ToolCallStartPart } from '@reason/core/parts'
import type { WriterOptions } from '@reason/core/wire'
import type { ContentBlocksContext, ContentSink } from './content-sink.ts'
import { createJsonEnd, type JsonEnd } from '../values/json-end.ts'
import { resolveToolName } from '../calls/tool-names.ts'
import type { CallPart } from './waiting-parts.ts'

interface OpenCall {
  call: number
  index: number
  /** `text`: the arguments are no JSON and become a field of an object. Undefined until the first character decides. */
  form: 'json' | 'text' | undefined
  /** White space before the first character. */
  blank: string
  jsonEnd: JsonEnd
}

/**
 * Writes tool calls as content blocks, one at a time. Arguments must be JSON there, so free text goes into an object, as
 * `input`.
 *
 * @param next - Closes the open block and returns the number of the next one.
 */
export function createCallBlocks(
  sink: Pick<ContentSink, 'openCall' | 'callText' | 'close'>,
  { tools }: WriterOptions,
  { callId, notCarried }: Pick<ContentBlocksContext, 'callId' | 'notCarried'>,
  next: () => number,
) {
  let open: OpenCall | undefined
  let called = false

  return {
    push(part: CallPart): void {
      if (part.type === 'tool-call-start') start(part)
      else if (part.type === 'tool-call-delta') text(part)
      else end(part)
    },
    close,
    called: () => called,
    /**
     * Returns the open call if its arguments are incomplete. Formats without call ends send all ends last: after
     * complete arguments, nothing can follow.
     */
    unfinished: (): number | undefined => (open?.jsonEnd.reached === false ? open.call : undefined),
  }

  function start({ call, id, name, contentType }: ToolCallStartPart): void {
    called = true
    open = { call, index: next(), form: formOf(contentType), blank: '', jsonEnd: createJsonEnd() }
    sink.openCall(open.index, { id: callId(id), name: resolveToolName(name, tools) })
    if (open.form === 'text') sink.callText(open.index, '{"input":"')
  }

  function text({ call, text }: ToolCallDeltaPart): void {
    if (open?.call !== call) {
      if (text.trim() !== '') notCarried('arguments of a call that has ended')
      return
    }
    if (open.form !== undefined) return write(open, text)
    open.blank += text
    const first = open.blank.trimStart().charAt(0)
    if (first === '') return
    open.form = first === '{' ? 'json' : 'text'
    if (open.form === 'text') sink.callText(open.index, '{"input":"')
    write(open, open.blank)
  }

  function write({ index, form, jsonEnd }: OpenCall, text: string): void {
    if (form === 'text') return sink.callText(index, JSON.stringify(text).slice(1, -1))
    jsonEnd.push(text)
    sink.callText(index, text)
  }

  function end({ call, seals = [] }: ToolCallEndPart): void {
    if (seals.length > 0) notCarried('seals of tool calls')
    if (open?.call === call) close()
  }

  function close(): void {
    if (open === undefined) return
    const { index, form } = open
    open = undefined
    if (form === 'text') sink.callText(index, '"}')
    sink.close(index)
  }
}

/** Returns the form of arguments by content type. `code` (Harmony) may still be JSON. */
function formOf(contentType: string | undefined): OpenCall['form'] {
  if (contentType === undefined || /json/i.test(contentType)) return 'json'
  return contentType === 'custom' ? 'text' : undefined
}
