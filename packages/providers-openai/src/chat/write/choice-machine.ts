import type { Part } from '@reason/core'
import type { BlockKind, BlockStartPart, DeltaPart, FinishPart, ToolCallEndPart, ToolCallStartPart } from '@reason/core/parts'
import type { WriterOptions } from '@reason/core/wire'
import { argumentsAtEnd, createTextSeams, refusalText, resolveToolName } from '@reason/wire-kit'
import { writeFinish } from '../finish.ts'
import { signatureIn } from '../signatures.ts'
import { lossOf, type ChoicePlace } from './not-carried.ts'
import type { ChoiceSink, TextField } from './sink.ts'
import { writableSeals } from './detail-writer.ts'

export interface ChoiceContext {
  commentary: NonNullable<WriterOptions['commentary']>
  tools: WriterOptions['tools']
  knowsNoTools: boolean
  withDetails: boolean
  callId(own: string | undefined): string
  notCarried(what: string): void
}

export type ChoiceMachine = ReturnType<typeof createChoiceMachine>

/** Parts of one choice, in the order in which they came, to its sink. */
export function createChoiceMachine(sink: ChoiceSink, context: ChoiceContext) {
  const { commentary, knowsNoTools, withDetails, notCarried } = context
  const seams = createTextSeams()
  /** Kinds of the open blocks that have one. */
  let kinds: Map<number, BlockKind> | undefined
  let calls: Map<number, { custom: boolean; isEmpty: boolean }> | undefined
  let refused = false
  let answered = false
  let endedBy: FinishPart | undefined
  let finished = false

  return {
    push,
    textField: (part: DeltaPart) => {
      const field = fieldOf(part)
      return field === undefined || seams.isDue(field, part) ? undefined : field
    },
    field(place: ChoicePlace, value: unknown): void {
      if (!('call' in place && knowsNoTools)) sink.field(place, value)
    },
    /** A finish was written; not one that must not look like a success. */
    finished: () => finished,
    endedBy: () => endedBy,
  }

  function push(part: Part): void {
    const loss = lossOf(part, withDetails)
    if (loss !== undefined) notCarried(loss)
    switch (part.type) {
      case 'delta':
        return text(part)
      case 'block-start':
        return startBlock(part)
      case 'block-end':
        kinds?.delete(part.block)
        if (part.channel === 'reasoning') seal(part.block, part.seals)
        return
      case 'tool-call-start':
        return startCall(part)
      case 'tool-call-delta': {
        const call = calls?.get(part.call)
        if (call === undefined) return
        call.isEmpty = false
        return sink.callText(part.call, part.text)
      }
      case 'tool-call-end':
        return endCall(part)
      case 'finish':
        return finish(part)
    }
  }

  function startBlock({ block, kind }: BlockStartPart): void {
    if (kind !== undefined) (kinds ??= new Map()).set(block, kind)
  }

  function text(part: DeltaPart): void {
    const { block } = part
    const field = fieldOf(part)
    if (field === undefined) return notCarried('commentary')
    if (part.text !== '') {
      refused ||= field === 'refusal'
      answered ||= field === 'content'
    }
    sink.text(field, seams.before(field, part) + part.text, block, kinds?.get(block))
  }

  /** Undefined: it is left out. */
  function fieldOf({ channel, block }: DeltaPart): TextField | undefined {
    const target = channel === 'commentary' ? commentary : channel
    if (target === 'drop') return undefined
    if (target === 'reasoning') return target
    return kinds?.get(block) === 'refusal' ? 'refusal' : 'content'
  }

  function seal(block: number, all: Parameters<typeof writableSeals>[0]): void {
    const seals = writableSeals(all, withDetails)
    if (seals.length > 0) sink.seals(block, seals)
  }

  function startCall({ call, id, name, contentType }: ToolCallStartPart): void {
    if (knowsNoTools && calls !== undefined) return notCarried('a second call, for a client that knows no tools')
    const custom = contentType === 'custom' && !knowsNoTools
    calls ??= new Map()
    calls.set(call, { custom, isEmpty: true })
    sink.openCall({ call, id: context.callId(id), name: resolveToolName(name, context.tools), custom })
  }

  function endCall({ call, seals, boundary }: ToolCallEndPart): void {
    const known = calls?.get(call)
    if (known !== undefined) sink.closeCall(call, argumentsAtEnd({ ...known, boundary }), signatureIn(seals))
  }

  function finish(part: FinishPart): void {
    endedBy = part
    const word = writeFinish(part, calls !== undefined, knowsNoTools)
    // An error that was reported has been written; the end of the response sees to one that was not.
    if (word === undefined) return
    finished = true
    const refusal = refusalText(part, { refused, answered: answered || calls !== undefined })
    if (refusal !== undefined) sink.text('refusal', refusal, -1, 'refusal')
    sink.finish(word, signatureIn(part.seals))
  }
}
