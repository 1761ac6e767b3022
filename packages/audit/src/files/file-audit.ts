import { addAudit, emptyAudit, type Audit, type AuditExample } from '../audit.ts'

export interface FileExample extends AuditExample {
  file: string
}

/** The result of an audit of files. */
export interface FileAudit extends Audit<FileExample> {
  /** Count of bytes that were read. */
  bytes: number
  /** Count of lines that are not JSON. They are values without messages. */
  broken: number
}

export function emptyFileAudit(): FileAudit {
  const { values, ...others } = emptyAudit<FileExample>()
  return { bytes: 0, values, broken: 0, ...others }
}

/** Adds the second audit to the first. @param examples - Maximum number of examples for each reason. */
export function addFileAudit(to: FileAudit, more: FileAudit, examples: number): void {
  to.bytes += more.bytes
  to.broken += more.broken
  addAudit(to, more, examples)
}
