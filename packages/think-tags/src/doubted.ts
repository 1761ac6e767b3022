import { noParts, type Part, type Splitter } from '@reason/core'
import type { Ending } from '@reason/core/adapter'
import type { BlockEndPart, Channel, DeltaPart } from '@reason/core/parts'
import type { StartChannel, StartPlan } from '@reason/core/start'
import { findLostCloser } from './lost-closer.ts'
import { isWhitespace } from './matcher.ts'
import { quotedTag } from './quoted.ts'
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

export interface DoubtOptions {
  plan: StartPlan
  /** The answer goes out in one piece: even its last closer may tell. Else the first one tells, and what follows it is shown as it comes. */
  whole: boolean
  /** Which whitespace is dropped behind a closer. */
  afterClose: Whitespace
  /** The wire has brought reasoning in a field: a closer tells only if an answer follows it. */
  isSplit: boolean
  /** Tokens that only an answer ends with. */
  answerEnds: readonly string[]
}

/** Of a whole text, so many parts that are no text are kept: it consists of tags, and to read all of it at its end would take seconds. */
const mostBounds = 10_000

/**
 * Keeps the parts of a text back while parts that were read as an answer may be reasoning, for a client that may not see it:
 *
 *     2+2</think>4                            whatever was known of the start, a closer that nothing opened tells:
 *     <think>a<think>b</think>2+2</think>4    all text before it is reasoning
 *     <think>2+2</think>4                     it begins with an opener: as it was read, unless the prompt may have had one too
 *     Paris.                                  nothing tells: as the plan has it for the end that the answer had
 *
 * Calls in text form stay what they are, and text behind a token that only an answer begins with is an answer.
 */
