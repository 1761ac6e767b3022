import { isWhitespace } from '../matching/matcher.ts'
import { type TagState, isReasoning } from '../states.ts'
import { writeMarkup } from '../output/writer.ts'
import { closeBlock } from './blocks.ts'
import { inCandidate, suspect } from './candidate.ts'
import { act } from './delimiters.ts'
import { settleDoubt } from './doubt.ts'
import { judge } from './judge.ts'
import { type TagMachine, type MachineStep, enter, mark } from './machine.ts'
import { emit, hold, readBehindHeld, resumeQuoted } from './reading.ts'
import { verdictOn } from './verdict.ts'

export const steps: Readonly<Record<TagState, MachineStep>> = {
  echo: inBlank,
  opened: inBlank,
  label: inLabel,
  inside: inText,
  doubt: inText,
  candidate: inCandidate,
  lead: inBlank,
  answer: inText,
  wrapped: inText,
  tool: inText,
  rest: inText,
  verbatim: inText,
  over: inOver,
  quoted: inQuoted,
}

/**
 * Reads text: everything up to the next delimiter is of the state's channel.
 *
 *     …so it is four.</think>The answer
 *     ^^^^^^^^^^^^^^^^
 */
function inText(machine: TagMachine, text: string, at: number, final: boolean): number {
  const { writer, protocol } = machine
  let done = at
  for (let from = at; ;) {
    const { scanner, delimiters } = machine.table
    const { at: found, end: behind, index } = scanner.search(text, from, final)
    emit(machine, text, done, found)
    done = found
    if (machine.state === 'doubt' && writer.deferred!.chars > protocol.config.maxHeldChars) {
      settleDoubt(machine, 'hold-limit')
      return readBehindHeld(machine, text, found, final)
    }
    if (index === -1) return hold(machine, text, found)
    const delimiter = delimiters[index]!
    const verdict = verdictOn(machine, delimiter, text, found, behind, final)
    switch (verdict) {
      case 'hold':
        return hold(machine, text, found)
      case 'wait':
        return text.length
      case 'act':
        act(machine, delimiter, text.slice(found, behind))
        return readBehindHeld(machine, text, behind, final)
      case 'end':
        closeBlock(machine, text.slice(found, behind))
        return readBehindHeld(machine, text, behind, final)
      case 'mention':
        emit(machine, text, found, behind, !isReasoning(machine.state))
        done = from = behind
        break
      case 'skip':
        from = behind
        break
      case 'text':
        from = found + 1
        break
      default:
        return suspect(machine, text, found, behind, final, verdict)
    }
  }
}

/**
 * Reads whitespace, which belongs to the text or delimiter after it.
 *
 *     ↵↵<think>…      ↵↵The answer
 *     ^^              ^^
 */
function inBlank(machine: TagMachine, text: string, at: number, final: boolean): number {
  const { writer } = machine
  const { labels } = machine.protocol
  const start = at
  for (let to = at; to < text.length; to++) {
    const { index, end: behind, undecided: cut } = machine.table.scanner.matchAt(text, to, final)
    if (cut) {
      emit(machine, text, at, to)
      return hold(machine, text, to)
    }
    const delimiter = index === -1 ? undefined : machine.table.delimiters[index]!
    if (delimiter !== undefined) {
      emit(machine, text, at, to)
      at = to
      if (judge(machine, delimiter, text, to, final) === 'act') {
        act(machine, delimiter, text.slice(to, behind))
        return behind
      }
    }
    if (!isWhitespace(text.charCodeAt(to))) {
      emit(machine, text, at, to)
      // A label directly follows the opener, even an opener in the prompt.
      if (machine.state === 'lead') enter(machine, 'answer')
      else enter(machine, labels !== undefined && to === start && writer.kept === '' ? 'label' : 'inside')
      return to
    }
  }
  emit(machine, text, at, text.length)
  return text.length
}

/**
 * Reads a label after an opener.
 *
 *     <|channel>thought↵Let me see
 *               ^^^^^^^^
 */
function inLabel(machine: TagMachine, text: string, at: number, final: boolean): number {
  const { scanner } = machine.protocol.labels!
  const { index, end: behind, undecided } = scanner.matchAt(text, at, final)
  if (undecided) return hold(machine, text, at)
  if (index !== -1) mark(machine, text.slice(at, behind))
  enter(machine, index !== -1 && machine.protocol.config.isForgiving ? 'opened' : 'inside')
  return index === -1 ? at : behind
}

/** Drops turns of other roles after the answer. */
function inOver({ writer }: TagMachine, text: string, at: number): number {
  writeMarkup(writer, text.slice(at), 'dropped')
  return text.length
}

/** Reads text while a delimiter waits for the end of a possible code span around it. */
function inQuoted(machine: TagMachine, text: string, at: number): number {
  resumeQuoted(machine, at === 0 ? text : text.slice(at))
  return text.length
}
