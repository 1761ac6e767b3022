import type { BlockStartPart, Part } from '../parts.ts'

/**
 * Whether a part's position among text and calls matters.
 *
 * @param source - The reader's block whose text is being split.
 */
export const hasPlace = (part: Part, source: number | undefined): boolean =>
  /^(?:delta|block|tool-call)/.test(part.type) || isOfText(part) || interrupts(part, source)

/** Whether a part ends the text before it. */
export function interrupts(part: Part, source: number | undefined): boolean {
  switch (part.type) {
    case 'block-start':
      return !isText(part)
    case 'block-end':
      return part.seals !== undefined
    case 'native':
      // A separate item (a server's tool, its result) has a position among the others. Formats that number their items announce the next one here.
      return source === undefined && part.item !== undefined
    default:
      return part.type === 'tool-call-start'
  }
}

/** Whether a part is the start of a text block, or a citation of the text. Both stay beside that text, however long it is held. */
export const isOfText = (part: Part): boolean =>
  (part.type === 'block-start' && isText(part)) || (part.type === 'native' && part.channel === 'answer' && part.item !== undefined)

/** Whether the block is ordinary answer text, which is split. */
export const isText = ({ channel, kind }: BlockStartPart): boolean => channel === 'answer' && kind === undefined
