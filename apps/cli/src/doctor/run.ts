import { diagnose, type WireId } from '@reason/doctor'
import { defined } from '@reason/wire-kit'
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
  if (write !== undefined) checkWritable(write, force)
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
    // The doctor checks the name of the format.
    ...defined({ model, format: format as WireId | undefined, key, keyEnv, show }),
  })
  const report = reportOf(diagnosis, write)
  if (write !== undefined) await writeConfiguration(write, report.configuration, force)
  await createOutput().write(json === true ? `${JSON.stringify(report)}\n` : renderReport(report, paintFor(process.stdout)))
  return report.findings.some(({ level }) => level === 'problem') ? exitCodes.failed : exitCodes.ok
}
