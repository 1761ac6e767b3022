import type { Ending } from '@reason/core/adapter'
import { createHeldText } from '../output/held-text.ts'
import { readLine } from '../matching/lines.ts'
import { newMarkdown, placeOf, readMarkdown } from '../matching/markdown.ts'
import { endsText, isNamed, skipSpace } from '../matching/matcher.ts'
import { isQuoted } from '../matching/quoted.ts'
import type { Delimiter } from '../delimiter.ts'
import { settleKept, writeMarkup, writeText, writeWarning } from '../output/writer.ts'
import { beginAnswer, closeBlock, endThought } from './blocks.ts'
import { closesInner, isAtItsPlace, noteInner } from './judge.ts'
import { type StartCandidate, type TagMachine, enter, mark } from './machine.ts'
import { hold, read, readBehindHeld, readOn } from './reading.ts'

/** Reads after a closer that counts only if no other closer follows. */
export function inCandidate(machine: TagMachine, text: string, at: number, final: boolean): number {
  const { writer } = machine
  const { config } = machine.protocol
  let done = at
  for (let from = at; ;) {
    const { at: found, end: behind, index } = machine.table.scanner.search(text, from, final)
    stash(machine, text, done, found)
    done = found
    const { tag, behind: waiting, early, code } = machine.candidate!
    if (waiting.length() >= config.maxHeldChars) {
      refuseOrAccept(machine, 'hold-limit')
      return readBehindHeld(machine, text, found, final)
    }
    if (index === -1) return hold(machine, text, found)
    if (early !== undefined) {
      const before = waiting.ending()
      const quoted = isQuoted(before, text, behind, final)
      const isText = quoted === false && machine.table.delimiters[index]!.kind === 'close' ? isNamed(before, text, behind, final) : quoted
      if (isText === undefined) return hold(machine, text, found)
      if (code !== undefined && placeOf(code) !== 'text') {
        machine.candidate!.isDoubted ||= machine.table.delimiters[index]!.kind === 'close'
        from = found + 1
        continue
      }
      const delimiter = machine.table.delimiters[index]!
      if (delimiter.kind === 'inner-open') {
        if (!isText) noteInner(machine, delimiter.pair!, waiting.ending())
        from = found + 1
        continue
      }
      const isTag = delimiter.kind === 'prompted-tag'
      // Only the last of them is the answer; a closer in front of one has told already.
      if (isTag && machine.candidate!.kind !== 'prompted-tag') {
        from = found + 1
        continue
      }
      const isStray = isTag || delimiter.kind === 'stray-close'
      const isLast = isStray ? endsText(text, behind, final) : false
      if (isLast === undefined) return hold(machine, text, found)
      if (isText || isLast || (isStray && delimiter.behind?.test(waiting.ending()) === false)) {
        from = found + 1
        continue
      }
      if (isStray || closesInner(machine)) {
        writeRefused(machine)
        propose(machine, text.slice(found, behind), isStray ? asStray(delimiter) : asNested(machine))
        done = from = behind
        continue
      }
      // The block's own closer: doubtful text belongs to the thought.
      writeRefused(machine)
      machine.candidate = undefined
      closeBlock(machine, text.slice(found, behind))
      return readBehindHeld(machine, text, behind, final)
    }
    if (isAtItsPlace(machine, text, found)) {
      writeText(writer, tag + waiting.take())
      if (machine.line !== undefined) readLine(machine.line, text, found, behind)
      propose(machine, text.slice(found, behind))
      done = behind
      from = behind
    } else {
      from = found + 1
    }
  }
}

/** Writes a refused candidate. Directly before another closer it is a closer, too, and not text. */
function writeRefused(machine: TagMachine): void {
  const { writer } = machine
  const { tag, behind } = machine.candidate!
  if (!behind.isBlank()) return writeText(writer, tag + behind.take())
  settleKept(writer, 'none')
  mark(machine, tag)
  writeText(writer, behind.take())
}

function stash(machine: TagMachine, text: string, from: number, to: number): void {
  const { behind, code } = machine.candidate!
  behind.add(text.slice(from, to))
  if (code !== undefined) readMarkdown(code, text, from, to)
  if (machine.line !== undefined) readLine(machine.line, text, from, to)
}

export function propose(machine: TagMachine, tag: string, suspicion: Suspicion = { kind: 'closer' }): void {
  const line = machine.line && { ...machine.line }
  machine.candidate = { tag, line, behind: createHeldText(), ...suspicion }
}

export type Suspicion = Pick<StartCandidate, 'kind' | 'early' | 'endsIn' | 'code'>

