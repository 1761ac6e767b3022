import { noParts, type Part, type Splitter } from '@reason/core'
import type { Deciding, Ending, JsonValue } from '@reason/core/adapter'
import { isWhitespace } from '../matching/matcher.ts'
import type { Tables } from '../tables.ts'

/** Limit of text that is kept for the machine, in UTF-16 units. A longer text gets its machine. */
const mostKept = 4096

// Members are in the machine's order: objects of one shape stay fast to read.
const begun: Part = { type: 'block-start', block: 0, channel: 'answer' }
const delta = (text: string): Part => ({ type: 'delta', block: 0, channel: 'answer', text })
const ended: Part = { type: 'block-end', block: 0, channel: 'answer', boundary: 'end-of-stream' }

/**
 * Passes an answer that a server has split, and that nearly never has a delimiter. The machine is created when one may begin, and then reads the text
 * before it, because creating a machine takes longer than passing a short answer.
 */
export class UndelimitedText implements Splitter {
  readonly #tables: Pick<Tables, 'lead' | 'answer'>
  /** The text is held until its end, as the machine would hold it. */
  readonly #isHeld: boolean
  readonly #create: () => Splitter
  #machine: Splitter | undefined
  #text = ''

  constructor(tables: Pick<Tables, 'lead' | 'answer'>, isHeld: boolean, create: () => Splitter) {
    this.#tables = tables
    this.#isHeld = isHeld
    this.#create = create
  }

  push(piece: string): readonly Part[] {
    if (this.#machine !== undefined || !this.#isPlain(piece)) return this.#read().push(piece)
    const isFirst = this.#text === ''
    this.#text += piece
    if (this.#isHeld) return noParts
    return isFirst ? [begun, delta(piece)] : [delta(piece)]
  }

  end(ending: Ending = 'complete'): readonly Part[] {
    const text = this.#text
    if (this.#machine !== undefined || text === '') return this.#read().end(ending)
    this.#text = ''
    return this.#isHeld ? [begun, delta(text), ended] : [ended]
  }

  decide(reason: Deciding): readonly Part[] {
    // The machine gives out held text at the limit, before its end.
    if (this.#isHeld && reason === 'limit') this.#read()
    return this.#machine?.decide?.(reason) ?? noParts
  }

  isUndecided(): boolean {
    return this.#machine?.isUndecided?.() === true
  }

  passes(text: string): boolean {
    if (this.#machine !== undefined) return this.#machine.passes?.(text) === true
    return !this.#isHeld && this.#text !== '' && this.#isPlain(text)
  }

  isInCode(): boolean {
    return this.#read().isInCode?.() === true
  }

  state(): JsonValue {
    return this.#machine?.state?.() ?? { block: 'closed' }
  }

  /** Whether no delimiter is in the text or may begin at its end. */
  #isPlain(piece: string): boolean {
    if (this.#text.length + piece.length > mostKept) return false
    let from = 0
    if (this.#text === '') {
      while (from < piece.length && isWhitespace(piece.charCodeAt(from))) from++
      // Labels and some openers count only at the beginning of the text.
      for (let at = 0; at <= from; at++) if (mayMatch(this.#tables.lead.scanner.matchAt(piece, at, false))) return false
    }
    if (from === piece.length) return false
    const { index, at } = this.#tables.answer.scanner.search(piece, from, false)
    return index === -1 && at === piece.length
  }

  #read(): Splitter {
    if (this.#machine === undefined) {
      this.#machine = this.#create()
      if (this.#text !== '') this.#machine.push(this.#text)
      this.#text = ''
    }
    return this.#machine
  }
}

const mayMatch = ({ index, undecided }: { index: number; undecided: boolean }): boolean => index !== -1 || undecided
