import type { BlockEndPart, BlockStartPart, Part, ToolCallEndPart, ToolCallStartPart } from '../parts.ts'

type Start = BlockStartPart | ToolCallStartPart
type End = BlockEndPart | ToolCallEndPart

/** Blocks and calls that have begun and not ended, in order, so that they can be ended early. */
export interface OpenParts {
  /** The only open part in nearly all cases, so it needs no map and no key. */
  first: Start | undefined
  others: Map<string, Start> | undefined
}

export const nothingOpen = (): OpenParts => ({ first: undefined, others: undefined })

export function follow(open: OpenParts, part: Part): void {
  const { first, others } = open
  if (part.type === 'block-start' || part.type === 'tool-call-start') {
    const isFirst = first === undefined ? others === undefined || others.size === 0 : nameOf(first) === nameOf(part)
    if (isFirst) open.first = part
    else (open.others ??= new Map()).set(nameOf(part), part)
  } else if (part.type === 'block-end' || part.type === 'tool-call-end') {
    if (first !== undefined && nameOf(first) === nameOf(part)) open.first = undefined
    else others?.delete(nameOf(part))
  }
}

/** Returns the parts that end the open blocks and calls. */
export function endsOf({ first, others }: OpenParts, which: (part: Start) => boolean = () => true): Part[] {
  const open = [...(first === undefined ? [] : [first]), ...(others?.values() ?? [])]
  return open.filter(which).map(endOf)
}

function endOf(part: Start): Part {
  const of = part.choice === undefined || part.choice === 0 ? {} : { choice: part.choice }
  return part.type === 'block-start'
    ? { type: 'block-end', block: part.block, channel: part.channel, boundary: 'limit', ...of }
    : { type: 'tool-call-end', call: part.call, boundary: 'limit', ...of }
}

const nameOf = (part: Start | End): string =>
  'block' in part ? `${part.choice ?? 0} block ${part.block}` : `${part.choice ?? 0} call ${part.call}`
