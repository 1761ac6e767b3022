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
 * Prepares a result for a client's history: `reasoning` is null, and reasoning blocks have neither text nor a signature of it.
 *
 * If tool calls await their results, the turn is unfinished, and the items stay complete: models need the thought before the call, and providers demand
 * it. Traces are made elsewhere and obey their own mode.
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

/** Removes a block's text and its signature, which covers the text. Encrypted seals contain their own text, so they stay. */
function emptied({ seals, ...block }: Block): Block {
  const left: Seal[] = (seals ?? []).filter(({ kind }) => kind !== 'signature')
  return { ...block, text: '', ...(left.length > 0 && { seals: left }) }
}
