import type { NativePart } from '@reason/core/parts'
import type { WriterOptions } from '@reason/core/wire'
import { isLoose, writesNative, type NotCarried } from '@reason/wire-kit'
import { harmlessResponseFields } from '../fields.ts'
import { isJson, members, type Frames } from './frames.ts'
import type { TextItemWriter } from './item-writer.ts'
import type { OutputItems } from './output.ts'
import type { PartKind } from './part-writer.ts'

/** Writes native parts of this format back to their original places. */
export interface NativeWriter {
  write(part: NativePart): void
  /** Called when a part of an item begins. Writes the native parts that waited for it. */
  opened(item: TextItemWriter): void
  takeLogprobs(kind: PartKind): unknown
  /** True if log probabilities wait for their text. */
  hasLogprobs(): boolean
  /** Fields of the final response object. */
  readonly response: Record<string, unknown>
  /** Fields beside the final response object. */
  readonly beside: Record<string, unknown>
}

export function createNativeWriter(output: OutputItems, frames: Frames, options: WriterOptions, notCarried: NotCarried): NativeWriter {
  const response: Record<string, unknown> = {}
  const beside: Record<string, unknown> = {}
  /** Annotations that came before their text. */
  let early: NativePart[] = []
  let logprobs: unknown

  return {
    write,
    opened(item) {
      const waiting = early.filter((part) => output.find(part.item) === item)
      early = early.filter((part) => !waiting.includes(part))
      for (const part of waiting) annotate(part)
    },
    takeLogprobs(kind) {
      if (kind !== 'text' || logprobs === undefined) return undefined
      const taken = logprobs
      logprobs = undefined
      return taken
    },
    hasLogprobs: () => logprobs !== undefined,
    response,
    beside,
  }

  function write(part: NativePart): void {
    const { event, value } = part
    if (!writesNative(part, options)) return notCarried('native parts that may show reasoning')
    if (!isJson(value)) return notCarried('values that are no JSON')
    if (event === 'replay.item') return output.announce(part)
    if (event === 'replay.done') return output.update(part)
    if (event === 'annotation') return annotate(part)
    if (event === 'logprobs') return void (logprobs = value)
    if (event === 'response') {
      if (isLoose(value)) assign(response, value)
      return
    }
    const [scope, field] = event.split('/', 2)
    if (field !== undefined) return writeField(scope!, field, part)
    if (/^(?:frame|late)\./.test(event) || event === 'part' || !/^[\w.]+$/.test(event) || !isLoose(value)) {
      return notCarried('native parts that stand for nothing in the format')
    }
    writeEvent(part, value)
  }

  function annotate(part: NativePart): void {
    const item = output.find(part.item)
    if (item?.kind === 'text' && !item.isDone() && item.lastText()?.isOpen() === true) item.lastText()!.annotation(part.value)
    else if (item === undefined && output.awaits('message')) early.push(part)
    else notCarried('annotations of text that is over')
  }

  function writeField(scope: string, field: string, { item, value }: NativePart): void {
    if (scope === 'response') response[field] = value
    else if (scope === 'event') beside[field] = value
    else if (scope === 'item') output.find(item)?.update({ [field]: value })
    else notCarried('unknown fields of text')
  }

  /** Writes an event of a tool that the provider ran, or of audio. */
  function writeEvent({ event, item }: NativePart, value: Record<string, unknown>): void {
    if (event === 'output_item.added') return void output.otherItem(item, value)
    if (event === 'output_item.done') return output.otherItem(item, value)?.done(value)
    const type = event.startsWith('response.') ? event : `response.${event}`
    const owner = output.otherItem(item, undefined)
    if (owner !== undefined) return owner.event(type.slice('response.'.length), value)
    if (item !== undefined) return notCarried('events of an item that is not there')
    frames.add(type, members(value))
  }
}

function assign(to: Record<string, unknown>, from: Record<string, unknown>): void {
  for (const field in from) if (harmlessResponseFields.has(field) || field === 'model' || field === 'created_at') to[field] = from[field]
}
