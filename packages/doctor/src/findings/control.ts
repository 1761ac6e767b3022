import type { Finding } from '../finding.ts'
import { valueAt } from '../json.ts'
import type { Examination } from '../examination.ts'

/** Tells whether llama-server has the control endpoint, as builds since 2026 do. Budgets use it to end a thought, and the answer follows. */
export const hasControl = ({ control }: Pick<Examination, 'control'>): boolean => typeof valueAt(control?.json, 'success') === 'boolean'

/** Reports whether reasoning can be ended early, and Ollama's facts about the model. */
export function engineFindings(examination: Examination): Finding[] {
  const { survey, control, description } = examination
  const findings: Finding[] = []
  if (control !== undefined) {
    findings.push(
      hasControl(examination)
        ? {
            code: 'control',
            severity: 'ok',
            title: 'A budget can end a thought, and the answer still comes.',
            evidence: 'it has /chat/completions/control',
          }
        : {
            code: 'no-control',
            severity: 'advice',
            title: 'A budget can end a thought only together with the answer.',
            evidence: `no /chat/completions/control (HTTP ${control.status})${survey.identity.version === undefined ? '' : ` in ${survey.identity.version}`}`,
            impact: 'The server is older than August 2026: the gateway cannot make the model stop thinking and answer.',
            remedies: ['update llama-server, and then start the gateway with --upstream-engine llama-server'],
          },
    )
  }
  if (description?.server === 'ollama' && description.splits === false) {
    findings.push({
      code: 'capabilities',
      severity: 'advice',
      title: 'Ollama does not know this model to think, or is too old to split it.',
      evidence: description.evidence.map(({ told }) => told).join('; '),
      impact: 'If it thinks all the same, its thoughts come in the answer, and "think" is refused.',
    })
  }
  return findings
}
