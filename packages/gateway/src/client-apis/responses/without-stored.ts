import { badRequest, type ApiError } from '../../errors/api-error.ts'
import { asObject, type Json } from '../../json.ts'

/** A request for an upstream that has stored nothing. */
export interface StorelessRequest {
  /** The request without what can be dropped: references to reasoning, and `background`. */
  json: Json
  refused: ApiError | undefined
  /** A note for each thing that is left out. */
  notes: readonly string[]
}

/**
 * Drops or refuses parts of a request that need a server that stores responses. These are references to stored items, items that only their
 * provider can read, and responses to fetch later. Clients that rely on the store (the AI SDK, unless `store` is false) name earlier items
 * by their ids.
 *
 * @param isSame - The upstream uses Responses, too, and may have stored its own items.
 */
export function withoutStored(request: Json, isSame: boolean): StorelessRequest {
  const { json, notes } = inForeground(request)
  const input = json['input']
  if (!Array.isArray(input)) return { json, refused: undefined, notes }
  // A reference to reasoning can be dropped: a tool loop also works without its reasoning.
  const isThought = (item: unknown): boolean =>
    isReference(item) && (isSame ? ownReasoning : reasoning).test(asObject(item)['id'] as string)
  const rest = input.filter((item) => !isThought(item))
  const at = isSame ? -1 : input.findIndex((item) => (isReference(item) && !isThought(item)) || isCompaction(item))
  const dropped = Array.from({ length: input.length - rest.length }, () => droppedReasoning)
  return {
    json: dropped.length === 0 ? json : { ...json, input: rest },
    refused: at < 0 ? undefined : refuse(at, asObject(input[at])),
    notes: [...notes, ...dropped],
  }
}

/** Answers a background response at once. Clients only fetch it later if its status requires that. */
function inForeground(json: Json): Pick<StorelessRequest, 'json' | 'notes'> {
  if (json['background'] !== true) return { json, notes: [] }
  const { background: _, ...foreground } = json
  return { json: foreground, notes: ['background was left out: the gateway keeps no responses, and this one is answered at once'] }
}

const droppedReasoning = 'reasoning dropped: a reference to an item that the gateway does not keep'

const reasoning = /^rs_/
/** Ids that the gateway gives to reasoning items without one, mostly sealed ones. */
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
