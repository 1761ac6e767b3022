import { leakScore } from '@reason/policy'
import { leakReasons, type Audit, type AuditExample, type LeakReason } from './audit.ts'
import type { FindMarkup } from './markup.ts'
import { messagesOf } from './messages.ts'

/** Markup is searched separately, in one pass over the whole text. */
const comparison = { delimiters: [] }

/** Characters of the answer on each side of a leak. */
const excerptChars = 40

export interface ScanOptions<Of extends AuditExample> {
  findMarkup: FindMarkup
  /** Maximum number of examples for each reason. */
  examples: number
  exampleOf: (excerpt: string) => Of
}

/** Adds the messages of one value to an audit. */
export function scanValue<Of extends AuditExample>(audit: Audit<Of>, value: unknown, options: ScanOptions<Of>): void {
  for (const { answer, reasoning } of messagesOf(value)) {
    audit.messages++
    if (reasoning !== '') audit.withReasoning++
    const leaks = leaksIn(answer, reasoning, options.findMarkup)
    if (leaks.size > 0) audit.leaking++
    for (const [reason, at] of leaks) addLeak(audit, reason, answer.slice(Math.max(0, at - excerptChars), at + excerptChars), options)
  }
}

/** Finds the leaks of an answer by reason, with the index of the first one. */
function leaksIn(answer: string, reasoning: string, findMarkup: FindMarkup): Map<LeakReason, number> {
  const leaks = new Map<LeakReason, number>()
  for (const { reason, at } of findMarkup(answer)) if (!leaks.has(reason)) leaks.set(reason, at)
  if (reasoning === '' || answer === '') return leaks
  for (const { reason } of leakScore(reasoning, answer, comparison).leaks) {
    if (reason in leakReasons) leaks.set(reason as LeakReason, repeatedAt(reasoning, answer))
  }
  return leaks
}

function addLeak<Of extends AuditExample>(
  audit: Audit<Of>,
  reason: LeakReason,
  excerpt: string,
  { examples, exampleOf }: ScanOptions<Of>,
): void {
  audit.leaks[reason] = (audit.leaks[reason] ?? 0) + 1
  const list = (audit.examples[reason] ??= [])
  if (list.length < examples) list.push(exampleOf(excerpt))
}

/** Returns the index at which the answer repeats the beginning of the reasoning verbatim, else 0. */
const repeatedAt = (reasoning: string, answer: string): number => Math.max(0, answer.indexOf(reasoning.trim().slice(0, 24)))
