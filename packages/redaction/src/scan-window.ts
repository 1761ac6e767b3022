import type { Headings } from './detect/element.ts'
import type { ColumnTable } from './detect/table.ts'
import { createWindow, type Window } from './window.ts'

/** A window with the state of the scan. */
export interface ScanWindow extends Window {
  at: number
  /** End of an escape. The next character begins a word, whatever the text before is. */
  fresh: number
  /** Position of the last character beyond ASCII, apart from signs such as dashes and quotes. */
  wide: number
  /** Table whose rows follow, with columns for secrets. */
  table: ColumnTable | undefined
  /** The same for an HTML table. */
  headings: Headings
  /** Last secrets that only their surroundings told, with their rules. They may come again without them. */
  known: ReadonlyMap<string, string>
}

/** @param from - Start of the text to scan. The text before is context only. */
export const createScanWindow = (text: string, from = 0): ScanWindow => ({
  ...createWindow(text, from),
  at: 0,
  fresh: -1,
  wide: Number.NEGATIVE_INFINITY,
  table: undefined,
  headings: new Map(),
  known: new Map(),
})
