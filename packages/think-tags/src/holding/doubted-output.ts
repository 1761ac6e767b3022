import type { Part } from '@reason/core'
import type { BlockEndPart, Channel, DeltaPart } from '@reason/core/parts'
import { isWhitespace } from '../matching/matcher.ts'
import type { Whitespace } from '../output/writer.ts'

/** A block of the splitter in our output. */
interface Shown {
  /** Undefined: the block ended early, and its next text begins another one. */
  block: number | undefined
  channel: Channel
  /** Answer text that a closer may reveal as reasoning. */
  isDoubted: boolean
}

/** Writes parts of the splitter with other channels for doubted text, in blocks of their own. */
export function createDoubtedOutput() {
  let shown: Shown | undefined
  /** Number of blocks that we added to the splitter's. */
  let ahead = 0
  let skipping: Whitespace = 'none'
  /** A wrapper of the answer proves that the text after it is an answer. */
  let isVouchedFor = false

  return { writeAll, write, endHidden, skip, goesOn, isAsTheirs, isInDoubt }

  /** Drops white space before the next answer text. */
  function skip(whitespace: Whitespace): void {
    skipping = whitespace
  }

  /** Whether text goes on in the open block. After a deciding closer, white space is dropped, and another block begins. */
  function goesOn(): boolean {
    return skipping === 'none' && (shown === undefined || shown.block !== undefined)
  }

  /** Whether parts stay as the splitter makes them. */
  function isAsTheirs(): boolean {
    return ahead === 0 && goesOn()
  }

  /** Whether text of the open block may be reasoning. */
  function isInDoubt(): boolean {
    return shown?.isDoubted === true && !isVouchedFor
  }

  function writeAll(parts: readonly Part[], channel: Channel, out: Part[]): void {
    for (const part of parts) write(part, channel, out)
  }

  /** @param channel - Channel for text that was read as an answer. */
  function write(part: Part, channel: Channel, out: Part[]): void {
    switch (part.type) {
      case 'block-start': {
        const isDoubted = part.channel === 'answer' && part.kind === undefined
        shown = { block: part.block + ahead, channel: isDoubted && !isVouchedFor ? channel : part.channel, isDoubted }
        out.push({ ...part, block: part.block + ahead, channel: shown.channel })
        break
      }
      case 'delta':
        writeText(part, isInDoubt() ? channel : part.channel, out)
        break
      case 'block-end':
        endShown(part, out)
        shown = undefined
        break
      case 'warning':
        out.push(part.block === undefined ? part : { ...part, block: part.block + ahead })
        break
      default:
        isVouchedFor ||= part.type === 'markup' && part.of === 'wrapper'
        out.push(part)
    }
  }

  function writeText(part: DeltaPart, channel: Channel, out: Part[]): void {
    const { text } = part
    const from = channel === 'answer' && skipping !== 'none' ? blankBefore(text) : 0
    if (from > 0) out.push({ type: 'markup', text: text.slice(0, from), of: 'whitespace' })
    if (from === text.length) return
    const block = goOn(part.block, channel, out)
    out.push({ ...part, block, channel, text: text.slice(from) })
  }

  function blankBefore(text: string): number {
    const most = skipping === 'newline' ? Number(text.startsWith('\n')) : text.length
    let at = 0
    while (at < most && isWhitespace(text.charCodeAt(at))) at++
    if (skipping === 'newline' || at < text.length) skipping = 'none'
    return at
  }

  /** Our block for text of the splitter's block. Begins another block if the text changes its channel. */
  function goOn(theirs: number, channel: Channel, out: Part[]): number {
    const { block, channel: before, isDoubted } = shown!
    if (block !== undefined && before === channel) return block
    if (block !== undefined) out.push({ type: 'block-end', block, channel: before, boundary: 'wire' })
    ahead++
    shown = { block: theirs + ahead, channel, isDoubted }
    out.push({ type: 'block-start', block: theirs + ahead, channel })
    return theirs + ahead
  }

  function endShown(part: BlockEndPart, out: Part[]): void {
    if (shown?.block === undefined) return
    const { block, channel } = shown
    out.push({ ...part, block, channel, ...(channel !== part.channel && { boundary: 'orphan' }) })
  }

  /** Ends the open block at the deciding closer. */
  function endHidden(tag: Part | undefined, out: Part[]): void {
    if (shown?.block === undefined || shown.channel !== 'reasoning') return
    const { block } = shown
    const terminator = tag?.type === 'markup' ? { terminator: tag.text } : {}
    out.push({ type: 'block-end', block, channel: 'reasoning', boundary: 'orphan', ...terminator })
    shown.block = undefined
  }
}
