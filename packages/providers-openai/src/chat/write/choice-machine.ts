import type { Part } from '@reason/core'
import type { BlockKind, DeltaPart, FinishPart, ToolCallDeltaPart, ToolCallEndPart, ToolCallStartPart } from '@reason/core/parts'
import type { WriterOptions } from '@reason/core/wire'
import { addressOf, argumentsAtEnd, createTextSeams, refusalText, resolveToolName, type Citation, type MadeImage } from '@reason/wire-kit'
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

/** Passes the parts of one choice to its sink, in order. */
export function createChoiceMachine(sink: ChoiceSink, context: ChoiceContext) {
  const { commentary, knowsNoTools, withDetails, notCarried } = context
  const seams = createTextSeams()
  /** Kinds of the open blocks, if they have one. */
  let kinds: Map<number, BlockKind> | undefined
  let calls: Map<number, { custom: boolean; isEmpty: boolean }> | undefined
  /** Arguments that were written with the start of their call. */
  let joined: ToolCallDeltaPart | undefined
  let imageCount = 0
  /** Citations of the open answer block, the start of that block, and the length of the answer so far. */
  let cited: Citation[] = []
  let citedFrom = 0
  let answerChars = 0
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
    /** Writes images as OpenRouter does. @see https://openrouter.ai/docs/guides/overview/multimodal/image-generation */
    images(images: readonly MadeImage[]): void {
      const values = images.map((image) => ({ type: 'image_url', image_url: { url: addressOf(image) }, index: imageCount++ }))
      sink.field({ scope: 'message', field: 'images' }, values)
    },
    /** Adds citations to the open text, or to the next one. */
    cite: (citations: readonly Citation[]): void => void cited.push(...citations),
    /** True once a finish was written. Errors and aborts write none, as they must not look like a success. */
    finished: () => finished,
    endedBy: () => endedBy,
  }

  function push(part: Part, next?: Part): void {
    const loss = lossOf(part, withDetails)
    if (loss !== undefined) notCarried(loss)
    switch (part.type) {
      case 'delta':
        return text(part)
      case 'block-start':
        if (part.kind !== undefined) (kinds ??= new Map()).set(part.block, part.kind)
        return
      case 'block-end':
        kinds?.delete(part.block)
        if (part.channel === 'answer') annotate()
        if (part.channel === 'reasoning') seal(part.block, part.seals)
        return
      case 'tool-call-start':
        return startCall(part, next)
      case 'tool-call-delta': {
        const call = calls?.get(part.call)
        if (call === undefined || part === joined) return
        call.isEmpty = false
        return sink.callText(part.call, part.text)
      }
      case 'tool-call-end':
        return endCall(part)
      case 'finish':
        return finish(part)
    }
  }

  function text(part: DeltaPart): void {
    const { block } = part
    const field = fieldOf(part)
    if (field === undefined) return notCarried('commentary')
    if (part.text !== '') {
      refused ||= field === 'refusal'
      answered ||= field === 'content'
    }
    const text = seams.before(field, part) + part.text
    if (field === 'content') answerChars += text.length
    sink.text(field, text, block, kinds?.get(block))
  }

  function annotate(): void {
    const pages = cited.flatMap((citation) => ('url' in citation ? [citation] : []))
    if (pages.length < cited.length) notCarried('citations of files')
    const range = { start_index: citedFrom, end_index: answerChars }
    const annotations = pages.map((page) => ({ type: 'url_citation', url_citation: { ...page, ...range } }))
    if (annotations.length > 0) sink.field({ scope: 'message', field: 'annotations' }, annotations)
    cited = []
    citedFrom = answerChars
  }

  /** Returns the field for a text. Undefined if the text is left out. */
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

  /** Writes a call that came with its arguments as it came: clients of providers that send whole calls (xAI, Mistral) refuse other ones. */
  function startCall({ call, id, name, contentType, choice }: ToolCallStartPart, next?: Part): void {
    if (knowsNoTools && calls !== undefined) return notCarried('a second call, for a client that knows no tools')
    const custom = contentType === 'custom' && !knowsNoTools
    calls ??= new Map()
    joined = next?.type === 'tool-call-delta' && next.call === call && next.choice === choice ? next : undefined
    calls.set(call, { custom, isEmpty: joined === undefined })
    sink.openCall({ call, id: context.callId(id), name: resolveToolName(name, context.tools), custom }, joined?.text)
  }

  function endCall({ call, seals, boundary }: ToolCallEndPart): void {
    const known = calls?.get(call)
    if (known !== undefined) sink.closeCall(call, argumentsAtEnd({ ...known, boundary }), signatureIn(seals))
  }

  function finish(part: FinishPart): void {
    endedBy = part
    // Citations of the answer as a whole.
    if (cited.length > 0) citedFrom = 0
    annotate()
    const word = writeFinish(part, calls !== undefined, knowsNoTools)
    // A reported error is already written. The end of the response handles an unreported one.
    if (word === undefined) return
    finished = true
    const refusal = refusalText(part, { refused, answered: answered || calls !== undefined })
    if (refusal !== undefined) sink.text('refusal', refusal, -1, 'refusal')
    sink.finish(word, signatureIn(part.seals))
  }
}
