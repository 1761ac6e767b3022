import type { BlockStartPart, Part } from '../parts.ts'

/**
 * Whether a part's position among text and calls matters. Citations stay beside their text, however long it is held.
 *
 * @param source - The reader's block whose text is being split.
 */
export const hasPlace = (part: Part, source: number | undefined): boolean =>
  part.type === 'native'
    ? part.item !== undefined && (source === undefined || part.channel === 'answer')
    : /^(?:delta|block|tool)/.test(part.type)

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

/** Whether the block is ordinary answer text, which is split. */
export const isText = ({ channel, kind }: BlockStartPart): boolean => channel === 'answer' && kind === undefined
