import type { Item } from '@reason/core/result'
import type { AssistantMessage, Issuer } from '@reason/core/conversation'
import { isLoose, type Loose, objectArguments, parseExact, resolveToolName } from '@reason/wire-kit'
import { restore } from '../../shared/request-fields.ts'
import { kept, recordsOf } from './extras.ts'
import type { PieceContext } from './pieces.ts'
import type { Placed } from './plan.ts'

export interface WriteContext extends PieceContext {
  /** Whom the conversation was addressed to. */
  origin: Issuer | undefined
  /** Whether calls and results of that origin go with their ids. */
  writesIds(origin: Issuer | undefined): boolean
  /** Ids of our own making, which do not go anywhere. */
  made: ReadonlySet<unknown>
  /** Results may have media in them. */
  mediaInResults: boolean
  /** The conversation was for this very model, so that what stands in it was taken. */
  isSameModel: boolean
  /** What the conversation begins with may be in a cache. */
  isCached: boolean
  tools: readonly string[]
}

/** The parts of a content of the model: one for each item, so that no signature is merged with anything. */
export function writeModelParts(message: AssistantMessage, context: WriteContext): Record<string, unknown>[] {
  const records = recordsOf(kept(message))
  const parts: Record<string, unknown>[] = []
  for (const item of message.items as readonly Placed[]) {
    const record = records.find((one) => one.item === item.at)
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
    // What stood beside a text or a call goes back there.
    else if (item.event === 'beside-part' && isLoose(item.value) && last !== undefined) Object.assign(last, item.value)
  }
}
