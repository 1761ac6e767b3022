import type { Part } from '@reason/core'
import type { Channel, DeltaPart, NativePart, Seal } from '@reason/core/parts'
import type { WriterOptions } from '@reason/core/wire'
import { asJson, createCallQueue, objectArguments, resolveToolName, type Loose, type WholeCall } from '@reason/wire-kit'
import { WIRE } from './wire.ts'
import { signaturesOf } from '../shared/signatures.ts'

/** Writes the parts of one candidate, each as JSON. */
export interface GeminiPartWriter {
  push(part: Part): readonly string[]
  /** Writes a native part that was a part of a candidate. */
  native(part: NativePart): readonly string[]
  /** Writes the delayed rest: text, and calls without an end. */
  flush(): readonly string[]
}

export interface PartWriterContext {
  /** `live`: text is written as it comes. `whole`: each block is one part. */
  mode: 'live' | 'whole'
  notCarried(what: string): void
}

interface TextDraft {
  block: number
  thought: boolean
  pieces: string[]
  /** True once some of the text was written. */
  begun: boolean
}

const nothing: readonly string[] = []

/**
 * Writes parts so that a signature stands on its text, although it comes at the end of the block. In a live stream, the
 * first text of an answer block therefore waits for the next part. If it is the whole block, it is written with its
 * signature. In longer blocks, the signature goes on an empty part behind them. The same applies to thoughts, which
 * Gemini has not been seen to sign.
 *
 *     block-start ▶ delta (held) ─┬▶ block-end, signed: { text, thoughtSignature }
 *                                 └▶ delta: { text } { text } … ▶ block-end, signed: { text: "", thoughtSignature }
 */
export function createPartWriter(
  { commentary = 'reasoning', tools }: WriterOptions,
  { mode, notCarried }: PartWriterContext,
): GeminiPartWriter {
  let draft: TextDraft | undefined
  /** Open blocks that have had text. */
  const written = new Set<number>()
  const calls = createCallQueue()

  return { push, native, flush: () => [...flushText(), ...calls.flush().map(writeCall)] }

  function push(part: Part): readonly string[] {
    switch (part.type) {
      case 'delta':
        return text(part)
      case 'block-end':
        return endBlock(part.block, part.channel, signaturesOf(part.seals, WIRE, notCarried))
      case 'tool-call-start':
      case 'tool-call-delta':
      case 'tool-call-end': {
        const written = calls.push(part).map(writeCall)
        return part.type === 'tool-call-start' ? [...flushText(), ...written] : written
      }
      default:
        return nothing
    }
  }

  function text({ block, channel, text }: DeltaPart): readonly string[] {
    const thought = isThought(channel)
    if (thought === undefined) {
      notCarried('commentary')
      return nothing
    }
    const before = draft?.block === block ? nothing : flushText()
    written.add(block)
    draft ??= { block, thought, pieces: [], begun: false }
    if (mode === 'whole' || (!thought && !draft.begun && draft.pieces.length === 0)) {
      draft.pieces.push(text)
      return before
    }
    const held = takeText()
    draft.begun = true
    const json = writeText(text, thought)
    return before.length === 0 && held === '' ? [json] : [...before, ...(held === '' ? [] : [writeText(held, thought)]), json]
  }

  function endBlock(block: number, channel: Channel, seals: readonly Seal[]): readonly string[] {
    const thought = isThought(channel)
    if (thought === undefined) return nothing
    const hadText = written.delete(block)
    const isOpen = draft?.block === block
    const before = isOpen ? nothing : flushText()
    const held = isOpen ? takeText() : ''
    if (isOpen) draft = undefined
    if (!hadText && seals.length === 0) notCarried('blocks without text')
    // Without text, the seal tells whether its part was a thought.
    const signed = seals.map(({ value, item }, at) => writeText(at === 0 ? held : '', hadText ? thought : item === 'thought', value))
    const unsigned = seals.length === 0 && held !== '' ? [writeText(held, thought)] : nothing
    return [...before, ...signed, ...unsigned]
  }

  function native(part: NativePart): readonly string[] {
    const [signature] = signaturesOf(part.seals, WIRE, notCarried)
    const value = signature === undefined ? part.value : { ...(part.value as Loose), thoughtSignature: signature.value }
    return [...flushText(), asJson(value)]
  }

  function flushText(): readonly string[] {
    if (draft === undefined) return nothing
    const { thought } = draft
    const held = takeText()
    draft = undefined
    return held === '' ? nothing : [writeText(held, thought)]
  }

  function takeText(): string {
    if (draft === undefined || draft.pieces.length === 0) return ''
    const held = draft.pieces.join('')
    draft.pieces = []
    return held
  }

  function writeCall({ id, name, contentType, text, seals }: WholeCall): string {
    const [signature, ...rest] = signaturesOf(seals, WIRE, notCarried)
    if (rest.length > 0) notCarried('more than one seal of a call')
    const members = `"name":${JSON.stringify(resolveToolName(name, tools))},"args":${objectArguments(text, contentType)}`
    const call = id === undefined ? `{${members}}` : `{"id":${JSON.stringify(id)},${members}}`
    return `{"functionCall":${call}${signature === undefined ? '' : `,"thoughtSignature":${JSON.stringify(signature.value)}`}}`
  }

  /** Tells whether text of a channel is a thought. Undefined if it is not written. */
  function isThought(channel: Channel): boolean | undefined {
    if (channel !== 'commentary') return channel === 'reasoning'
    return commentary === 'drop' ? undefined : commentary === 'reasoning'
  }
}

function writeText(text: string, thought: boolean, signature?: string): string {
  const signed = signature === undefined ? '' : `,"thoughtSignature":${JSON.stringify(signature)}`
  return `{"text":${JSON.stringify(text)}${thought ? ',"thought":true' : ''}${signed}}`
}
