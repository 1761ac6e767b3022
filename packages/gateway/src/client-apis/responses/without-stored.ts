import { badRequest, type ApiError } from '../../errors/api-error.ts'
import { asObject, type Json } from '../../json.ts'

export interface FoundReferences {
  /** The request without what can be dropped: items of reasoning, and `background`. */
  withoutKept: Json
  refused: ApiError | undefined
  /** One for each thing that is left out. */
  notes: readonly string[]
}

/**
 * Items of Responses that stand for others which their provider keeps, or that it alone can read. Clients that think everything is kept
 * (the AI SDK, unless `store` is false) name the items of earlier answers by their ids.
 *
 * @param isSame - The upstream speaks Responses, too: what was its own it may have kept.
 */
export function findReferences(given: Json, isSame: boolean): FoundReferences {
  const { background, ...foreground } = given
  // Clients fetch a response later only where its status says so.
  const isLater = background === true
  const json = isLater ? foreground : given
  const later = isLater ? ['background was left out: the gateway keeps no responses, and this one is answered at once'] : []
  const input = json['input']
  if (!Array.isArray(input)) return { withoutKept: json, refused: undefined, notes: later }
  // A reference to reasoning can be dropped: a tool loop also works without its reasoning.
  const isThought = (item: unknown): boolean =>
    isReference(item) && (isSame ? ownReasoning : reasoning).test(asObject(item)['id'] as string)
  const rest = input.filter((item) => !isThought(item))
  const withoutKept = rest.length === input.length ? json : { ...json, input: rest }
  const at = isSame ? -1 : input.findIndex((item) => (isReference(item) && !isThought(item)) || isCompaction(item))
  const dropped = Array.from({ length: input.length - rest.length }, () => droppedReasoning)
  return { withoutKept, refused: at < 0 ? undefined : refuse(at, asObject(input[at])), notes: [...later, ...dropped] }
}

const droppedReasoning = 'reasoning dropped: a reference to an item that the gateway does not keep'

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
