import { existsSync } from 'node:fs'
import { diagnose, type WireId } from '@reason/doctor'
import { usageError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { keyFrom } from '../key-variable.ts'
import { createOutput } from '../output.ts'
import { safeText } from '../render/safe-text.ts'
import { paintFor } from '../render/styles.ts'
import { checkWritable, writeConfiguration } from './configuration.ts'
import { maySend } from './consent.ts'
import type { DoctorFlags } from './flags.ts'
import { flagNotation } from './notation.ts'
import { renderReport } from './render.ts'
import { reportOf } from './report.ts'

/** Examines a server and prints the findings with their remedies. @returns The exit code. */
export async function runDoctor(flags: DoctorFlags): Promise<number> {
  const { model, format, keyEnv, timeout, maxTokens, send, show, write, force = false, json } = flags
  // Checked first: paid answers must not be lost because the file cannot be written.
  if (write !== undefined && !force && existsSync(write)) {
    throw usageError(`${write} exists already, and was left as it is. Write over it with --force, or name another file.`)
  }
  if (write !== undefined) checkWritable(write)
  const key = keyFrom(keyEnv)
  const diagnosis = await diagnose(flags.upstream, {
    timeoutMs: timeout * 1000,
    maxTokens,
    notation: flagNotation,
    send: async (requests) => {
      const allowed = await maySend(requests, send)
      if (allowed) process.stderr.write(`note: sending ${safeText(requests.description)}\n`)
      return allowed
    },
    ...(model !== undefined && { model }),
    // The doctor checks the name.
    ...(format !== undefined && { format: format as WireId }),
    ...(key !== undefined && { key }),
    ...(keyEnv !== undefined && { keyEnv }),
    ...(show !== undefined && { show }),
  })
  const report = reportOf(diagnosis, write)
  if (write !== undefined) await writeConfiguration(write, report.configuration, force)
  await createOutput().write(json === true ? `${JSON.stringify(report)}\n` : renderReport(report, paintFor(process.stdout)))
  return report.findings.some(({ level }) => level === 'problem') ? exitCodes.failed : exitCodes.ok
}
