import type { Part } from '@reason/core'
import type { BlockEndPart, DeltaPart, FinishPart, NativePart, Usage } from '@reason/core/parts'
import type { WriterOptions } from '@reason/core/wire'
import { createCallIds, createNotCarried, endingMessage, isEmpty, resolveToolName, writesNative, SingleAnswer } from '@reason/wire-kit'
import type { Loose } from '@reason/wire-kit'
import { writeFinish } from './finish.ts'
import { writeUsage } from './usage.ts'
import { WIRE } from './wire.ts'

export type ContentType = 'thinking' | 'text'

/** Destination of a written response: events, or a whole body. Contents and calls are numbered separately, in order. */
export interface CohereSink {
  /** Called first, except for an error. */
  begin(): void
  openContent(index: number, type: ContentType): void
  text(index: number, type: ContentType, text: string): void
  closeContent(index: number): void
  plan(text: string): void
  openCall(index: number, call: { id: string; name: string }): void
  callText(index: number, text: string): void
  closeCall(index: number): void
  citation(citation: unknown): void
  /** Called last. */
  finish(reason: string, usage: Loose | undefined): void
  fail(message: string): void
}

interface OpenContent {
  index: number
  block: number
  type: ContentType
}

/** Writes parts as a response. One content is open at a time; calls may overlap. */
export function createResponseMachine(sink: CohereSink, id: () => string, options: WriterOptions): SingleAnswer {
  const { tools, includeUsage = true } = options
  const notCarried = createNotCarried('Cohere', options)
  const answer = new SingleAnswer({ begin: sink.begin, write, end, fail: ({ message }) => fail(message) }, notCarried)
  const callId = createCallIds('call_', id, options)
  /** Numbers of the open calls, by the parts' call numbers. */
  const calls = new Map<number, number>()
  let content: OpenContent | undefined
  let contents = 0
  let called = 0

  return answer

  function write(part: Part): void {
    switch (part.type) {
      case 'start':
        return answer.begin()
      case 'block-start':
        // Thinking is a content even if no text follows.
        if (part.kind === 'hidden') notCarried('hidden reasoning')
        else if (part.channel === 'reasoning') openContent('thinking', part.block)
        return
      case 'delta':
        return text(part)
      case 'block-end':
        return endBlock(part)
      case 'tool-call-start':
        closeContent()
        closeCall(part.call)
        answer.begin()
        calls.set(part.call, called)
        return sink.openCall(called++, { id: callId(part.id), name: resolveToolName(part.name, tools) })
      case 'tool-call-delta':
        if (calls.has(part.call)) sink.callText(calls.get(part.call)!, part.text)
        return
      case 'tool-call-end':
        if (!isEmpty(part.seals)) notCarried('seals')
        return closeCall(part.call)
      case 'native':
        return writeNative(part)
    }
  }

  function end(finish: FinishPart | undefined, usage: Usage | undefined): void {
    const word = finish && writeFinish(finish.reason, finish.native, called > 0)
    if (word === undefined) return fail(endingMessage(finish?.reason, finish?.native))
    closeAll()
    answer.begin()
    sink.finish(word, includeUsage && usage !== undefined ? writeUsage(usage) : undefined)
  }

  function fail(message: string): void {
    closeAll()
    sink.fail(message)
  }

  /** Writes text. Commentary has a separate field in this format. */
  function text({ block, channel, text }: DeltaPart): void {
    if (channel === 'commentary') {
      closeContent()
      answer.begin()
      return sink.plan(text)
    }
    const type = channel === 'reasoning' ? 'thinking' : 'text'
    if (content?.block !== block || content.type !== type) openContent(type, block)
    sink.text(content!.index, type, text)
  }

  function endBlock({ block, seals }: BlockEndPart): void {
    if (!isEmpty(seals)) notCarried('seals')
    if (content?.block === block) closeContent()
  }

  function openContent(type: ContentType, block: number): void {
    closeContent()
    answer.begin()
    content = { index: contents++, block, type }
    sink.openContent(content.index, type)
  }

  function closeContent(): void {
    if (content !== undefined) sink.closeContent(content.index)
    content = undefined
  }

  function closeCall(call: number): void {
    const index = calls.get(call)
    if (index === undefined) return
    calls.delete(call)
    sink.closeCall(index)
  }

  function closeAll(): void {
    closeContent()
    for (const call of calls.keys()) closeCall(call)
  }

  function writeNative(part: NativePart): void {
    const { wire, event, value } = part
    if (wire !== WIRE || !writesNative(part, options) || event !== 'citation')
      return notCarried('native parts that other formats have, or that may show reasoning')
    answer.begin()
    sink.citation(value)
  }
}
