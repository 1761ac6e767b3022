import { type Part, type Splitter, noParts } from '@reason/core'
import { type Deciding, type Ending, isHighSurrogate } from '@reason/core/adapter'
import type { DeltaPart } from '@reason/core/parts'
import { readLine } from '../matching/lines.ts'
import { isBetweenMarks, placeOf, readMarkdown, skipMarkdown } from '../matching/markdown.ts'
import { isWhitespace, shownUnits } from '../matching/matcher.ts'
import type { Protocol } from '../protocol.ts'
import type { DecidedStart } from '../start.ts'
import { isReasoning, letsTextOut } from '../states.ts'
import { type UnitClasses, classOf, notes, plain, stops } from '../matching/unit-classes.ts'
import { commit, finishBlock, passesThrough, settleKept, takeParts } from '../output/writer.ts'
import { begin, beginAnswer } from './blocks.ts'
import { dropReadOpener, endCall } from './calls.ts'
import { endCandidate, refuseOrAccept } from './candidate.ts'
import { keepDoubt, readAsAnswer, settleDoubt } from './doubt.ts'
import { dropCutToken, dropLeftOpener, endUnclosed } from './endings.ts'
import { type TagMachine, type MachineOptions, newMachine } from './machine.ts'
import { noteLatest, readOn } from './reading.ts'
import { steps } from './steps.ts'

/** Limit of text that is read at once. Steps that join text again copy at most this much, however long the piece is. */
const windowChars = 65_536

export function createTagMachine(protocol: Protocol, start: DecidedStart, options: MachineOptions): Splitter {
  const machine = newMachine(protocol, start, options, steps)
  if (protocol.config.enabled) begin(machine, start)
  return {
    push: (piece) => push(machine, piece),
    passes: (piece) => passes(machine, piece),
    end: (ending = 'complete') => end(machine, ending),
    decide: (reason) => decide(machine, reason),
    isUndecided: () => isUndecided(machine),
    isInCode: () => isInCode(machine),
    state: () => ({ block: isReasoning(machine.state) ? 'open' : machine.interrupted ? 'interrupted' : 'closed' }),
  }
}

function push(machine: TagMachine, piece: string): readonly Part[] {
  const { passing, held } = machine
  if (passing !== undefined) {
    const found = held === '' ? classOf(passing, piece) : stops
    if (found !== stops && endsWell(machine, piece)) return [passOn(machine, piece, found)]
    const parts = passing.sign && pushToSign(machine, held + piece, passing)
    if (parts !== undefined) return parts
  }
  for (let at = 0; at < piece.length; at += windowChars) {
    readOn(machine, piece.length <= windowChars ? piece : piece.slice(at, at + windowChars), false)
  }
  return take(machine)
}

function passOn(machine: TagMachine, piece: string, found: number): DeltaPart {
  const { line, passingBlock: block, passingChannel: channel, passingMarkdown: markdown } = machine
  if (line !== undefined) readLine(line, piece, 0, piece.length)
  if (machine.passingIsJson) machine.code.read(channel, piece, 0, piece.length)
  else if (markdown !== undefined) {
    if (found === plain && isBetweenMarks(markdown)) skipMarkdown(markdown, piece, 0, piece.length)
    else readMarkdown(markdown, piece, 0, piece.length)
  }
  if (!machine.hasAnswer && channel === 'answer') machine.hasAnswer = piece.trim() !== ''
  noteLatest(machine, piece)
  return { type: 'delta', block, channel, text: piece }
}

/**
 * Passes text on whose end has to be held, or of which a tail was held. Nearly every line of a thought begins this way.
 *
 *     …it is four.↵Th
 *     ^^^^^^^^^^^^      is passed on
 *
 * @returns Undefined if the text is of another kind.
 */
function pushToSign(machine: TagMachine, text: string, { sign, byLowByte }: UnitClasses): readonly Part[] | undefined {
  const { length } = text
  let to = length
  sign!.lastIndex = 0
  if (sign!.test(text)) {
    if (sign!.lastIndex < length) return undefined
    // No delimiter can begin before this index, although fewer units may have to be held.
    to = Math.max(0, length - shownUnits)
    while (byLowByte[text.charCodeAt(to) & 0xff] === plain) to++
  }
  const before = text.slice(0, to)
  if (before !== '' && !endsWell(machine, before)) return undefined
  machine.held = text.slice(to)
  return before === '' ? noParts : [passOn(machine, before, notes)]
}

function passes(machine: TagMachine, piece: string): boolean {
  const { passing, held } = machine
  return passing !== undefined && held === '' && classOf(passing, piece) !== stops && endsWell(machine, piece)
}

/** Whether the end of the text needs no holding. */
function endsWell({ passingKeepsBack }: TagMachine, piece: string): boolean {
  if (piece.length === 0) return false
  const last = piece.charCodeAt(piece.length - 1)
  return !isHighSurrogate(last) && !(passingKeepsBack && isWhitespace(last))
}

