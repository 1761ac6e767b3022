import type { Part } from '@reason/core'
import type { BlockStartPart, Boundary, DeltaPart } from '@reason/core/parts'
import { isAnswerText } from './answer-text.ts'
import { createBlockNumbers } from './block-numbers.ts'
import { createCodeTracker } from './code-tracker.ts'
import { createJsonCode } from './json-code.ts'
import { commonDelimiters, isTag, readyDelimiters, type StructuralDelimiter } from './delimiters.ts'
import { noteLeak } from './ledger.ts'
import { createLiteralScan, type Beside } from './literal-scan.ts'
import { isMention, isQuoted } from './mention.ts'
import type { MakeStep, Step } from './step.ts'
import { joinsWords } from './word-boundary.ts'

export interface StrayDelimiterOptions {
  delimiters?: readonly (string | StructuralDelimiter)[]
  /** Most UTF-16 units behind an opener that wait for its closer. */
  maxHeldChars: number
}

/**
 * Takes structural delimiters out of the answer, and makes what stands between two of a pair reasoning again:
 *
 *     answer ──opener──▶ held ──closer──▶ a block of reasoning, and the answer goes on in a new one
 *                          ├──end of the block──▶ answer: only the opener goes
 *                          └──too much──▶ reasoning, up to the closer or the end of the block
 *
 * A delimiter that is talked about stays: in Markdown code, in quotation marks, a tag in the middle of a sentence, and any tag where the
 * reasoning came in a field of the wire.
 */
export const strayDelimiterStep =
  ({ delimiters = commonDelimiters, maxHeldChars }: StrayDelimiterOptions): MakeStep =>
  (emit, { of, ledger, isJson }) => {
    const { literals, closers } = readyDelimiters(delimiters)
    const numbers = createBlockNumbers()
    const createCode = isJson ? createJsonCode : createCodeTracker
    let code = createCode()
    let open: BlockStartPart | undefined
    let warned = false
    /** The answer speaks of a tag. */
    let mentions = false
    /** Blocks of reasoning that the wire brought as such. */
    const fields = new Set<number>()
    let isNative = false
    /** An opener was taken out, and what ends what it opens. */
    let opener: string | undefined
    /** Behind it. */
    let queue: Part[] = []
    /** Of what waits; a part without text counts as one. */
    let heldChars = 0
    /** The reasoning of an opener is on its way. */
    let thinking = false
    /** The start of the answer's block waits for its text, as it may begin with a thought, or end with one. */
    let start: BlockStartPart | undefined
    /** The answer's block goes on behind a thought. */
    let resumed = false
    /** The last unit of the answer. Something was taken out behind it. */
    let last: number | undefined
    let cut = false

    const scan = createLiteralScan<DeltaPart>({ literals, looksAhead: true, pass, take, found, emit: put })

    const step: Step = (part) => {
      if (isAnswerText(part, open)) return scan.text(part.text, part)
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
          // Behind a thought at its end nothing is left of the block.
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
      return isAnswerText(part, open) ? !cut && scan.passes(part.text) : scan.passes('')
    }

    function begin(part: BlockStartPart): void {
      open = part
      warned = mentions = cut = resumed = false
      code = createCode()
      const block = numbers.begin(part.block)
      const begun = block === part.block ? part : { ...part, block }
      if (part.channel === 'reasoning' && part.from === undefined) fields.add(part.block)
      if (part.channel !== 'answer' || part.kind !== undefined) return send(begun)
      openBlock()
      start = begun
    }

    function found(literal: string, { block }: DeltaPart, beside: Beside): Part | boolean {
      if (staysText(literal, beside)) return false
      noteLeak(ledger, 'guard_block_final_token')
      if (warned) return true
      warned = true
      const excerpt = literal.slice(0, 64)
      return { type: 'warning', code: 'answer-guarded', message: 'A delimiter is kept out of the answer.', block, excerpt, ...of }
    }

    function staysText(literal: string, beside: Beside): boolean {
      if (code.isCode()) return true
      const tag = isTag(literal)
      if (tag && isNative) return true
      const isOpener = closers.has(literal)
      if (!isQuoted(beside) && !(tag && isMention(beside) && (isOpener || mentions))) return false
      mentions = true
      return true
    }

    function pass(text: string, part: DeltaPart): void {
      code.seeAll(text)
      if (opener === undefined) answer(text, part)
      else put(text === part.text ? part : { ...part, text })
    }

    function answer(whole: string, part: DeltaPart): void {
      let text = whole
      if (cut) {
        // Behind a delimiter at its beginning stands what separates it from the answer.
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
      // Of an opener that comes in pieces none waits behind the first.
      if (queue.length === 0) emit(piece)
      else put(piece)
      cut = true
      if (opener === undefined && closers.has(literal)) opener = literal
    }

    /** What goes out, or waits behind an opener. */
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

    /** The closer has come. */
    function close(terminator: string): void {
      if (!thinking && queue.every((part) => part.type !== 'delta' || part.text.trim() === '')) {
        queue = queue.map((part) => (part.type === 'delta' ? { type: 'markup', text: part.text, of: 'whitespace', ...of } : part))
      } else {
        if (!thinking) startThinking()
        endThinking('closer', terminator)
      }
      forget()
    }

    /** No closer comes any more: what waits is answer. */
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
