import type { Part } from '@reason/core'
import type { BlockStartPart, Boundary, DeltaPart } from '@reason/core/parts'
import { isAnswerText } from '../chain/answer-text.ts'
import { createBlockNumbers } from '../chain/block-numbers.ts'
import { AnswerCode } from '../text/answer-code.ts'
import { commonDelimiters, isTag, readyDelimiters, type StructuralDelimiter } from '../text/delimiters.ts'
import { noteLeak } from '../ledger.ts'
import { createLiteralScan, type Neighbours } from '../text/literal-scan.ts'
import { isMention, isQuoted } from '../text/mention.ts'
import type { MakeStep, PolicyStep } from '../chain/step.ts'
import { joinsWords } from '../text/word-boundary.ts'

export interface StrayDelimiterOptions {
  delimiters?: readonly (string | StructuralDelimiter)[]
  /** Limit of text that is held after an opener for its closer, in UTF-16 units. */
  maxHeldChars: number
}

/**
 * Removes structural delimiters from the answer, and turns the text between a pair back into reasoning:
 *
 *     answer ──opener──▶ held ──closer──▶ a block of reasoning, and the answer goes on in a new one
 *                          ├──end of the block──▶ answer: only the opener goes
 *                          └──too much──▶ reasoning, up to the closer or the end of the block
 *
 * Keeps mentioned delimiters: those that the adapter marks, in Markdown code, in quotation marks, and a tag inside a sentence. Keeps every tag if the reasoning came in a field of the
 * wire.
 */
