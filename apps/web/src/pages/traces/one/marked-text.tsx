import { visibleText } from '../../../text/visible.ts'
import { words } from '../../../words/en/traces.ts'
import { redactedKind, segmentsOf } from './segments.ts'

/** Text of a model as text, with what the redactor put into it and, where that is asked for, what was found. */
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
