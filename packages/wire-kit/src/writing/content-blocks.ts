import type { BlockEndPart, Channel, DeltaPart, Seal } from '@reason/core/parts'
import type { WriterOptions } from '@reason/core/wire'
import { createCallBlocks } from './call-blocks.ts'
import type { ContentBlocksContext, ContentSink } from './content-sink.ts'
import type { Loose } from '../values/loose.ts'
import { isSealedHere } from './sealed-here.ts'
import { createWaitingParts, type BlockPart } from './waiting-parts.ts'

/**
 * Writes the parts of one choice as numbered content blocks, as in Anthropic's and Amazon's formats. Clients rely on a
 * single open block, so a block is closed when the next one begins. While a call lacks arguments, other calls and blocks
 * wait for its end.
 *
 *   (nothing) ──first text──▶ open ──end, or another block──▶ closed ──more text──▶ open, with the next number
 */
export interface ContentBlocks {
  push(part: BlockPart): void
  /** Runs a step of the writer in order: now, or after the waiting parts. */
  inTurn(step: () => void): void
  /** Writes a block unchanged: a server tool, its result. */
  insert(block: Loose): void
  /** Adds a citation to the open text block, or to the next one. */
  cite(citation: unknown): void
  /** Number of the open block, if a part's text can be added to it without writing anything else. */
  openFor(part: Pick<DeltaPart, 'block'>): number | undefined
  called(): boolean
  end(): void
}

type ContentTarget = 'reasoning' | 'answer' | undefined

interface Source {
  target: ContentTarget
  /** Number of the written block. -1 before the first. */
  index: number
}

/** Maximum size of everything that waits for the end of a call, in UTF-16 units. */
const mostWaiting = 4_194_304

export function createContentBlocks(sink: ContentSink, options: WriterOptions, context: ContentBlocksContext): ContentBlocks {
  const { commentary = 'reasoning' } = options
  const { notCarried } = context
  const sources = new Map<number, Source>()
  const calls = createCallBlocks(sink, options, context, next)
  const waiting = createWaitingParts()
  const heldCitations: unknown[] = []
  let count = 0
  /** Number of the block that takes text. -1 if there is none. */
  let open = -1
  let openTarget: ContentTarget

  return {
    push,
    inTurn,
    insert: (block) => inTurn(() => sink.block(next(), block)),
    cite: (citation) => inTurn(() => (hasText() ? sink.citation(open, citation) : void heldCitations.push(citation))),
    openFor({ block }) {
      return open !== -1 && sources.get(block)?.index === open ? open : undefined
    },
    called: () => calls.called(),
    end() {
      while (calls.unfinished() !== undefined) {
        calls.close()
        release()
      }
      closeAll()
      if (heldCitations.length > 0) notCarried('citations without a text')
    },
  }

  function inTurn(step: () => void): void {
    if (calls.unfinished() === undefined) return step()
    waiting.addStep(step)
    checkRoom()
  }

  function hasText(): boolean {
    return open !== -1 && openTarget === 'answer'
  }

  function push(part: BlockPart): void {
    // Another call reuses the number of the unfinished call, so the first one is over.
    if (part.type === 'tool-call-start' && part.call === calls.unfinished()) {
      calls.close()
      release()
    }
    const unfinished = calls.unfinished()
    if (unfinished === undefined) return write(part)
    if ('call' in part && part.call === unfinished) {
      write(part)
      release()
    } else {
      waiting.add(part)
      checkRoom()
    }
  }

  function checkRoom(): void {
    if (waiting.size() > mostWaiting)
      context.fail(`More than ${mostWaiting} characters came while the arguments of an earlier call were unfinished.`)
  }

  /** Writes waiting parts, until one of them is an unfinished call. */
  function release(): void {
    while (calls.unfinished() === undefined) {
      const turn = waiting.next()
      if (turn === undefined) return
      turn.step?.()
      for (const part of turn.parts) write(part)
    }
  }

  function write(part: BlockPart): void {
    switch (part.type) {
      case 'block-start':
        sources.set(part.block, { target: targetOf(part.channel), index: -1 })
        break
      case 'delta':
        text(part)
        break
      case 'block-end':
        endBlock(part)
        break
      case 'tool-call-start':
      case 'tool-call-delta':
      case 'tool-call-end':
        calls.push(part)
    }
  }

  function text({ block, channel, text }: DeltaPart): void {
    const source = sourceOf(block, channel)
    if (source.target === undefined) return notCarried('commentary')
    if (text === '') return
    if (source.index !== open || open === -1) begin(source)
    if (source.target === 'answer') sink.text(open, text)
    else sink.reasoning(open, text)
  }

  function sourceOf(block: number, channel: Channel): Source {
    let source = sources.get(block)
    if (source === undefined) sources.set(block, (source = { target: targetOf(channel), index: -1 }))
    return source
  }

  function targetOf(channel: Channel): ContentTarget {
    if (channel !== 'commentary') return channel
    return commentary === 'drop' ? undefined : commentary
  }

  function begin(source: Source): void {
    open = source.index = next()
    openTarget = source.target
    if (!hasText()) return sink.openReasoning(open)
    sink.openText(open)
    for (const citation of heldCitations.splice(0)) sink.citation(open, citation)
  }

  function next(): number {
    closeAll()
    return count++
  }

  function closeAll(): void {
    closeText()
    calls.close()
  }

  function closeText(): void {
    if (open === -1) return
    const closing = open
    open = -1
    sink.close(closing)
  }

  function endBlock({ block, channel, seals = [] }: BlockEndPart): void {
    const source = sourceOf(block, channel)
    sources.delete(block)
    if (source.target === 'reasoning') writeSeals(source, ownOf(seals))
    else if (seals.length > 0) notCarried('seals of text that is no reasoning')
    if (source.index !== -1 && source.index === open) closeText()
  }

  function ownOf(seals: readonly Seal[]): readonly Seal[] {
    const own = seals.filter((seal) => (seal.issuer.wire === context.wire || isSealedHere(seal)) && seal.value !== '')
    if (own.length < seals.length) notCarried('seals of other issuers')
    return own
  }

  /** Writes the seals at the end of a block. Only now is it known whether a block without text contains anything. */
  function writeSeals(source: Source, seals: readonly Seal[]): void {
    // The kind of our own seals means nothing. Our seal signs a text without another signature, or gets a separate block.
    const signatures = seals.filter((seal) => seal.kind === 'signature' && !isSealedHere(seal))
    const hasText = source.index !== -1 && source.index === open
    const signature = signatures[0] ?? (hasText ? seals.find(isSealedHere) : undefined)
    const redacted = seals.filter((seal) => seal !== signature && (seal.kind === 'redacted' || isSealedHere(seal)))
    if (redacted.length + (signature === undefined ? 0 : 1) < seals.length) notCarried('seals of other kinds')
    if (signature !== undefined) {
      if (source.index === -1) begin(source)
      // The signature of an interrupted block comes behind that block's end. Clients find the block by its number.
      sink.signature(source.index, signature.value)
    }
    for (const { value } of redacted) {
      source.index = next()
      sink.redacted(source.index, value)
    }
    if (source.index === -1) notCarried('reasoning blocks without text')
  }
}
