import type { ToolCallDeltaPart, ToolCallEndPart, ToolCallStartPart } from '@reason/core/parts'
import type { WriterOptions } from '@reason/core/wire'
import type { ContentBlocksContext, ContentSink } from './content-sink.ts'
import { ObjectText } from '../calls/object-text.ts'
import { resolveToolName } from '../calls/tool-names.ts'
import type { CallPart } from './waiting-parts.ts'

interface OpenCall {
  call: number
  index: number
  input: ObjectText
}

/**
 * Writes tool calls as content blocks, one at a time. Arguments must be a JSON object there.
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
    unfinished: (): number | undefined => (open?.input.isOver() === false ? open.call : undefined),
  }

  function start({ call, id, name, contentType }: ToolCallStartPart): void {
    called = true
    open = { call, index: next(), input: new ObjectText(contentType === 'custom') }
    sink.openCall(open.index, { id: callId(id), name: resolveToolName(name, tools) })
  }

  function text({ call, text }: ToolCallDeltaPart): void {
    if (open?.call === call) write(open.index, open.input.push(text))
    else if (text.trim() !== '') notCarried('arguments of a call that has ended')
  }

  function write(index: number, json: string): void {
    if (json !== '') sink.callText(index, json)
  }

  function end({ call, seals = [] }: ToolCallEndPart): void {
    if (seals.length > 0) notCarried('seals of tool calls')
    if (open?.call === call) close()
  }

  function close(): void {
    if (open === undefined) return
    const { index, input } = open
    open = undefined
    write(index, input.end())
    if (input.isMended) notCarried('arguments that are no JSON')
    if (input.hasRest) notCarried('text behind the arguments of a call')
    sink.close(index)
  }
}
