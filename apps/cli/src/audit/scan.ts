import { leakScore } from '@reason/policy'
import type { FindMarkup } from './markup.ts'
import { messagesOf } from './messages.ts'
import { readUnit } from './read-unit.ts'
import { emptyTally, leakReasons, type LeakReason, type Tally } from './tally.ts'
import type { Unit } from './units.ts'

/** Markup is looked for on its own, in one pass over the text as a whole. */
const comparison = { delimiters: [] }

/** Of the answer on each side of a finding. */
const excerptChars = 40

export interface UnitTally extends Tally {
  /** Lines that begin in the unit. */
  lines: number
}

/** Reads a unit and counts what leaked. */
export function scanUnit(unit: Unit, findMarkup: FindMarkup, examples: number, onBytes: (bytes: number) => void): UnitTally {
  const tally: UnitTally = { ...emptyTally(), lines: 0 }
  const read = readUnit(unit, (bytes) => {
    tally.bytes += bytes
    onBytes(bytes)
  })
  for (const { value, line, broken } of read) {
    tally.lines = line
    if (value === null) continue
    tally.values++
    if (broken) {
      tally.broken++
      continue
    }
    for (const { answer, reasoning } of messagesOf(value)) {
      tally.messages++
      if (reasoning !== '') tally.withReasoning++
      const found = new Map<LeakReason, number>()
      for (const { reason, at } of findMarkup(answer)) if (!found.has(reason)) found.set(reason, at)
      if (reasoning !== '' && answer !== '') {
        for (const { reason } of leakScore(reasoning, answer, comparison).leaks) {
          if (reason in leakReasons) found.set(reason as LeakReason, repeatedAt(reasoning, answer))
        }
      }
      if (found.size > 0) tally.leaking++
      for (const [reason, at] of found) add(reason, line, excerptOf(answer, at))
    }
  }
  return tally

  function add(reason: LeakReason, line: number, excerpt: string): void {
    tally.leaks[reason] = (tally.leaks[reason] ?? 0) + 1
    const list = (tally.examples[reason] ??= [])
    if (list.length < examples) list.push({ file: unit.file, line, excerpt })
  }
}

const excerptOf = (text: string, at: number): string => text.slice(Math.max(0, at - excerptChars), at + excerptChars)

/** Where the answer repeats the beginning of the reasoning, to the letter; else its own beginning. */
const repeatedAt = (reasoning: string, answer: string): number => Math.max(0, answer.indexOf(reasoning.trim().slice(0, 24)))
