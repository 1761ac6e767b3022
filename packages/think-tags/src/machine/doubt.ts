import { commit, defer, settleKept, withdraw, writeWarning } from '../output/writer.ts'
import { answerState, beginBlock } from './blocks.ts'
import { type TagMachine, enter } from './machine.ts'
import { readAgain, readOn } from './reading.ts'

/** Defers text of unknown channel. The text counts as reasoning until it is withdrawn. */
export function doubt(machine: TagMachine): void {
  const { writer } = machine
  if (writer.deferred === undefined) defer(writer)
  machine.orphaned = true
  beginBlock(machine)
  machine.doubtLine = machine.line && { ...machine.line }
  enter(machine, 'doubt')
}

/**
 * Keeps doubtful text after a call as reasoning, because it may continue the thought that the call cut off. A client that may not see reasoning does not
 * get it.
 */
export function keepDoubt(machine: TagMachine): void {
  commit(machine.writer)
  machine.orphaned = false
  enter(machine, 'inside')
}

/** Decides a doubt early, because no delimiter came in time. */
export function settleDoubt(machine: TagMachine, code: 'hold-limit' | 'fallback'): void {
  const { writer } = machine
  const { config } = machine.protocol
  if (config.onHoldLimit === 'answer') {
    settleKept(writer, 'none')
    readAsAnswer(machine, machine.held, code)
    return
  }
  commit(writer, code)
  machine.orphaned = false
  enter(machine, 'inside')
}

/** Turns doubtful text into an answer: reads it again, then the text that decided it, or that is left. */
export function readAsAnswer(machine: TagMachine, next: string, code?: 'hold-limit' | 'fallback'): void {
  const { writer } = machine
  settleKept(writer, 'none')
  const parts = withdraw(writer)
  if (code !== undefined) writeWarning(writer, code)
  machine.line = machine.doubtLine
  machine.orphaned = machine.startedEmpty = false
  machine.held = ''
  enter(machine, answerState(machine))
  readAgain(machine, parts)
  readOn(machine, next, false)
}
