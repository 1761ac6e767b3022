import type { Part } from '@reason/core'
import type {
  BlockEndPart,
  BlockKind,
  Channel,
  DeltaPart,
  ErrorPart,
  FinishPart,
  NativePart,
  Seal,
  StartPart,
  ToolCallStartPart,
  Usage,
} from '@reason/core/parts'
import type { Frame, WireWriter, WriterOptions } from '@reason/core/wire'
import {
  citationsIn,
  imagesIn,
  refusalText,
  createCallIds,
  createNotCarried,
  isSealedHere,
  isText,
  resolveToolName,
  tokenCount,
  uniquePart,
  type MadeImage,
} from '@reason/wire-kit'
import { endingError } from '../../shared/errors.ts'
import { createCitations } from './citations.ts'
import { errorMembers } from './error-members.ts'
import { writeOutcome, type WrittenOutcome } from '../finish.ts'
import { createFrames, members } from './frames.ts'
import type { CallItemWriter, TextItemWriter } from './item-writer.ts'
import { createNativeWriter } from './native-writer.ts'
import { createOutput } from './output.ts'
import type { PartKind, ResponsesPartWriter } from './part-writer.ts'
import { WIRE } from '../wire.ts'
import { identify, writeResponse, type ResponseIdentity } from './written-response.ts'

export interface WriteConfig {
  /** True if the commentary channel is written as messages of that phase. */
  commentary: boolean
  /** True if reasoning that is no summary is written as one. */
  asSummary: boolean
}

export interface ResponsesWriter extends WireWriter {
  /** Returns the whole body. Call it after the end. */
  body(): Record<string, unknown>
}

interface OpenBlock {
  channel: Channel
  kind: BlockKind | undefined
  item: TextItemWriter | undefined
  part: ResponsesPartWriter | undefined
}

const nothing: readonly Frame[] = []

/**
 * Writes parts as events of a Responses stream, and as the resulting body.
 *
 *   created ▶ in_progress ▶ { item added ▶ { part, text }* ▶ item done }* ▶ completed | incomplete | failed
 */
