import { noParts, type Part, type Stage } from '@reason/core'
import type { Channel, DeltaPart } from '@reason/core/parts'

export const openTag = '<think>'
const closeTag = '</think>'

interface Choice {
  /** The open reasoning block, whose number the answer block uses. */
  open: number | undefined
  /** The reasoning block of the last text. Blocks of one thought become paragraphs. */
  from: number
  /** The client has text of the answer. */
  hasText: boolean
  /** Answer blocks that continue under the number of the reasoning block before them. */
  joined: Map<number, number>
}

/**
 * Writes reasoning as tagged text in front of the answer. Both are one block. Clients that join blocks get both, and so do clients that
 * take only the last block.
 *
 *   ──reasoning 0──▶ answer 0: <think>…        ──reasoning 1──▶ (same thought, a paragraph on)
 *   ──answer 2─────▶ answer 0: </think>\n\n…   ──anything else──▶ answer 0: </think>, its end
 *
 * Empty reasoning blocks are dropped, as are native parts that may repeat the reasoning. Hidden blocks without text pass unchanged.
 *
 * @param thoughts - Channels whose text this client gets in tags.
 */
export function tagReasoning(thoughts: readonly Channel[]): Stage {
  const choices = new Map<number, Choice>()
  /** Blocks that only report that the model thinks. */
  const hidden = new Set<string>()

  return { push, passes: ({ channel }) => !thoughts.includes(channel) }

  function push(part: Part): readonly Part[] {
    switch (part.type) {
      case 'block-start':
        if (part.kind === 'hidden') {
          hidden.add(nameOf(part))
          return [...close(part.choice), part]
        }
        if (thoughts.includes(part.channel)) return noParts
        if (part.channel === 'answer' && part.kind === undefined) return goOn(part)
        return [...close(part.choice), part]
      case 'delta':
        if (hidden.has(nameOf(part))) return [part]
        if (thoughts.includes(part.channel)) return part.text === '' ? noParts : think(part)
        return part.channel === 'answer' ? answered(part) : [part]
      case 'block-end':
        if (!hidden.has(nameOf(part)) && thoughts.includes(part.channel)) return noParts
        return [withBlock(part)]
      case 'native':
        return part.channel === undefined || !thoughts.includes(part.channel) ? [part] : noParts
      case 'tool-call-start':
      case 'finish':
        return [...close(part.choice), part]
      case 'error':
      case 'end':
        return [...[...choices.keys()].flatMap((choice) => close(choice)), part]
      default:
        return [part]
    }
  }

  function think(part: DeltaPart): Part[] {
    const choice = choiceOf(part.choice)
    const { open, from } = choice
    choice.from = part.block
    const of = ofChoice(part.choice)
    if (open === undefined) {
      choice.open = part.block
      const tag = choice.hasText ? `\n\n${openTag}` : openTag
      choice.hasText = true
      return [{ type: 'block-start', block: part.block, channel: 'answer', ...of }, added(part.block, tag, of), text(part.block, part, of)]
    }
    return from === part.block ? [text(open, part, of)] : [added(open, '\n\n', of), text(open, part, of)]
  }

  function goOn(part: Extract<Part, { type: 'block-start' }>): Part[] {
    const choice = choiceOf(part.choice)
    const { open } = choice
    if (open === undefined) return [part]
    choice.open = undefined
    choice.joined.set(part.block, open)
    return [added(open, `${closeTag}\n\n`, ofChoice(part.choice))]
  }

  function answered(part: DeltaPart): Part[] {
    const choice = choiceOf(part.choice)
    choice.hasText ||= part.text !== ''
    // Blocks may alternate: this text is not part of the open thought.
    return [...close(part.choice), withBlock(part)]
  }

  function close(index = 0): Part[] {
    const choice = choices.get(index)
    const open = choice?.open
    if (open === undefined) return []
    choice!.open = undefined
    const of = ofChoice(index)
    return [added(open, closeTag, of), { type: 'block-end', block: open, channel: 'answer', boundary: 'closer', ...of }]
  }

  function withBlock<P extends { block: number; choice?: number }>(part: P): P {
    const block = choices.get(part.choice ?? 0)?.joined.get(part.block)
    return block === undefined ? part : { ...part, block }
  }

  function choiceOf(index = 0): Choice {
    let choice = choices.get(index)
    if (choice === undefined) choices.set(index, (choice = { open: undefined, from: -1, hasText: false, joined: new Map() }))
    return choice
  }
}

type OfChoice = { choice?: number }

const ofChoice = (choice = 0): OfChoice => (choice === 0 ? {} : { choice })

const added = (block: number, words: string, of: OfChoice): DeltaPart => ({
  type: 'delta',
  block,
  channel: 'answer',
  text: words,
  inserted: true,
  ...of,
})

const text = (block: number, { text: said }: DeltaPart, of: OfChoice): DeltaPart => ({
  type: 'delta',
  block,
  channel: 'answer',
  text: said,
  ...of,
})

const nameOf = ({ block, choice = 0 }: { block: number; choice?: number }): string => `${choice} ${block}`
