import { visibleText } from '../../../text/visible.ts'
import { words } from '../../../words/en/traces.ts'
import { redactedKind, segmentsOf } from './segments.ts'

/** Model text as text, with marks of the redactor, and optionally of a search. */
export function MarkedText({ text, hits }: { text: string; hits?: RegExp | undefined }) {
  return (
    <>
      {segmentsOf(text, hits).map((segment, at) => {
        if (segment.kind === 'hit') return <mark key={at}>{visibleText(segment.text)}</mark>
        if (segment.kind === 'plain') return visibleText(segment.text)
        const kind = redactedKind(segment.text)
        return (
          <span key={at} class="trace-redacted" title={words.one.redacted(kind)}>
            <span aria-hidden="true">▇ </span>
            {kind}
          </span>
        )
      })}
    </>
  )
}
