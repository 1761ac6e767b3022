import { noParts, type Part } from '@reason/core'
import type { DeltaPart } from '@reason/core/parts'
import { createSplitStage, withFieldAnswers } from '@reason/core/pipeline'
import { harmless } from '../../bounds/answer-bounds.ts'
import { withoutSecrets } from '../../errors/shown-value.ts'
import { piecesOf } from './part-slices.ts'
import type { TranslationOptions } from './translation.ts'

type Listeners = Pick<TranslationOptions, 'bounds' | 'secrets' | 'turnEnd' | 'onStart' | 'onRead' | 'onUnsplit'>

/**
 * Takes parts from the reader through the splitter, within the answer's bounds.
 *
 *   part ──▶ bounds ──▶ onStart, onUnsplit, onRead ──▶ splitter ──▶ end of the turn ──▶ `out`
 */
export class SplitPath {
  readonly #split: ReturnType<typeof withFieldAnswers> | undefined
  /** Tool calls stand in the text, so `onRead` gets the split parts. */
  readonly #readsSplit: boolean
  readonly #to: Listeners

  constructor({ resolution, context: known, ...to }: Listeners & Pick<TranslationOptions, 'resolution' | 'context'>) {
    const { adapter } = resolution
    const context = { ...resolution.context, ...known }
    this.#split = adapter.id === 'plain' ? undefined : withFieldAnswers(createSplitStage({ adapter, context }), adapter, context)
    this.#readsSplit = this.#split !== undefined && adapter.capabilities.toolCalls === true
    this.#to = to
  }

  isUndecided(): boolean {
    return this.#split?.isUndecided?.() === true
  }

  passes(part: DeltaPart): boolean {
    if (this.#to.turnEnd?.seesText === true) return false
    return this.#split === undefined || this.#split.passes?.(part) === true
  }

  decide(): readonly Part[] {
    const out: Part[] = []
    this.#showAll(this.#split?.decide?.('timeout') ?? noParts, out)
    return out
  }

  catchUp(part: DeltaPart): readonly Part[] {
    const out: Part[] = []
    this.push([part], out)
    this.#to.bounds.passed(part)
    return out
  }

  /** Leaves out the part that exceeds a bound, and those behind it. @throws {TooLargeError} */
  pushBounded(parts: readonly Part[], out: Part[]): void {
    let at = out.length
    this.push(parts, out)
    try {
      for (; at < out.length; at++) this.#to.bounds.part(out[at]!)
    } catch (error) {
      out.length = at
      throw error
    }
  }

  push(parts: readonly Part[], out: Part[]): void {
    const { bounds, secrets, onStart, onRead, onUnsplit } = this.#to
    for (let at = 0; at < parts.length; at++) {
      const part = parts[at]!.type === 'error' ? withoutSecrets(parts[at]!, secrets) : parts[at]!
      bounds.choice(part)
      if (part.type === 'start') onStart?.(part)
      onUnsplit?.(part)
      if (!this.#readsSplit) onRead?.(part)
      if (this.#split === undefined) out.push(part)
      else this.#showAll(this.#split.push(part), out)
    }
  }

  // Loops by index. Some lists are frozen, and over two kinds of lists V8 makes a call for each element of an iteration.
  #showAll(parts: readonly Part[], out: Part[]): void {
    for (let at = 0; at < parts.length; at++) {
      const part = parts[at]!
      if ((part.type === 'delta' || part.type === 'tool-call-delta') && part.text.length > harmless)
        for (const piece of piecesOf(part)) this.#show(piece, out)
      else this.#show(part, out)
    }
  }

  #show(part: Part, out: Part[]): void {
    const { turnEnd, onRead } = this.#to
    const from = out.length
    if (turnEnd === undefined) out.push(part)
    else turnEnd.push(part, out)
    if (this.#readsSplit && onRead !== undefined) for (let at = from; at < out.length; at++) onRead(out[at]!)
  }
}
