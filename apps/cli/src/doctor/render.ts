import type { Severity } from '@reason/doctor'
import { plural } from '../render/plural.ts'
import { safeText } from '../render/safe-text.ts'
import type { Paint, TextStyle } from '../render/styles.ts'
import { commandFor } from './configuration.ts'
import type { DoctorReport } from './report.ts'

const styles: Record<Severity, TextStyle> = { ok: 'green', advice: 'yellow', problem: 'red' }
const width = 'problem'.length

/** Renders a report: the server, the findings, and the command that starts the gateway for it. */
export function renderReport(
  { upstream, server, version, evidence, said, speaks, models, model, sent, findings, configuration, written }: DoctorReport,
  paint: Paint,
): string {
  const row = (name: string, value: string): string => `${paint('dim', name.padEnd(width))}  ${safeText(value)}\n`
  const shown = models.length > 5 ? `${models.slice(0, 5).join(', ')} and ${models.length - 5} more` : models.join(', ')
  const head = [
    row('server', `${server ?? 'unknown'}${version === undefined ? '' : ` ${version}`} at ${upstream}`),
    ...(evidence.length > 0 ? [row('by', evidence.join('; '))] : []),
    ...said.map(({ asked, told }) => row('says', `${told} (${asked})`)),
    ...(speaks.length > 0 ? [row('speaks', speaks.join(', '))] : []),
    ...(models.length > 0 ? [row('models', shown)] : []),
    ...(model === undefined ? [] : [row('asked', `${model}, ${plural(sent, 'request')}`)]),
  ]
  const start = [
    '\n',
    written === undefined ? 'Start the gateway for it:\n' : `Written to ${safeText(written)}. Start the gateway with it:\n`,
    `  ${safeText(commandFor(configuration, written))}\n`,
  ]
  // If the server is a gateway itself, no start command is shown.
  const wanted = written !== undefined || !findings.some(({ id }) => id === 'gateway')
  return [...head, '\n', ...findings.map((finding) => renderFinding(finding, paint)), ...(wanted ? start : [])].join('')
}

function renderFinding({ level, title, seen, means, todo = [] }: DoctorReport['findings'][number], paint: Paint): string {
  const line = (name: string, text: string): string => `${' '.repeat(width)}    ${paint('dim', name.padEnd(5))}  ${safeText(text)}\n`
  return [
    `${paint(styles[level], level.padEnd(width))}  ${safeText(title)}\n`,
    ...(seen === undefined ? [] : [line('seen', seen)]),
    ...(means === undefined ? [] : [line('means', means)]),
    ...todo.map((one) => line('do', one)),
  ].join('')
}
