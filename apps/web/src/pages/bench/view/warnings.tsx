import type { Warning } from '@reason/core/result'
import { warningCodes } from '@reason/core/warnings'
import { visibleText } from '../../../text/visible.ts'
import { words } from '../../../words/en/bench.ts'

const explained: Readonly<Record<string, string>> = warningCodes

/** Warnings of the result, with explanations. */
export function Warnings({ list }: { list: readonly Warning[] }) {
  return (
    <section aria-label={words.warnings}>
      <h2>{words.warnings}</h2>
      <ul class="stack bench-warnings">
        {list.slice(0, 100).map(({ code, message, excerpt }, index) => (
          <li key={index} class="notice warn small">
            <code>{code}</code> {explained[code] !== undefined && <strong>{explained[code]}</strong>}{' '}
            {message !== explained[code] && visibleText(message)}
            {excerpt !== undefined && <code class="soft"> {visibleText(excerpt)}</code>}
          </li>
        ))}
      </ul>
    </section>
  )
}
