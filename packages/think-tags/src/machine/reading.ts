import type { Part } from '@reason/core'
import { readLine } from '../matching/lines.ts'
import { quotedChars } from '../matching/quoted.ts'
import { commit, settleKept, writeMarkup, writeMention, writeText, writeWarning } from '../output/writer.ts'
import type { TagMachine } from './machine.ts'
import { settleMention } from './mention.ts'

/** A little longer than most delimiters. */
const shortStep = 128

/** Reads the held tail and the text after it. `final`: nothing is held any longer. */
export function readOn(machine: TagMachine, text: string, final: boolean): void {
  const tail = machine.held
  machine.held = ''
  read(machine, tail === '' ? text : tail + text, final)
  // The text of a span may have another span that is open.
  while (final && machine.state === 'quoted') resumeQuoted(machine, undefined)
}

export function read(machine: TagMachine, text: string, final: boolean): void {
  for (let at = 0; at < text.length;) at = machine.steps[machine.state](machine, text, at, final)
}

/**
 * Continues after text that was read again and left a tail, in steps. Joining the tail with all the rest each time would be quadratic.
 * @returns The index at which to continue, without a tail.
 */
export function readBehindHeld(machine: TagMachine, text: string, from: number, final: boolean): number {
  let at = from
  while (machine.held !== '' && (at < text.length || final)) {
    const to = Math.min(text.length, at + shortStep)
    readOn(machine, text.slice(at, to), final && to === text.length)
    at = to
  }
  return at
}

export function hold(machine: TagMachine, text: string, from: number): number {
  machine.held = text.slice(from)
  return text.length
}

export function emit(machine: TagMachine, text: string, from: number, to: number, isMention = false): void {
  const { writer } = machine
  const { config } = machine.protocol
  if (from === to) return
  const piece = from === 0 && to === text.length ? text : text.slice(from, to)
  if (!machine.hasAnswer && writer.channel === 'answer') machine.hasAnswer = piece.trim() !== ''
  if (isMention) writeMention(writer, piece)
  else writeText(writer, piece)
  noteLatest(machine, piece)
  if (machine.line !== undefined) readLine(machine.line, text, from, to)
  if (machine.state !== 'verbatim') machine.code.read(writer.channel, text, from, to)
  settleMention(machine)
  if (machine.state !== 'doubt' && (writer.deferred?.chars ?? 0) > config.maxHeldChars) commit(writer, 'hold-limit')
}

/** Keeps the end of the text for the delimiter behind it. */
export function noteLatest(machine: TagMachine, piece: string): void {
  machine.latest = piece.length < quotedChars ? (machine.latest + piece).slice(-quotedChars) : piece
}

export function resumeQuoted(machine: TagMachine, piece: string | undefined): void {
  const { writer } = machine
  const resumed = machine.code.resume(piece)
  if (resumed === undefined) return
  if (resumed.limit) writeWarning(writer, 'hold-limit')
  machine.state = machine.afterQuote
  read(machine, resumed.text, piece === undefined)
}

/** @param tagsAreText - The delimiters and whitespace around the text are part of it. */
export function readAgain(machine: TagMachine, parts: readonly Part[], tagsAreText = false): void {
  const { writer } = machine
  machine.isReadAgain = true
  for (const part of parts) {
    if (part.type === 'markup' && tagsAreText && part.of === 'delimiter') {
      if (machine.held !== '' || machine.state === 'quoted') readOn(machine, '', true)
      emit(machine, part.text, 0, part.text.length, true)
    } else if (part.type === 'markup' && tagsAreText && part.of === 'whitespace') readOn(machine, part.text, false)
    else if (part.type === 'markup') {
      // Held text and whitespace precede the markup.
      if (machine.held !== '' || machine.state === 'quoted') readOn(machine, '', true)
      settleKept(writer, 'none')
      writeMarkup(writer, part.text, part.of)
    } else if (part.type === 'delta' && part.inserted !== true) readOn(machine, part.text, false)
  }
  machine.isReadAgain = false
}
