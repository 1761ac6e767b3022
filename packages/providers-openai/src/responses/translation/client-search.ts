import type { Part, Stage } from '@reason/core'
import { asList, asLoose, isLoose, parseJson, type Loose } from '@reason/wire-kit'
import { WIRE } from '../wire.ts'
import { keyOf } from '../../shared/custom-tools.ts'

/** Name of the function that replaces the client's tool search. */
export const SEARCH = 'tool_search'

export const isClientSearch = (tool: unknown): tool is Loose => isLoose(tool) && tool['type'] === SEARCH && tool['execution'] === 'client'

/**
 * Restores calls of the client's tool search in the form of Responses. Undefined if the request has no such tool.
 *
 * @param json - The client's own request.
 */
export function searchCalls(json: Loose, createId: () => string): Stage | undefined {
  const declared = [...asList(json['tools']), ...asList(json['input']).flatMap((item) => asList(asLoose(item)['tools']))]
  if (!declared.some(isClientSearch)) return undefined
  /** Open calls, by choice and call. */
  const open = new Map<string, { id: string; pieces: string[] }>()
  return { push }

  function push(part: Part): readonly Part[] {
    if (part.type === 'tool-call-start' && part.name === SEARCH) {
      open.set(keyOf(part), { id: part.id ?? createId(), pieces: [] })
      return []
    }
    if (part.type !== 'tool-call-delta' && part.type !== 'tool-call-end') return [part]
    const search = open.get(keyOf(part))
    if (search === undefined) return [part]
    if (part.type === 'tool-call-delta') {
      search.pieces.push(part.text)
      return []
    }
    open.delete(keyOf(part))
    const { choice } = part
    const { id, pieces } = search
    const value = {
      type: 'tool_search_call',
      id: `tsc_${id}`,
      call_id: id,
      execution: 'client',
      status: 'completed',
      arguments: asLoose(parseJson(pieces.join(''))),
    }
    return [{ type: 'native', wire: WIRE, event: 'output_item.done', value, ...(choice !== undefined && { choice }) }]
  }
}
