import { noParts, type BlockEndPart, type Channel, type DeltaPart, type Part, type Splitter } from '@reason/core'
import { isWhitespace } from './matcher.ts'
import { warning } from './warning.ts'
import type { Whitespace } from './writer.ts'

/** A block of the splitter's, as it is shown. */
interface Shown {
  /** Undefined: it ended early, and its next text begins another one. */
  block: number | undefined
  channel: Channel
  /** Text of an answer, of which a closer may tell otherwise. */
  isDoubted: boolean
}

/**
 * Keeps the parts of a text back until it is over, for who may not see its reasoning and waits for all of it anyway:
 *
 *     2+2</think>4                            whatever was known of the start, a closer that nothing opened tells:
 *     <think>a<think>b</think>2+2</think>4    all text before it is reasoning
 *     <think>2+2</think>4                     there is none: everything is as it was read
 *
 * Calls in text form stay what they are. What was let out before the end, as the wire went on with something else, is not taken back.
 *
 * @param afterClose - Which whitespace is dropped behind a closer.
 */
export function createDoubtedSplitter(splitter: Splitter, afterClose: Whitespace): Splitter {
  let kept: Part[] = []
  let shown: Shown | undefined
  /** By how many blocks we are ahead of the splitter. */
  let ahead = 0
  let skipping: Whitespace = 'none'

  return {
    push(piece) {
      keep(splitter.push(piece))
      return noParts
    },
    end() {
      keep(splitter.end())
      return release()
    },
    decide(reason) {
      keep(splitter.decide?.(reason) ?? noParts)
      return release()
    },
    isUndecided: () => kept.length > 0 || splitter.isUndecided?.() === true,
    state: () => splitter.state?.() ?? null,
  }

  function keep(parts: readonly Part[]): void {
    for (const part of parts) kept.push(part)
  }

  function release(): readonly Part[] {
    const parts = kept
    kept = []
    const teller = parts.findLastIndex((part) => part.type === 'warning' && part.code === 'orphan-close')
    const out: Part[] = []
    let hasHidden = false
    for (const [at, part] of parts.entries()) {
      if (at === teller && hasHidden) {
        endHidden(parts[at + 1], out)
        out.push(warning('orphan-reclassified'))
        skipping = afterClose
      } else {
        write(part, at < teller ? 'reasoning' : 'answer', out)
        hasHidden ||= at < teller && part.type === 'delta' && shown?.isDoubted === true
      }
    }
    return out
  }

  /** @param channel - Of text that was read as an answer. */
  function write(part: Part, channel: Channel, out: Part[]): void {
    switch (part.type) {
      case 'block-start': {
        const isDoubted = part.channel === 'answer' && part.kind === undefined
        shown = { block: part.block + ahead, channel: isDoubted ? channel : part.channel, isDoubted }
        out.push({ ...part, block: part.block + ahead, channel: shown.channel })
        break
      }
      case 'delta':
        writeText(part, shown!.isDoubted ? channel : part.channel, out)
        break
      case 'block-end':
        endShown(part, out)
        shown = undefined
        break
      case 'warning':
        out.push(part.block === undefined ? part : { ...part, block: part.block + ahead })
        break
      default:
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

  /** Our block for text of this one: another where it changes its channel within. */
  function goOn(theirs: number, channel: Channel, out: Part[]): number {
    const { block, channel: before } = shown!
    if (block !== undefined && before === channel) return block
    if (block !== undefined) out.push({ type: 'block-end', block, channel: before, boundary: 'wire' })
    ahead++
    shown = { block: theirs + ahead, channel, isDoubted: true }
    out.push({ type: 'block-start', block: theirs + ahead, channel })
    return theirs + ahead
  }

  function endShown(part: BlockEndPart, out: Part[]): void {
    if (shown?.block === undefined) return
    const { block, channel } = shown
    out.push({ ...part, block, channel, ...(channel !== part.channel && { boundary: 'orphan' }) })
  }

  /** The closer that told ends what is open. */
  function endHidden(tag: Part | undefined, out: Part[]): void {
    if (shown?.block === undefined) return
    const { block } = shown
    const terminator = tag?.type === 'markup' ? { terminator: tag.text } : {}
    out.push({ type: 'block-end', block, channel: 'reasoning', boundary: 'orphan', ...terminator })
    shown.block = undefined
  }
}
