import { noParts, type BlockStartPart, type Boundary, type Channel, type DeltaPart, type FinishPart, type Part } from '../parts.ts'
import type { Deciding, Ending, Splitter } from '../splitter.ts'
import { corrected, endingOf } from './choice-ending.ts'
import { joined } from './join-parts.ts'
import { begins, goesOn, marksOfPart, mostMarks } from './delimiter-marks.ts'
import { createPartsBehindText, lengthOf } from './parts-behind-text.ts'
import type { SplitStageOptions } from './split-stage.ts'
import { hasPlace, interrupts, isText } from './wire-place.ts'

/** Heading between reasoning from a field and reasoning from the text, if a message has both. */
export const additionalReasoning = '\n\n#### Additional Reasoning\n\n'

/** Splits the text of one choice. */
export interface ChoiceSplitter {
  push(part: Part): readonly Part[]
  finish(): readonly Part[]
  decide(reason: Deciding): readonly Part[]
  isUndecided(): boolean
  passes(part: DeltaPart): boolean
}

export function createChoiceSplitter({ adapter, context = {} }: SplitStageOptions, index: number): ChoiceSplitter {
  const ofChoice = <P extends Part>(part: P): P => (index === 0 ? part : ({ ...part, choice: index } as P))
  /** Whether text may be held until its end: no reasoning may be shown, or the answer is sent whole. */
  const mayHold = context.guarded || context.whole
  /** Undefined before the first text and after a finish. Text after a finish gets a new splitter. */
  let splitter: Splitter | undefined
  let nextBlock = 0
  let nextCall = 0
  /** Our numbers by the reader's block or call, or by the splitter's call. */
  const wireBlocks: number[] = []
  const wireCalls: number[] = []
  let splitCalls: number[] = []
  /** The splitter's open block, and our number for it: undefined after the wire interrupted it. */
  let open: { theirs: number; channel: Channel; ours: number | undefined } | undefined
  /** The reader's block whose text is being split. */
  let source: number | undefined
  /** The last block whose text was split. Text that the splitter still held at its end belongs to it. */
  let origin: number | undefined
  /** The reader ended that block. Our block ends, too, as soon as the next part does not continue it. */
  let interrupted = false
  let reasoned = false
  let answered = false
  let called = false
  /** The text format ended the turn with a call. */
  let calledInText = false
  /** The wire had reasoning, and none came from the text yet. */
  let headingDue = false
  /** Text of the splitter in UTF-16 units: received, and emitted. */
  let taken = 0
  let given = 0
  /** End of the last received text that is more than whitespace. */
  let solid = 0
  const waiting = createPartsBehindText()
  let isCatchingUp = false
  let marks = 0
  let mayBegin = false

  return {
    push,
    // The wire reported no finish.
    finish: () => flush('cut'),
    decide,
    isUndecided,
    passes: ({ block, text }) =>
      isSettled() && (block !== source || (open?.ours !== undefined && !needsHeading(open.channel) && splitter?.passes?.(text) === true)),
  }

  function push(part: Part): readonly Part[] {
    if (part.type === 'delta' && part.block === source) {
      return mayHold ? split(part.text) : take(part.text)
    }
    if (part.type === 'block-start' && isText(part)) source = part.block
    else if (part.type === 'block-end' && part.block === source) source = undefined
    else if (part.type === 'tool-call-start') called = true
    if (isSettled() || !hasPlace(part, source)) return pass(part)
    const decided = interrupts(part, source) ? decide(part.type === 'block-start' ? 'field' : 'wire') : noParts
    if (isSettled()) return joined(decided, pass(part))
    if (waiting.add(part, taken)) marks += marksOfPart
    return marks < mostMarks ? decided : joined(decided, releaseAll())
  }

  /** Whether the next part of the wire need not wait: no other part does, and no text is held. In a stream, whitespace delays no part. */
  function isSettled(): boolean {
    return given >= (mayHold ? taken : solid) && waiting.isEmpty()
  }

  /** Releases everything that waits, even the tail of a text that may begin a delimiter. */
  function releaseAll(): readonly Part[] {
    marks = 0
    return joined(decide('limit'), caughtUp(Infinity))
  }

  /** Splits text that may be held. Releases it when rereading all of it at once would take too long. */
  function split(text: string): readonly Part[] {
    let from = 0
    let out: readonly Part[] = noParts
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at)
      const isMark = mayBegin && goesOn(unit)
      mayBegin = begins(unit)
      if (!isMark || ++marks < mostMarks) continue
      out = joined(out, joined(take(text.slice(from, at + 1)), releaseAll()))
      from = at + 1
    }
    return joined(out, take(text.slice(from)))
  }

  function take(text: string): readonly Part[] {
    if (text.trim() !== '') solid = taken + text.trimEnd().length
    taken += text.length
    splitter ??= adapter.createSplitter(reasoned ? { ...context, wireReasoning: true } : context)
    return translate(splitter.push(text))
  }

  /** Emits a wire part, once all text before it was emitted. */
  function pass(part: Part): readonly Part[] {
    switch (part.type) {
      case 'block-start':
        if (isText(part)) {
          origin = part.block
          return open?.channel === 'answer' ? cut('wire') : noParts
        }
        note(part)
        if (part.channel === 'reasoning') headingDue = true
        return joined(interrupt('wire', undefined, 'field'), [ours(part)])
      case 'delta':
        return [ours(part)]
      case 'block-end':
        if (part.block !== origin) return [ours(part)]
        interrupted = true
        // Seals of split text have no block of their own, so they go to the open block.
        return part.seals === undefined ? noParts : interrupt('wire', part.seals)
      case 'tool-call-start':
        return joined(interrupt('tool'), [oursCall(wireCalls, part)])
      case 'tool-call-delta':
      case 'tool-call-end':
        return [oursCall(wireCalls, part)]
      case 'native':
        // Log probabilities arrive before their token, whose text may turn out to be reasoning. Marked as reasoning, policies hide both.
        if (adapter.id !== 'plain' && part.channel === 'answer') return [{ ...part, channel: 'reasoning' }]
        // A part that waited interrupts the text, although another text has begun since.
        return isCatchingUp || interrupts(part, source) ? joined(interrupt('wire'), [part]) : [part]
      case 'error':
        // Clients stop reading after an error.
        return joined(decide('wire'), [...caughtUp(Infinity), part])
      case 'finish':
        return joined(flush(endingOf(part, called, context)), [corrected(part, calledInText, reasoned && !answered && !called)])
      default:
        return [part]
    }
  }

  /** Decides held text: because of the clock, or because the wire continues with another part, before which the text was written. */
  function decide(reason: Deciding): readonly Part[] {
    if (splitter === undefined || (reason === 'timeout' && !isUndecided())) return noParts
    const wasInterrupted = interrupted
    const parts = translate(splitter.decide?.(reason) ?? noParts)
    interrupted ||= wasInterrupted
    return parts
  }

  function isUndecided(): boolean {
    return splitter?.isUndecided?.() === true
  }

  function needsHeading(channel: Channel): boolean {
    return headingDue && channel === 'reasoning'
  }

  /** Ends the open split block, because the wire continues with another part. Later text begins a new block. */
  function interrupt(boundary: Boundary, seals?: FinishPart['seals'], why: Deciding = 'wire'): readonly Part[] {
    const parts = isCatchingUp ? noParts : decide(why)
    return interrupted ? joined(parts, cut(boundary, seals)) : parts
  }

  function cut(boundary: Boundary, seals?: FinishPart['seals']): readonly Part[] {
    if (open?.ours === undefined) return noParts
    interrupted = false
    const { ours: block, channel } = open
    open.ours = undefined
    return [ofChoice({ type: 'block-end', block, channel, boundary: channel === 'reasoning' ? boundary : 'wire', ...(seals && { seals }) })]
  }

  function flush(ending: Ending): readonly Part[] {
    const parts = joined(translate(splitter?.end(ending) ?? noParts), caughtUp(Infinity))
    splitter = undefined
    splitCalls = []
    taken = given = solid = 0
    return parts
  }

  /** Emits the waiting parts up to a position in the text. */
  function caughtUp(upTo: number): readonly Part[] {
    isCatchingUp = true
    const parts = waiting.take(upTo).flatMap(pass)
    isCatchingUp = false
    return parts
  }

  /** Emits a part of the splitter, cutting its text where waiting parts belong. */
  function give(part: Part, out: Part[]): void {
    let rest = part
    while (rest.type === 'delta' && waiting.firstAt() < given + lengthOf(rest)) {
      const before: DeltaPart = { ...rest, text: rest.text.slice(0, waiting.firstAt() - given) }
      give(before, out)
      rest = { ...rest, text: rest.text.slice(before.text.length) }
    }
    given += lengthOf(rest)
    translateOne(rest, out)
    for (const one of caughtUp(given)) out.push(one)
  }

  function translate(parts: readonly Part[]): readonly Part[] {
    if (parts.length === 0) return noParts
    if (parts.length === 1 && waiting.isEmpty() && isAsOurs(parts[0]!)) {
      given += lengthOf(parts[0]!)
      interrupted = false
      return parts
    }
    const out: Part[] = []
    for (const part of parts) give(part, out)
    return out
  }

  /** Whether the part needs no translation, like nearly every delta of a stream: text of the open block, with the same number. */
  function isAsOurs(part: Part): boolean {
    return index === 0 && part.type === 'delta' && open !== undefined && open.ours === open.theirs && !needsHeading(part.channel)
  }

  function translateOne(part: Part, out: Part[]): void {
    switch (part.type) {
      case 'block-start':
        note(part)
        open = { theirs: part.block, channel: part.channel, ours: nextBlock++ }
        out.push(ofChoice({ ...part, block: open.ours!, ...(origin !== undefined && { from: origin }) }))
        break
      case 'delta': {
        const block = continued(part.channel, out)
        // Models that answer at once write an empty reasoning block.
        if (needsHeading(part.channel) && part.text.trim() !== '') {
          headingDue = false
          out.push(ofChoice({ type: 'delta', block, channel: 'reasoning', text: additionalReasoning, inserted: true }))
        }
        out.push(ofChoice(part.block === block ? part : { ...part, block }))
        break
      }
      case 'block-end': {
        const block = open?.theirs === part.block ? open.ours : undefined
        open = undefined
        if (block !== undefined) out.push(ofChoice(part.block === block ? part : { ...part, block }))
        break
      }
      case 'tool-call-start':
      case 'tool-call-delta':
      case 'tool-call-end':
        called = calledInText = true
        out.push(ofChoice(oursCall(splitCalls, part)))
        break
      case 'warning': {
        const { block: _, ...warning } = part
        out.push(ofChoice({ ...warning, ...(open?.ours !== undefined && { block: open.ours }) }))
        break
      }
      default:
        out.push(ofChoice(part))
    }
  }

  /** Our number for the splitter's open block. Begins a new block if the wire had interrupted it. */
  function continued(channel: Channel, out: Part[]): number {
    interrupted = false
    if (open?.ours !== undefined) return open.ours
    const ours = nextBlock++
    open = { theirs: open?.theirs ?? 0, channel, ours }
    out.push(ofChoice({ type: 'block-start', block: ours, channel, ...(origin !== undefined && { from: origin }) }))
    return ours
  }

  function note({ channel, kind }: BlockStartPart): void {
    if (channel === 'reasoning') reasoned = true
    else if (channel === 'answer' || kind === 'refusal') answered = true
  }

  /** The wire's part with our number for its block. */
  function ours<P extends Part & { block: number }>(part: P): P {
    const block = (wireBlocks[part.block] ??= nextBlock++)
    return part.block === block ? part : { ...part, block }
  }

  function oursCall<P extends Part & { call: number }>(numbers: number[], part: P): P {
    const call = (numbers[part.call] ??= nextCall++)
    return part.call === call ? part : { ...part, call }
  }
}
