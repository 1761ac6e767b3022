import type { Diagnosis, Finding } from '@reason/doctor'
import { defined } from '@reason/wire-kit'
import { commandFor } from './configuration.ts'

export type DoctorReport = ReturnType<typeof reportOf>

/** A diagnosis as `--json` prints it. @param written - File of the configuration, if one was written. */
export function reportOf(diagnosis: Diagnosis, written?: string) {
  const { statements, formats, models, model, requests, findings, configuration, ...server } = diagnosis
  return {
    ...server,
    said: statements,
    speaks: formats,
    models,
    ...defined({ model }),
    sent: requests,
    findings: findings.map(printedFinding),
    configuration,
    /** The command line that starts the gateway. */
    command: commandFor(configuration, written),
    ...defined({ written }),
  }
}

const printedFinding = ({ code, severity, title, evidence, impact, remedies }: Finding) => ({
  id: code,
  level: severity,
  title,
  ...defined({ seen: evidence, means: impact, todo: remedies }),
})
