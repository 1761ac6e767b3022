import { commit, defer, settleKept, withdraw, writeWarning } from '../writer.ts'
import { answerState, beginBlock } from './blocks.ts'
import { type Machine, enter } from './machine.ts'
import { readAgain, readOn } from './reading.ts'

/** Defers text of unknown channel. It counts as reasoning until it is taken back. */
export function doubt(machine: Machine): void {
  const { writer } = machine
  if (writer.deferred === undefined) defer(writer)
  machine.orphaned = true
  beginBlock(machine)
  machine.doubtLine = machine.line && { ...machine.line }
  enter(machine, 'doubt')
}

/** The call was one, and text behind it may be of the thought that it cut off: a client that may not see it does not. */
export function keepDoubt(machine: Machine): void {
  commit(machine.writer)
  machine.orphaned = false
  enter(machine, 'inside')
}

/** Nothing told in time. */
export function settleDoubt(machine: Machine, code: 'hold-limit' | 'fallback'): void {
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

/** The text in doubt is answer after all: it is read again as that, and then what told, or was left. */
export function readAsAnswer(machine: Machine, next: string, code?: 'hold-limit' | 'fallback'): void {
  const { writer } = machine
  settleKept(writer, 'none')
  const parts = withdraw(writer)
  if (code !== undefined) writeWarning(writer, code)
  machine.line = machine.doubtLine
  machine.orphaned = false
  machine.held = ''
  enter(machine, answerState(machine))
  readAgain(machine, parts)
  readOn(machine, next, false)
}
