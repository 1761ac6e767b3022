import { isText, type Loose } from '@reason/wire-kit'
import { isListedItem } from '../fields.ts'
import type { ResponseItem, ItemContext } from './item.ts'

/** Reader of items that the neutral model lacks: tools that the provider ran, and their results. */
export interface OtherItem extends ResponseItem {
  readonly kind: 'other'
  /** Emits an event of the item unchanged. */
  event(name: string, event: Loose): void
}

export function createOtherItem(index: number, type: string, firstId: string | undefined, context: ItemContext): OtherItem {
  const { choice } = context
  const isListed = isListedItem(type)
  let id = firstId
  let initial: Loose | undefined
  let isDone = false

  const item: OtherItem = {
    kind: 'other',
    index,
    type,
    id: () => id,
    isDone: () => isDone,
    isAdded: () => initial !== undefined,
    added(value) {
      initial = value
      say('output_item.added', value)
    },
    event(name, event) {
      context.enter(item)
      choice.native(name, event, { item: index })
    },
    done(value) {
      if (isDone) return
      isDone = true
      say('output_item.done', value)
    },
    cut: () => {},
    settle: () => {},
  }
  return item

  function say(event: string, value: Loose): void {
    context.enter(item)
    if (isText(value.id)) id = value.id
    // A compaction replaces the conversation before it, and only its issuer can read it.
    const seal = event === 'output_item.done' && isText(value.encrypted_content) ? value.encrypted_content : undefined
    choice.native(event, value, {
      item: index,
      ...(!isListed && { channel: 'reasoning' as const }),
      ...(seal !== undefined && { seals: [choice.toSeal({ kind: 'encrypted', value: seal, ...(id !== undefined && { item: id }) })] }),
    })
    if (!isListed) context.warn('unknown-event', `The format lists no item of the type "${type}"; it was kept as a native part.`, type)
  }
}