export function createDoubtedSplitter(splitter: Splitter, { plan, whole, afterClose, answerEnds, isSplit }: DoubtOptions): Splitter {
  let state: 'doubting' | 'hiding' | 'passing' = 'doubting'
  let kept: Part[] = []
  let keptChars = 0
  let keptBounds = 0
  /** Answer text is among what is kept, a whole block of reasoning is, a call in text form is, or a service token. */
  let hasText = false
  let hasPair = false
  let hasCall = false
  let isRaw = false
  /** So is what ends an answer. */
  let isAnswer = false
  /** Where in `kept` a warning is of a closer that nothing opened, and that comes next. */
  let toldAt = -1
  /** The same of a thought that is being hidden. */
  let isCloserNext = false
  let shown: Shown | undefined
  /** By how many blocks we are ahead of the splitter. */
  let ahead = 0
  let skipping: Whitespace = 'none'
  /** A wrapper of the answer vouches for the text behind it. */
  let isVouchedFor = false

  return {
    push: (piece) => take(splitter.push(piece)),
    end(ending: Ending = 'complete') {
      const parts = take(splitter.end(ending))
      return state === 'doubting' ? [...parts, ...release(ending)] : parts
    },
    decide: (reason) => (reason === 'limit' ? atOnce() : noParts),
    isUndecided: () => false,
    passes: (text) => state === 'passing' && isOpen() && skipping === 'none' && splitter.passes?.(text) === true,
    isInCode: () => splitter.isInCode?.() === true,
    state: () => splitter.state?.() ?? null,
  }

  /** Nothing is held any longer. */
  function atOnce(): readonly Part[] {
    const out = [...take(splitter.decide?.('limit') ?? noParts)]
    if (state === 'doubting' && kept.length > 0) atLimit(out)
    return out
  }

  function take(parts: readonly Part[]): readonly Part[] {
    if (parts.length === 0 || (state === 'passing' && isOpen() && ahead === 0 && skipping === 'none')) return parts
    const out: Part[] = []
    for (const part of parts) see(part, out)
    return out
  }

  /** The splitter's block is one of ours. Behind a closer that told it is to be begun again. */
  function isOpen(): boolean {
    return shown === undefined || shown.block !== undefined
  }

  function see(part: Part, out: Part[]): void {
    if (state === 'doubting') {
      // Nothing has been shown.
      if (part.type === 'warning' && part.code === 'late-closer') return
      kept.push(part)
      note(part)
      if (!whole) settle(part, out)
      else if (part.type !== 'delta' && ++keptBounds >= mostBounds) atLimit(out)
      return
    }
    if (state === 'hiding') {
      if (isCloserNext) {
        endHidden(part, out)
        reveal()
      } else if (isTeller(part)) isCloserNext = true
    }
    write(part, state === 'hiding' ? 'reasoning' : 'answer', out)
  }

  function note(part: Part): void {
    if (part.type === 'delta' && part.channel === 'answer') {
      keptChars += part.text.length
      hasText ||= !hasCall && part.text.trim() !== ''
    } else if (part.type === 'block-start') hasCall ||= part.kind === 'tool-text'
    else if (part.type === 'block-end') hasPair ||= part.channel === 'reasoning' && part.boundary === 'closer'
    else if (part.type === 'markup') {
      isRaw ||= part.of === 'service'
      isAnswer ||= part.of === 'wrapper' && answerEnds.includes(part.text.replaceAll(/\s/g, ''))
    }
  }

  /** Of a stream: whether this part tells what those before it are. Behind a pair, a closer tells if an answer follows. */
  function settle(part: Part, out: Part[]): void {
    if (toldAt !== -1 && (hasPair || isSplit ? isAnswerText(part) : kept.length === toldAt + 2)) {
      const [, tag, ...behind] = kept.splice(toldAt)
      writeAll(kept, 'reasoning', out)
      endHidden(tag, out)
      out.push(warning('orphan-reclassified'))
      reveal()
      writeAll([tag!, ...behind], 'answer', out)
      kept = []
    } else if (isTeller(part)) {
      if (toldAt === -1 && !isQuotation(part)) toldAt = kept.length - 1
    } else if (!hasText && leads(part)) open('passing', out)
    else if (keptChars >= plan.maxHeldChars) atLimit(out)
  }

  function atLimit(out: Part[]): void {
    out.push(warning('hold-limit'))
    open(plan.atLimit === 'answer' ? 'passing' : 'hiding', out)
  }

  /** An answer's wrapper, or an opener that decides, before any text. */
  function leads(part: Part): boolean {
    return (
      (part.type === 'markup' && part.of === 'wrapper') ||
      (plan.openerDecides && part.type === 'block-start' && part.channel === 'reasoning')
    )
  }

  function open(next: 'passing' | 'hiding', out: Part[]): void {
    state = next
    writeAll(kept, next === 'hiding' ? 'reasoning' : 'answer', out)
    kept = []
  }

  function reveal(): void {
    state = 'passing'
    isCloserNext = false
    skipping = afterClose
  }

  /** The text is over. Of a whole one the last closer that nothing opened tells. */
  function release(ending: Ending): readonly Part[] {
    const out: Part[] = []
    const parts = kept
    kept = []
    const teller = lastTeller(parts)
    if (teller === -1) {
      const call = parts.findIndex((part) => part.type === 'block-start' && part.kind === 'tool-text')
      const last = channelAt(parts, ending)
      writeAll(parts.slice(0, Math.max(call, 0)), hasPair ? last : plan.beforeCall, out)
      writeAll(parts.slice(Math.max(call, 0)), last, out)
      return out
    }
    let hasHidden = false
    for (const [at, part] of parts.entries()) {
      if (at === teller && hasHidden) {
        endHidden(parts[at + 1], out)
        out.push(warning('orphan-reclassified'))
        skipping = afterClose
      } else {
        write(part, at < teller ? 'reasoning' : 'answer', out)
        hasHidden ||= at < teller && part.type === 'delta' && shown?.isDoubted === true && !isVouchedFor
      }
    }
    return out
  }

  /** A stray closer at the end of an answer that a whole block, or a field, came before tells nothing. */
  function lastTeller(parts: readonly Part[]): number {
    const last = parts.findLastIndex(isTeller)
    const behind = parts.findLastIndex(isAnswerText)
    if (behind > last) return last
    // Behind an earlier one an answer came, and ended in another.
    const earlier = parts.findLastIndex((part, at) => at < behind && isTeller(part))
    return earlier !== -1 ? earlier : hasPair || isSplit ? -1 : last
  }

  /** What doubtful text is that nothing told of. */
  function channelAt(parts: readonly Part[], ending: Ending): StartChannel {
    if (ending === 'cut') return hasPair && plan.openerDecides ? 'answer' : plan.atCut
    if (!hasPair && findLostCloser(answerText(parts)) !== undefined) return 'reasoning'
    return hasPair || isSplit ? 'answer' : isRaw && !isAnswer ? plan.ifRaw : plan.atStop
  }

  function writeAll(parts: readonly Part[], channel: Channel, out: Part[]): void {
    for (const part of parts) write(part, channel, out)
  }

  /** @param channel - Of text that was read as an answer. */
  function write(part: Part, channel: Channel, out: Part[]): void {
    switch (part.type) {
      case 'block-start': {
        const isDoubted = part.channel === 'answer' && part.kind === undefined
        shown = { block: part.block + ahead, channel: isDoubted && !isVouchedFor ? channel : part.channel, isDoubted }
        out.push({ ...part, block: part.block + ahead, channel: shown.channel })
        break
      }
      case 'delta':
        writeText(part, shown!.isDoubted && !isVouchedFor ? channel : part.channel, out)
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

  /** Our block for text of this one: another where it changes its channel within. */
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

  /** The closer that told ends what is open. */
  function endHidden(tag: Part | undefined, out: Part[]): void {
    if (shown?.block === undefined || shown.channel !== 'reasoning') return
    const { block } = shown
    const terminator = tag?.type === 'markup' ? { terminator: tag.text } : {}
    out.push({ type: 'block-end', block, channel: 'reasoning', boundary: 'orphan', ...terminator })
    shown.block = undefined
  }
}

/** A later closer may be the one. */
const isQuotation = (part: Part): boolean => part.type === 'warning' && part.excerpt === quotedTag

const answerText = (parts: readonly Part[]): string =>
  parts.map((part) => (part.type === 'delta' && part.channel === 'answer' ? part.text : '')).join('')

const isAnswerText = (part: Part): boolean => part.type === 'delta' && part.channel === 'answer' && part.text.trim() !== ''

const isTeller = (part: Part): boolean => part.type === 'warning' && part.code === 'orphan-close'
