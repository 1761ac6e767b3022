import { badRequest, type ApiError } from '../../errors/api-error.ts'
import { asObject, type Json } from '../../json.ts'

export interface FoundReferences {
  withoutReasoning: Json
  refused: ApiError | undefined
  /** How many items of reasoning are left out. */
  count: number
}

/**
 * Items of Responses that stand for others which their provider keeps, or that it alone can read. Clients that think everything is kept
 * (the AI SDK, unless `store` is false) name the items of earlier answers by their ids.
 *
 * @param isSame - The upstream speaks Responses, too: what was its own it may have kept.
 */
export function findReferences(json: Json, isSame: boolean): FoundReferences {
  const input = json['input']
  if (!Array.isArray(input)) return { withoutReasoning: json, refused: undefined, count: 0 }
  // A reference to reasoning can be dropped: a tool loop also works without its reasoning.
  const isThought = (item: unknown): boolean =>
    isReference(item) && (isSame ? ownReasoning : reasoning).test(asObject(item)['id'] as string)
  const rest = input.filter((item) => !isThought(item))
  const withoutReasoning = rest.length === input.length ? json : { ...json, input: rest }
  const at = isSame ? -1 : input.findIndex((item) => (isReference(item) && !isThought(item)) || isCompaction(item))
  return { withoutReasoning, refused: at < 0 ? undefined : refuse(at, asObject(input[at])), count: input.length - rest.length }
}

const reasoning = /^rs_/
/** As the gateway names items of reasoning that no provider has named, sealed ones above all. */
const ownReasoning = /^rs_[^_-]*_\d+$/

function isReference(item: unknown): boolean {
  const fields = asObject(item)
  const { type, id } = fields
  return (
    typeof id === 'string' &&
    (type === 'item_reference' || (type === undefined && Object.keys(fields).every((name) => name === 'id' || name === 'type')))
  )
}

const isCompaction = (item: unknown): boolean => asObject(item)['type'] === 'compaction'

function refuse(at: number, item: Json): ApiError {
  const what = isCompaction(item)
    ? `is a compaction, which its provider alone can read. Send the items themselves in "input".`
    : `refers to the item "${String(item['id'])}", but this gateway keeps no items. Send the items themselves in "input": clients do that ` +
      'where they set "store" to false (the AI SDK: providerOptions.openai.store).'
  return badRequest(`input[${at}] ${what}`, 'input', 'unsupported_parameter')
}
