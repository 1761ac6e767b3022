import type { Finding } from '../finding.ts'
import { thinks, thought, type Seen } from '../seen.ts'

/** Whether tokens are counted, and those of the reasoning apart. */
export function usageFindings(seen: Seen): Finding[] {
  const answers = thought(seen)
  if (answers.length === 0) return []
  const without = answers.filter(({ result }) => result.usage?.output === undefined)
  if (without.length > 0) {
    return [
      {
        id: 'no-usage',
        level: 'advice',
        title: `Tokens are not counted ${without.length === answers.length ? 'at all' : without.every(({ probe }) => probe.stream) ? 'in streams' : 'in some answers'}.`,
        seen: `no usage in ${without.map(({ probe }) => probe.id).join(', ')}`,
        means: 'Bills and budgets rest on estimates.',
        todo: ['update the server, or look for its setting (stream_options.include_usage was sent)'],
      },
    ]
  }
  const counts = answers.map(({ result }) => result.usage!.reasoning)
  const wrong = counts.find((count) => count?.source === 'implausible')
  if (wrong !== undefined) {
    return [
      {
        id: 'implausible-usage',
        level: 'advice',
        title: 'Its count of reasoning tokens cannot be true.',
        seen: `it says ${wrong.value}`,
        means: 'Bills and budgets that use it are wrong; the gateway says so, and estimates.',
      },
    ]
  }
  const apart = counts.some((count) => count !== undefined)
  if (!apart && !thinks(seen)) return [{ id: 'usage', level: 'ok', title: 'Tokens are counted.' }]
  return [
    {
      id: apart ? 'usage' : 'usage-together',
      level: 'ok',
      title: apart
        ? 'Tokens are counted, those of the reasoning apart.'
        : 'Tokens are counted, those of the reasoning not apart: the gateway estimates them.',
      ...(apart && { seen: `${counts.find((count) => count !== undefined)!.value} reasoning tokens` }),
    },
  ]
}
