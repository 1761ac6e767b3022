import type { Result } from '@reason/core'
import type { Seal } from '@reason/core/parts'
import type { Block, Item } from '@reason/core/result'
import { isHarmlessNative } from './visibility.ts'

export interface HistoryOptions {
  /** `drop_from_history`. Default true. */
  dropReasoning?: boolean
  /** `drop_commentary_from_history`, for Harmony. Default false. */
  dropCommentary?: boolean
}

/**
 * The result as it goes into a client's history: `reasoning` is null, and its blocks have no text and no signature of it.
 *
 * A result whose tool calls wait for their results is in the middle of a turn: its items stay whole, because models need and providers demand
 * what was thought before the call. Traces are made elsewhere and obey their own mode.
 */
export function forHistory(result: Result, { dropReasoning = true, dropCommentary = false }: HistoryOptions = {}): Result {
  if (!dropReasoning && !dropCommentary) return result
  const isOpen = result.toolCalls.length > 0
  return {
    ...result,
    ...(dropReasoning && { reasoning: null }),
    ...(dropCommentary && !isOpen && { commentary: '' }),
    items: isOpen ? result.items : result.items.flatMap((item) => kept(item, dropReasoning, dropCommentary)),
  }
}

function kept(item: Item, dropReasoning: boolean, dropCommentary: boolean): Item[] {
  const { channel } = item.type === 'tool-call' ? {} : item
  if (dropCommentary && channel === 'commentary') return []
  if (!dropReasoning) return [item]
  if (item.type === 'native') return isHarmlessNative(item) ? [item] : []
  return item.type === 'block' && channel === 'reasoning' ? [emptied(item)] : [item]
}

/** A signature is of the text that is gone; what is encrypted carries its own. */
function emptied({ seals, ...block }: Block): Block {
  const left: Seal[] = (seals ?? []).filter(({ kind }) => kind !== 'signature')
  return { ...block, text: '', ...(left.length > 0 && { seals: left }) }
}
