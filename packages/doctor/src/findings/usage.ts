import type { Finding } from '../finding.ts'
import { thinks, thinkingAnswers, type Examination } from '../examination.ts'

/** Reports whether tokens are counted, and reasoning tokens separately. */
export function usageFinding(examination: Examination): Finding | undefined {
  const answers = thinkingAnswers(examination)
  if (answers.length === 0) return undefined
  const without = answers.filter(({ result }) => result.usage?.output === undefined)
  if (without.length > 0) {
    return {
      code: 'no-usage',
      severity: 'advice',
      title: `Tokens are not counted ${without.length === answers.length ? 'at all' : without.every(({ probe }) => probe.stream) ? 'in streams' : 'in some answers'}.`,
      evidence: `no usage in ${without.map(({ probe }) => probe.id).join(', ')}`,
      impact: 'Bills and budgets rest on estimates.',
      remedies: ['update the server, or look for its setting (stream_options.include_usage was sent)'],
    }
  }
  const counts = answers.map(({ result }) => result.usage!.reasoning)
  const wrong = counts.find((count) => count?.source === 'implausible')
  if (wrong !== undefined) {
    return {
      code: 'implausible-usage',
      severity: 'advice',
      title: 'The reported number of reasoning tokens is impossible.',
      evidence: `reported: ${wrong.value}`,
      impact: 'Bills and budgets that use this number are wrong. The gateway marks it, and estimates.',
    }
  }
  const apart = counts.some((count) => count !== undefined)
  if (!apart && !thinks(examination)) return { code: 'usage', severity: 'ok', title: 'Tokens are counted.' }
  return {
    code: apart ? 'usage' : 'usage-together',
    severity: 'ok',
    title: apart
      ? 'Tokens are counted, reasoning tokens separately.'
      : 'Tokens are counted, but reasoning tokens not separately: the gateway estimates them.',
    ...(apart && { evidence: `${counts.find((count) => count !== undefined)!.value} reasoning tokens` }),
  }
}