function end(machine: TagMachine, ending: Ending): readonly Part[] {
  const { writer } = machine
  if (machine.ended) return noParts
  machine.ended = true
  if (ending === 'calls' && dropLeftOpener(machine)) machine.held = ''
  else dropCutToken(machine, ending)
  readOn(machine, '', true)
  machine.startedEmpty &&= ending !== 'cut'
  while (endHeld(machine, ending));
  if (isReasoning(machine.state)) endUnclosed(machine, ending)
  else settleKept(writer, 'none')
  finishBlock(writer, 'end-of-stream')
  return take(machine)
}

/** Decides held text. Returns true if the text after it may have to be decided, too. */
function endHeld(machine: TagMachine, ending: Ending): boolean {
  const { state, writer, guarded, interrupted, startedEmpty } = machine
  if (state === 'candidate') endCandidate(machine, ending)
  else if (state === 'doubt') {
    if (guarded && ((interrupted && !startedEmpty) || ending === 'cut')) keepDoubt(machine)
    else readAsAnswer(machine, '')
  } else if (state === 'tool' && writer.deferred !== undefined) {
    if (ending !== 'calls' || !dropReadOpener(machine)) endCall(machine)
  } else return false
  // Text that was read again may have left a tail.
  readOn(machine, '', true)
  return true
}

function isUndecided({ guarded, state, writer, candidate }: TagMachine): boolean {
  if (guarded) return false
  return state === 'doubt' ? writer.deferred?.chars !== 0 : candidate?.early !== undefined && candidate.behind.length() > 0
}

function decide(machine: TagMachine, reason: Deciding): readonly Part[] {
  settle(machine, reason)
  // The text behind one decision may need another.
  while (reason === 'timeout' && isUndecided(machine)) settle(machine, reason)
  return take(machine)
}

function settle(machine: TagMachine, reason: Deciding): void {
  // The span may be in doubtful text, which is decided with it.
  if (reason === 'limit' && machine.state === 'quoted') readOn(machine, '', true)
  const isDoubt = machine.state === 'doubt'
  if (reason === 'limit') {
    if (!isDoubt) commit(machine.writer, 'hold-limit')
    else if (machine.guarded) keepDoubt(machine)
    else settleDoubt(machine, 'hold-limit')
  } else if (isDoubt && reason !== 'timeout' && !machine.guarded) {
    // As at the end of the text. Without any text there is nothing to decide yet.
    if (machine.writer.deferred!.chars > 0 || machine.held !== '') readAsAnswer(machine, machine.held)
  } else if (isDoubt) settleDoubt(machine, 'fallback')
  // A thought that the client may not see waits for its own closer, also behind a call.
  else if (machine.candidate?.early !== undefined && !machine.guarded) refuseOrAccept(machine, 'fallback')
  else if (reason !== 'timeout') endBeforePart(machine, reason)
}

const endsTag = /[>\]▷]$/

/**
 * Reads the tail of an answer that another part of the wire interrupts, because that part waits for it. Servers cut a tag in two at the beginning of a
 * text, and hidden reasoning may need any delimiter.
 */
function endBeforePart(machine: TagMachine, reason: Deciding): void {
  if (reason === 'wire' && dropLeftOpener(machine)) machine.held = ''
  if (!machine.guarded && machine.hasAnswer && machine.state !== 'tool' && !endsTag.test(machine.held)) readOn(machine, '', true)
  // Some servers send the opener as text, and the thought behind it in a field.
  if (reason === 'field') dropOpener(machine)
}

function dropOpener(machine: TagMachine): void {
  const { writer } = machine
  if (!writer.wroteAnswer && !writer.wroteReasoning && endsTag.test(machine.held)) readOn(machine, '', true)
  if (machine.state !== 'opened') return
  settleKept(writer, 'all')
  finishBlock(writer, 'wire')
  commit(writer)
  beginAnswer(machine)
  writer.skipping = 'all'
}

function isInCode({ code, writer, state }: TagMachine): boolean {
  const markdown = isReasoning(state) ? undefined : code.markdownOf(writer.channel)
  return markdown !== undefined && placeOf(markdown) === 'code'
}

function take(machine: TagMachine): readonly Part[] {
  const { writer } = machine
  const open = letsTextOut(machine.state) && passesThrough(writer)
  const isRead = machine.state !== 'verbatim'
  const markdown = isRead ? machine.code.markdownOf(writer.channel) : undefined
  const { scanner } = machine.table
  machine.passing = !open ? undefined : markdown === undefined ? scanner.firsts : scanner.firstsAndMarks
  machine.passingMarkdown = markdown
  machine.passingIsJson = isRead && machine.code.isJson(writer.channel)
  machine.passingBlock = writer.block
  machine.passingChannel = writer.channel
  machine.passingKeepsBack = writer.keeping !== 'none'
  return takeParts(writer)
}