/** Suspicion for a closer that may belong to a second opener. */
export const asNested = ({ protocol: { config } }: TagMachine): Suspicion => ({
  kind: 'closer',
  early: 'closer',
  code: config.codeAware ? newMarkdown() : undefined,
})

/** Suspicion for a stray closer. A lost closer has its own early decision. */
export const asStray = ({ early, endsIn }: Delimiter): Suspicion =>
  endsIn !== undefined
    ? { kind: 'prompted-tag', early: 'text', endsIn }
    : early === undefined
      ? { kind: 'closer', early: 'closer' }
      : { kind: 'lost-closer', early }

/**
 * Treats a closer as the end of the thought unless the thought's own closer follows: a closer of another tag, a quoted one, or the wrapper of an answer.
 *
 *     <think>2+2</thinking>4                     the model has mixed up its tags
 *     <think>2+2, behind "</think>"</think>4     the model mentions a tag
 *
 * @returns The index at which to continue.
 */
export function suspect(machine: TagMachine, text: string, at: number, end: number, final: boolean, suspicion: Suspicion): number {
  propose(machine, text.slice(at, end), suspicion)
  machine.state = 'candidate'
  machine.table = machine.protocol.tables.suspected[machine.pair]!
  return readBehindHeld(machine, text, end, final)
}

/** Decides at the end of the text, without a later closer. Text cut by a limit may have contained one, and an answer may have mentioned one. */
export function endCandidate(machine: TagMachine, ending: Ending): void {
  const { candidate, guarded, isGuess, begun } = machine
  const { early, kind, behind, endsIn, code, isDoubted } = candidate!
  const isAnswer = early === 'text' && kind === 'closer' && isGuess && !begun
  const isLast = kind === 'lost-closer' && behind.isBlank()
  const isOpen = endsIn !== undefined && !endsInTag(machine, endsIn)
  // The first fence without an end may close one of the thought, so a closer behind it is in no code.
  const isInThought = isDoubted === true && placeOf(code!) !== 'text'
  if (early !== undefined && (isLast || isOpen || isInThought || (guarded ? ending === 'cut' : isAnswer))) refuse(machine, true)
  else accept(machine, true)
}

/** Whether what waits ends in this tag, or in tokens of the model's behind it. */
function endsInTag({ candidate, protocol: { tables } }: TagMachine, tag: string): boolean {
  const { behind } = candidate!
  const text = behind.take()
  behind.add(text)
  const at = text.toLowerCase().lastIndexOf(tag)
  if (at === -1) return false
  for (let from = skipSpace(text, at + tag.length); from < text.length;) {
    const { index, end } = tables.services.scanner.matchAt(text, from, true)
    if (index === -1) return false
    from = skipSpace(text, end)
  }
  return true
}

/** Closes the block at the candidate, which was the last closer. */
function accept(machine: TagMachine, final: boolean): void {
  const { tag, behind, early, kind } = machine.candidate!
  machine.candidate = undefined
  machine.hasAccepted ||= early !== undefined
  if (kind === 'next-turn' || (kind === 'own-turn' && behind.isBlank())) return leaveOut(machine, tag, behind.take())
  if (kind === 'prompted-tag') {
    endThought(machine, tag)
    beginAnswer(machine)
    return read(machine, tag + behind.take(), final)
  }
  closeBlock(machine, tag)
  if (kind === 'answer-opener') enter(machine, 'wrapped')
  read(machine, behind.take(), final)
}

/** Ends a thought that ended with its turn, without a closer. */
function leaveOut(machine: TagMachine, header: string, turn: string): void {
  const { writer } = machine
  settleKept(writer, 'none')
  writeWarning(writer, 'foreign-role')
  writeMarkup(writer, header, 'service')
  if (turn !== '') writeMarkup(writer, turn, 'dropped')
  machine.isRaw = true
  enter(machine, 'inside')
}

/** Decides early, because too much text is held to wait for a later closer. */
export function refuseOrAccept(machine: TagMachine, code: 'hold-limit' | 'fallback'): void {
  const { writer, guarded, held } = machine
  const { config } = machine.protocol
  const { early } = machine.candidate!
  writeWarning(writer, code)
  machine.held = ''
  const accepts = early === undefined ? config.onHoldLimit === 'answer' : early === 'closer' && !guarded
  if (accepts) accept(machine, false)
  else refuse(machine, false)
  if (held !== '') readOn(machine, held, false)
}

/** Treats the candidate, and all others of its kind in this block, as text. */
function refuse(machine: TagMachine, final: boolean): void {
  const { writer } = machine
  const { tag, line, behind, early } = machine.candidate!
  machine.candidate = undefined
  machine.hasRefused = early !== undefined
  writeText(writer, tag)
  machine.line = line
  enter(machine, 'inside')
  read(machine, behind.take(), final)
}
