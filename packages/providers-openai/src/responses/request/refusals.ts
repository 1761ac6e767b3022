import type { Conversation, Target } from '@reason/core/conversation'
import { unanswered as unansweredCall, unasked } from '../../shared/answers.ts'
import { elsewhere, foreignFiles, missingMessages } from '../../shared/kept-elsewhere.ts'
import { WIRE } from '../wire.ts'
import type { RequestEntry } from './entries.ts'
import { kept } from './extra.ts'
import { isReference } from './stand-ins.ts'
import type { RequestRow } from '../dialect/index.ts'

/** Lists the reasons why the provider would refuse the items, or could not resolve their references. */
export function findRefusals(conversation: Conversation, entries: readonly RequestEntry[], target: Target, row: RequestRow): string[] {
  const missing = missingMessages(conversation, WIRE)
  return [
    ...missing,
    ...(missing.length === 0 ? unanswered(conversation, entries, row) : []),
    ...keptElsewhere(conversation, entries, target, row),
  ]
}

function unanswered({ extra }: Conversation, entries: readonly RequestEntry[], { answers }: RequestRow): string[] {
  const elsewhere = earlierFields.some((field) => isSaid(kept(extra)[field])) || entries.some(({ item }) => isReference(item))
  if (answers !== true || elsewhere) return []
  const of = (type: RequestEntry['type']) => entries.filter((entry) => entry.type === type && entry.callId !== undefined)
  const ids = (list: readonly RequestEntry[]) => new Set(list.map(({ callId }) => callId))
  // Calls of other tools than functions have outputs of other types.
  const outputs = ids(entries.filter(({ by, callId }) => by === 'client' && callId !== undefined))
  const calls = ids(of('call'))
  return [
    ...of('call')
      .filter(({ callId }) => !outputs.has(callId))
      .map(({ callId, message }) => unansweredCall(message, callId!)),
    ...of('output')
      .filter(({ callId }) => !calls.has(callId))
      .map(({ callId, message }) => unasked(message, callId!)),
  ]
}

/** Refusals for references to stored items that the target cannot find. */
function keptElsewhere(conversation: Conversation, entries: readonly RequestEntry[], target: Target, { forgets }: RequestRow): string[] {
  const fields = kept(conversation.extra)
  const named = earlierFields.filter((field) => isSaid(fields[field]))
  const keeper = elsewhere(conversation, target)
  if (keeper !== undefined) {
    return [
      ...named.map((field) => `${field} names something stored at ${keeper}, which ${target.provider ?? 'the target'} cannot read.`),
      ...foreignFiles(conversation, target),
    ]
  }
  if (forgets === undefined) return []
  const refers = entries.some(({ item }) => isReference(item))
  const wanted = [...named.filter((field) => field !== 'prompt'), ...(refers ? ['item_reference'] : [])]
  return wanted.map((field) => `${field} refers to an earlier response, but ${forgets}. Send the messages themselves.`)
}

/** Fields that stand for earlier messages. */
const earlierFields = ['previous_response_id', 'conversation', 'prompt'] as const

const isSaid = (value: unknown): boolean => value !== undefined && value !== null
