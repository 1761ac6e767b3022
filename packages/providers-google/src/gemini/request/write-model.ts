import type { Item } from '@reason/core/result'
import type { AssistantMessage, Issuer } from '@reason/core/conversation'
import { createRecordFinder, isLoose, type Loose, objectArguments, parseExact, resolveToolName } from '@reason/wire-kit'
import type { FileContext } from '../../shared/files.ts'
import { restore } from '../../shared/request-fields.ts'
import { kept, notes, type PartRecord } from './extras.ts'
import type { Placed } from './plan.ts'

export interface WriteContext extends FileContext {
  /** Previous addressee of the conversation. */
  origin: Issuer | undefined
  /** Tells whether calls and results of that origin keep their ids. */
  writesIds(origin: Issuer | undefined): boolean
  /** Generated ids, which are never sent. */
  made: ReadonlySet<unknown>
  /** True if results may contain media. */
  mediaInResults: boolean
  /** True if the conversation was for the same model, which has accepted its contents. */
  isSameModel: boolean
  /** True if the beginning of the conversation may be in a cache. */
  isCached: boolean
  tools: readonly string[]
}

const findRecord = createRecordFinder('item')

/** Writes the parts of a model's content: one for each item, so that signatures are never merged. */
export function writeModelParts(message: AssistantMessage, context: WriteContext): Record<string, unknown>[] {
  const { [notes.parts]: records } = kept(message)
  const parts: Record<string, unknown>[] = []
  for (const item of message.items as readonly Placed[]) {
    const record = findRecord(records, item.at) as PartRecord | undefined
    const [signature, ...others] = (item.seals ?? []).filter(({ kind }) => kind === 'thought-signature')
    const signed: Loose = signature === undefined ? {} : { thoughtSignature: signature.value }
    if (item.type === 'tool-call') {
      const args = item.arguments.trim() === '' ? undefined : parseExact(objectArguments(item.arguments, item.contentType))
      const call = {
        ...(hasId(item.id) && { id: item.id }),
        name: resolveToolName(item.name, context.tools),
        ...(args !== undefined && { args }),
      }
      parts.push(restore(record?.part ?? {}, { functionCall: restore(record?.call ?? {}, call), ...signed }))
    } else if (item.type === 'native') writeNative(item, record?.part ?? {}, signed)
    else if (item.text !== '' || signature !== undefined) {
      const thought = item.text === '' ? signature?.item === 'thought' : item.channel === 'reasoning'
      if (item.channel === 'commentary') context.notCarried('commentary (it was sent as text)')
      parts.push(restore(record?.part ?? {}, { text: item.text, ...(thought && { thought }), ...signed }))
    }
    for (const { value } of others) parts.push({ text: '', thoughtSignature: value })
  }
  return parts

  function hasId(id: string | undefined): boolean {
    return id !== undefined && id !== '' && !context.made.has(id) && context.writesIds(message.origin)
  }

  function writeNative(item: Extract<Item, { type: 'native' }>, record: Loose, signed: Loose): void {
    const last = parts.at(-1)
    if (item.event.startsWith('part.') && isLoose(item.value)) parts.push({ ...item.value, ...restore(record, signed) })
    else if (item.event === 'odd.part') parts.push(item.value as Record<string, unknown>)
    // Fields beside a text or a call go back to the same part.
    else if (item.event === 'beside-part' && isLoose(item.value) && last !== undefined) Object.assign(last, item.value)
  }
}
