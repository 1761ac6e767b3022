import { availableParallelism } from 'node:os'
import { ReasonError } from '@reason/core'
import { mostExamples, type AuditOptions } from '../options.ts'
import { auditUnits } from './audit-units.ts'
import { addFileAudit, emptyFileAudit, type FileAudit } from './file-audit.ts'
import type { UnitAudit } from './scan-unit.ts'
import { unitsOf, type Unit } from './units.ts'

export interface FileAuditOptions extends AuditOptions {
  /** Maximum number of threads, including the calling one. Integer, 1 or more. Default: the number of cores. Less than 16 MiB are read on one. */
  threads?: number
  /** Called before the first read with 0, and after each with its count of bytes; `total` is the size of all files. */
  onProgress?: (bytes: number, total: number) => void
}

/**
 * Finds reasoning and its markup in the answers of files: chat logs, data sets, exports and plain answers.
 *
 * Reads JSON lines (`.jsonl`, `.ndjson`, and unknown endings), JSON (`.json`, a large array element by element), and
 * answers as text (`.txt`, `.md`). The encoding is UTF-8, or UTF-16 with its mark. Node only.
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

/** Sums the audits of units, whose lines count from 1, and converts the lines to those of the file. */
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
