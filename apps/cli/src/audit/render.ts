import { plural } from '../render/plural.ts'
import { safeText } from '../render/safe-text.ts'
import type { Paint } from '../render/styles.ts'
import { leakReasons, type LeakReason, type Tally } from './tally.ts'

/** What an audit found, for people. */
export function renderAudit(tally: Tally, paint: Paint): string {
  const lines = [`${plural(tally.messages, 'message')} of models read, ${tally.withReasoning} of them with reasoning beside the answer.`]
  if (tally.broken > 0) lines.push(paint('yellow', `${plural(tally.broken, 'line')} could not be read as JSON.`))
  if (tally.messages === 0) lines.push('There is nothing in it that looks like a message of a model.')
  else if (tally.leaking === 0) lines.push(paint('green', 'No leaked reasoning was found.'))
  else lines.push(paint('red', `${plural(tally.leaking, 'answer')} with leaked reasoning (${share(tally.leaking, tally.messages)}).`))
  for (const reason of Object.keys(leakReasons) as LeakReason[]) {
    const count = tally.leaks[reason]
    if (count === undefined) continue
    lines.push('', `${paint('bold', reason)}  ${count}  ${paint('dim', leakReasons[reason])}`)
    for (const { file, line, excerpt } of tally.examples[reason] ?? []) {
      lines.push(`  ${oneLine(file)}:${line}  ${paint('dim', oneLine(excerpt))}`)
    }
  }
  return `${lines.join('\n')}\n`
}

/** What there is, is never said to be 0 %. */
const share = (count: number, of: number): string =>
  count / of < 0.0001 ? 'less than 0.01 %' : `${((count / of) * 100).toFixed(count / of < 0.01 ? 2 : 1)} %`

const oneLine = (text: string): string => safeText(text).replaceAll(/\s+/g, ' ').trim()