export function createResponsesWriter(config: WriteConfig, options: WriterOptions = {}, frames = createFrames()): ResponsesWriter {
  const { commentary = config.commentary ? 'commentary' : 'reasoning', tools, includeUsage = true } = options
  const notCarried = createNotCarried('Responses', options)
  const callId = createCallIds('call_', () => identity().id, options)
  const output = createOutput(frames, (prefix, index) => `${prefix}_${uniquePart(identity().id)}_${index}`)
  const natives = createNativeWriter(output, frames, options, notCarried)
  const blocks = new Map<number, OpenBlock>()
  const calls = new Map<number, CallItemWriter>()
  /** The block that began last, while it is open. */
  let newest: OpenBlock | undefined
  let started: StartPart | undefined
  let known: ResponseIdentity | undefined
  /** Citations from other formats, of the open text or the next one. */
  const cited = createCitations()
  let begun = false
  let refused = false
  let usage: Usage | undefined
  let error: ErrorPart['error'] | undefined
  let finish: FinishPart | undefined
  let ended = false

  return {
    push,
    textFrame: (part) => (ended || natives.hasLogprobs() ? undefined : openPart(part)?.frame),
    wrote: (part) => openPart(part)?.wrote(part.text),
    end,
    body: () => ({ ...natives.beside, ...final() }),
  }

  function push(part: Part): readonly Frame[] {
    if (ended) return nothing
    if ((part.choice ?? 0) !== 0) {
      notCarried('a second choice')
      return nothing
    }
    if (part.type === 'start') started ??= part
    if (part.type === 'end') return end()
    begin()
    take(part)
    return frames.take()
  }

  function take(part: Part): void {
    switch (part.type) {
      case 'block-start':
        newest = { channel: part.channel, kind: part.kind, item: undefined, part: undefined }
        blocks.set(part.block, newest)
        break
      case 'delta':
        return text(part)
      case 'block-end':
        return endBlock(part)
      case 'tool-call-start':
        return startCall(part)
      case 'tool-call-delta':
        return calls.get(part.call)?.text(part.text)
      case 'tool-call-end':
        if (part.seals !== undefined) notCarried('seals of tool calls')
        return output.endCall(calls.get(part.call), part.boundary)
      case 'native':
        return native(part)
      case 'usage':
        if (includeUsage) usage = part.usage
        break
      case 'error':
        error ??= part.error
        frames.add('error', errorMembers(part.error))
        break
      case 'finish':
        if (part.seals !== undefined) notCarried('seals of a whole response')
        refuse(part)
        finish ??= part
        output.close(outcome().status !== 'completed')
        break
    }
  }

  /** Writes a refusal that a provider reports only beside its answer. */
  function refuse(part: FinishPart): void {
    const answered = calls.size > 0 || output.items.some((item) => item.kind === 'text' && item.target !== 'reasoning')
    const said = finish === undefined ? refusalText(part, { refused, answered }) : undefined
    if (said === undefined) return
    const block = Number.MAX_SAFE_INTEGER
    take({ type: 'block-start', block, channel: 'answer', kind: 'refusal' })
    take({ type: 'delta', block, channel: 'answer', text: said })
    take({ type: 'block-end', block, channel: 'answer', boundary: 'wire' })
  }

  /** Writes the first events. Clients recognise a stream by them. */
  function begin(): void {
    if (begun) return
    begun = true
    for (const type of ['response.created', 'response.in_progress']) {
      frames.add(type, '', 'response', writeResponse(identity(), { status: 'in_progress', output: [] }))
    }
  }

  function text({ block: number, channel, text }: DeltaPart): void {
    let block = blocks.get(number)
    if (block === undefined) blocks.set(number, (block = { channel, kind: undefined, item: undefined, part: undefined }))
    if (block.part === undefined && !open(block)) return notCarried('commentary')
    if (block.part!.isOpen()) block.part!.text(text, natives.takeLogprobs(block.part!.kind))
  }

  /** Gives a hidden thought the item that was announced for it. */
  function place(block: OpenBlock | undefined): TextItemWriter | undefined {
    if (block?.kind === 'hidden' && output.awaits('reasoning')) block.item ??= output.textItem('reasoning', undefined)
    return block?.item
  }

  /** Returns the part that a text goes to, if nothing has to precede it. */
  function openPart({ block, choice = 0 }: DeltaPart): ResponsesPartWriter | undefined {
    const part = choice === 0 ? blocks.get(block)?.part : undefined
    return part?.isOpen() === true ? part : undefined
  }

  /** @returns False for a channel that is dropped. */
  function open(block: OpenBlock): boolean {
    const target = block.channel === 'commentary' ? commentary : block.channel
    if (target === 'drop') return false
    const kind = partKind(target, block.kind)
    if (kind === 'refusal') refused = true
    block.item = output.textItem(target, kind)
    block.part = block.item.openPart(kind)
    natives.opened(block.item)
    return true
  }

  function partKind(target: 'reasoning' | 'answer' | 'commentary', kind: BlockKind | undefined): PartKind {
    if (target === 'reasoning') return kind === 'summary' || config.asSummary ? 'summary' : 'raw'
    return kind === 'refusal' ? 'refusal' : 'text'
  }

  function endBlock({ block: number, channel, boundary, seals = [] }: BlockEndPart): void {
    const block = blocks.get(number)
    blocks.delete(number)
    if (block === newest) newest = undefined
    const own = seals.filter(isOwn)
    if (own.length < seals.length) notCarried('seals of other formats')
    if (block?.part === undefined) {
      // A hidden thought. Its item exists for the seal, or because the provider stores the thought itself.
      const item = place(block) ?? (own.length > 0 ? output.textItem('reasoning', undefined) : undefined)
      if (channel === 'reasoning' && item !== undefined) seal(item, own)
      else if (channel !== 'commentary' || commentary !== 'drop') notCarried('blocks without text or a seal of this format')
      return
    }
    if (block.part.kind === 'text') cited.annotate(block.part)
    block.part.end()
    if (boundary === 'end-of-stream') block.item!.cut()
    if (own.length > 0 && channel === 'reasoning') seal(block.item!, own)
    else if (own.length > 0) notCarried('seals of text')
    output.closeIfLeft(block.item!)
  }

  function seal(item: TextItemWriter, seals: readonly Seal[]): void {
    item.seal(seals)
    // The seal ends a reasoning item.
    if (seals.length > 0) output.closeIfIdle(item)
    else output.closeIfLeft(item)
  }

  function startCall({ call, id, name, contentType }: ToolCallStartPart): void {
    const item = output.callItem({ callId: callId(id), name: resolveToolName(name, tools), custom: contentType === 'custom' })
    calls.set(call, item)
  }

  function native(part: NativePart): void {
    if (part.event === 'replay.item') place(newest)
    if (part.wire === WIRE) return natives.write(part)
    const [images, citations] = options.native === 'none' ? [[], []] : [imagesIn(part), citationsIn(part)]
    for (const image of images) writeImage(image)
    citations.forEach(cited.add)
    if (images.length === 0 && citations.length === 0) notCarried('native parts of other formats')
  }

  function writeImage(image: MadeImage): void {
    if (!('data' in image)) return notCarried('addresses of images')
    const id = `ig_${uniquePart(identity().id)}_${output.items.length}`
    const item = { id, type: 'image_generation_call', result: image.data, output_format: image.mediaType.replace('image/', '') }
    output.otherItem(undefined, { ...item, status: 'generating', result: null })!.done({ ...item, status: 'completed' })
  }

  function end(): readonly Frame[] {
    if (ended) return nothing
    begin()
    ended = true
    output.close(outcome().status !== 'completed')
    const response = final()
    const status = response['status']
    const type = status === 'failed' || status === 'completed' ? `response.${status}` : 'response.incomplete'
    frames.add(type, members(natives.beside), 'response', response)
    return frames.take()
  }

  /** The final response object. An aborted generation never looks like a success. */
  function final(): Record<string, unknown> {
    const written = outcome()
    const failed = written.status === 'failed'
    const { echo, id, model, created } = identity()
    // llama-server reports model and time only in the last event.
    const { model: lateModel, created_at: lateTime, ...late } = natives.response
    return writeResponse(
      {
        id,
        model: (options.model ?? started?.model) === undefined && isText(lateModel) ? lateModel : model,
        created: (options.created ?? started?.created) === undefined ? (tokenCount(lateTime) ?? created) : created,
        echo: { ...echo, ...late },
      },
      {
        ...written,
        output: output.items.map((item) => item.value()),
        usage,
        ...(failed && { error: error ?? endingError(finish?.reason, finish?.native) }),
      },
    )
  }

  function outcome(): WrittenOutcome {
    return error === undefined ? writeOutcome(finish?.reason, finish?.native, refused) : writeOutcome('error', undefined, false)
  }

  function identity(): ResponseIdentity {
    known ??= identify(started, options)
    return known
  }
}

const isOwn = (seal: Seal): boolean =>
  (seal.issuer.wire === WIRE && (seal.kind === 'encrypted' || seal.kind === 'signature')) || isSealedHere(seal)