export const strayDelimiterStep =
  ({ delimiters = commonDelimiters, maxHeldChars }: StrayDelimiterOptions): MakeStep =>
  (emit, { of, ledger, isJson }) => {
    const { literals, closers } = readyDelimiters(delimiters)
    const numbers = createBlockNumbers()
    const code = new AnswerCode(isJson)
    let open: BlockStartPart | undefined
    let warned = false
    /** The answer mentions tags. */
    let mentions = false
    /** Reasoning blocks from fields of the wire. */
    const fields = new Set<number>()
    let isNative = false
    /** The removed opener that awaits its closer. */
    let opener: string | undefined
    /** Parts after the opener. */
    let queue: Part[] = []
    /** Size of the queue. A part without text counts as one unit. */
    let heldChars = 0
    /** The text after the opener is being emitted as reasoning. */
    let thinking = false
    /** Start of the answer's block, held until its text, because the block may begin or end with a thought. */
    let start: BlockStartPart | undefined
    /** The answer's block continues after a thought. */
    let resumed = false
    /** Last unit of the answer, and whether something after it was removed. */
    let last: number | undefined
    let cut = false
    /** The unit before the block, if the answer continues in it. */
    let before: number | undefined

    const scan = createLiteralScan<DeltaPart>({ literals, looksAhead: true, pass, take, found, emit: put })

    const step: PolicyStep = (part) => {
      if (isRead(part)) return scan.text(part.text, part)
      switch (part.type) {
        case 'block-start':
          scan.flush()
          end()
          begin(part)
          return
        case 'block-end':
          scan.flush()
          if (part.block === open?.block) end()
          if (fields.has(part.block) && part.boundary === 'wire') isNative = true
          // A thought at the end of a block leaves nothing of the block.
          if (start?.block === numbers.of(part.block) && resumed && part.seals === undefined) return void (start = undefined)
          return send(numbers.renumbered(part))
        case 'finish':
        case 'end':
          scan.flush()
          end()
          return put(part)
        case 'delta':
        case 'tool-call-start':
          scan.flush()
          return put(part)
        case 'markup':
        case 'tool-call-delta':
          return scan.other(part)
        default:
          return send(numbers.renumbered(part))
      }
    }
    step.passes = passes
    return step

    function passes(part: DeltaPart): boolean {
      if (!numbers.areOwn() || start !== undefined || opener !== undefined) return false
      return isRead(part) ? !cut && scan.passes(part.text) : scan.passes('')
    }

    function isRead(part: Part): part is DeltaPart & { channel: 'answer' } {
      return isAnswerText(part, open) && part.mention !== true
    }

    function begin(part: BlockStartPart): void {
      before = open?.channel === 'answer' && part.channel === 'answer' ? last : undefined
      open = part
      warned = mentions = cut = resumed = false
      code.restart()
      const block = numbers.begin(part.block)
      const begun = block === part.block ? part : { ...part, block }
      if (part.channel === 'reasoning' && part.from === undefined) fields.add(part.block)
      if (part.channel !== 'answer' || part.kind !== undefined) return send(begun)
      openBlock()
      start = begun
    }

    function found(literal: string, { block }: DeltaPart, beside: Neighbours): Part | boolean {
      if (staysText(literal, beside)) return false
      noteLeak(ledger, 'guard_block_final_token')
      if (warned) return true
      warned = true
      const excerpt = literal.slice(0, 64)
      return { type: 'warning', code: 'answer-guarded', message: 'A delimiter is kept out of the answer.', block, excerpt, ...of }
    }

    function staysText(literal: string, beside: Neighbours): boolean {
      if (code.isCode()) return true
      const tag = isTag(literal) || literal.startsWith('[')
      if (tag && isNative) return true
      const isOpener = closers.has(literal)
      const around = { ...beside, before: beside.before ?? before }
      if (!isQuoted(around) && !(tag && isMention(around) && (isOpener || mentions))) return false
      mentions = true
      return true
    }

    function pass(text: string, part: DeltaPart): void {
      code.add(text)
      if (opener === undefined) answer(text, part)
      else put(text === part.text ? part : { ...part, text })
    }

    function answer(whole: string, part: DeltaPart): void {
      let text = whole
      if (cut) {
        // Whitespace after a removed delimiter at the beginning separated the delimiter from the answer.
        if (last === undefined) {
          text = whole.trimStart()
          if (text.length < whole.length) put({ type: 'markup', text: whole.slice(0, whole.length - text.length), of: 'whitespace', ...of })
          if (text === '') return
        } else if (joinsWords(last, text.charCodeAt(0))) put({ ...part, text: ' ', inserted: true })
        cut = false
      }
      if (text !== '') last = text.charCodeAt(text.length - 1)
      send(numbers.renumbered(text === part.text ? part : { ...part, text }))
    }

    function take(text: string, part: DeltaPart, literal: string): void {
      const ends = opener !== undefined && closers.get(opener)!.includes(literal)
      if (ends) close(literal)
      const piece: Part = { type: 'markup', text, of: 'dropped', ...of }
      // If an opener comes in pieces, only its first piece is not queued.
      if (queue.length === 0) emit(piece)
      else put(piece)
      cut = true
      if (opener === undefined && closers.has(literal)) opener = literal
    }

    /** Emits a part, or queues it after an opener. */
    function put(part: Part): void {
      if (opener === undefined || thinking) return send(toReasoning(numbers.renumbered(part)))
      queue.push(part)
      heldChars += 'text' in part ? part.text.length : 1
      if (heldChars > maxHeldChars) startThinking()
    }

    function send(part: Part): void {
      if (start !== undefined && part.type !== 'markup' && part.type !== 'warning') openBlock()
      emit(part)
    }

    function openBlock(): void {
      const part = start
      start = undefined
      if (part !== undefined) emit(part)
    }

    function toReasoning(part: Part): Part {
      return thinking && part.type === 'delta' && part.channel === 'answer' ? { ...part, channel: 'reasoning' } : part
    }

    function startThinking(): void {
      const { block } = open!
      const parts = queue
      queue = []
      thinking = true
      let number = numbers.of(block)
      if (start === undefined) {
        emit({ type: 'block-end', block: number, channel: 'answer', boundary: 'closer', terminator: opener!, ...of })
        number = numbers.insert(block)
      }
      start = undefined
      emit({ ...open!, type: 'block-start', block: number, channel: 'reasoning', from: open!.from ?? block })
      for (const part of parts) put(part)
    }

    function endThinking(boundary: Boundary, terminator?: string): void {
      const { block } = open!
      thinking = false
      emit({
        type: 'block-end',
        block: numbers.of(block),
        channel: 'reasoning',
        boundary,
        ...(terminator !== undefined && { terminator }),
        ...of,
      })
      start = { ...open!, block: numbers.insert(block) }
      resumed = true
    }

    function close(terminator: string): void {
      if (!thinking && queue.every((part) => part.type !== 'delta' || part.text.trim() === '')) {
        queue = queue.map((part) => (part.type === 'delta' ? { type: 'markup', text: part.text, of: 'whitespace', ...of } : part))
      } else {
        if (!thinking) startThinking()
        endThinking('closer', terminator)
      }
      forget()
    }

    /** Ends the wait for a closer: queued text is answer. */
    function end(): void {
      if (opener === undefined) return
      if (thinking) endThinking('end-of-stream')
      forget()
    }

    function forget(): void {
      const parts = queue
      queue = []
      heldChars = 0
      opener = undefined
      for (const part of parts) {
        if (part.type === 'delta' && part.channel === 'answer' && part.inserted !== true) answer(part.text, part)
        else put(part)
      }
    }
  }
