import { availableParallelism } from 'node:os'
import { ReasonError } from '@reason/core'
import { mostExamples, type AuditOptions } from '../options.ts'
import { auditUnits } from './audit-units.ts'
import { addFileAudit, emptyFileAudit, type FileAudit } from './file-audit.ts'
import type { UnitAudit } from './scan-unit.ts'
import { unitsOf, type Unit } from './units.ts'

export interface FileAuditOptions extends AuditOptions {
  /** Most threads, the calling one included. Integer, 1 or more. Default: as many as there are cores. Less than 16 MiB are read on one. */
  threads?: number
  /** Called before the first read with 0, and after each with its count of bytes; `total` is the size of all files. */
  onProgress?: (bytes: number, total: number) => void
}

/**
 * Finds reasoning and its markup in the answers of files: chat logs, data sets, exports and plain answers.
 *
 * JSON lines (`.jsonl`, `.ndjson`, and unknown endings), JSON (`.json`, one large array is read element by element), answers as text
 * (`.txt`, `.md`); in UTF-8, or in UTF-16 with its mark. Node only.
 *
 * @param paths - Files, and folders whose files are read, too.
 * @throws {ReasonError} `REASON_INVALID_INPUT` if a path is missing, holds nothing to read, or is binary.
 * @throws {TypeError} If `examples` is not a whole number, 0 or more.
 */
export async function auditFiles(paths: readonly string[], options: FileAuditOptions = {}): Promise<FileAudit> {
  const { threads = availableParallelism(), onProgress = () => {} } = options
  if (!Number.isInteger(threads) || threads < 1) {
    throw new ReasonError('REASON_INVALID_OPTIONS', `threads is ${threads}. Give a whole number of 1 or more.`)
  }
  const examples = mostExamples(options)
  const units = paths.flatMap(unitsOf)
  const total = units.reduce((sum, { from, to }) => sum + to - from, 0)
  onProgress(0, total)
  return sumOf(units, await auditUnits(units, examples, threads, (bytes) => onProgress(bytes, total)), examples)
}

/** Units count their lines from 1: here lines become those of the file. */
function sumOf(units: readonly Unit[], audits: readonly UnitAudit[], examples: number): FileAudit {
  const all = emptyFileAudit()
  let before = 0
  audits.forEach((audit, index) => {
    if (units[index]!.from === 0) before = 0
    for (const list of Object.values(audit.examples)) for (const example of list) example.line += before
    addFileAudit(all, audit, examples)
    before += audit.lines
  })
  return all
}
