import { fstatSync } from 'node:fs'
import type { Part } from '@reason/core'
import type { Channel } from '@reason/core/parts'
import type { Output } from '../output.ts'
import type { ShownChannel } from './shown.ts'
import { plural } from './plural.ts'
import { safeText } from './safe-text.ts'
import { paintFor } from './styles.ts'

export interface NotesOptions {
  /** Shown channels. Absent: notes about hidden channels are not useful. */
  show?: ReadonlySet<ShownChannel>
  /** True if the user chose the channels. Notes about the others are then left out. */
  chosen?: boolean
  /** Index of the noted choice, or all. Default 0. */
  choice?: number | 'all'
}

export interface Notes {
  see(part: Part): void
  /** Adds a note before the other notes. */
  remark(text: string): void
  /** True if the input reports a failed generation. */
  readonly failed: boolean
  /** Notes for standard error, when the input was read: `kind: text`. */
  lines(): { kind: 'error' | 'warning' | 'note'; text: string }[]
}

const ordinary = new Set(['stop', 'tool-calls', 'unknown'])

/** Collects notes about the text: failures, warnings (each kind once), and hidden channels. */
export function createNotes({ show, chosen = false, choice = 0 }: NotesOptions): Notes {
  const errors: string[] = []
  const told: string[] = []
  const warnings = new Map<string, { code: string; message: string; count: number }>()
  const unseen: Partial<Record<Channel, number>> = {}
  const choices = new Set<number>()
  let calls = 0
  let finish: string | undefined
  /** The text contains a delimiter. */
  let marked = false
  let answered = false
  /** The text contains anything to show. */
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
      // For features that a format cannot carry, each message is a kind of its own.
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
      remarks.push('all of the text became reasoning, because the model begins with it; for an answer, use --start answer')
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

/** Prints the notes on their own lines, even if the answer in the same terminal ends without a line feed. */
export function printNotes(notes: Notes, { endsLine }: Output): void {
  const paint = paintFor(process.stderr)
  const lines = notes.lines().map(({ kind, text }) => `${paint(styles[kind], `${kind}:`)} ${text}\n`)
  if (lines.length > 0) process.stderr.write((endsLine || !sharesOutput() ? '' : '\n') + lines.join(''))
}

/** Whether standard error and standard output are the same terminal, pipe or file. */
function sharesOutput(): boolean {
  const [out, error] = [fstatSync(1), fstatSync(2)]
  return out.dev === error.dev && out.ino === error.ino
}
