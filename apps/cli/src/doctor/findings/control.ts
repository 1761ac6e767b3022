import type { Finding } from '../finding.ts'
import { valueAt } from '../json.ts'
import type { Seen } from '../seen.ts'

/** llama-server has it since 2026: budgets end a thought there, and the answer follows. */
export const hasControl = ({ control }: Pick<Seen, 'control'>): boolean => typeof valueAt(control?.json, 'success') === 'boolean'

/** Whether reasoning can be ended in mid-thought, and what Ollama says of the model. */
export function engineFindings(seen: Seen): Finding[] {
  const { survey, control, description } = seen
  const findings: Finding[] = []
  if (control !== undefined) {
    findings.push(
      hasControl(seen)
        ? {
            id: 'control',
            level: 'ok',
            title: 'A budget can end a thought, and the answer still comes.',
            seen: 'it has /chat/completions/control',
          }
        : {
            id: 'no-control',
            level: 'advice',
            title: 'A budget can end a thought only together with the answer.',
            seen: `no /chat/completions/control (HTTP ${control.status})${survey.identity.version === undefined ? '' : ` in ${survey.identity.version}`}`,
            means: 'It is older than August 2026: the gateway cannot tell it to stop thinking and answer.',
            todo: ['update llama-server, and then start the gateway with --upstream-engine llama-server'],
          },
    )
  }
  if (description?.server === 'ollama' && description.splits === false) {
    findings.push({
      id: 'capabilities',
      level: 'advice',
      title: 'Ollama does not know this model to think, or is too old to split it.',
      seen: description.evidence.map(({ told }) => told).join('; '),
      means: 'If it thinks all the same, its thoughts come in the answer, and "think" is refused.',
    })
  }
  return findings
}
