import { leakReasons, type LeakReason } from '@reason/audit'
import type { FileAudit } from '@reason/audit/files'
import { plural } from '../render/plural.ts'
import { safeText } from '../render/safe-text.ts'
import type { Paint } from '../render/styles.ts'

/** Renders the result of an audit for the terminal. */
export function renderAudit(audit: FileAudit, paint: Paint): string {
  const lines = [`${plural(audit.messages, 'answer')} read, ${audit.withReasoning} of them with reasoning in a field of its own.`]
  if (audit.broken > 0) lines.push(paint('yellow', `${plural(audit.broken, 'line')} could not be read as JSON.`))
  if (audit.messages === 0) lines.push('No answer of a model was found. reason audit --help lists what can be read.')
  else if (audit.leaking === 0) lines.push(paint('green', 'No leaked reasoning was found.'))
  else lines.push(paint('red', `${plural(audit.leaking, 'answer')} with leaked reasoning (${share(audit.leaking, audit.messages)}).`))
  for (const reason of Object.keys(leakReasons) as LeakReason[]) {
    const count = audit.leaks[reason]
    if (count === undefined) continue
    lines.push('', `${paint('bold', reason)}  ${count}  ${paint('dim', leakReasons[reason])}`)
    for (const { file, line, excerpt } of audit.examples[reason] ?? [])
      lines.push(`  ${oneLine(file)}:${line}  ${paint('dim', oneLine(excerpt))}`)
  }
  return `${lines.join('\n')}\n`
}

/** Percentage. A share above zero is never printed as 0 %. */
const share = (count: number, of: number): string =>
  count / of < 0.0001 ? 'less than 0.01 %' : `${((count / of) * 100).toFixed(count / of < 0.01 ? 2 : 1)} %`

const oneLine = (text: string): string => safeText(text).replaceAll(/\s+/g, ' ').trim()
