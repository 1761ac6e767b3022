import { fstatSync } from 'node:fs'
import type { Part } from '@reason/core'
import type { Channel } from '@reason/core/parts'
import type { Output } from '../output.ts'
import type { Shown } from './shown.ts'
import { plural } from './plural.ts'
import { safeText } from './safe-text.ts'
import { paintFor } from './styles.ts'

export interface NotesOptions {
  /** What is shown. Absent: there is nothing of which to say that it is not. */
  show?: ReadonlySet<Shown>
  /** The user chose what is shown, so what is not needs no word. */
  chosen?: boolean
  /** The one that is looked at, or all of them. Default 0. */
  choice?: number | 'all'
}

export interface Notes {
  see(part: Part): void
  /** Something else to know, told first among the remarks. */
  remark(text: string): void
  /** The input says that the generation failed. */
  readonly failed: boolean
  /** For standard error, when all is read: `kind: text`. */
  lines(): { kind: 'error' | 'warning' | 'note'; text: string }[]
}

const ordinary = new Set(['stop', 'tool-calls', 'unknown'])

/** What a reader of the text should know beyond it: failures, anomalies (each kind once), and what was not shown. */
export function createNotes({ show, chosen = false, choice = 0 }: NotesOptions): Notes {
  const errors: string[] = []
  const told: string[] = []
  const warnings = new Map<string, { code: string; message: string; count: number }>()
  const unseen: Partial<Record<Channel, number>> = {}
  const choices = new Set<number>()
  let calls = 0
  let finish: string | undefined
  /** The text says by a delimiter where it is. */
  let marked = false
  let answered = false
  /** There is something that could be shown. */
  let said = false

  return {
    see,
    remark: (text) => void told.push(text),
    get failed() {
      return errors.length > 0
    },
    lines: () => [
      ...errors.map((text) => ({ kind: 'error' as const, text })),
      ...[...warnings.values()].map(({ code, message, count }) => ({
        kind: 'warning' as const,
        text: `${code}${count > 1 ? `, ${count} times` : ''}: ${message}`,
      })),
      ...[...told, ...remarks()].map((text) => ({ kind: 'note' as const, text })),
    ],
  }

  function see(part: Part): void {
    if (part.type === 'error') errors.push(safeText(part.error.message))
    if (part.type === 'end') return
    choices.add(part.choice ?? 0)
    if (choice !== 'all' && (part.choice ?? 0) !== choice) return
    if (part.type === 'warning') {
      // Of what a format has no place for, each kind is news.
      const kind = part.code === 'not-carried' ? part.message : part.code
      const known = warnings.get(kind)
      if (known === undefined) warnings.set(kind, { code: part.code, message: safeText(part.message), count: 1 })
      else known.count++
    } else if (part.type === 'markup') marked = true
    else if (part.type === 'delta' && part.channel === 'answer') answered = true
    said ||= part.type === 'delta' || part.type === 'tool-call-start'
    if (part.type === 'delta' && show?.has(part.channel) === false) {
      unseen[part.channel] = (unseen[part.channel] ?? 0) + part.text.length
    } else if (part.type === 'tool-call-start' && show?.has('tools') === false) calls++
    else if (part.type === 'finish') finish = part.reason
  }

  function remarks(): string[] {
    const remarks: string[] = []
    if (finish !== undefined && !ordinary.has(finish)) remarks.push(`the generation ended with "${finish}"`)
    if (show !== undefined && choices.size > 0 && !said && errors.length === 0) remarks.push('there is no text in it, and no tool call')
    if (show !== undefined && warnings.has('unclosed') && !marked && !answered)
      remarks.push('all of it was taken for reasoning, as the model begins with that; if it is the answer, say --start answer')
    const other = choice === 'all' ? [] : [...choices].filter((index) => index !== choice).toSorted((a, b) => a - b)
    if (other.length > 0)
      remarks.push(`this is choice ${choice}; there ${other.length === 1 ? 'is' : 'are'} also ${other.join(', ')} (--choice)`)
    const hidden = Object.entries(unseen).map(([channel, characters]) => `${plural(characters, 'character')} of ${channel}`)
    if (calls > 0) hidden.push(plural(calls, 'tool call'))
    if (hidden.length > 0 && !chosen) remarks.push(`not shown: ${hidden.join(', ')} (--show all)`)
    return remarks
  }
}

const styles = { error: 'red', warning: 'yellow', note: 'dim' } as const

/** On lines of their own, also where the answer before them is in the same place and ends without a line feed. */
export function printNotes(notes: Notes, { endsLine }: Output): void {
  const paint = paintFor(process.stderr)
  const lines = notes.lines().map(({ kind, text }) => `${paint(styles[kind], `${kind}:`)} ${text}\n`)
  if (lines.length > 0) process.stderr.write((endsLine || !sharesOutput() ? '' : '\n') + lines.join(''))
}

/** Standard error goes where standard output goes: the same terminal, or one pipe or file for both. */
function sharesOutput(): boolean {
  const [out, error] = [fstatSync(1), fstatSync(2)]
  return out.dev === error.dev && out.ino === error.ino
}
