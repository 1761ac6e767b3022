import { auditFiles } from '@reason/audit/files'
import { inputError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { createOutput } from '../output.ts'
import { createProgress, type ProgressLine } from '../render/progress.ts'
import { paintFor } from '../render/styles.ts'
import { renderAudit } from './render.ts'

export interface AuditFlags {
  examples: number
  json?: boolean
  fail?: boolean
}

/** Searches the answers of logs and data sets for reasoning. @returns The exit code. */
export async function runAudit(paths: readonly string[], flags: AuditFlags): Promise<number> {
  if (paths.includes('-'))
    throw inputError('audit reads files and folders, not standard input. Write it to a file first: reason audit FILE.jsonl')
  let progress: ProgressLine | undefined
  const onProgress = (bytes: number, total: number): void => (progress ??= createProgress('audited', { total })).add(bytes)
  const audit = await auditFiles(paths, { examples: flags.examples, onProgress }).finally(() => progress?.done())
  const output = createOutput('ignore')
  await output.write(flags.json === true ? `${JSON.stringify(audit, null, 2)}\n` : renderAudit(audit, paintFor(process.stdout)))
  return flags.fail === true && audit.leaking > 0 ? exitCodes.failed : exitCodes.ok
}
