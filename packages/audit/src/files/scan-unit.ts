import type { FindMarkup } from '../markup.ts'
import { scanValue } from '../scan.ts'
import { emptyFileAudit, type FileAudit } from './file-audit.ts'
import { readUnit } from './read-unit.ts'
import type { Unit } from './units.ts'

export interface UnitAudit extends FileAudit {
  /** Count of lines that begin in the unit. */
  lines: number
}

/** Audits a unit. Lines of its examples count within the unit. */
export function scanUnit(unit: Unit, findMarkup: FindMarkup, examples: number, onBytes: (bytes: number) => void): UnitAudit {
  const { file } = unit
  const audit: UnitAudit = { ...emptyFileAudit(), lines: 0 }
  const read = readUnit(unit, (bytes) => {
    audit.bytes += bytes
    onBytes(bytes)
  })
  for (const { value, line, broken } of read) {
    audit.lines = line
    if (value === null) continue
    audit.values++
    if (broken) audit.broken++
    else scanValue(audit, value, { findMarkup, examples, exampleOf: (excerpt) => ({ file, line, excerpt }) })
  }
  return audit
}
